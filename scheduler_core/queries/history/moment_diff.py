"""Compares two moments: the removed, new and changed objects, with the fields that differ."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.engine.recording import Recording
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json, mapping
from scheduler_core.queries.history.fields import differences

SHOWN = 200
"""The number of objects of one sort that an answer lists; the others are only counted."""
_LEFT_OUT = frozenset(("Lease", "Event"))
"""Kinds that change with every heartbeat."""
_OF_ONE_RUN = (
    "metadata.uid",
    "metadata.creationTimestamp",
    "metadata.generation",
    "status.startTime",
    "status.podIP",
)
"""Fields that always differ between two runs."""

Manifests = Mapping[str, Mapping[str, Json]]


def manifests(recording: Recording, seq: int) -> Manifests:
    """Kind → key → manifest of every object at step `seq`, except Leases and Events."""
    api = recording.world(seq).api
    kinds = [kind for kind in KINDS if kind not in _LEFT_OUT]
    by_kind: dict[str, dict[str, Json]] = {
        kind: {key: stored.manifest for key, stored in api.objects(kind).items()} for kind in kinds
    }
    return {kind: objects for kind, objects in by_kind.items() if objects}


def diff(recording: Recording, seq: int, begin: int) -> dict[str, Json]:
    """What differs between the steps `begin` and `seq` of one run; `begin` may be the later one."""
    recording.reach(max(begin, seq))
    return moment_diff(manifests(recording, begin), manifests(recording, seq))


def moment_diff(was: Manifests, now: Manifests, *, two_runs: bool = False) -> dict[str, Json]:
    """`{"gone", "new", "changed", "more", "same"}`: objects of the first three are `{"kind", "key", "was",
    "now", "fields"}` with manifests or None and the fields that differ (see `fields.py`), at most SHOWN of
    each; `more` counts those that were left out, `same` those that do not differ."""
    old: list[Json] = []
    new: list[Json] = []
    changed: list[Json] = []
    same = 0
    for kind in dict.fromkeys((*was, *now)):
        before, after = mapping(was.get(kind)), mapping(now.get(kind))
        for key in dict.fromkeys((*before, *after)):
            answer: dict[str, Json] = {
                "kind": kind,
                "key": key,
                "was": before.get(key),
                "now": after.get(key),
            }
            if key not in after:
                old.append({**answer, "fields": []})
            elif key not in before:
                new.append({**answer, "fields": []})
            elif fields := _fields(before[key], after[key], two_runs):
                changed.append({**answer, "fields": fields})
            else:
                same += 1
    more = sum(max(0, len(sort) - SHOWN) for sort in (old, new, changed))
    return {"gone": old[:SHOWN], "new": new[:SHOWN], "changed": changed[:SHOWN], "more": more, "same": same}


def _fields(was: Json, now: Json, two_runs: bool) -> list[Json]:
    if was == now:
        return []
    fields = differences(was, now)
    if two_runs:
        fields = [difference for difference in fields if not difference.path.startswith(_OF_ONE_RUN)]
    return [difference.to_json() for difference in fields]
