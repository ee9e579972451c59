"""Shared moments, stored as they were seen, so that an upgrade of the core does not change them."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction

from playground import limits
from playground.runs import questions, state_marks, stepper
from playground.runs.models import KeptMoment
from playground.runs.services import Standing
from playground.server.refusals import BoundedError, BusyError, TooOftenError


@dataclass(frozen=True, slots=True)
class StoredLesson:
    """A moment as it was shared. `snapshot` is JSON text, `hash` that of the state."""

    seq: int
    core: str
    hash: str
    snapshot: str
    created: datetime


def keep(standing: Standing, at: int) -> bool:
    """Stores what a step shows now. False when the run has `KEPT_MOMENTS` already, the snapshot is longer
    than `KEPT_MOMENT_BYTES`, or the run is gone."""
    theirs = KeptMoment.objects.filter(run_id=standing.run)
    if theirs.filter(seq=at, core=state_marks.core()).exists():
        return True
    if theirs.count() >= limits.KEPT_MOMENTS:
        return False
    text = questions.text(standing, "snapshot", at) or "{}"
    state = questions.text(standing, "hash", at) or ""
    packed = zlib.compress(text.encode(), 9)
    if len(packed) > limits.KEPT_MOMENT_BYTES:
        return False
    try:
        with transaction.atomic():
            theirs.create(run_id=standing.run, seq=at, core=state_marks.core(), hash=state, snapshot=packed)
    except IntegrityError:  # another request stored the same, or the run was removed
        return theirs.filter(seq=at, core=state_marks.core()).exists()
    return True


def keep_if_quick(standing: Standing, at: int) -> None:
    """`keep`, unless the server is too busy; the visitor's own request is more important."""
    try:
        keep(standing, at)
    except (BusyError, BoundedError, TooOftenError):
        return


def shown(standing: Standing, at: int, core: str) -> StoredLesson | None:
    """The moment as it was shared, if today's core shows a different one; None when it shows the same or
    nothing was stored. `core` is the version that a link names, "" for an address without one."""
    if core == state_marks.core() or (not core and standing.core in ("", state_marks.core())):
        return None
    rows = KeptMoment.objects.filter(run_id=standing.run, seq=at, **({"core": core} if core else {}))
    row = rows.order_by("-created").first()
    if row is None or row.hash == _today(standing, at):
        return None
    return StoredLesson(row.seq, row.core, row.hash, zlib.decompress(row.snapshot).decode(), row.created)


def _today(standing: Standing, at: int) -> str | None:
    """The hash of what today's core shows; None when it does not reach the step, or not soon."""
    try:
        return questions.text(standing, "hash", at)
    except (BusyError, BoundedError, stepper.StopsError):
        return None
