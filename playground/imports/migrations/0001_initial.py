"""The reports of imports move here from the gallery. Their table stays as it is, with its name."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [("runs", "0003_scenariorevision"), ("scenarios", "0003_importreport")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
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
                    options={"db_table": "scenarios_importreport"},
                ),
            ]
        )
    ]
