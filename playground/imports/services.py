"""Stores the result of an import: the visitor's run, and the report on each object."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_noop

import scheduler_core as core
from playground import limits
from playground.imports.models import ImportReport, ImportsClosed
from playground.runs import new_runs, revisions
from playground.runs.models import Run
from playground.texts.manifests.importer import Imported
from playground.workers import pool as workers
from playground.workers.answers import Recipe

NAMELESS = gettext_noop("Your cluster")


def store_run(imported: Imported, *, owner: str) -> Run:
    """A run of `owner`, played up to the scheduler's first decision about the pending pod. A worker begins to
    open a large run at once, while the browser loads the board."""
    canonical = imported.canonical or ""
    with transaction.atomic():
        revision = revisions.store_revision(imported)
        run = new_runs.create_run(
            revision,
            owner=owner,
            title=imported.title or NAMELESS,
            seed=imported.seed,
            head=imported.answer_seq,
            state=imported.answer_state,
        )
        groups = [group.to_json() for group in imported.groups]
        ImportReport.objects.create(
            run=run, groups=groups, release=imported.release.to_json(), situation=imported.situation
        )
    if len(canonical) >= limits.OPENED_CHARACTERS_PER_SECOND:  # opening it takes a second or more
        workers.pool().open(run.pk, Recipe(canonical, run.seed))
    return run


def has_report(run_id: str) -> bool:
    return ImportReport.objects.filter(pk=run_id).exists()


def report_of(run_id: str) -> ImportReport | None:
    """The report of the import that a run was made from; None for other runs."""
    return ImportReport.objects.select_related("run").filter(pk=run_id).first()


def in_release(
    stored: ImportReport, chosen: core.ChosenRelease, *, owner: str
) -> Run | tuple[core.Problem, ...]:
    """A run of `owner` like the one that was imported, in another release, with the same report. Problems
    where the release refuses the gates.
    """
    run = stored.run
    revision = revisions.in_release(run.revision, chosen)
    if isinstance(revision, tuple):
        return revision
    scenario = revisions.without_its_objects(revision)
    gates = core.settings_text(scenario.feature_gates)
    release = {**(stored.release or {}), "version": scenario.version, "source": "chosen", "gates": gates}
    with transaction.atomic():
        made = new_runs.create_run(revision, owner=owner, title=run.title, seed=run.seed)
        ImportReport.objects.create(
            run=made, groups=stored.groups, release=release, situation=stored.situation
        )
    return made


def imports_closed() -> bool:
    """Whether staff has closed imports on all servers."""
    return ImportsClosed.objects.exists()


def close_imports(closed: bool) -> None:
    with transaction.atomic():
        ImportsClosed.objects.all().delete()
        if closed:
            ImportsClosed.objects.create()
