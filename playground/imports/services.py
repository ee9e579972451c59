"""Stores the result of an import: the visitor's run, and the report on each object."""

from __future__ import annotations

import time
from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext_noop

import scheduler_core as core
from playground import limits
from playground.imports.models import ImportReport, ImportsClosed
from playground.runs import new_runs, questions, revisions, services, stepper
from playground.runs.changes import moves
from playground.runs.models import Run
from playground.server.refusals import BoundedError, BusyError
from playground.texts.manifests import importer
from playground.texts.manifests.importer import Imported
from playground.workers import pool as workers
from playground.workers.answers import Recipe

NAMELESS = gettext_noop("Your cluster")


def store_run(imported: Imported, *, owner: str, to_board: bool = True) -> Run:
    """A run of `owner`. For its board it was played up to the decision about its pending pod, for the answer
    about its pods up to those about all of them. A worker begins to open a large run at once (see
    `answered`)."""
    canonical = imported.canonical or ""
    to_decision = to_board and imported.decided_at
    with transaction.atomic():
        revision = revisions.store_revision(imported)
        run = new_runs.create_run(
            revision,
            owner=owner,
            title=imported.title or NAMELESS,
            seed=imported.seed,
            head=imported.decided_at if to_decision else imported.answer_seq,
            state=imported.decided_state if to_decision else imported.answer_state,
        )
        groups = [group.to_json() for group in imported.groups]
        ImportReport.objects.create(
            run=run, groups=groups, release=imported.release.to_json(), situation=imported.situation
        )
    if len(canonical) >= limits.OPENED_CHARACTERS_PER_SECOND:  # opening it takes a second or more
        workers.pool().open(run.pk, Recipe(canonical, run.seed))
    return run


def answered(imported: Imported, run: Run, *, to_board: bool) -> Imported:
    """Has a worker play a large run up to where `store_run` begins a smaller one. A worker that is too busy
    leaves the run at its start."""
    if imported.answer_state:
        return imported
    standing = services.standing(run.pk)
    if standing is None:
        return imported
    try:
        seq = _first_decisions(standing)
        pod, decided_at = importer.chosen_of(questions.value(standing, "waiting", seq))
        moved = moves.jump(standing, decided_at if to_board and decided_at else seq)
    except (BoundedError, BusyError, stepper.StopsError):
        return imported
    if not moved:
        return imported
    return replace(imported, pod=pod or imported.pod, answer_seq=seq, decided_at=decided_at)


def _first_decisions(standing: services.Standing) -> int:
    """The step at which the scheduler has decided about each waiting pod. On a busy machine an answer may end
    before it, and is then asked for once more; after IMPORT_WALL_SECONDS the step come to has to do."""
    until = time.monotonic() + limits.IMPORT_WALL_SECONDS
    seq, over = 0, False
    while not over:
        answer = questions.value(standing, "first_decisions", seq)
        seq, over = answer["seq"], "quiet" in answer or time.monotonic() > until
    return int(seq)


MOST_FORKS = 20
"""Forks of forks that are followed to the import at their beginning."""


def has_report(run_id: str) -> bool:
    return ImportReport.objects.filter(pk=run_id).exists()


def report_of(run_id: str) -> ImportReport | None:
    """The report of the import that a run was made from; None for other runs."""
    return ImportReport.objects.select_related("run").filter(pk=run_id).first()


def report_of_origin(run_id: str) -> ImportReport | None:
    """The report of the import that a run was made from, also through forks; None for other runs. A fork has
    the text of its run; a version with a changed text may have what it lacked."""
    key: str | None = run_id
    for _ in range(MOST_FORKS):
        stored = ImportReport.objects.filter(pk=key).first()
        if stored is not None:
            return stored
        fork = Run.objects.filter(pk=key, forked_at__isnull=False).values_list("forked_from_id", flat=True)
        key = fork.first()
        if key is None:
            return None
    return None


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
