import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("runs", "0002_initial"), ("scenarios", "0002_gallery_cards")]

    operations = [
        migrations.CreateModel(
            name="ImportReport",
            fields=[
                (
                    "run",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="import_report",
                        serialize=False,
                        to="runs.run",
                    ),
                ),
                ("groups", models.JSONField(default=list)),
            ],
        ),
    ]
