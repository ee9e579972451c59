from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scenarios", "0005_question")]
    operations = [migrations.AddField("scenario", "shows", models.JSONField(default=dict))]
