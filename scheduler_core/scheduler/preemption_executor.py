"""PreemptionExecutor: the API calls of an asynchronous preemption, one in each act.

Source: pkg/scheduler/framework/preemption/executor.go prepareCandidateAsync (v1.34.1; gate
SchedulerAsyncPreemption on), v1.36.2.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scheduler_core.actor import Act, message
from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.storage.events import Occurrence
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.replacing import replace
from scheduler_core.scheduler.backend import Backend, scheduler_act
from scheduler_core.scheduler.binding_cycle import BindingCycle
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.framework.api import SchedulerApi
from scheduler_core.scheduler.framework.post_filter import Candidate

PREEMPTED = "Preempted by pod %(uid)s on node %(node)s"
IN_MEMORY = " (in kube-scheduler memory)."
BY_GROUP = "Preempted by podgroup %(uid)s on node %(node)s"
CLUSTER = "cluster"
"""The name of the domain in which a whole group preempts."""


@dataclass(frozen=True, slots=True)
class PreemptionTask:
    """The remaining API calls of a preemption: first it clears these `nominations`, then it deletes the
    `victims`, given by key and uid. `deleted` says whether any victim has been deleted so far. With
    `whole_group` the preemptor is the PodGroup with that key."""

    preemptor: str
    preemptor_uid: str
    node: str
    nominations: tuple[str, ...]
    victims: tuple[tuple[str, str], ...]
    scheduler: str
    deleted: bool = False
    whole_group: bool = False

    @property
    def note(self) -> str:
        """The note of the Event of a victim."""
        words = BY_GROUP if self.whole_group else PREEMPTED
        return words % {"uid": self.preemptor_uid, "node": self.node}


class PreemptionExecutor:
    """The preemptions with calls left to make, the oldest first; `started` counts them all."""

    def __init__(self, backend: Backend, bindings: BindingCycle) -> None:
        self._backend = backend
        self._bindings = bindings
        self._tasks: list[PreemptionTask] = []
        self.started = 0

    def copy(self, backend: Backend, bindings: BindingCycle) -> PreemptionExecutor:
        copy = PreemptionExecutor(backend, bindings)
        copy._tasks = list(self._tasks)
        copy.started = self.started
        return copy

    @property
    def busy(self) -> bool:
        return bool(self._tasks)

    def prepare(self, pod: PodInfo, candidate: Candidate) -> None:
        """Starts a preemption; there is nothing to do if every victim is terminating already."""
        victims = tuple((victim.pod, victim.uid) for victim in candidate.victims if not victim.terminating)
        if not victims:
            return
        queue = self._backend.queue
        lower = lower_nominations(queue.nominator.on(candidate.node), pod)
        self._tasks.append(
            PreemptionTask(
                pod.key,
                pod.uid,
                candidate.node,
                tuple(other.key for other in lower),
                victims,
                pod.pod.spec.scheduler_name,
            )
        )
        queue.preempting |= {pod.uid}
        self.started += 1

    def prepare_for_group(self, key: str, uid: str, scheduler: str, pods: Iterable[PodInfo]) -> None:
        """Starts a preemption by the whole group with this key and uid; nothing is to be done where every
        victim is terminating already."""
        victims = tuple((pod.key, pod.uid) for pod in pods if not pod.terminating)
        queue = self._backend.queue
        if not victims or uid in queue.preempting:
            return
        self._tasks.append(PreemptionTask(key, uid, CLUSTER, (), victims, scheduler, whole_group=True))
        queue.preempting |= {uid}
        self.started += 1

    def act(self, api: SchedulerApi, now_ms: int) -> Act:
        """Makes the next call of the oldest preemption."""
        task = self._tasks[0]
        if task.nominations:
            return self._clear_nomination(task, api, now_ms)
        if task.whole_group:
            return self._delete_together(task, api, now_ms)
        return self._delete_victim(task, api, now_ms)

    def _clear_nomination(self, task: PreemptionTask, api: SchedulerApi, now_ms: int) -> Act:
        """Clears the nomination of one pod of lower priority to the chosen node."""
        key = task.nominations[0]
        self._tasks[0] = replace(task, nominations=task.nominations[1:])
        api.patch_pod_status(key, {"nominatedNodeName": None}, now_ms)
        by = task.preemptor.partition("/")[2]
        text = message("scheduler.nomination_cleared", pod=key.partition("/")[2], node=task.node, by=by)
        return scheduler_act("preempt", text, (key, task.preemptor), (task.node,))

    def _delete_victim(self, task: PreemptionTask, api: SchedulerApi, now_ms: int) -> Act:
        """Deletes one victim. After the last one the preemptor may be activated."""
        queue = self._backend.queue
        key, uid = task.victims[0]
        last = len(task.victims) == 1
        if last:
            # This comes before the last call, so that the event of its deletion finds the pod no longer
            # gated.
            queue.preempting -= {task.preemptor_uid}
        deleted = self._stop(key, uid, task, api, now_ms) or _ask_to_leave(key, uid, task, api, now_ms)
        after = replace(task, victims=task.victims[1:], deleted=task.deleted or deleted)
        if last:
            self._tasks.pop(0)
            if not after.deleted:
                queue.activate(self._preemptors(task), now_ms)
        else:
            self._tasks[0] = after
        by = task.preemptor.partition("/")[2]
        text = message(
            "scheduler.victim" if deleted else "scheduler.victim_gone",
            pod=key.partition("/")[2],
            node=task.node,
            by=by,
        )
        return scheduler_act("preempt", text, (key, task.preemptor), (task.node,))

    def _delete_together(self, task: PreemptionTask, api: SchedulerApi, now_ms: int) -> Act:
        """Deletes all victims of a group: the original does so in parallel, without a look at what follows
        (prepareCandidate)."""
        queue = self._backend.queue
        self._tasks.pop(0)
        deleted: list[str] = []
        for place, (key, uid) in enumerate(task.victims, start=1):
            if place == len(task.victims):
                # As for a single pod: the event of the last deletion finds the group no longer gated.
                queue.preempting -= {task.preemptor_uid}
            if self._stop(key, uid, task, api, now_ms) or _ask_to_leave(key, uid, task, api, now_ms):
                deleted.append(key)
        if not deleted:
            queue.activate(self._preemptors(task), now_ms)
        keys = tuple(key for key, _ in task.victims)
        group = task.preemptor.partition("/")[2]
        names = tuple(key.partition("/")[2] for key in deleted or keys)
        if len(names) == 1:
            which = "scheduler.victim_of_group" if deleted else "scheduler.victim_of_group_gone"
            return scheduler_act("preempt", message(which, pod=names[0], group=group), keys)
        which = "scheduler.victims_of_group" if deleted else "scheduler.victims_of_group_gone"
        return scheduler_act("preempt", message(which, pods=names, group=group), keys)

    def _preemptors(self, task: PreemptionTask) -> tuple[PodInfo, ...]:
        """The pods that wait for the preemption."""
        view = self._backend.view
        if task.whole_group:
            return tuple(view.snapshot.pod_groups.waiting(task.preemptor))
        preemptor = view.pods.get(task.preemptor)
        return () if preemptor is None else (preemptor,)

    def _stop(self, key: str, uid: str, task: PreemptionTask, api: SchedulerApi, now_ms: int) -> bool:
        """Stops a victim that waits to be bound, in the scheduler's memory; False for another victim."""
        victim = api.pods.get(key)
        if victim is None or not self._bindings.can_stop(uid):
            return False
        note = task.note + IN_MEMORY
        api.record_event(Occurrence(victim, "Normal", "Preempted", note, task.scheduler), now_ms)
        self._bindings.stop(uid, api, now_ms)
        return True

    def fingerprint(self) -> Json:
        return [
            [task.preemptor_uid, task.node, list(task.nominations), [key for key, _ in task.victims]]
            for task in self._tasks
        ]


