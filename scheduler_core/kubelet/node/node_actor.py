"""One machine with the kubelet on it: the actor of a node.

A machine exists apart from its Node object. The simulation creates one when a Node object first appears and
keeps it when the object is deleted. It passes on what arrives (`observe`, and `relist` after a gap), and
calls one of these when something happens to the machine:

- its connection: `set_connection(Connection(...), now)`; when `hears` came back, `relist(api.pods, now)` must
  follow
- the kubelet process: `crash(now)`, `start(api.pods, now)`
- the machine: `power(False, now)`, `power(True, now, api.pods)`, `destroy(now)`, `set_clock(offset_ms)`

After each of these it calls `keep_lease`, which writes the node's Lease when its renewal has stopped or
resumed. That is bookkeeping and makes no frame.
"""

from __future__ import annotations

from random import Random

from scheduler_core.actor import Act, message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.watch import EventType, WatchEvent
from scheduler_core.kubelet.admission.pod_admission import AdmissionContext
from scheduler_core.kubelet.eviction.manager import DELETE_IMAGES
from scheduler_core.kubelet.kuberuntime.images import NO_IMAGES
from scheduler_core.kubelet.node import node_managers, without_kubelet
from scheduler_core.kubelet.node.machine import Machine
from scheduler_core.kubelet.node.measurement_cache import MeasurementCache
from scheduler_core.kubelet.node.node_status import next_status_ms
from scheduler_core.kubelet.node.processes import Terminations
from scheduler_core.kubelet.pod_workers.wait_for_volumes import mounts_in_use
from scheduler_core.kubelet.status_manager.api_writer import ApiWriter
from scheduler_core.kubelet.types.act_messages import NodeAct
from scheduler_core.kubelet.volume_manager.mounts import in_use
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.replacing import twin_of


