"""What a kubelet does for its node's sake: eviction passes, out-of-memory kills, a graceful shutdown.

The host asks it when it has something to do and lets it act; pods are killed through the kubelet's workers,
and what it finds of the node goes into the node's next status.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from scheduler_core.actor import Message, message
from scheduler_core.kubelet.eviction import messages as said_by_manager
from scheduler_core.kubelet.eviction.manager import Pass, Victim
from scheduler_core.kubelet.eviction.node_usage import (
    Change,
    Meter,
    Running,
    states_usage,
    volume_annotations,
)
from scheduler_core.kubelet.eviction.pass_schedule import NodePressure, OutOfMemory, next_oom
from scheduler_core.kubelet.eviction.signals import CONDITIONS
from scheduler_core.kubelet.kuberuntime import pod_runtime
from scheduler_core.kubelet.node.kubelet import Kubelet
from scheduler_core.kubelet.node.kubelet_configuration import Settings
from scheduler_core.kubelet.node.node_status import HEALTHY, Said
from scheduler_core.kubelet.node_shutdown import groups as node_shutdown
from scheduler_core.kubelet.node_shutdown.groups import Group
from scheduler_core.kubelet.pod_workers import sync_pod
from scheduler_core.kubelet.pod_workers.worker import State, Verdict, Worker
from scheduler_core.kubelet.status_manager.pending_writes import Voice
from scheduler_core.kubelet.termination.grace import shutdown_override_s
from scheduler_core.kubelet.types.releases import Release
from scheduler_core.objects.manifest import Json, find, texts
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod

STATUS_MS = 10_000
"""How often a node status is posted; what is found now is in the API up to that much later."""
SYSTEM_ANNOTATIONS = ("podium/system-", "podium/unused-images", "podium/dead-containers")

SHUTTING_DOWN = Said("False", "KubeletNotReady", node_shutdown.NODE_TEXT)
_READY_EVENTS = ("NodeReady", "NodeNotReady")

Told: TypeAlias = tuple[str, Message, tuple[Pod, ...]]
"""Kind of the act, its sentence, the pods it is about."""


@dataclass(frozen=True, slots=True)
class Shutdown:
    """A graceful shutdown under way: the groups left (the first one's turn has come at `since_ms`)."""

    groups: tuple[Group, ...]
    since_ms: int

    @property
    def deadline_ms(self) -> int:
        return self.since_ms + (self.groups[0].seconds * 1000 if self.groups else 0)


@dataclass(frozen=True, slots=True)
class NodeKeeper:
    """`changes`: what inputs said of the node's and its pods' use; they are the machine's and outlive the
    kubelet process. `used`: somebody says what is used on this node, so there is something to measure.
    """

    settings: Settings
    pressure: NodePressure
    changes: tuple[Change, ...] = ()
    used: bool = False
    shutdown: Shutdown | None = None
    powers_off: bool = False

    def fingerprint(self) -> Json:
        changes: list[Json] = [
            [one.resource, one.amount, one.at_ms, one.over_ms, one.uid, one.container] for one in self.changes
        ]
        shutdown: Json = None
        if self.shutdown is not None:
            groups: list[Json] = [
                [group.seconds, [pod.uid for pod in group.pods]] for group in self.shutdown.groups
            ]
            shutdown = [groups, self.shutdown.since_ms]
        return [self.pressure.fingerprint(), changes, self.used, shutdown, self.powers_off]

    @property
    def busy(self) -> bool:
        """Whether there may be anything to do."""
        return self.used or self.shutdown is not None

    # What it hears

    def heard_node(self, node: Node) -> NodeKeeper:
        annotations = texts(find(node.manifest, "metadata", "annotations"))
        if not self.used and any(key.startswith(SYSTEM_ANNOTATIONS) for key in annotations):
            return replace(self, used=True)
        return self

    def heard_pod(self, pod: Pod, kubelet: Kubelet) -> NodeKeeper:
        if self.used:
            return self
        behaviours = kubelet.behaviours(pod)
        said = [behaviours.others, *(behaviour for _, behaviour in behaviours.by_name)]
        if any(states_usage(behaviour) for behaviour in said) or volume_annotations(pod):
            return replace(self, used=True)
        return self

    def changed(self, change: Change) -> NodeKeeper:
        """An input about what is used. What it says of a process ends with it."""
        return replace(self, used=True, changes=(*self.changes, change))

    def forgotten(self, release: Release) -> NodeKeeper:
        """The kubelet process died, and what it knew with it."""
        return replace(self, pressure=fresh_pressure(self.settings, release), shutdown=None, powers_off=False)


def keeper(settings: Settings, release: Release) -> NodeKeeper:
    return NodeKeeper(settings, fresh_pressure(settings, release))


def fresh_pressure(settings: Settings, release: Release) -> NodePressure:
    return NodePressure(settings.eviction, release)


def next_status_ms(now_ms: int) -> int:
    """When the next regular node status is posted."""
    return (now_ms // STATUS_MS + 1) * STATUS_MS


def event_reasons(changed: Sequence[tuple[str, str]]) -> list[str]:
    """The reasons of the node's events for conditions (type, status) that changed."""
    found: list[str] = []
    for kind, status in changed:
        words = _READY_EVENTS if kind == "Ready" else said_by_manager.CONDITION_EVENTS.get(kind)
        if words is not None and status in ("True", "False"):
            found.append(words[0] if status == "True" else words[1])
    return found


# The node as it is now


def running_of(worker: Worker) -> list[Running]:
    """The containers of a worker that have a process."""
    runtime = worker.runtime
    if runtime is None or worker.state not in (State.RUNNING, State.TERMINATING):
        return []
    ending = worker.state is State.TERMINATING
    return [
        Running(worker.pod, plan.name, plan.behaviour, run.started_ms, ending, run.restarts > 0)
        for plan, run in zip(runtime.plans, runtime.runs, strict=True)
        if run.runs and run.started_ms is not None
    ]


def active_pods(kubelet: Kubelet) -> list[Pod]:
    """The pods that are not finished, in the order in which this kubelet met them."""
    return [
        worker.pod
        for worker in kubelet.workers.values()
        if not worker.pod.finished and worker.state not in (State.DEAD, State.REPORTED)
    ]


def meter_of(keeper: NodeKeeper, kubelet: Kubelet, node: Node) -> Meter:
    running = [one for worker in kubelet.workers.values() for one in running_of(worker)]
    return Meter(node, running, active_pods(kubelet), keeper.changes, keeper.pressure.collected)


class Gauge:
    """What was worked out of a node and holds until something on it changes; worth nothing but time.

    Kept are the meter, and for it the next pass and the next want of memory: as long as nothing changes they
    stay the next ones until they come.
    """

    def __init__(self) -> None:
        self._of: list[object] = []
        self._meter: Meter | None = None
        self._oom: tuple[int, OutOfMemory | None] | None = None
        self._pass: tuple[NodePressure, int, int | None] | None = None

    def meter(self, keeper: NodeKeeper, kubelet: Kubelet, node: Node) -> Meter:
        """As `meter_of`; its pods may be older versions of the same pods."""
        of: list[object] = [node, keeper.changes, keeper.pressure.collected]
        for worker in kubelet.workers.values():
            runtime = worker.runtime
            of += (
                worker.pod.spec,
                worker.state,
                worker.pod.finished,
                None if runtime is None else runtime.runs,
            )
        if self._meter is None or not _same(of, self._of):
            self._of, self._meter = of, meter_of(keeper, kubelet, node)
            self._oom = self._pass = None
        return self._meter

    def next_oom(self, meter: Meter, now_ms: int) -> OutOfMemory | None:
        if self._oom is None or not _holds(self._oom[0], _time_of(self._oom[1]), now_ms):
            self._oom = now_ms, next_oom(meter, now_ms)
        return self._oom[1]

    def next_pass_ms(self, pressure: NodePressure, meter: Meter, now_ms: int) -> int | None:
        kept = self._pass
        if kept is None or kept[0] is not pressure or not _holds(kept[1], kept[2], now_ms):
            self._pass = kept = pressure, now_ms, pressure.next_pass_ms(meter, now_ms)
        return kept[2]


def _same(first: list[object], second: list[object]) -> bool:
    return len(first) == len(second) and all(one is other for one, other in zip(first, second, strict=True))


def _time_of(oom: OutOfMemory | None) -> int | None:
    return None if oom is None else oom.at_ms


def _holds(since_ms: int, next_at: int | None, now_ms: int) -> bool:
    return since_ms <= now_ms and (next_at is None or now_ms <= next_at)


def _dead_since(kubelet: Kubelet, uid: str, now_ms: int) -> int | None:
    worker = kubelet.workers.get(uid)
    gone = worker is None or worker.state in (State.DEAD, State.REPORTED)
    return now_ms if gone else None


# When and what


def next_ms(keeper: NodeKeeper, kubelet: Kubelet, node: Node | None, gauge: Gauge, now_ms: int) -> int | None:
    """When the keeper has something to do; None: not by itself."""
    times: list[int | None] = []
    if keeper.shutdown is not None:
        times.append(_shutdown_ms(keeper.shutdown, kubelet, now_ms))
    if node is not None and keeper.used:
        meter = gauge.meter(keeper, kubelet, node)
        if keeper.pressure.waiting is not None:
            times.append(keeper.pressure.wakes_ms(_dead_since(kubelet, keeper.pressure.waiting.uid, now_ms)))
        else:
            times.append(gauge.next_pass_ms(keeper.pressure, meter, now_ms))
        oom = gauge.next_oom(meter, now_ms)
        times.append(None if oom is None else oom.at_ms)
    return min((at for at in times if at is not None), default=None)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an act left. `conditions`: what the kubelet now finds of its node, to be in its next status."""

    keeper: NodeKeeper
    told: Told | None
    conditions: dict[str, Said]


def act(
    keeper: NodeKeeper, kubelet: Kubelet, node: Node | None, voice: Voice, conditions: dict[str, Said]
) -> Outcome | None:
    """One thing that is due now; None: nothing is."""
    now_ms = voice.now_ms
    if keeper.shutdown is not None:
        due = _shutdown_ms(keeper.shutdown, kubelet, now_ms)
        if due is not None and due <= now_ms:
            after, told = _next_group(keeper, keeper.shutdown, kubelet, node, voice)
            return Outcome(after, told, conditions)
    if node is None or not keeper.used:
        return None
    meter = meter_of(keeper, kubelet, node)
    oom = next_oom(meter, now_ms)
    if oom is not None and oom.at_ms <= now_ms:
        return Outcome(keeper, _kill_for_memory(oom, kubelet, node, voice), conditions)
    pressure = keeper.pressure
    if pressure.waiting is not None:
        due = pressure.wakes_ms(_dead_since(kubelet, pressure.waiting.uid, now_ms))
        if due is None or due > now_ms:
            return None
        pressure, victim = pressure.woken(now_ms)
        told = None if victim is None else _evict(victim, "", kubelet, voice)
        return Outcome(replace(keeper, pressure=pressure), told, conditions)
    due = pressure.next_pass_ms(meter, now_ms)
    if due is None or due > now_ms:
        return None
    return _pass(keeper, kubelet, meter, node, voice, conditions)


def _pass(
    keeper: NodeKeeper,
    kubelet: Kubelet,
    meter: Meter,
    node: Node,
    voice: Voice,
    conditions: dict[str, Said],
) -> Outcome:
    before = keeper.pressure
    pressure, result = before.passed(meter, voice.now_ms)
    found = dict(conditions)
    for condition in CONDITIONS:
        if condition in result.conditions:
            found[condition] = Said("True", *said_by_manager.CONDITION_TEXTS[condition])
        elif condition in found:
            found[condition] = HEALTHY[condition]
    told = _told(before, pressure, result, voice.node)
    if result.threshold is not None:
        voice.event(
            node,
            "Warning",
            said_by_manager.THRESHOLD_MET_REASON,
            said_by_manager.reclaiming(result.threshold.resource),
        )
    if result.victims:
        resource = "" if result.threshold is None else result.threshold.resource
        told = _evict(result.victims[0], resource, kubelet, voice)
    return Outcome(replace(keeper, pressure=pressure), told, found)


def _told(before: NodePressure, after: NodePressure, result: Pass, node: str) -> Told | None:
    """The sentence about a pass without a victim; None: there is nothing new to be seen."""
    if result.threshold is not None:
        resource = result.threshold.resource
        if result.relieved:
            return "pressure", message("kubelet.relieved", node=node, resource=resource), ()
        if before.state.active != after.state.active:
            return (
                "pressure",
                message("kubelet.nobody_to_evict", node=node, resource=resource),
                result.critical_skipped,
            )
        return None
    news = [one for one in result.pending if one not in before.state.first_seen]
    if news:
        said = message(
            "kubelet.threshold_crossed",
            node=node,
            signal=news[0].signal,
            seconds=news[0].grace_ms // 1000,
        )
        return "pressure", said, ()
    ended = tuple(one for one in before.conditions if one not in after.conditions)
    if ended:
        return "pressure", message("kubelet.pressure_over", node=node, conditions=ended), ()
    if set(before.state.first_seen) != set(after.state.first_seen):
        return "pressure", message("kubelet.threshold_left", node=node), ()
    return None


def _evict(victim: Victim, resource: str, kubelet: Kubelet, voice: Voice) -> Told:
    pod = victim.pod
    voice.event(pod, "Warning", said_by_manager.REASON, victim.message, victim.annotations)
    verdict = Verdict(said_by_manager.REASON, victim.message, victim.message if victim.disruption else None)
    kubelet.kill(pod.uid, victim.grace_override_s, verdict, voice.now_ms)
    seconds = max(victim.grace_override_s, 1)
    worker = kubelet.workers.get(pod.uid)
    if worker is not None and worker.state is State.TERMINATING:
        seconds = worker.effective_grace_s
    if not victim.disruption:
        return "evict", message("kubelet.evicts_over_limit", pod=pod.name, node=voice.node), (pod,)
    why = message("kubelet.evicts", pod=pod.name, node=voice.node, resource=resource, seconds=seconds)
    return "evict", why, (pod,)


# Out of memory


def _kill_for_memory(oom: OutOfMemory, kubelet: Kubelet, node: Node, voice: Voice) -> Told:
    running = oom.running
    if oom.system:
        pid = 1_000 + zlib.crc32(f"{running.pod.uid}/{running.container}".encode()) % 30_000
        text = f"System OOM encountered, victim process: {running.container}, pid: {pid}"
        voice.event(node, "Warning", "SystemOOM", text)
    worker = kubelet.workers[running.pod.uid]
    if worker.runtime is not None:
        runtime, happened = pod_runtime.killed(worker.runtime, running.container, voice.now_ms)
        kubelet.workers[worker.uid], _ = sync_pod.after(replace(worker, runtime=runtime), happened, voice)
    sentence = "kubelet.node_out_of_memory" if oom.system else "kubelet.over_memory_limit"
    said = message(sentence, pod=running.pod.name, container=running.container, node=voice.node)
    return "oom", said, (running.pod,)


# Shutdown


def begin_shutdown(keeper: NodeKeeper, kubelet: Kubelet, now_ms: int) -> NodeKeeper | None:
    """The machine is asked to shut down; None: no graceful shutdown is set up."""
    if not keeper.settings.shutdown:
        return None
    groups = node_shutdown.groups(keeper.settings.shutdown, active_pods(kubelet))
    # The first group's turn comes at once: an empty one before it says so.
    return replace(keeper, shutdown=Shutdown((Group(0, ()), *groups), now_ms))


def _over(group: Group, kubelet: Kubelet) -> bool:
    for pod in group.pods:
        worker = kubelet.workers.get(pod.uid)
        if worker is not None and worker.state is not State.REPORTED:
            return False
    return True


def _shutdown_ms(shutdown: Shutdown, kubelet: Kubelet, now_ms: int) -> int | None:
    if not shutdown.groups:
        return None
    return now_ms if _over(shutdown.groups[0], kubelet) else shutdown.deadline_ms


def _next_group(
    keeper: NodeKeeper, shutdown: Shutdown, kubelet: Kubelet, node: Node | None, voice: Voice
) -> tuple[NodeKeeper, Told | None]:
    left = shutdown.groups[1:]
    if node is not None and not shutdown.groups[0].pods:
        voice.event(node, "Normal", node_shutdown.EVENT_REASON, node_shutdown.EVENT_TEXT)
    if not left:
        after = replace(keeper, shutdown=None, powers_off=True)
        return after, ("shutdown", message("kubelet.powers_off", node=voice.node), ())
    verdict = Verdict(node_shutdown.REASON, node_shutdown.TEXT, node_shutdown.TEXT)
    for pod in left[0].pods:
        if pod.uid in kubelet.workers:
            override_s = shutdown_override_s(left[0].seconds, pod.spec.termination_grace_period_seconds)
            kubelet.kill(pod.uid, override_s, verdict, voice.now_ms)
    said = message(
        "kubelet.shutdown_group",
        node=voice.node,
        pods=tuple(pod.name for pod in left[0].pods),
        seconds=left[0].seconds,
    )
    after = replace(keeper, shutdown=Shutdown(left, voice.now_ms))
    return after, ("shutdown", said, left[0].pods)