def _ask_to_leave(key: str, uid: str, task: PreemptionTask, api: SchedulerApi, now_ms: int) -> bool:
    """Sets the condition, deletes the pod (with the victim's own grace period), and records the Event. False
    when the victim was gone."""
    victim = api.pods.get(key)
    if victim is None or victim.uid != uid:
        return False
    by = "podgroup" if task.whole_group else "pod"
    condition = {
        "type": "DisruptionTarget",
        "status": "True",
        "reason": "PreemptionByScheduler",
        "message": f"{task.scheduler}: preempting to accommodate a higher priority {by}",
    }
    api.patch_pod_status(key, {}, now_ms, (condition,))
    if isinstance(api.delete("Pod", key, DeleteOptions(), now_ms), Refused):
        return False
    preempted = Occurrence(victim, "Normal", "Preempted", task.note, task.scheduler, correlates=False)
    api.record_event(preempted, now_ms)
    return True


def lower_nominations(nominated: Iterable[PodInfo], preemptor: PodInfo) -> tuple[PodInfo, ...]:
    """The nominated pods of the chosen node that lose their nomination: those of lower priority
    (getLowerPriorityNominatedPods)."""
    return tuple(pod for pod in nominated if pod.priority < preemptor.priority and pod.uid != preemptor.uid)
