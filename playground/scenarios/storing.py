"""Writes what was imported: the revision, the visitor's run of it, and the report."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_noop

from playground.runs import services as runs
from playground.runs.models import Run
from playground.scenarios.importing import Imported
from playground.scenarios.models import ImportReport, ScenarioRevision

NAMELESS = gettext_noop("Your cluster")


def store_revision(imported: Imported) -> ScenarioRevision:
    """The revision of an import that succeeded; equal content is stored once."""
    assert imported.canonical is not None
    revision, _ = ScenarioRevision.objects.get_or_create(
        digest=imported.digest, defaults={"canonical": imported.canonical, "source": imported.source}
    )
    return revision


def store_run(imported: Imported, *, owner: str) -> Run:
    """A run that belongs to `owner`, played up to the scheduler's first word about the pod that waits."""
    with transaction.atomic():
        run = runs.create_run(store_revision(imported), owner=owner, title=imported.title or NAMELESS)
        groups = [group.to_json() for group in imported.groups]
        ImportReport.objects.create(run=run, groups=groups)
    if imported.answer_seq:
        runs.advance_head(run.pk, inputs=0, to=imported.answer_seq)
    return run
