"""The revisions of scenarios move from the gallery to the runs. Their table stays as it is, with its name."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("runs", "0002_initial"), ("scenarios", "0003_importreport")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="ScenarioRevision",
                    fields=[
                        ("digest", models.CharField(max_length=64, primary_key=True, serialize=False)),
                        ("canonical", models.TextField()),
                        ("source", models.TextField()),
                        ("created", models.DateTimeField(auto_now_add=True)),
                    ],
                    options={"db_table": "scenarios_scenariorevision"},
                ),
                migrations.AlterField(
                    model_name="run",
                    name="revision",
                    field=models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="runs",
                        to="runs.scenariorevision",
                    ),
                ),
            ]
        )
    ]
