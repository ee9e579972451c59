"""The upgrade report: what another release of Kubernetes changes for the objects of a run at a step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from weakref import WeakKeyDictionary

from scheduler_core.engine.recording import Recording
from scheduler_core.objects.manifest import Json, find, text
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.releases.chosen import unknown_release
from scheduler_core.objects.releases.gates import GATES, Gate, gate_problems, is_enabled
from scheduler_core.objects.releases.releases import release
from scheduler_core.objects.releases.version import Version, is_version, parse_version
from scheduler_core.queries.query import AnswerPart, More
from scheduler_core.queries.upgrade.concerned import concerned
from scheduler_core.queries.upgrade.decisions import Rescheduled
from scheduler_core.queries.upgrade.documents import documents_of, field_rows, version_rows

SKEW = 3
"""The number of minor releases that a kubelet may be older than its API server."""
_Key = tuple[int, str, str, int]
_kept: WeakKeyDictionary[Recording, tuple[_Key, Rescheduled]] = WeakKeyDictionary()
"""What is being rescheduled for the run that is asked about part by part; it can be dropped at any time."""


def upgrade(
    recording: Recording,
    seq: int,
    to: str,
    since: str | None,
    begin: int | None,
    most: int | None,
    counts: Mapping[str, Json] | None,
    more: More,
) -> AnswerPart | Problem:
    """What changes for the objects of a run at step `seq` when it goes from the release `since` (None: its
    own) to the release `to`.

    `{"from", "to", "pods", "examined", "counts", "decisions", "concerns", "fields", "versions", "gates",
    "settings", "kubelets", "nodes", "missing", "units", "upto"}`. `decisions` are the rows of `Rescheduled`
    that fall otherwise among the `examined` of all `pods`, `counts` their number by `change`. `concerns`
    are the rows of `concerned`, `fields` those of `field_rows`, `versions` those of `version_rows`, `gates`
    those of `gate_rows`; `settings` are the words with which the newer release refuses the run's feature
    gates. `kubelets` are `{"version", "count", "tooOld"}` of the `nodes`, which are counted; `missing` are
    the resources that the text of the run lacks. The answer covers `most` units of work from the unit
    `begin` on (None: all from the first one); `upto` is the unit that follows, `units` the number of all.
    What needs no scheduling is only in the answer that begins with the first unit.
    """
    since = since or recording.scenario.version
    for name, value in (("to", to), ("from", since)):
        if not is_version(value):
            return unknown_release(name, value)
    rescheduled = _rescheduled(recording, seq, since, to)
    unit, numbers = begin or 0, Counter({name: int(str(n)) for name, n in (counts or {}).items()})
    end = rescheduled.units if most is None else min(rescheduled.units, unit + most)
    answer: dict[str, Json] = {"from": since, "to": to, "pods": rescheduled.pods, "units": rescheduled.units}
    if not unit:
        answer.update(_about_objects(recording, seq, since, to))
    rows: list[Json] = []
    while unit < end:
        fresh = rescheduled.rows(unit)
        rows += fresh
        numbers.update(text(find(row, "change")) for row in fresh)
        unit += 1
        if not more():
            break
    answer.update(upto=unit, examined=rescheduled.examined(unit), counts=dict(numbers), decisions=rows)
    again: dict[str, Json] = {"begin": unit, "most": end - unit, "counts": dict(numbers)}
    return AnswerPart(answer, seq, unit >= end, again)


def _rescheduled(recording: Recording, seq: int, since: str, to: str) -> Rescheduled:
    key = (seq, since, to, len(recording.inputs))
    kept = _kept.get(recording)
    if kept is None or kept[0] != key:
        scenario, plugins = recording.scenario, recording.plugins
        then, now = (release(version, scenario.feature_gates) for version in (since, to))
        world = recording.world(seq)
        kept = _kept[recording] = key, Rescheduled(world, scenario.scheduling(plugins), plugins, then, now)
    return kept[1]


def _about_objects(recording: Recording, seq: int, since: str, to: str) -> dict[str, Json]:
    """The parts of the answer that need no scheduling."""
    settings = recording.scenario.feature_gates
    then, now = (release(version, settings) for version in (since, to))
    documents = documents_of(recording, seq)
    old, new = parse_version(since), parse_version(to)
    refusals = list(dict.fromkeys(problem.text for problem in gate_problems(new, settings)))
    return {
        "concerns": concerned(documents, then, now),
        "fields": field_rows(documents, then, now),
        "versions": version_rows(documents, since, to),
        "gates": list[Json](gate_rows(old, new, settings)),
        "settings": list[Json](refusals),
        "kubelets": list[Json](_kubelets(recording, seq, new)),
        "nodes": len(recording.world(seq).api.nodes),
        "missing": [*recording.scenario.missing_kinds],
    }


def gate_rows(then: Version, now: Version, settings: Mapping[str, bool]) -> Iterator[dict[str, Json]]:
    """The feature gates whose effect differs between two releases, or that a person has set and that one
    of them has no more: `{"gate", "then", "now", "set"}`, each side `{"stage", "on", "locked"}`, or None
    where the release does not know the gate."""
    for gate in GATES.values():
        sides = [_side(gate, version, settings) for version in (then, now)]
        on = [is_enabled(gate.name, version, settings) for version in (then, now)]
        changed = (sides[0] is None) != (sides[1] is None)
        if on[0] != on[1] or (gate.name in settings and changed):
            yield {"gate": gate.name, "then": sides[0], "now": sides[1], "set": settings.get(gate.name)}


def _side(gate: Gate, version: Version, settings: Mapping[str, bool]) -> Json:
    state = gate.state(version)
    if state is None:
        return None
    return {"stage": state.stage, "on": is_enabled(gate.name, version, settings), "locked": state.locked}


def _kubelets(recording: Recording, seq: int, to: Version) -> Iterator[dict[str, Json]]:
    """The versions that the kubelets report, and whether they are too old for a control plane."""
    nodes = recording.world(seq).api.nodes.values()
    versions = Counter(text(node.info.get("kubeletVersion")) for node in nodes)
    for version, count in sorted(versions.items()):
        if version:
            yield {
                "version": version,
                "count": count,
                "tooOld": parse_version(version).minor < to.minor - SKEW,
            }
