"""One machine with the kubelet process on it: its state, what can be seen of it, and what happens to it.

Faults and inputs change it here; the actor of the node (node_actor.py) says what the kubelet does in turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scheduler_core.kubelet.application.behaviour import Application
from scheduler_core.kubelet.application.pod_behaviour import BehaviourChange, Changes
from scheduler_core.kubelet.eviction.node_usage import UsageChange
from scheduler_core.kubelet.node import node_managers
from scheduler_core.kubelet.node.connection import CONNECTED, Connection
from scheduler_core.kubelet.node.hardware import Hardware
from scheduler_core.kubelet.node.kubelet import Kubelet
from scheduler_core.kubelet.node.kubelet_configuration import settings
from scheduler_core.kubelet.node.measurement_cache import MeasurementCache
from scheduler_core.kubelet.node.node_object import NodeObject
from scheduler_core.kubelet.node.node_status import SHUTTING_DOWN
from scheduler_core.kubelet.node.processes import Process, Termination, Terminations, processes_of
from scheduler_core.kubelet.pod_workers.takeover import left_behind
from scheduler_core.kubelet.pod_workers.unattended import Unattended
from scheduler_core.kubelet.pod_workers.worker import Worker
from scheduler_core.kubelet.types.static_pods import from_file
from scheduler_core.objects.manifest import EMPTY, Json, Manifest
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.pod_resources.declared_features import features_of_kubelet
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.replacing import replace


class Machine:
    """One machine. Times are virtual milliseconds.

    `configuration` holds the fields of the node's KubeletConfiguration that are read. `attaches` means that a
    controller attaches volumes to nodes, so pods wait for theirs. `start_at` is second 0 in epoch
    milliseconds, where the moments in the status of a pod count. A machine that nobody hears at the start has
    `last_heartbeat_ms`, the time of its last heartbeat: its kubelet knows nothing that came later.
    """

    def __init__(
        self,
        node: str,
        applications: Sequence[Application] = (),
        *,
        release: Release = BASELINE,
        configuration: Manifest = EMPTY,
        attaches: bool = False,
        start_at: int | None = None,
    ) -> None:
        self.node = node
        self.name = f"kubelet {node}"
        self.applications = tuple(applications)
        self.release = release
        self.attaches = attaches
        self.connection = CONNECTED
        self.hardware = Hardware()
        self.start_at = start_at
        self.last_heartbeat_ms: int | None = None
        self.kubelet: Kubelet | None = Kubelet(
            node, applications, release, attaches=attaches, start_at=start_at
        )
        self.node_object = NodeObject(node)
        self.managers = node_managers.node_managers(settings(configuration), release)
        self.cache = MeasurementCache()
        self.dying = Terminations()

    # Views for the board

    @property
    def speaks(self) -> bool:
        """Whether the kubelet's writes arrive at the API server."""
        return self.kubelet is not None and self.connection.speaks

    @property
    def renews(self) -> bool:
        """Whether the kubelet's heartbeats arrive and are answered in time, so that it renews its Lease."""
        return self.kubelet is not None and self.connection.heartbeats and self.node_object.stalled is None

    @property
    def hears(self) -> bool:
        """Whether messages of the API server arrive at the kubelet."""
        return self.kubelet is not None and self.connection.hears

    def terminations(self) -> Mapping[str, Termination]:
        """The pods that are being killed here, by key."""
        return self.dying.of(self._workers())

    def processes(self) -> tuple[Process, ...]:
        """All processes here, and dead ones that are not reported yet."""
        return processes_of(self._workers(), self.hardware.unattended.values())

    def running(self) -> Mapping[str, str]:
        """The pods that really run on the node, whatever the API server says: pod uid → key."""
        return {process.pod.uid: process.pod.key for process in self.processes() if process.state != "dead"}

    def pod(self, key: str) -> Pod | None:
        """The pod with this name, if anything of it is here, even if only on the kubelet's list."""
        pods = [worker.pod for worker in self._workers()]
        pods += [unattended.pod for unattended in self.hardware.unattended.values()]
        return next((pod for pod in reversed(pods) if pod.key == key), None)

    def _workers(self) -> Sequence[Worker]:
        return () if self.kubelet is None else tuple(self.kubelet.workers.values())

    # The start state

    def in_start_state(self, changes: Changes, last_heartbeat_ms: int | None) -> None:
        """Notes what the start state shows of the machine: how the applications of its pods behave, by UID,
        and the time of its last heartbeat if nobody hears it.
        """
        self.last_heartbeat_ms = last_heartbeat_ms
        if changes:
            self.hardware = replace(self.hardware, changes=changes)
            if self.kubelet is not None:
                self.kubelet.changes = changes

    def as_kubelet_has_it(self, pod: Pod) -> Pod:
        """The version of a pod that the kubelet knows: without a deletion after its last heartbeat."""
        deletion_at = pod.meta.deletion_requested_at
        if self.last_heartbeat_ms is None or deletion_at is None or self.start_at is None:
            return pod
        if deletion_at - self.start_at <= self.last_heartbeat_ms:
            return pod
        gone: dict[str, Json] = {"deletionTimestamp": None, "deletionGracePeriodSeconds": None}
        return pod.with_meta({**gone, "resourceVersion": None})

    # Faults and inputs

    def set_connection(self, connection: Connection, now_ms: int) -> None:
        """Applies a change of the network. When `hears` has come back, `relist` must follow."""
        was_speaking, was_hearing, was_renewing = self.speaks, self.hears, self.renews
        self.connection = connection
        if not self.speaks:
            self.node_object.stalled = None
        else:
            changed = self.node_object.connected(connection, now_ms, spoke=was_speaking, renewed=was_renewing)
            if not changed and self.hears and not was_hearing:
                self.node_object.posts_ms = now_ms
        if self.kubelet is not None:
            self.kubelet.look_at_mounts(now_ms)

    def relist(self, pods: Mapping[str, Pod], now_ms: int) -> None:
        """Lists all pods of the API server again after a time in which no watch event arrived."""
        if self.kubelet is None or not self.connection.hears:
            return
        mine = [pod for pod in pods.values() if pod.node_name == self.node]
        for pod in mine:
            self.keep_file(pod)
        self.last_heartbeat_ms = None
        self.kubelet.relist(mine, self.hardware.unattended, now_ms)
        self.hardware = replace(self.hardware, unattended={})

    def crash(self, now_ms: int) -> None:
        """Ends the kubelet process; the containers run on."""
        if self.kubelet is None:
            return
        unattended = {**self.hardware.unattended, **left_behind(self.kubelet.workers)}
        self.hardware = replace(self.hardware, unattended=unattended)
        self._end_kubelet()

    def _end_kubelet(self) -> None:
        """Drops the kubelet process with all that it knew."""
        if self.kubelet is not None:
            self.hardware = replace(self.hardware, images=self.kubelet.images_on_node())
        self.kubelet = None
        self.managers = self.managers.restarted(self.release)
        self.node_object.kubelet_died()

    def start(self, pods: Mapping[str, Pod], now_ms: int) -> None:
        """Starts the kubelet process, which knows only what it lists and finds running."""
        if self.kubelet is None and self.hardware.power:
            self._start(pods, now_ms)

    def _start(self, pods: Mapping[str, Pod], now_ms: int) -> None:
        self.kubelet = Kubelet(
            self.node,
            self.applications,
            self.release,
            changes=self.hardware.changes,
            # A pod that it does not find running does not run, unless it comes from a file.
            booted=True,
            lists=True,
            attaches=self.attaches,
            images=self.hardware.images,
            start_at=self.start_at,
        )
        self.kubelet.pending_writes.add_event(self.node_object.birth_cry(now_ms))
        for text in self.hardware.kernel_log:
            self.kubelet.pending_writes.add_event(self.node_object.kernel_log_event(text, now_ms))
        self.hardware = replace(self.hardware, kernel_log=())
        self.kubelet.read_files(self.hardware.files.values(), self.hardware.unattended, now_ms)
        self.node_object.registers = True
        self.node_object.posts_ms = now_ms
        if self.connection.heartbeats:
            self.node_object.speaks_again(now_ms, self.connection.delay_ms)
        elif self.connection.speaks:
            self.node_object.starts_unanswered(now_ms)
        self.relist(pods, now_ms)

    def power(self, on: bool, now_ms: int, pods: Mapping[str, Pod] | None = None) -> None:
        """Switches the machine off, which ends all processes at once, or on: it boots and its kubelet starts
        with the API server's `pods`.
        """
        if on == self.hardware.power or self.hardware.destroyed:
            return
        self.hardware = replace(self.hardware, power=on, unattended={}, kernel_log=())
        self._end_kubelet()
        if on:
            self.hardware = replace(self.hardware, boots=self.hardware.boots + 1)
            self.node_object.booted(self.hardware.boots)
            self._start(pods or {}, now_ms)

    def install(self, release: Release, version: str) -> None:
        """Installs a kubelet of another release, called `version`, which begins with its next start."""
        self.release = release
        self.node_object.version = version
        self.node_object.features = features_of_kubelet(release)

    def destroy(self, now_ms: int) -> None:
        """Destroys the machine for good."""
        self.power(False, now_ms)
        self.hardware = replace(self.hardware, destroyed=True)

    def set_clock(self, offset_ms: int) -> None:
        """Sets the machine's clock, and so its timestamps, ahead by `offset_ms`; negative values put it
        behind.
        """
        self.hardware = replace(self.hardware, clock_offset_ms=offset_ms)

    def behave(self, pod: str, container: str | None, fields: Mapping[str, Json], now_ms: int) -> bool:
        """Changes how the application of a pod (by key) behaves from now on, as the `behave` input says.
        False when no such pod is here.
        """
        holders: list[Worker | Unattended] = [*self._workers(), *self.hardware.unattended.values()]
        pods = [holder.pod for holder in holders if holder.pod.key == pod and holder.listed]
        if not pods:
            return False
        uid = pods[-1].uid
        change = BehaviourChange(now_ms, container, fields)
        self.hardware = self.hardware.with_behaviour(uid, change, self.applications)
        if self.kubelet is not None:
            self.kubelet.changes = self.hardware.changes
            if uid in self.kubelet.workers:
                self.kubelet.behaviour_changed(uid, now_ms)
        return True

    def forget(self, uid: str) -> None:
        """Drops a pod with its processes, whether a kubelet runs or not, without a kill."""
        if self.kubelet is not None:
            self.kubelet.forget(uid)
        others = {other: unattended for other, unattended in self.hardware.unattended.items() if other != uid}
        self.hardware = replace(self.hardware, unattended=others)

    def set_usage(self, change: UsageChange) -> None:
        """Changes the usage of the node's system or of one of its pods from now on."""
        self.managers = self.managers.with_usage(change)

    def shut_down(self, now_ms: int) -> bool:
        """Shuts the machine down: its pods end group by group, then it goes off. Returns False when no
        graceful shutdown is configured; the machine then goes off at once.
        """
        begun = None if self.kubelet is None else self.managers.begin_shutdown(self.kubelet, now_ms)
        if begun is None:
            self.power(False, now_ms)
            return False
        self.managers = begun
        self.node_object.finds({**self.node_object.conditions, "Ready": SHUTTING_DOWN}, now_ms)
        return True

    def keep_file(self, pod: Pod) -> None:
        """Keeps the file of a static pod as its latest mirror pod shows it."""
        if from_file(pod) and not pod.terminating:
            self.hardware = replace(self.hardware, files={**self.hardware.files, pod.key: pod})
