"""The taint eviction controller: deletes pods that do not, or no longer, tolerate their node's NoExecute
taints.

Source: pkg/controller/tainteviction (v1.34) `processPodOnNode`, `TimedWorkerQueue`. A running timer is never
moved: neither by another tolerationSeconds nor by a further taint that is tolerated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Self

from scheduler_core.actor import Act, Message, message
from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.events import Occurrence
from scheduler_core.apiserver.storage.results import Ok, Refused
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.controllers.common.controller import REACTION_MS
from scheduler_core.controllers.common.timers import Timer
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.replacing import State, replace
from scheduler_core.objects.selection.selectors import Taint, Toleration

EVENT = "TaintManagerEviction"
MARKING = "Marking for deletion Pod %(pod)s"
CANCELLING = "Cancelling deletion of Pod %(pod)s"
TRIES = 5
RETRY_MS = 10
MIRROR_ANNOTATION = "kubernetes.io/config.mirror"
_CONDITION = {
    "type": "DisruptionTarget",
    "status": "True",
    "reason": "DeletionByTaintManager",
    "message": "Taint manager: deleting due to NoExecute taint",
}


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How long a pod may stay on a tainted node. `seconds` is None for no limit, 0 for immediate eviction."""

    seconds: int | None


def tolerance(
    taints: Sequence[Taint], tolerations: Sequence[Toleration], *, all_count: bool = False
) -> Tolerance:
    """For each NoExecute taint the first matching toleration is used, or with `all_count` each matching one,
    and the shortest of their times counts.

    Source: v1helper.GetMatchingTolerations, getMinTolerationTime.
    """
    seconds: list[int] = []
    for taint in taints:
        matching = [toleration for toleration in tolerations if toleration.tolerates(taint)]
        if not matching:
            return Tolerance(0)
        for used in matching if all_count else matching[:1]:
            if used.toleration_seconds is not None:
                seconds.append(max(0, used.toleration_seconds))
    return Tolerance(min(seconds, default=None))


@dataclass(frozen=True, slots=True)
class _Work:
    """A planned deletion, or a finished one (no `tries` left), which keeps the pod from being deleted twice.

    While it is `running`, its time has not come and it can still be cancelled.
    """

    node: str
    from_ms: int
    due_ms: int
    tries: int = 0
    running: bool = True