class NodeActor(Machine):
    """One machine as an `Actor`. Times are virtual milliseconds."""

    rank = 10
    watches = frozenset({"Node", "Pod", "Lease", "VolumeAttachment", "ResourceClaim"})

    # The actor

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        if event.kind == "Node" and event.key == self.node:
            self._observe_node(event, now_ms)
        if event.kind == "ResourceClaim" and self.hears and self.kubelet is not None:
            self.kubelet.look_at_mounts(now_ms)
        if event.kind != "Pod" or self.kubelet is None or not self.connection.hears:
            return
        for pod in (event.new, event.old):
            if isinstance(pod, Pod) and pod.node_name == self.node:
                pod = self.as_kubelet_has_it(pod)
                self.keep_file(pod)
                self.kubelet.handle_pod_event(event.type, pod, now_ms)
                self.managers = self.managers.with_pod(pod, self.kubelet)
                return

    def _observe_node(self, event: WatchEvent, now_ms: int) -> None:
        if isinstance(event.new, Node):
            old = event.old if isinstance(event.old, Node) else None
            self.node_object.node_changed(event.new, old, now_ms, speaks=self.renews)
            self.managers = self.managers.with_node(event.new)
        if self.hears and self.kubelet is not None:
            self.kubelet.look_at_mounts(now_ms)
            if event.type is EventType.ADDED:
                self.kubelet.node_registered(now_ms)

    def exchange_node(self, node: Node) -> None:
        """Replaces the Node object by another one of the same name, as if that had always been there."""
        self.node_object.last = node
        self.node_object.first = node
        self.managers = self.managers.with_node(node)

    def next_ms(self, now_ms: int) -> int | None:
        due = [] if self.kubelet is None else [self.kubelet.next_ms(speaks=self.speaks)]
        due += [self.hardware.next_exit_ms(), self.node_object.due_ms(renews=self.renews)]
        due.append(self._managers_due(now_ms))
        return min((at for at in due if at is not None), default=None)

    def only_retries(self, now_ms: int) -> bool:
        """Whether all that the machine does by itself is to retry what the start state shows as failing."""
        if self.kubelet is None or self.hardware.next_exit_ms() is not None:
            return False
        if self.node_object.due_ms(renews=self.renews) is not None or self._managers_due(now_ms) is not None:
            return False
        return self.kubelet.only_retries()

    def act(self, api: ApiServer, now_ms: int, random: Random) -> Act | None:
        self.node_object.renew_late(api, now_ms, self.hardware.clock_offset_ms, self.connection.delay_ms)
        posts_ms = self.node_object.posts_ms
        if self.renews and posts_ms is not None and posts_ms <= now_ms:
            self.node_object.posts_ms = None
            act = self._post_node(api, now_ms)
            if act is not None:
                return act
        unattended_ms = self.hardware.next_exit_ms()
        if self.kubelet is None or (unattended_ms is not None and unattended_ms <= now_ms):
            return self._without_kubelet(now_ms)
        due = self.kubelet.next_ms(speaks=self.speaks)
        if due is not None and due <= now_ms:
            self.kubelet.admission_context = AdmissionContext(
                self.node_object.last, self.managers.pressure.conditions, self.managers.shutdown is not None
            )
            act = self.kubelet.act(self._writer(api, now_ms))
            self.write_volumes(api)
            return act
        return self._act_for_node(api, now_ms)

    def _managers_due(self, now_ms: int) -> int | None:
        node = self.node_object.last
        if self.kubelet is None:
            return without_kubelet.next_ms(self.hardware, self.managers, node, now_ms)
        if not self.managers.busy:
            return None
        return node_managers.next_ms(self.managers, self.kubelet, node, self.cache, now_ms)

    def _act_for_node(self, api: ApiServer, now_ms: int) -> Act | None:
        """An eviction pass, an out-of-memory kill or a step of a shutdown."""
        assert self.kubelet is not None
        writer, node = self._writer(api, now_ms), self.node_object
        outcome = node_managers.act(self.managers, self.kubelet, node.last, writer, node.conditions)
        if outcome is None:
            return None
        deleted = outcome.managers.pressure.collected - self.managers.pressure.collected
        if DELETE_IMAGES in deleted:
            self.kubelet.images = NO_IMAGES
        self.managers = outcome.managers
        node.finds(outcome.conditions, next_status_ms(now_ms))
        if self.managers.powers_off:
            self.power(False, now_ms)
            self.keep_lease(api, now_ms)
        if outcome.act is None:
            return None
        return self._node_act(outcome.act)

    def _node_act(self, act: NodeAct) -> Act:
        keys = tuple(pod.key for pod in act.pods)
        return Act("kubelet", self.name, act.kind, act.message, focus_pods=keys, focus_nodes=(self.node,))

    def _writer(self, api: ApiServer, now_ms: int) -> ApiWriter:
        assert self.kubelet is not None
        delay_ms = self.connection.delay_ms if self.connection.speaks else None
        clock_ms = now_ms + self.hardware.clock_offset_ms
        pending = self.kubelet.pending_writes
        return ApiWriter(api, pending, self.node, now_ms, clock_ms, delay_ms, self.connection.storage)

    def _without_kubelet(self, now_ms: int) -> Act | None:
        done = without_kubelet.act(self.hardware, self.managers, self.node_object.last, self.node, now_ms)
        if done is None:
            return None
        self.hardware, node_act = done
        return self._node_act(node_act)

    def copy(self) -> NodeActor:
        # All other fields are immutable values.
        twin = twin_of(self)
        twin.kubelet = None if self.kubelet is None else self.kubelet.copy()
        twin.node_object = self.node_object.copy()
        twin.cache = MeasurementCache()
        twin.dying = Terminations()
        return twin

    def fingerprint(self) -> Json:
        connection = self.connection
        conditions, pending, volumes = self.node_object.fingerprint()
        return [
            None if self.kubelet is None else self.kubelet.fingerprint(),
            [connection.hears, connection.speaks, connection.storage, connection.delay_ms],
            self.hardware.fingerprint(),
            conditions,
            pending,
            volumes,
            self.managers.fingerprint(),
            *([self.node_object.version] if self.node_object.version else ()),
        ]

    # The Node object

    def keep_lease(self, api: ApiServer, now_ms: int) -> bool:
        """Writes the Lease if its renewal has stopped or resumed since it was written; True when it wrote.

        Events that are due, such as that of a kubelet that starts, are recorded with it.
        """
        if self.kubelet is not None and self.speaks:
            self._writer(api, now_ms).record_due_events()
        return self.node_object.keep_lease(api, now_ms, self.hardware.clock_offset_ms, renews=self.renews)

    def write_volumes(self, api: ApiServer, *, again: bool = False) -> None:
        """Writes node.status.volumesInUse; at the start of a run also for the pods that run already. It makes
        no frame.

        With `again` the stored list may differ from the one that this kubelet wrote last.
        """
        if self.kubelet is None or not self.attaches or not self.speaks:
            return
        self.kubelet.look_up_mounts(api)
        used = in_use(mounts_in_use(self.kubelet.workers.values()))
        self.node_object.write_volumes(used, api, again=again)

    def _post_node(self, api: ApiServer, now_ms: int) -> Act | None:
        """Posts the node status after a time without heartbeats; a kubelet that has just started also
        registers a missing node.
        """
        clock_ms = now_ms + self.hardware.clock_offset_ms
        if self.node not in api.nodes:
            if not self.node_object.register(api, now_ms, clock_ms):
                return None
            self.keep_lease(api, now_ms)
            sentence = message("kubelet.registers", node=self.node)
            return Act("kubelet", self.name, "create", sentence, focus_nodes=(self.node,))
        self.write_volumes(api, again=True)
        # A version of the Node may have been written while the connection was cut.
        self.managers = self.managers.with_node(api.nodes[self.node])
        posted = self.node_object.post_status(api, now_ms, clock_ms)
        return (
            None if posted is None else Act("kubelet", self.name, "update", posted, focus_nodes=(self.node,))
        )
