"""A database from before the models stood in their rooms keeps its rows under the same table names."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from playground.gallery.models import Scenario
from playground.imports.models import ImportReport
from playground.runs.models import Run, ScenarioRevision

BEFORE = [("runs", "0002_initial"), ("scenarios", "0003_importreport"), ("imports", None)]


def migrated(targets: list[tuple[str, str | None]]) -> MigrationExecutor:
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    return MigrationExecutor(connection)


@pytest.mark.django_db(transaction=True)
def test_rows_of_an_old_database_are_found_after_the_models_moved() -> None:
    old = migrated(BEFORE).loader.project_state(BEFORE[:2]).apps
    revision = old.get_model("scenarios", "ScenarioRevision").objects.create(
        digest="d" * 64, canonical="{}", source="# mine"
    )
    run = old.get_model("runs", "Run").objects.create(id="abcdefghijkl", revision=revision, head=7)
    old.get_model("scenarios", "Scenario").objects.create(
        slug="s", title="S", revision=revision, canonical_run=run
    )
    old.get_model("scenarios", "ImportReport").objects.create(run=run, groups=[{"kind": "Pod"}])

    executor = MigrationExecutor(connection)
    migrated(executor.loader.graph.leaf_nodes())

    assert "# mine" == ScenarioRevision.objects.get().source
    assert ("d" * 64, 7) == (Run.objects.get().revision_id, Run.objects.get().head)
    assert "abcdefghijkl" == Scenario.objects.get().canonical_run_id
    assert [{"kind": "Pod"}] == ImportReport.objects.get(run_id="abcdefghijkl").groups
