from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scenarios", "0004_names_only")]

    operations = [
        migrations.AddField(
            model_name="scenario",
            name="question",
            field=models.TextField(blank=True, default=""),
        ),
    ]
