"""The row of a group of pods: its members, which of them have a place, and what came of its last cycle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from scheduler_core.actor import Message, message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.board.object_views.views import View, ViewKey
from scheduler_core.objects.manifest import Json, find, text
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.pod_groups import (
    INITIALLY_SCHEDULED,
    SCHEDULED,
    WHOLE,
    PodGroup,
    SchedulingWorkload,
)
from scheduler_core.objects.scalars.seconds import optional_seconds
from scheduler_core.scheduler.cycle.decision import GroupStep
from scheduler_core.scheduler.groups.group_cycle import GroupCycle
from scheduler_core.scheduler.groups.tries import TRIES_PER_SECOND

MOST_LISTED = 200
"""The most members listed in a view; the counts include all."""
MOST_SEATS = 24
"""The most seats listed in a view."""
FILLED = ("bound", "assumed", "permit", "trial")
"""The states of a seat whose pod has a place."""


@dataclass(frozen=True, slots=True)
class _Group:
    """A group as its row shows it: a PodGroup, or in v1.35 a group of a Workload, whose pods name it by
    `key`."""

    key: str
    name: str
    min_count: int | None
    whole: bool = False
    priority: int = 0
    topology: str = ""
    terminating: bool = False
    condition: Json = None


def group_view(api: ApiServer, group: PodGroup, cycles: GroupCycle | None) -> View:
    """`cycles` are those of the scheduler that is running; None where none runs."""
    row = _Group(
        group.meta.key,
        group.meta.name,
        group.min_count,
        group.disruption_mode == WHOLE,
        group.priority,
        group.topology,
        group.terminating,
        _condition(group),
    )
    return _view(api, row, cycles)


def workload_group_views(
    api: ApiServer, workload: SchedulingWorkload, cycles: GroupCycle | None
) -> dict[ViewKey, View]:
    """The rows of the groups of a Workload that pods of v1.35 name, one for each replica of a group."""
    prefix, views = f"{workload.meta.key}/", dict[ViewKey, View]()
    keys = dict.fromkeys(f"{pod.namespace}/{pod.spec.group}" for pod in api.pods.values() if pod.spec.group)
    for key in keys:
        template = (
            workload.template(key.removeprefix(prefix).partition("/")[0]) if key.startswith(prefix) else None
        )
        if template is not None:
            name = key.partition("/")[2].rstrip("/")
            views["group", key] = _view(api, _Group(key, name, template.min_count), cycles)
    return views


def of_workload(key: str, view_key: ViewKey) -> bool:
    """Whether a row is that of a group of the Workload with this key."""
    return view_key[0] == "group" and view_key[1].startswith(f"{key}/")


def _view(api: ApiServer, group: _Group, cycles: GroupCycle | None) -> View:
    namespace, _, own = group.key.partition("/")
    members = [
        pod
        for pod in api.pods.values()
        if pod.spec.group == own and pod.meta.namespace == namespace and not pod.finished
    ]
    last = None if cycles is None else cycles.tries.last(group.key)
    trial = () if cycles is None else cycles.trying(group.key)
    states = _states(members, dict(trial), cycles)
    since_ms = None if cycles is None else cycles.tries.spins_since_ms(group.key)
    return {
        "key": group.key,
        "ns": namespace,
        "name": group.name,
        "minCount": group.min_count,
        "pods": [pod.key for pod in members[:MOST_LISTED]],
        "all": len(members),
        "bound": sum(1 for pod in members if pod.node_name),
        "whole": group.whole,
        "priority": group.priority,
        "topology": group.topology or None,
        "terminating": group.terminating,
        "condition": group.condition,
        "tries": 0 if cycles is None else cycles.tries.played(group.key),
        "spins": None
        if since_ms is None
        else {"since": optional_seconds(since_ms), "perSecond": TRIES_PER_SECOND},
        "trial": [
            {"pod": pod, "number": step.number, "count": step.count, "node": step.node or None}
            for pod, step in trial
        ],
        "assumed": [
            {"pod": pod, "node": cycles.assumed(pod)}
            for pod, state in states.items()
            if state == "assumed" and cycles is not None
        ],
        "held": [pod for pod, state in states.items() if state == "permit"],
        "seats": _seats(group, states),
        "says": _says(group, states, cycles, trying=bool(trial)),
        "cycle": None if last is None else last.to_json(),
    }


def _states(
    members: Iterable[Pod], trial: Mapping[str, GroupStep], cycles: GroupCycle | None
) -> Mapping[str, str]:
    """What each member has: `bound` a node, `assumed` one that is not written yet, `permit` a place that
    Permit holds, `trial` a place in the cycle that goes on, `refused` none in it, or `waits`."""
    states = {}
    for pod in members:
        step = trial.get(pod.key)
        if pod.node_name:
            states[pod.key] = "bound"
        elif cycles is not None and cycles.held(pod.meta.uid):
            states[pod.key] = "permit"
        elif cycles is not None and not trial and cycles.assumed(pod.key):
            states[pod.key] = "assumed"
        elif step is not None:
            states[pod.key] = "trial" if step.node else "refused"
        else:
            states[pod.key] = "waits"
    return states


def _seats(group: _Group, states: Mapping[str, str]) -> View | None:
    """The places that the group needs, those with a pod that has one first; None where it needs none."""
    if group.min_count is None:
        return None
    filled = sum(1 for state in states.values() if state in FILLED)
    seats: list[Json] = [
        {"pod": pod, "state": state}
        for pod, state in sorted(states.items(), key=lambda item: item[1] not in FILLED)
    ]
    missing = max(0, min(group.min_count, MOST_SEATS) - len(seats))
    seats += [{"pod": None, "state": "empty"}] * missing
    args = {"filled": str(filled), "minimum": str(group.min_count)}
    which = "seats.enough" if filled >= group.min_count else "seats.filled"
    return {
        "filled": filled,
        "list": seats[:MOST_SEATS],
        "more": max(0, max(group.min_count, len(states)) - MOST_SEATS),
        "words": message(which, **args).to_json(),
    }


def _says(
    group: _Group, states: Mapping[str, str], cycles: GroupCycle | None, *, trying: bool
) -> View | None:
    """What the group lacks, or how its last cycle ended; None before the first and during one."""
    if trying:
        return None
    if group.min_count is not None and len(states) < group.min_count:
        present, minimum = str(len(states)), str(group.min_count)
        few: Message = message("group.few", group=group.name, present=present, minimum=minimum)
        return few.to_json()
    last = None if cycles is None else cycles.tries.last(group.key)
    return None if last is None else last.sentence.to_json()


def _condition(group: PodGroup) -> Json:
    """The condition that says whether the group is scheduled; None before it was tried."""
    for entry in group.condition_manifests:
        if text(find(entry, "type")) in (SCHEDULED, INITIALLY_SCHEDULED):
            return {name: text(find(entry, name)) for name in ("status", "reason", "message")}
    return None


def redrawn_groups(
    api: ApiServer, events: Iterable[WatchEvent], pods: Iterable[str]
) -> Iterator[tuple[str, str]]:
    """The (kind, key) of the PodGroups and Workloads whose row may look different after these writes, and
    after an act about these pods."""
    if not api.objects("PodGroup") and not api.objects("Workload"):
        return
    for event in events:
        pod = event.new or event.old
        if isinstance(pod, Pod) and pod.spec.group:
            yield _object_of(pod)
    for key in pods:
        stored = api.pods.get(key)
        if stored is not None and stored.spec.group:
            yield _object_of(stored)


def _object_of(pod: Pod) -> tuple[str, str]:
    """The (kind, key) of the object of the pod's group: since v1.36 a PodGroup, before a Workload."""
    name, slash, _ = pod.spec.group.partition("/")
    return "Workload" if slash else "PodGroup", f"{pod.namespace}/{name}"
