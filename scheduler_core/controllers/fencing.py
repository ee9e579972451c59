"""A fencing controller: an automated administrator that makes sure a silent node is dead before it tells the
cluster so. Kubernetes ships none; an input switches this one on.

Source: the pod-safety proposal (2016), fencing: detect, decide, fence, tell; the taint
`node.kubernetes.io/out-of-service` (1.28) is the hook for the last step.

- detect: the node's condition Ready is Unknown.
- decide: to rescue a pod that no other pod may replace (one of a StatefulSet, or with a single-node volume),
  once its patience (see `patience`) is over and the node is still silent.
- fence: power the machine off or cut its network or storage, `FENCE_MS` after the decision.
- tell: `TELL_MS` later, set the out-of-service taint or delete the pods by force; remove the taint when the
  node is back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from scheduler_core.actor import Act, message
from scheduler_core.apiserver.admission.admission import DEFAULT_TOLERATION_SECONDS
from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.controllers.common.controller import REACTION_MS
from scheduler_core.controllers.common.node_conditions import OUT_OF_SERVICE, UNREACHABLE, ready_status
from scheduler_core.controllers.common.timers import Timer
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.policy import PodDisruptionBudget
from scheduler_core.objects.replacing import State, replace
from scheduler_core.objects.selection.selectors import Taint
from scheduler_core.objects.storage import PersistentVolume
from scheduler_core.objects.volumes.attachable import allows_many_nodes, attachable_volumes

WAIT_MS = 30_000
FENCE_MS = 10_000
TELL_MS = 5_000
URGENT_PRIORITY = 1_000
_SILENCE = Taint(UNREACHABLE, "", "NoExecute")
_MARK = Taint(OUT_OF_SERVICE, "nodeshutdown", "NoExecute")


def patience(pod: Pod, *, irreplaceable: bool, budgets: Iterable[PodDisruptionBudget]) -> int | None:
    """Milliseconds of silence after which the node is fenced to rescue this pod; None when the pod is no
    reason to fence.

    A tolerationSeconds that differs from the default takes precedence, since the author chose it. A pod of
    low priority, or one whose application can bear a loss (all its `budgets` allow one), waits for the
    default toleration.
    """
    if not irreplaceable or pod.finished or pod.priority < 0:
        return None
    used = next((toleration for toleration in pod.spec.tolerations if toleration.tolerates(_SILENCE)), None)
    if used is not None and used.toleration_seconds is None:
        return None
    if used is not None and used.toleration_seconds not in (None, DEFAULT_TOLERATION_SECONDS):
        return max(0, used.toleration_seconds or 0) * 1000
    rooms = [budget.disruptions_allowed > 0 for budget in budgets]
    if rooms and all(rooms) and pod.priority < URGENT_PRIORITY:
        return DEFAULT_TOLERATION_SECONDS * 1000
    return WAIT_MS


@dataclass(frozen=True, slots=True)
class _Case:
    """A silent node. `stage` is watched, decided, fenced or told; `due_ms` is None when no step is due."""

    stage: str
    since_ms: int
    due_ms: int | None


class FencingController(State):
    """The fencing controller. `by` is the means of fencing, one of those of the input `fence`; `tells` is
    `out-of-service` or `force-delete`.
    """

    name = "fencing-controller"
    watches = frozenset({"Node", "Pod"})
    rank = 29

    def __init__(self, by: str = "power", tells: str = "out-of-service") -> None:
        self.by = by
        self.tells = tells
        self._cases: dict[str, _Case] = {}

    # Watch events

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        if event.kind == "Pod":
            self._observe_pod(event, now_ms)
        if event.kind != "Node":
            return
        case = self._cases.get(event.key)
        node = event.new
        if not isinstance(node, Node):
            self._cases.pop(event.key, None)
        elif ready_status(node) == "Unknown":
            if case is None:
                self._cases[event.key] = _Case("watched", now_ms, now_ms + WAIT_MS)
        elif _MARK.key in [taint.key for taint in node.taints]:
            if node.ready and case is not None and (case.stage != "told" or case.due_ms is None):
                self._cases[event.key] = replace(case, stage="told", due_ms=now_ms + REACTION_MS)
        else:
            self._cases.pop(event.key, None)

    def _observe_pod(self, event: WatchEvent, now_ms: int) -> None:
        """Another pod on a silent node may be a reason to fence it."""
        if not self._cases or event.old is not None or not isinstance(event.new, Pod):
            return
        case = self._cases.get(event.new.node_name)
        if case is not None and case.stage == "watched" and case.due_ms is None:
            self._cases[event.new.node_name] = replace(case, due_ms=now_ms + REACTION_MS)

    # Acting

    def next_ms(self, now_ms: int) -> int | None:
        return min((case.due_ms for case in self._cases.values() if case.due_ms is not None), default=None)

    def act(self, api: ApiServer, now_ms: int, random: Random) -> Act | None:
        for name, case in list(self._cases.items()):
            if case.due_ms is None or case.due_ms > now_ms:
                continue
            act = self._go_on(name, case, api, now_ms)
            if act is not None:
                return act
        return None

    def _go_on(self, name: str, case: _Case, api: ApiServer, now_ms: int) -> Act | None:
        match case.stage:
            case "watched":
                return self._decide(name, case, api, now_ms)
            case "decided":
                self._cases[name] = replace(case, stage="fenced", due_ms=now_ms + TELL_MS)
                sentence = message("fencing.fenced", node=name)
                request: dict[str, Json] = {"kind": "fence", "node": name, "by": self.by}
                return Act("controller", self.name, "fence", sentence, focus_nodes=(name,), request=request)
            case "fenced":
                return self._tell(name, case, api, now_ms)
            case _:
                return self._take_back(name, api)

    def _decide(self, name: str, case: _Case, api: ApiServer, now_ms: int) -> Act | None:
        """Decides to fence the node once the patience of one of its pods is over; else waits until then."""
        waiting: list[tuple[int, int, str]] = []
        for pod in api.pods.values():
            if pod.node_name == name:
                patient = patience(pod, irreplaceable=irreplaceable(api, pod), budgets=_budgets_of(api, pod))
                if patient is not None:
                    waiting.append((case.since_ms + patient, -pod.priority, pod.key))
        if not waiting:
            self._cases[name] = replace(case, due_ms=None)
            return None
        at, _, key = min(waiting)
        if at > now_ms:
            self._cases[name] = replace(case, due_ms=at)
            return None
        self._cases[name] = replace(case, stage="decided", due_ms=now_ms + FENCE_MS)
        seconds = (now_ms - case.since_ms) // 1000
        sentence = message("fencing.decided", node=name, seconds=seconds, pod=key.rpartition("/")[2])
        return Act("controller", self.name, "update", sentence, focus_pods=(key,), focus_nodes=(name,))

    def _tell(self, name: str, case: _Case, api: ApiServer, now_ms: int) -> Act | None:
        """Tells the cluster that the node is fenced: sets the taint, or deletes one pod in each act."""
        if self.tells == "out-of-service":
            if isinstance(api.add_taint(name, replace(_MARK, time_added=api.timestamp(now_ms))), Refused):
                self._cases[name] = replace(case, due_ms=now_ms + REACTION_MS)
                return None
            self._cases[name] = replace(case, stage="told", due_ms=None)
            sentence = message("fencing.out_of_service", node=name)
            return Act("controller", self.name, "update", sentence, focus_nodes=(name,))
        for key, pod in list(api.pods.items()):
            if pod.node_name != name or not irreplaceable(api, pod):
                continue
            result = api.delete("Pod", key, DeleteOptions(force=True, precondition_uid=pod.meta.uid), now_ms)
            if not isinstance(result, Refused) and (result.changed or result.removed):
                sentence = message("fencing.force_deleted", node=name, pod=pod.name)
                return Act("controller", self.name, "delete", sentence, (key,), (name,))
        self._cases[name] = replace(case, stage="told", due_ms=None)
        return None

    def _take_back(self, name: str, api: ApiServer) -> Act | None:
        """Takes the out-of-service taint from a node that is ready again."""
        self._cases.pop(name, None)
        if isinstance(api.remove_taint(name, OUT_OF_SERVICE), Refused):
            return None
        sentence = message("fencing.in_service", node=name)
        return Act("controller", self.name, "update", sentence, focus_nodes=(name,))

    # Views for the board

    def timers(self) -> tuple[Timer, ...]:
        return tuple(
            Timer(
                "fence",
                case.since_ms,
                case.due_ms,
                message("timer.fence" if case.stage in ("watched", "decided") else "timer.fenced", node=name),
                node=name,
            )
            for name, case in self._cases.items()
            if case.due_ms is not None
        )

    # Checkpoints

    def fingerprint(self) -> Json:
        return [[name, case.stage, case.since_ms, case.due_ms] for name, case in self._cases.items()]


def irreplaceable(api: ApiServer, pod: Pod) -> bool:
    """Whether no other pod can replace this one: it belongs to a StatefulSet, or uses a single-node
    volume."""
    owner = pod.meta.controller
    if owner is not None and owner.kind == "StatefulSet":
        return True
    claims, drivers = api.objects("PersistentVolumeClaim"), api.objects("CSIDriver")
    volumes = attachable_volumes(pod, claims, api.objects("PersistentVolume"), drivers)
    return any(isinstance(volume, PersistentVolume) and not allows_many_nodes(volume) for volume in volumes)


def _budgets_of(api: ApiServer, pod: Pod) -> list[PodDisruptionBudget]:
    return [budget for budget in api.budgets.values() if budget.protects(pod.namespace, pod.labels)]
