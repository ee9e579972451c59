"""Only the names of the gallery stay here: revisions are with the runs now, reports with the imports."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scenarios", "0003_importreport"),
        ("runs", "0003_scenariorevision"),
        ("imports", "0001_initial"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="scenario",
                    name="revision",
                    field=models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="scenarios",
                        to="runs.scenariorevision",
                    ),
                ),
                migrations.DeleteModel("ImportReport"),
                migrations.DeleteModel("ScenarioRevision"),
            ]
        )
    ]
