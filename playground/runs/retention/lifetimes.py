"""How long runs are kept, and how many an owner may have.

A run that nobody has opened for a time goes, and its scenario with the last run of it. What something else
refers to (a scenario of the gallery, a room, a lesson) stays. The name of a run that went is kept for a
while, so that a link to it can say so.
"""

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

#: Functions that tell which runs a room uses without a key of the database: the steps of lessons.
in_use: list[Callable[[], Iterable[str]]] = []


class TooManyRunsError(Exception):
    """An owner has as many runs as one may have; `middleware` answers it with a page."""


def room_for_one_more(owner: str) -> None:
    """Raises TooManyRunsError where an owner may have no further run. Runs of nobody are not counted."""
    if owner and Run.objects.filter(owner_digest=access.digest(owner)).count() >= limits.OWNER_RUNS:
        raise TooManyRunsError


def opened_anew(opened: datetime, shared: bool, *, by_owner: bool) -> bool:
    """Whether `note_opened` would write something."""
    return timezone.now() - opened >= timedelta(days=1) or (not by_owner and not shared)


def note_opened(run_id: str, opened: datetime, shared: bool, *, by_owner: bool) -> None:
    """Notes that somebody opened a run; at most one write a day, and one when it is first shared."""
    changed: dict[str, object] = {}
    now = timezone.now()
    if now - opened >= timedelta(days=1):
        changed["opened"] = now
    if not by_owner and not shared:
        changed["shared"] = True
    if changed:
        Run.objects.filter(pk=run_id).update(**changed)


def remove(run_id: str) -> bool:
    """Removes a run and keeps its name. False where there is none, or something else needs it."""
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
    """Deletes runs, and the texts of inputs that no other run refers to."""
    texts = list(RunInput.objects.filter(run__in=runs).values_list("text_id", flat=True).distinct())
    runs.delete()
    for begin in range(0, len(texts), 500):
        InputText.objects.filter(pk__in=texts[begin : begin + 500], inputs__isnull=True).delete()


def _remove_revision(digest: str) -> None:
    """Removes a scenario that nothing refers to any more."""
    try:
        with transaction.atomic():
            ScenarioRevision.objects.filter(pk=digest).delete()
    except (ProtectedError, IntegrityError):
        return  # another run, or a name of the gallery


def was_shared(run_id: str) -> bool:
    """Whether somebody shared a moment of the run, which is kept as it was seen."""
    return KeptMoment.objects.filter(run_id=run_id).exists()


def has_gone(run_id: str) -> bool:
    return "\0" not in run_id and GoneRun.objects.filter(pk=run_id).exists()


def has_gone_by_token(token: str) -> bool:
    """Whether an edit link was that of a run that went."""
    return GoneRun.objects.filter(edit_token_digest=access.digest(token)).exists()


def sweep(most: int = limits.SWEPT_AT_ONCE) -> int:
    """Removes runs whose time is over, at most so many; returns how many went."""
    went = 0
    for run in _over(most):
        went += remove(run)
    old = timezone.now() - timedelta(days=limits.GONE_DAYS)
    names = GoneRun.objects.filter(went__lt=old).values_list("pk", flat=True)[:most]
    GoneRun.objects.filter(pk__in=list(names)).delete()
    return went


def _over(most: int) -> list[str]:
    """Runs that go: owned ones that nobody opened, and those of nobody that nothing shows any more."""
    now = timezone.now()
    referred = _referred()
    keys: list[str] = []
    for days, shared in ((settings.KEEP_DAYS, False), (settings.KEEP_SHARED_DAYS, True)):
        if days:
            before = now - timedelta(days=days)
            unopened = Run.objects.filter(shared=shared, opened__lt=before).exclude(owner_digest="")
            keys += _first(unopened.order_by("opened"), referred, most - len(keys))
    made_before = now - timedelta(hours=1)  # a lesson that is just being opened is not known yet
    unshown = Run.objects.filter(owner_digest="", created__lt=made_before)
    if settings.KEEP_SHARED_DAYS:  # of what was shared of the gallery, the newest moment counts
        since = now - timedelta(days=settings.KEEP_SHARED_DAYS)
        unshown = unshown.exclude(moments__created__gte=since)
    else:
        unshown = unshown.filter(moments=None)
    return keys + _first(unshown.order_by("created"), referred, most - len(keys))


def _first(rows: QuerySet[Run], but: set[str], most: int) -> list[str]:
    """The first of some runs, without those that something refers to: too many for a query to name."""
    names = rows.values_list("pk", flat=True).iterator(chunk_size=2_000)
    return list(islice((name for name in names if name not in but), most))


def _referred() -> set[str]:
    """Runs that something else needs: rows of other rooms, and lessons. A fork has all that it needs of its
    past.
    """
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
