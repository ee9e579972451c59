"""The managers that protect the node: eviction passes, out-of-memory kills, a graceful shutdown.

Pods are killed through the kubelet's workers. The managers' findings go into the next node status.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core.kubelet.eviction import messages as eviction_messages
from scheduler_core.kubelet.eviction.evict_pods import evict, pass_act
from scheduler_core.kubelet.eviction.meter import Meter
from scheduler_core.kubelet.eviction.node_usage import UsageChange, states_usage, volume_annotations
from scheduler_core.kubelet.eviction.pass_schedule import NodePressure
from scheduler_core.kubelet.node.kubelet import Kubelet
from scheduler_core.kubelet.node.kubelet_configuration import Settings
from scheduler_core.kubelet.node.measurement_cache import MeasurementCache, meter_of
from scheduler_core.kubelet.node.node_status import KubeletCondition, pressure_conditions
from scheduler_core.kubelet.node_shutdown import manager as node_shutdown
from scheduler_core.kubelet.node_shutdown.manager import Shutdown
from scheduler_core.kubelet.oom.kill_container import kill_for_memory
from scheduler_core.kubelet.oom.oom_killer import next_oom
from scheduler_core.kubelet.pod_workers.pod_killer import is_dead
from scheduler_core.kubelet.status_manager.api_writer import ApiWriter
from scheduler_core.kubelet.types.act_messages import NodeAct
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.releases.releases import Release
from scheduler_core.objects.replacing import replace

SYSTEM_ANNOTATIONS = ("podium/system-", "podium/unused-images", "podium/dead-containers")


@dataclass(frozen=True, slots=True)
class NodeManagers:
    """The state of the eviction manager (`pressure`) and of a shutdown, None when there is none.

    `changes` are inputs about the usage of the node and its pods; they belong to the machine and outlive the
    kubelet process. `measures` means that something on the node states its usage, so there is something to
    measure. `powers_off` means that the shutdown is over.
    """

    settings: Settings
    pressure: NodePressure
    changes: tuple[UsageChange, ...] = ()
    measures: bool = False
    shutdown: Shutdown | None = None
    powers_off: bool = False

    def fingerprint(self) -> Json:
        changes: list[Json] = [
            [change.resource, change.amount, change.at_ms, change.over_ms, change.uid, change.container]
            for change in self.changes
        ]
        shutdown = None if self.shutdown is None else self.shutdown.fingerprint()
        return [self.pressure.fingerprint(), changes, self.measures, shutdown, self.powers_off]

    @property
    def busy(self) -> bool:
        """Whether there may be anything to do."""
        return self.measures or self.shutdown is not None

    def with_node(self, node: Node) -> NodeManagers:
        """The managers after a new version of the Node object; its annotations may state usage."""
        annotations = node.meta.annotations
        if not self.measures and any(key.startswith(SYSTEM_ANNOTATIONS) for key in annotations):
            return replace(self, measures=True)
        return self

    def with_pod(self, pod: Pod, kubelet: Kubelet) -> NodeManagers:
        """The managers after a new version of a pod; its behaviour may state usage."""
        if self.measures:
            return self
        behaviours = kubelet.behaviours(pod)
        stated = [behaviours.others, *(behaviour for _, behaviour in behaviours.by_name)]
        if any(states_usage(behaviour) for behaviour in stated) or volume_annotations(pod):
            return replace(self, measures=True)
        return self

    def with_usage(self, change: UsageChange) -> NodeManagers:
        """The managers after an input about usage. The change of a process's usage ends with the process."""
        return replace(self, measures=True, changes=(*self.changes, change))

    def restarted(self, release: Release) -> NodeManagers:
        """The managers of a new kubelet process: everything that the old one knew is lost."""
        pressure = NodePressure(self.settings.eviction, release)
        return replace(self, pressure=pressure, shutdown=None, powers_off=False)

    def begin_shutdown(self, kubelet: Kubelet, now_ms: int) -> NodeManagers | None:
        """Starts a shutdown; None when no graceful shutdown is configured."""
        if not self.settings.shutdown:
            return None
        return replace(self, shutdown=node_shutdown.begin(self.settings.shutdown, kubelet, now_ms))

    def meter(self, kubelet: Kubelet, node: Node, cache: MeasurementCache | None = None) -> Meter:
        """The usage of the node now; in a cached one, pods may be older versions of the same pods."""
        read = meter_of if cache is None else cache.meter
        return read(node, kubelet.workers, self.changes, self.pressure.collected)


