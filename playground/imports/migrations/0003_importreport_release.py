"""Which release of Kubernetes a text was taken for."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("imports", "0002_importsclosed")]

    operations = [
        migrations.AddField(
            model_name="importreport", name="release", field=models.JSONField(default=dict, null=True)
        )
    ]
