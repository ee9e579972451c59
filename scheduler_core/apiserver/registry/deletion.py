"""What a DELETE does to a stored object: grace period, deadline, finalizers.

Source: apiserver `rest.BeforeDelete`, `podStrategy.CheckGracefulDelete` and `Store.Delete` (v1.34).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scheduler_core.objects.kinds import KINDS


@dataclass(frozen=True, slots=True)
class DeleteOptions:
    """The options of a DELETE. `grace_period_seconds` is None when the request has no such field; `force`
    is kubectl's `--force`, which means grace 0. `propagation` is Background, Foreground, Orphan, or None
    when the request names none.
    """

    grace_period_seconds: int | None = None
    force: bool = False
    precondition_uid: str | None = None
    precondition_resource_version: str | None = None
    propagation: str | None = None

    @property
    def requested_grace(self) -> int | None:
        return 0 if self.force else self.grace_period_seconds


FOREGROUND_FINALIZER = "foregroundDeletion"
ORPHAN_FINALIZER = "orphan"


def finalizers_for(kind: str, present: tuple[str, ...], propagation: str | None) -> tuple[str, ...]:
    """The finalizers of an object that is being deleted; they record what happens to its dependents.

    Source: `deletionFinalizersForGarbageCollection` (registry/generic/registry/store.go, v1.34).
    """
    kept = tuple(name for name in present if name not in (FOREGROUND_FINALIZER, ORPHAN_FINALIZER))
    match propagation:
        case "Orphan":
            return (*kept, ORPHAN_FINALIZER)
        case "Foreground":
            return (*kept, FOREGROUND_FINALIZER)
        case "Background":
            return kept
    if ORPHAN_FINALIZER in present or FOREGROUND_FINALIZER in present:
        return present
    return (*kept, ORPHAN_FINALIZER) if KINDS[kind].orphans else kept


@dataclass(frozen=True, slots=True)
class Deletable:
    """The part of a stored pod that the rule reads. `deletion_at` is in milliseconds of the same clock as
    `now`.
    """

    bound: bool
    phase: str
    spec_grace_s: int
    deletion_at: int | None
    deletion_grace_s: int | None
    finalizers: tuple[str, ...] = ()
    uid: str = ""


class DeleteOutcome(StrEnum):
    TERMINATING = "terminating"
    REMOVED = "removed"
    KEPT_BY_FINALIZERS = "kept_by_finalizers"
    UNCHANGED = "already_terminating_unchanged"
    CONFLICT = "error"


@dataclass(frozen=True, slots=True)
class Deletion:
    """The outcome. `deletion_at` and `deletion_grace` (seconds) are those of the last stored or deleted
    object.

    `updates_first` means that the object is written with its new fields (watchers see MODIFIED) before any
    removal, `first` that deletion starts with this request, so `metadata.generation` grows by one.
    """

    outcome: DeleteOutcome
    deletion_at: int | None = None
    deletion_grace: int | None = None
    updates_first: bool = False
    first: bool = False


def decide_deletion(pod: Deletable, options: DeleteOptions, now: int) -> Deletion:
    """The grace rules of a pod's DELETE. `now` is in milliseconds; grace periods are in seconds."""
    if options.precondition_uid is not None and options.precondition_uid != pod.uid:
        return Deletion(DeleteOutcome.CONFLICT, pod.deletion_at, pod.deletion_grace_s)
    requested = options.requested_grace
    if requested is not None and requested < 0:
        requested = 1
    stored = pod.deletion_grace_s
    if stored is not None and stored < 0:
        stored = 1
    if pod.deletion_at is None:
        return _first_delete(pod, requested, now)
    if not stored:
        # An interrupted force delete: no fields are left to write, only the removal.
        outcome = DeleteOutcome.KEPT_BY_FINALIZERS if pod.finalizers else DeleteOutcome.REMOVED
        return Deletion(outcome, pod.deletion_at, stored)
    if requested is None or requested >= stored:
        return Deletion(DeleteOutcome.UNCHANGED, pod.deletion_at, stored)
    deadline = pod.deletion_at + (requested - stored) * 1000
    if deadline < now:
        deadline = now
        requested = 1 if requested else 0
    return _stored(pod, requested, deadline, first=False)


def _first_delete(pod: Deletable, requested: int | None, now: int) -> Deletion:
    """The first DELETE: the requested grace period, else the pod's own; 0 for an unbound or finished pod."""
    grace = requested if requested is not None else pod.spec_grace_s
    if not pod.bound or pod.phase in ("Failed", "Succeeded"):
        grace = 0
    if grace < 0:
        grace = 1
    return _stored(pod, grace, now + grace * 1000, first=True)


def _stored(pod: Deletable, grace: int, deadline: int, *, first: bool) -> Deletion:
    if grace > 0:
        outcome = DeleteOutcome.TERMINATING
    elif pod.finalizers:
        outcome = DeleteOutcome.KEPT_BY_FINALIZERS
    else:
        outcome = DeleteOutcome.REMOVED
    return Deletion(outcome, deadline, grace, updates_first=True, first=first)
