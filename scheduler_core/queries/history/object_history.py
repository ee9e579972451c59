"""The history of one object: every step that wrote it or acted on it, with its actor and changed fields."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scheduler_core.engine.recording import Recording
from scheduler_core.engine.watch_log import Change, StepWrites
from scheduler_core.objects.manifest import Json
from scheduler_core.queries.history.fields import differences

ROWS = 100
"""The largest number of rows in one answer."""


def touched(recording: Recording, seq: int, kind: str, key: str) -> list[int]:
    """The steps up to `seq` that wrote this object, reported an Event about it, or acted on it (of pods)."""
    steps = {write.seq for write in recording.watch_log.upto(seq) if _is_about(write, kind, key)}
    if kind == "Pod":
        steps.update(row[0] for row in recording.acts(seq, newest=seq) if row[4] == key)
    return sorted(steps)


def is_touched(recording: Recording, seq: int, kind: str, key: str) -> bool:
    """Whether `touched` contains step `seq`, which has been played."""
    step = recording.watch_log.at(seq)
    if step is not None and _is_about(step, kind, key):
        return True
    return kind == "Pod" and recording.acts(seq, newest=1)[0][4] == key


def object_history(
    recording: Recording, seq: int, kind: str, key: str, before: int | None = None
) -> dict[str, Json] | None:
    """What happened to an object up to step `seq`, the newest step first; None when nothing is known of it.

    `{"rows", "older", "since"}`: at most ROWS rows of steps before step `before`; `older` says whether there
    are more before the last row, `since` is the first step of which the writes are still known. A row is
    `{"seq", "t", "actor", "who", "kind", "message", "verb", "fields", "events"}`: `verb` is `start` (the
    cluster began with the object), `create`, `change`, `delete`, or None where only its processes or Events
    tell of it; `fields` are `{"path", "op", "was", "now"}` (see `fields.py`), `events` are `{"type",
    "reason", "message", "from"}`.
    """
    recording.reach(seq)
    steps = touched(recording, seq, kind, key)
    present = recording.world(0).api.get(kind, key) is not None
    if not steps and not present:
        return None
    earlier = [step for step in steps if before is None or step < before]
    shown = earlier[-ROWS:]
    rows: list[Json] = [_row(recording, step, kind, key) for step in reversed(shown)]
    older = len(earlier) > len(shown)
    if present and not older:
        rows.append(_start())
    return {"rows": rows, "older": older, "since": _since(recording, seq)}


def _since(recording: Recording, seq: int) -> int:
    first = next(iter(recording.watch_log.upto(seq)), None)
    return 0 if first is None or first.seq <= 1 else first.seq


def _is_about(step: StepWrites, kind: str, key: str) -> bool:
    if any(_names(change, kind, key) for change in step.changes):
        return True
    return any(event.involved_kind == kind and event.involved_key == key for event, _ in step.events)


def _names(change: Change, kind: str, key: str) -> bool:
    stored = change.new or change.old
    return change.kind == kind and stored is not None and stored.meta.key == key


def _row(recording: Recording, seq: int, kind: str, key: str) -> dict[str, Json]:
    frame, writes = recording.frame(seq), recording.watch_log.at(seq)
    changes = [] if writes is None else [change for change in writes.changes if _names(change, kind, key)]
    events = [] if writes is None else [event for event, _ in writes.events]
    about = [event for event in events if event.involved_kind == kind and event.involved_key == key]
    return {
        **{name: frame[name] for name in ("seq", "t", "actor", "who", "kind", "message")},
        "verb": _verb(changes),
        "fields": _fields(changes),
        "events": [
            {
                "type": event.type,
                "reason": event.reason,
                "message": event.message,
                "from": f"{event.component}, {event.host}" if event.host else event.component,
            }
            for event in about
        ],
    }


def _start() -> dict[str, Json]:
    nothing: dict[str, Json] = {"actor": "", "who": "", "kind": "", "message": None}
    return {"seq": 0, "t": 0, **nothing, "verb": "start", "fields": [], "events": []}


def _verb(changes: Sequence[Change]) -> str | None:
    if not changes:
        return None
    if changes[-1].new is None:
        return "delete"
    return "create" if changes[0].old is None else "change"


def _fields(changes: Iterable[Change]) -> list[Json]:
    """What all writes of a step changed together; nothing for an object that was created or deleted, which is
    a new object or none."""
    both = [(change.old.manifest, change.new.manifest) for change in changes if change.old and change.new]
    if not both:
        return []
    return [difference.to_json() for difference in differences(dict(both[0][0]), dict(both[-1][1]))]
