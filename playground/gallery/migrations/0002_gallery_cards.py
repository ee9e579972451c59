from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scenarios", "0001_initial")]

    operations = [
        migrations.AddField("scenario", "code", models.CharField(blank=True, default="", max_length=8)),
        migrations.AddField("scenario", "summary", models.TextField(blank=True, default="")),
        migrations.AddField("scenario", "drawing", models.JSONField(default=dict)),
        migrations.AddField(
            "scenario", "file_digest", models.CharField(blank=True, default="", max_length=64)
        ),
    ]