def node_managers(settings: Settings, release: Release) -> NodeManagers:
    return NodeManagers(settings, NodePressure(settings.eviction, release))


def next_ms(
    managers: NodeManagers, kubelet: Kubelet, node: Node | None, cache: MeasurementCache, now_ms: int
) -> int | None:
    """The time (ms) of the managers' next act; None when nothing happens by itself."""
    times: list[int | None] = []
    if managers.shutdown is not None:
        times.append(managers.shutdown.next_ms(kubelet, now_ms))
    if node is not None and managers.measures:
        meter = managers.meter(kubelet, node, cache)
        if managers.pressure.waiting is not None:
            times.append(_wakes_ms(managers.pressure, kubelet, now_ms))
        else:
            times.append(cache.next_pass_ms(managers.pressure, meter, now_ms))
        oom = cache.next_oom(meter, now_ms)
        times.append(None if oom is None else oom.at_ms)
    return min((at for at in times if at is not None), default=None)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of an act. `conditions` are the kubelet's new findings about its node, for the
    next status.
    """

    managers: NodeManagers
    act: NodeAct | None
    conditions: Mapping[str, KubeletCondition]


def act(
    managers: NodeManagers,
    kubelet: Kubelet,
    node: Node | None,
    writer: ApiWriter,
    conditions: Mapping[str, KubeletCondition],
) -> Outcome | None:
    """Does one thing that is due now; None when nothing is."""
    now_ms = writer.now_ms
    if managers.shutdown is not None:
        due = managers.shutdown.next_ms(kubelet, now_ms)
        if due is not None and due <= now_ms:
            shutdown, node_act = node_shutdown.next_group(managers.shutdown, kubelet, node, writer)
            after = replace(managers, shutdown=shutdown, powers_off=shutdown is None)
            return Outcome(after, node_act, conditions)
    if node is None or not managers.measures:
        return None
    meter = managers.meter(kubelet, node)
    oom = next_oom(meter, now_ms)
    if oom is not None and oom.at_ms <= now_ms:
        return Outcome(managers, kill_for_memory(oom, kubelet, node, writer), conditions)
    if managers.pressure.waiting is not None:
        return _go_on_waiting(managers, kubelet, writer, conditions)
    due = managers.pressure.next_pass_ms(meter, now_ms)
    if due is None or due > now_ms:
        return None
    return _make_pass(managers, kubelet, meter, node, writer, conditions)


def _wakes_ms(pressure: NodePressure, kubelet: Kubelet, now_ms: int) -> int | None:
    victim = None if pressure.waiting is None else kubelet.workers.get(pressure.waiting.uid)
    return pressure.wakes_ms(now_ms if is_dead(victim) else None)


def _go_on_waiting(
    managers: NodeManagers, kubelet: Kubelet, writer: ApiWriter, conditions: Mapping[str, KubeletCondition]
) -> Outcome | None:
    """The next step of the wait for an evicted pod, such as its next victim; None when nothing is due."""
    due = _wakes_ms(managers.pressure, kubelet, writer.now_ms)
    if due is None or due > writer.now_ms:
        return None
    pressure, victim = managers.pressure.woken(writer.now_ms)
    node_act = None if victim is None else evict(victim, "", kubelet, writer)
    return Outcome(replace(managers, pressure=pressure), node_act, conditions)


def _make_pass(
    managers: NodeManagers,
    kubelet: Kubelet,
    meter: Meter,
    node: Node,
    writer: ApiWriter,
    conditions: Mapping[str, KubeletCondition],
) -> Outcome:
    """A pass of the eviction manager, with its Events and the eviction of its first victim."""
    before = managers.pressure
    pressure, result = before.passed(meter, writer.now_ms)
    node_act = pass_act(before, pressure, result, writer.node)
    resource = "" if result.threshold is None else result.threshold.resource
    if result.threshold is not None:
        reason = eviction_messages.THRESHOLD_MET_REASON
        writer.event(node, "Warning", reason, eviction_messages.reclaiming(resource))
    if result.victims:
        node_act = evict(result.victims[0], resource, kubelet, writer)
    after = replace(managers, pressure=pressure)
    return Outcome(after, node_act, pressure_conditions(result.conditions, conditions))
