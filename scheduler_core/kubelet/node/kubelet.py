"""The kubelet process: its knowledge of the pods of its node, and its acts.

It acts on the last versions that have arrived. Its workers always know what runs on the node; between a force
delete and the death of a process, or while its connection is cut, they and the API server disagree. When the
process dies, all of this is lost, except what belongs to the machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from scheduler_core.actor import Act, Message, message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.watch import EventType
from scheduler_core.kubelet.admission import pod_resizes
from scheduler_core.kubelet.admission.pod_admission import (
    ADMITS_ALL,
    Victims,
    admit_pod,
    done_waiting,
    readmit_pod,
)
from scheduler_core.kubelet.application.behaviour import Application
from scheduler_core.kubelet.application.pod_behaviour import NO_CHANGES, Behaviours, Changes, behaviours_of
from scheduler_core.kubelet.dra.drivers import DriverState, driver_states
from scheduler_core.kubelet.kuberuntime.images import NO_IMAGES, Images, images_of
from scheduler_core.kubelet.kuberuntime.pod_runtime import only_retries
from scheduler_core.kubelet.kuberuntime.pod_updates import behaviour_input, behaviours_changed
from scheduler_core.kubelet.pod_workers import (
    active_deadline,
    mirror_pods,
    prepare_devices,
    sync_pod,
    sync_terminated_pod,
    sync_terminating_pod,
    wait_for_volumes,
)
from scheduler_core.kubelet.pod_workers.kill_pod import (
    hangs,
    kill_again,
    killed,
    object_changed,
    object_removed,
)
from scheduler_core.kubelet.pod_workers.takeover import (
    new_worker,
    only_finalizers_hold,
    orphan,
    rebooted,
    taken_over,
    to_be_admitted,
)
from scheduler_core.kubelet.pod_workers.unattended import Unattended
from scheduler_core.kubelet.pod_workers.worker import KillCause, State, Worker
from scheduler_core.kubelet.status_manager import status_write
from scheduler_core.kubelet.status_manager.api_writer import ApiWriter
from scheduler_core.kubelet.status_manager.pending_writes import PendingWrites
from scheduler_core.kubelet.types import static_pods
from scheduler_core.kubelet.types.act_messages import PodAct
from scheduler_core.kubelet.volume_manager import mounts
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.replacing import replace, twin_of


class Kubelet:
    """The kubelet process of one node.

    - `workers`: by pod UID
    - `booted`: it started together with its machine, so no container runs yet
    - `lists`: it waits for its first list of pods and handles only static pods until then
    - `attaches`: a controller attaches volumes to this node, so pods wait for theirs
    - `images`: images on the node, besides those of the pods that it knows
    - `start_at`: second 0 in epoch milliseconds, where the moments in the status of a pod count
    - `forgotten`: UIDs of dropped pods whose last watch events have still to arrive
    """

    def __init__(
        self,
        node: str,
        applications: Sequence[Application] = (),
        release: Release = BASELINE,
        *,
        changes: Changes = NO_CHANGES,
        booted: bool = False,
        lists: bool = False,
        attaches: bool = False,
        images: Images = NO_IMAGES,
        start_at: int | None = None,
    ) -> None:
        self.node = node
        self.start_at = start_at
        self.applications = tuple(applications)
        self.release = release
        self.changes = changes
        self.booted = booted
        self.lists = lists
        self.attaches = attaches
        self.images = images
        self.workers: dict[str, Worker] = {}
        self.forgotten: frozenset[str] = frozenset()
        self.pending_writes = PendingWrites()
        # Whether there are running pods whose volumes have not been looked up.
        self._mounts_unknown = False
        self.admission_context = ADMITS_ALL
        # The victims of each critical pod that waits to start, by the UID of that pod.
        self.preemptions: dict[str, Victims] = {}
        self.resizes = pod_resizes.NO_RESIZES

    def images_on_node(self) -> Images:
        """The images on the node: in its status, of its pods, and of earlier ones."""
        node = self.admission_context.node
        listed = () if node is None else (name for image in node.images for name in image.names)
        runtimes = (worker.runtime for worker in self.workers.values())
        used = (images_of(runtime.pairs()) for runtime in runtimes if runtime is not None)
        return self.images.union(listed, *used)

    def behaviours(self, pod: Pod) -> Behaviours:
        return behaviours_of(pod, self.applications, self.changes.get(pod.uid, ()))

    # Updates from the API server

    def handle_pod_event(self, type_: EventType, pod: Pod, now_ms: int) -> None:
        """Handles a new version of a pod that is bound to this node."""
        worker = self.workers.get(pod.uid)
        if pod.uid in self.forgotten:
            if type_ is EventType.DELETED:
                self.forgotten -= {pod.uid}
            return
        if type_ is EventType.DELETED:
            if worker is not None:
                self._remove_pod(worker, now_ms)
            return
        if worker is None and pod.terminating and static_pods.from_file(pod):
            return  # An old mirror pod; the static pod has a new one.
        if worker is None:
            worker = new_worker(pod, self.behaviours(pod), now_ms, self.start_at, self.release)
            if only_finalizers_hold(pod):
                self.workers[pod.uid] = worker
                return
        self._update_pod(worker, pod, now_ms)

    def relist(self, pods: Iterable[Pod], unattended: Mapping[str, Unattended], now_ms: int) -> None:
        """Handles the list of all pods bound to this node, the first one or the one after a gap.

        All changes in between count as one. `unattended` are processes without a kubelet, by pod UID; they
        are taken over, and those that are not in the list are orphans.
        """
        listed = {pod.uid: pod for pod in pods if pod.uid not in self.forgotten}
        for uid, worker in list(self.workers.items()):
            if uid not in listed:
                self._remove_pod(worker, now_ms)
        for uid, pod in listed.items():
            current = self.workers.get(uid)
            if current is None:
                current = self._new_worker(pod, unattended.get(uid), now_ms)
            elif current.pod.meta.resource_version == pod.meta.resource_version:
                continue
            self._update_pod(current, pod, now_ms)
        for uid, orphaned in unattended.items():
            if uid not in listed and uid not in self.workers:
                lost = orphan(orphaned, now_ms, self.release)
                if lost is not None:
                    self.workers[uid] = lost
        self.lists, self.booted = False, False

    def _new_worker(self, pod: Pod, unattended: Unattended | None, now_ms: int) -> Worker:
        """The worker of a pod: taken over as it runs, restarted with its machine, or new."""
        behaviours = self.behaviours(pod)
        if unattended is not None:
            return to_be_admitted(taken_over(unattended, pod, behaviours, now_ms, self.release), now_ms)
        if self.booted:
            return to_be_admitted(rebooted(pod, behaviours, now_ms), now_ms)
        return new_worker(pod, behaviours, now_ms, self.start_at, self.release)

    def read_files(self, files: Iterable[Pod], unattended: Mapping[str, Unattended], now_ms: int) -> None:
        """Starts the static pods of this node, which need no API server."""
        for pod in files:
            self.workers[pod.uid] = self._new_worker(pod, unattended.get(pod.uid), now_ms)

    def look_at_mounts(self, now_ms: int) -> None:
        """Lets the pods that wait for volumes or devices check again."""
        for uid, worker in self.workers.items():
            if worker.state is State.MOUNTING or prepare_devices.waits(worker):
                self.workers[uid] = replace(worker, due_ms=now_ms)

    def node_registered(self, now_ms: int) -> None:
        """Creates missing mirror pods, since there is a Node object again."""
        for uid, worker in self.workers.items():
            if mirror_pods.missing(worker):
                self.workers[uid] = replace(worker, mirror_ms=now_ms)

    def look_up_mounts(self, api: ApiServer) -> None:
        """Looks up the volumes of pods that this kubelet did not start itself."""
        if not self._mounts_unknown:
            return
        self._mounts_unknown = False
        for uid, worker in self.workers.items():
            if _mounted_by_another(worker):
                self.workers[uid] = replace(worker, mounts=mounts.mounts_of(worker.pod, api))

    def _update_pod(self, worker: Worker, pod: Pod, now_ms: int) -> None:
        """Takes in a new version of the pod's object (`HandlePodUpdates`)."""
        if pod.terminating and static_pods.from_file(pod):
            self.workers[pod.uid] = mirror_pods.mirror_deleted(worker, pod, now_ms, listed=True)
            return
        if mirror_pods.called_final_by_others(worker, pod):
            return
        if worker.state is State.REPORTED and self.pending_writes.deletes(pod.uid):
            # Its DELETE has still to be sent.
            self.workers[pod.uid] = replace(worker, pod=pod)
            return
        moved = active_deadline.seconds_of(worker.pod) != active_deadline.seconds_of(pod)
        pod = pod_resizes.allocated(self, worker, pod, now_ms)
        closes_gates = sync_pod.closes_gates(worker, pod)
        worker = object_changed(worker, pod, now_ms, self.release)
        if closes_gates and worker.state is State.RUNNING:
            worker = replace(worker, due_ms=now_ms)
        if moved and worker.state is State.RUNNING:
            worker = replace(worker, deadline_at_ms=None, due_ms=now_ms)
        self.workers[pod.uid] = worker
        if _mounted_by_another(worker):
            self._mounts_unknown = True
        if worker.state is State.RUNNING and status_write.called_unready_by_others(pod):
            self.pending_writes.add_status(pod, status_write.ready_again(), now_ms)

    def _remove_pod(self, worker: Worker, now_ms: int) -> None:
        """Handles the removal of the pod's object; a static pod runs on and gets a new mirror pod."""
        self.pending_writes.drop(worker.uid)
        if static_pods.from_file(worker.pod):
            self.workers[worker.uid] = mirror_pods.mirror_deleted(worker, worker.pod, now_ms, listed=False)
            return
        self._set_worker(worker.uid, object_removed(worker, now_ms, self.release))

    def _set_worker(self, uid: str, worker: Worker | None) -> None:
        """Stores the worker, or drops it when it is None; pods that waited for its end look again."""
        if worker is None:
            ended = self.workers.pop(uid, None)
            if ended is not None and ended.runtime is not None:
                self.images |= images_of(ended.runtime.pairs())
        else:
            ended = worker if worker.state is State.REPORTED else None
            self.workers[uid] = worker
        if ended is not None:
            self.resizes = self.resizes.without(uid).retried(0)
        if ended is not None and wait_for_volumes.wakes_others(ended):
            for waiting, other in self.workers.items():
                if other.refused_ms is not None:
                    self.workers[waiting] = replace(other, due_ms=0)
        for waiting in done_waiting(self) if self.preemptions else ():
            if waiting in self.workers:
                self.workers[waiting] = replace(self.workers[waiting], due_ms=0)
            else:
                del self.preemptions[waiting]

    def forget(self, uid: str) -> None:
        """Drops a pod with its processes, without a kill."""
        self.pending_writes.drop(uid)
        self._set_worker(uid, None)
        self.forgotten |= {uid}

    def kill(self, uid: str, override_s: int | None, kill_cause: KillCause, now_ms: int) -> None:
        """Kills a pod to protect the node: eviction, shutdown or preemption."""
        worker = self.workers[uid]
        self.workers[uid] = killed(worker, override_s, kill_cause, now_ms, self.release)

    def behaviour_changed(self, uid: str, now_ms: int) -> None:
        """Applies the last of `changes` to a pod: its application behaves differently from now on."""
        worker = self.workers[uid]
        if worker.runtime is None:
            return
        behaviours = self.behaviours(worker.pod)
        if hangs(worker):
            runtime = behaviours_changed(worker.runtime, behaviours, now_ms)
            self.workers[uid] = kill_again(worker, runtime, now_ms, self.release)
        elif worker.state is State.TERMINATING:
            # The steps of the kill are fixed; only the answers to its readiness probe can still change.
            runtime = behaviours_changed(worker.runtime, behaviours, now_ms)
            self.workers[uid] = replace(worker, runtime=runtime)
        elif worker.state is State.RUNNING:
            runtime = behaviour_input(worker.runtime, behaviours, self.changes[uid][-1], now_ms)
            self.workers[uid] = replace(worker, runtime=runtime, due_ms=runtime.due_ms)

    # Acting

    def next_ms(self, *, speaks: bool) -> int | None:
        writes_ms = self.pending_writes.due_ms() if speaks else None
        first_ms, _ = self._first(speaks=speaks)
        times = (writes_ms, first_ms, self.resizes.next_ms())
        return min((ms for ms in times if ms is not None), default=None)

    def only_retries(self) -> bool:
        """Whether all that this kubelet will do by itself is to retry what the start state shows as failing,
        for ever.
        """
        if self.pending_writes.due_ms() is not None or self.resizes.next_ms() is not None:
            return False
        for worker in self.workers.values():
            if worker.wakes_ms(speaks=True) is None:
                continue
            initial = any(change.initial for change in self.changes.get(worker.uid, ()))
            if (
                not initial
                or worker.state is not State.RUNNING
                or not worker.only_due
                or worker.runtime is None
            ):
                return False
            if not only_retries(worker.runtime):
                return False
        return True

    def act(self, writer: ApiWriter) -> Act | None:
        """Does what is due first; waiting writes come before anything new."""
        waiting = self.pending_writes.due_ms() if writer.connected else None
        if waiting is not None and waiting <= writer.now_ms:
            return self._send_pending_writes(writer.now())
        due_ms, worker = self._first(speaks=writer.connected)
        resize_ms = self.resizes.next_ms()
        if resize_ms is not None and resize_ms <= writer.now_ms and (due_ms is None or due_ms > resize_ms):
            happened = pod_resizes.act(self, writer)
            return None if happened is None else self._act(*happened[1], happened[0])
        if worker is None or due_ms is None or due_ms > writer.now_ms:
            return None
        after, pod_act = self._next_of(worker, writer)
        if after is not None and after.uid != worker.uid:
            del self.workers[worker.uid]
        self._set_worker(worker.uid if after is None else after.uid, after)
        return None if pod_act is None else self._act(pod_act[0], pod_act[1], worker.pod)

    def _start(self, worker: Worker, writer: ApiWriter) -> tuple[Worker, PodAct | None]:
        """Creates the containers of an admitted pod whose volumes are mounted, once it has its devices."""
        if prepare_devices.needs_devices(worker):
            answer = prepare_devices.prepare(worker, self._others(worker), self._drivers(), writer)
            if not isinstance(answer, Worker):
                return answer
            worker = answer
        behaviours = self.behaviours(worker.pod)
        images = self.images_on_node() if behaviours.pull_images else NO_IMAGES
        sandbox = self.release.sandbox_is_ready_at_once
        return sync_pod.start_pod(worker, behaviours, images, writer, sandbox=sandbox)

    def _end(self, worker: Worker, writer: ApiWriter) -> tuple[Worker | None, PodAct | None]:
        """Reports the end of a dead pod, once its devices are given back."""
        if worker.prepared:
            answer = prepare_devices.unprepare(worker, self._others(worker), self._drivers(), writer)
            if not isinstance(answer, Worker):
                return answer
            worker = answer
        return sync_terminated_pod.sync_terminated(worker, self.release, writer)

    def _drivers(self) -> Mapping[str, DriverState]:
        return driver_states(self.admission_context.node)

    def _others(self, worker: Worker) -> Iterator[Worker]:
        return (other for other in self.workers.values() if other.uid != worker.uid)

    def _first(self, *, speaks: bool) -> tuple[int | None, Worker | None]:
        """The worker that is due first, and when (ms)."""
        first_ms: int | None = None
        first: Worker | None = None
        for worker in self.workers.values():
            at = worker.due_ms if worker.only_due else worker.wakes_ms(speaks=speaks)
            if at is not None and (first_ms is None or at < first_ms):
                first_ms, first = at, worker
        return first_ms, first

    def _next_of(self, worker: Worker, writer: ApiWriter) -> tuple[Worker | None, PodAct | None]:
        """The worker after what is due first for it, and the act. The worker is None when it is dropped."""
        if worker.gives_up_ms is not None and worker.gives_up_ms <= writer.now_ms:
            return sync_terminating_pod.kill_call_timed_out(worker, writer)
        if worker.mirror_ms is not None and worker.mirror_ms <= writer.now_ms and writer.connected:
            return mirror_pods.mirror(worker, writer.now())
        if active_deadline.is_over(worker, writer.now_ms):
            return active_deadline.exceeded(worker, self.release, writer)
        match worker.state:
            case State.NOT_ADMITTED if (admission := admit_pod(self, worker, writer)) is not None:
                return admission
            case State.NOT_ADMITTED if (
                self.attaches
                and (waits := wait_for_volumes.wait_if_needed(worker, self._others(worker), writer))
                is not None
            ):
                return waits
            case State.RUNNING if worker.unadmitted:
                return readmit_pod(self, worker, writer)
            case State.NOT_ADMITTED | State.PREPARING:
                return self._start(worker, writer)
            case State.MOUNTING:
                return wait_for_volumes.check_again(worker, self._others(worker), self.release, writer)
            case State.RUNNING:
                return sync_pod.sync(worker, writer)
            case State.TERMINATING if worker.due_ms is None or worker.due_ms > writer.now_ms:
                return sync_pod.probe_terminating(worker, writer)
            case State.TERMINATING:
                return sync_terminating_pod.sync_terminating(worker, writer)
            case State.DEAD:
                return self._end(worker, writer)
            case State.REPORTED:
                return worker, None

    def _send_pending_writes(self, writer: ApiWriter) -> Act | None:
        """Sends pending writes: Events and the statuses of living pods together, then each dead pod on its
        own.
        """
        writer.record_due_events()
        due = [entry for entry in self.pending_writes.statuses.values() if entry.due_ms <= writer.now_ms]
        living = [entry for entry in due if not entry.deletes]
        for entry in living:
            self.pending_writes.drop(entry.pod.uid)
            writer.status(entry.pod, entry.write)
        if living:
            names = tuple(entry.pod.name for entry in living)
            sentence = message("kubelet.reports", pods=names, node=self.node)
            return self._act("update", sentence, *(entry.pod for entry in living))
        if not due:
            return None
        pod = due[0].pod
        writer.status(pod, due[0].write)
        result = writer.delete(pod)
        pod_act = None if result is None else sync_terminated_pod.act_of_delete(pod, result, self.node)
        return None if pod_act is None else self._act(pod_act[0], pod_act[1], pod)

    def _act(self, kind: str, sentence: Message, *pods: Pod) -> Act:
        who, keys = f"kubelet {self.node}", tuple(pod.key for pod in pods)
        return Act("kubelet", who, kind, sentence, focus_pods=keys, focus_nodes=(self.node,))

    def copy(self) -> Kubelet:
        # All other fields are immutable values.
        twin = twin_of(self)
        twin.workers = dict(self.workers)
        twin.pending_writes = self.pending_writes.copy()
        twin.preemptions = dict(self.preemptions)
        return twin

    def fingerprint(self) -> Json:
        workers: list[Json] = [worker.fingerprint() for worker in self.workers.values()]
        preemptions: list[Json] = [[uid, *victims] for uid, victims in self.preemptions.items()]
        return [
            workers,
            self.pending_writes.fingerprint(),
            self.booted,
            self.lists,
            preemptions,
            sorted(self.images),
            *([sorted(self.forgotten)] if self.forgotten else ()),
            *([self.resizes.fingerprint()] if self.resizes != pod_resizes.NO_RESIZES else ()),
        ]


def _mounted_by_another(worker: Worker) -> bool:
    """Whether the processes of a pod run with volumes that this kubelet has not mounted itself."""
    runs = worker.state is State.RUNNING or (worker.state is State.TERMINATING and worker.runtime is not None)
    return runs and worker.mounts is None and mounts.has_claims(worker.pod)