class TaintEvictionController(State):
    """The taint eviction controller; it acts only while a timer runs.

    With `forces` it removes pods without waiting for their kubelet, as the node controller did up to 1.4.
    `start_at` is second 0 in epoch milliseconds, where timers that run at the start count from their taints.
    """

    name = "taint-eviction-controller"
    watches = frozenset({"Node", "Pod"})
    rank = 27

    def __init__(self, release: Release = BASELINE, *, start_at: int | None = None) -> None:
        self.start_at = start_at
        self.forces = release.node_controller_forces
        self._all_count = release.shortest_toleration_counts
        # Node → its NoExecute taints; nodes without any are left out.
        self._taints: dict[str, tuple[Taint, ...]] = {}
        # The pods of each node, by key. Nodes not in `_copied` may be shared with checkpoints.
        self._pods: dict[str, dict[str, Pod]] = {}
        self._copied: set[str] = set()
        self._work: dict[str, _Work] = {}
        # Pods whose deletion was cancelled and whose Event has still to be recorded.
        self._cancelled: tuple[Pod, ...] = ()

    # Watch events

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        if event.kind == "Node":
            self._observe_node(event, now_ms)
        elif event.kind == "Pod":
            self._observe_pod(event, now_ms)

    def _observe_node(self, event: WatchEvent, now_ms: int) -> None:
        if not isinstance(event.new, Node):
            # The taints of a deleted node are forgotten; running timers go on.
            self._taints.pop(event.key, None)
            return
        taints = tuple(taint for taint in event.new.taints if taint.effect == "NoExecute")
        if taints == self._taints.get(event.key, ()):
            return
        if taints:
            self._taints[event.key] = taints
        else:
            self._taints.pop(event.key, None)
        for pod in list(self._pods.get(event.key, {}).values()):
            self._process_pod(pod, taints, now_ms)

    def _observe_pod(self, event: WatchEvent, now_ms: int) -> None:
        old = event.old if isinstance(event.old, Pod) else None
        new = event.new if isinstance(event.new, Pod) else None
        if old is not None and old.node_name and (new is None or new.node_name != old.node_name):
            self._writable(old.node_name).pop(event.key, None)
        if new is None:
            if old is not None:
                self._cancel(old)
            return
        if not new.node_name:
            return
        before = self._pods.get(new.node_name, {}).get(event.key)
        self._writable(new.node_name)[event.key] = new
        taints = self._taints.get(new.node_name)
        if taints is not None and (before is None or before.spec.tolerations != new.spec.tolerations):
            self._process_pod(new, taints, now_ms)

    def _writable(self, node: str) -> dict[str, Pod]:
        """The pods of a node, copied before the first write since the last checkpoint."""
        if node not in self._copied:
            self._pods[node] = dict(self._pods.get(node, {}))
            self._copied.add(node)
        return self._pods[node]

    def _process_pod(self, pod: Pod, taints: Sequence[Taint], now_ms: int) -> None:
        """Plans, keeps or cancels the deletion of a pod. Source: processPodOnNode."""
        if not taints or MIRROR_ANNOTATION in pod.meta.annotations:
            self._cancel(pod)
            return
        stays = tolerance(taints, pod.spec.tolerations, all_count=self._all_count).seconds
        if stays is None:
            self._cancel(pod)
        elif stays == 0 and not _all_tolerated(taints, pod):
            self._cancel(pod)
            self._work[pod.key] = _Work(pod.node_name, now_ms, now_ms + REACTION_MS, running=False)
        elif pod.key not in self._work:
            since_ms = self._tainted_ms(pod, taints, now_ms)
            due = since_ms + (stays * 1000 or REACTION_MS)
            done = pod.terminating and due < now_ms
            self._work[pod.key] = _Work(
                pod.node_name, since_ms, due, tries=TRIES if done else 0, running=stays > 0 and not done
            )

    def _tainted_ms(self, pod: Pod, taints: Sequence[Taint], now_ms: int) -> int:
        """When the timer of a pod begins: now, or for a timer that runs at the start when the first of the
        taints came, or the pod if it came later."""
        if now_ms or self.start_at is None:
            return now_ms
        added = [at for taint in taints if (at := taint.added_at) is not None]
        if not added:
            return now_ms
        return min(max(min(added), pod.meta.creation_at or 0) - self.start_at, now_ms)

    def _cancel(self, pod: Pod) -> None:
        work = self._work.pop(pod.key, None)
        if work is not None and work.running:
            self._cancelled = (*self._cancelled, pod)

    # Acting

    def next_ms(self, now_ms: int) -> int | None:
        if self._cancelled:
            return now_ms
        return min((work.due_ms for work in self._work.values() if work.tries < TRIES), default=None)

    def hurry(self, now_ms: int) -> bool:
        """Makes the deletions due now that wait only for the time of a reaction; whether there was one."""
        soon = [
            key
            for key, work in self._work.items()
            if not work.running and now_ms < work.due_ms <= now_ms + REACTION_MS
        ]
        self._work.update({key: replace(self._work[key], due_ms=now_ms) for key in soon})
        return bool(soon)

    def act(self, api: ApiServer, now_ms: int, random: Random) -> Act | None:
        act = self._cancels(api, now_ms)
        if act is not None:
            return act
        while (key := self._due(now_ms)) is not None:
            act = self._delete(api, key, now_ms)
            if act is not None:
                return act
        return None

    def _cancels(self, api: ApiServer, now_ms: int) -> Act | None:
        """Records the cancelled deletions, and names the pods of one node that may stay after all."""
        while self._cancelled:
            node = self._cancelled[0].node_name
            pods = [pod for pod in self._cancelled if pod.node_name == node]
            self._cancelled = tuple(pod for pod in self._cancelled if pod.node_name != node)
            for pod in pods:
                self._record(api, pod, CANCELLING % {"pod": pod.key}, now_ms)
            stay = [pod for pod in pods if pod.key not in self._work and _exists(api, pod)]
            if stay:
                names = tuple(pod.name for pod in stay)
                sentence = message("tainteviction.cancelled", pods=names, node=node)
                keys = tuple(pod.key for pod in stay)
                return Act("controller", self.name, "update", sentence, focus_pods=keys, focus_nodes=(node,))
        return None

    def _due(self, now_ms: int) -> str | None:
        """The key of the pod whose deletion is due first; None when none is due yet."""
        due = [
            (work.due_ms, place, key)
            for place, (key, work) in enumerate(self._work.items())
            if work.due_ms <= now_ms and work.tries < TRIES
        ]
        return min(due)[2] if due else None

    def _delete(self, api: ApiServer, key: str, now_ms: int) -> Act | None:
        """Deletes the pod, even one that is terminating or finished."""
        work = self._work[key]
        done = replace(work, tries=TRIES, running=False)
        pod = api.pods.get(key)
        self._work[key] = done
        if pod is None:
            return None
        if not work.tries:
            self._mark(api, pod, now_ms)
        conditions = () if self.forces else (_CONDITION,)
        options = DeleteOptions(force=self.forces)
        marked = api.patch_pod_status(key, {}, now_ms, conditions)
        result = api.delete("Pod", key, options, now_ms) if isinstance(marked, Ok) else marked
        if isinstance(result, Refused):
            self._work[key] = replace(done, due_ms=now_ms + RETRY_MS, tries=work.tries + 1)
            return None
        changed = result.changed or result.removed or (isinstance(marked, Ok) and marked.changed)
        if not changed:
            return None
        sentence = self._sentence(work, pod)
        kind = "removed" if result.removed else "delete"
        return Act("controller", self.name, kind, sentence, focus_pods=(key,), focus_nodes=(pod.node_name,))

    def _sentence(self, work: _Work, pod: Pod) -> Message:
        """Why the pod is deleted; at a repeated attempt the time of its toleration is no longer known."""
        if self.forces:
            return message("tainteviction.forced", pod=pod.name, node=pod.node_name)
        seconds = (work.due_ms - work.from_ms) // 1000
        if seconds > 0 and not work.tries:
            return message("tainteviction.expired", pod=pod.name, node=pod.node_name, seconds=seconds)
        return message("tainteviction.deleted", pod=pod.name, node=pod.node_name)

    def _mark(self, api: ApiServer, pod: Pod, now_ms: int) -> None:
        if self.forces:
            note = f"Marking for deletion Pod {pod.name} from Node {pod.node_name}"
            api.record_event(
                Occurrence(pod, "Normal", "NodeControllerEviction", note, "controllermanager"), now_ms
            )
        else:
            self._record(api, pod, MARKING % {"pod": pod.key}, now_ms)

    def _record(self, api: ApiServer, pod: Pod, note: str, now_ms: int) -> None:
        api.record_event(Occurrence(pod, "Normal", EVENT, note, self.name), now_ms)

    # Views for the board

    def timers(self) -> tuple[Timer, ...]:
        """The tolerations that count down, by pod."""
        timers: list[Timer] = []
        for key, work in self._work.items():
            if work.running and work.tries < TRIES:
                keys = tuple(taint.key for taint in self._taints.get(work.node, ()))
                pod = key.rpartition("/")[2]
                # The taints are gone with the Node object, but the deletion stays scheduled.
                why = (
                    message("timer.toleration", pod=pod, node=work.node, taints=keys)
                    if keys
                    else message("timer.toleration_alone", pod=pod, node=work.node)
                )
                timers.append(Timer("toleration", work.from_ms, work.due_ms, why, pod=key, node=work.node))
        return tuple(timers)

    # Checkpoints

    def copy(self) -> Self:
        self._copied.clear()
        twin = super().copy()
        twin._pods = {node: pods for node, pods in self._pods.items() if pods}
        return twin

    def fingerprint(self) -> Json:
        evictions: Mapping[str, Json] = {
            key: [work.from_ms, work.due_ms, work.tries, work.running] for key, work in self._work.items()
        }
        return [evictions, [pod.key for pod in self._cancelled], [[node] for node in self._taints]]


def _exists(api: ApiServer, pod: Pod) -> bool:
    stored = api.pods.get(pod.key)
    return stored is not None and stored.uid == pod.uid


def _all_tolerated(taints: Sequence[Taint], pod: Pod) -> bool:
    return all(any(toleration.tolerates(taint) for toleration in pod.spec.tolerations) for taint in taints)
