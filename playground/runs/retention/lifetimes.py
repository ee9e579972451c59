"""How long runs are kept, and how many an owner may have.

A run that nobody has opened for some time is removed, and its scenario with the scenario's last run. A run
that something else refers to (a scenario of the gallery, a room, a lesson) stays. The name of a removed run
is kept for a while, so that links to it can say that it was removed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from itertools import islice

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError, QuerySet
from django.utils import timezone

from playground import limits
from playground.runs import access
from playground.runs.models import GoneRun, InputText, KeptMoment, Run, RunInput, ScenarioRevision

log = logging.getLogger("playground.runs")

#: Functions that name runs in use without a foreign key, such as those of a lesson's steps.
in_use: list[Callable[[], Iterable[str]]] = []


class TooManyRunsError(Exception):
    """The owner has the greatest allowed number of runs; TooManyRunsMiddleware answers with a page."""


def check_number_of_runs(owner: str) -> None:
    """Raises TooManyRunsError when the owner may not have another run. Runs without an owner are not
    counted."""
    if owner and Run.objects.filter(owner_digest=access.digest(owner)).count() >= limits.OWNER_RUNS:
        raise TooManyRunsError


def opened_anew(opened: datetime, shared: bool, *, by_owner: bool) -> bool:
    """Whether `note_opened` would write to the database."""
    return timezone.now() - opened >= timedelta(days=1) or (not by_owner and not shared)


def note_opened(run_id: str, opened: datetime, shared: bool, *, by_owner: bool) -> None:
    """Notes that somebody opened a run: at most one write a day, and one when it is first shared."""
    changed: dict[str, object] = {}
    now = timezone.now()
    if now - opened >= timedelta(days=1):
        changed["opened"] = now
    if not by_owner and not shared:
        changed["shared"] = True
    if changed:
        Run.objects.filter(pk=run_id).update(**changed)


def remove(run_id: str) -> bool:
    """Removes a run and keeps its name. False when it does not exist or something else needs it."""
    try:
        with transaction.atomic():
            run = Run.objects.select_for_update().filter(pk=run_id).first()
            if run is None:
                return False
            GoneRun.objects.get_or_create(pk=run.pk, defaults={"edit_token_digest": run.edit_token_digest})
            revision = run.revision_id
            delete_with_texts(Run.objects.filter(pk=run.pk))
    except (ProtectedError, IntegrityError):
        return False
    _remove_revision(revision)
    return True


def delete_with_texts(runs: QuerySet[Run]) -> None:
    """Deletes runs and those texts of inputs that no other run refers to."""
    texts = list(RunInput.objects.filter(run__in=runs).values_list("text_id", flat=True).distinct())
    runs.delete()
    for begin in range(0, len(texts), 500):
        InputText.objects.filter(pk__in=texts[begin : begin + 500], inputs__isnull=True).delete()


def _remove_revision(digest: str) -> None:
    """Removes a scenario unless something still refers to it."""
    try:
        with transaction.atomic():
            ScenarioRevision.objects.filter(pk=digest).delete()
    except (ProtectedError, IntegrityError):
        return  # another run or the gallery refers to it


def was_shared(run_id: str) -> bool:
    """Whether a moment of the run was shared and stored."""
    return KeptMoment.objects.filter(run_id=run_id).exists()


def has_gone(run_id: str) -> bool:
    return "\0" not in run_id and GoneRun.objects.filter(pk=run_id).exists()


def has_gone_by_token(token: str) -> bool:
    """Whether an edit link belonged to a removed run."""
    return GoneRun.objects.filter(edit_token_digest=access.digest(token)).exists()


def sweep(most: int = limits.SWEPT_AT_ONCE) -> int:
    """Removes at most `most` expired runs; returns their number."""
    went = 0
    for run in _over(most):
        went += remove(run)
    old = timezone.now() - timedelta(days=limits.GONE_DAYS)
    names = GoneRun.objects.filter(went__lt=old).values_list("pk", flat=True)[:most]
    GoneRun.objects.filter(pk__in=list(names)).delete()
    return went


def _over(most: int) -> list[str]:
    """Expired runs: owned ones that nobody has opened for long, and runs without an owner that nothing
    shows."""
    now = timezone.now()
    referred = _referred()
    keys: list[str] = []
    for days, shared in ((settings.KEEP_DAYS, False), (settings.KEEP_SHARED_DAYS, True)):
        if days:
            before = now - timedelta(days=days)
            unopened = Run.objects.filter(shared=shared, opened__lt=before).exclude(owner_digest="")
            keys += _first(unopened.order_by("opened"), referred, most - len(keys))
    made_before = now - timedelta(hours=1)  # a lesson that is being opened refers to its run only afterwards
    unshown = Run.objects.filter(owner_digest="", created__lt=made_before)
    if settings.KEEP_SHARED_DAYS:  # a shared run of the gallery stays as long as its newest shared moment
        since = now - timedelta(days=settings.KEEP_SHARED_DAYS)
        unshown = unshown.exclude(moments__created__gte=since)
    else:
        unshown = unshown.filter(moments=None)
    return keys + _first(unshown.order_by("created"), referred, most - len(keys))


def _first(rows: QuerySet[Run], but: set[str], most: int) -> list[str]:
    """The first `most` of the rows that `but` does not name; `but` is too long to be part of the query."""
    names = rows.values_list("pk", flat=True).iterator(chunk_size=2_000)
    return list(islice((name for name in names if name not in but), most))


def _referred() -> set[str]:
    """Runs that something else needs: rows of other apps, and lessons. A fork does not need its origin,
    because it has its own copy of the past."""
    keys = {run for tell in in_use for run in tell()}
    for relation in Run._meta.get_fields(include_hidden=True):
        if not (relation.auto_created and not relation.concrete):
            continue
        model = relation.related_model
        name = relation.field.name  # type: ignore[union-attr]
        if model in (RunInput, KeptMoment) or model._meta.label == "imports.ImportReport":  # type: ignore[union-attr]
            continue
        if model is Run:
            continue
        filled = model._default_manager.exclude(**{name: None})  # type: ignore[union-attr]
        keys |= set(filled.values_list(f"{name}_id", flat=True))
    return keys
