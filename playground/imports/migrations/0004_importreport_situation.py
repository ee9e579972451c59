"""What a dump shows as it came in: second 0, what is stuck, what the text lacks."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("imports", "0003_importreport_release")]

    operations = [
        migrations.AddField(model_name="importreport", name="situation", field=models.JSONField(null=True))
    ]
