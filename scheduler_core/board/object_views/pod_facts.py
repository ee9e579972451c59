"""The facts from which the view of a pod is made, as of its last change, and the history behind them.

Facts are immutable, so a view made later from them equals the view made at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.board.object_views.device_views import devices_of_pod
from scheduler_core.board.object_views.requeue_cause import WAKES_INTO
from scheduler_core.board.object_views.storage_views import claims_view
from scheduler_core.board.object_views.termination_views import (
    Cause,
    EndRequest,
    end_request,
    termination_view,
)
from scheduler_core.board.object_views.victims import Victims, victims_of, victims_view
from scheduler_core.board.object_views.views import Dying, View, Waiting, leaving_view, pod_view
from scheduler_core.board.object_views.zone_tallies import decided_selector
from scheduler_core.objects import Pod
from scheduler_core.objects.replacing import State
from scheduler_core.objects.selection.selectors import LabelSelector
from scheduler_core.scheduler.cycle.decision import Decision


@dataclass(frozen=True, slots=True)
class Scheduling:
    """What decides how pending pods look, apart from the pods: whether a scheduler runs, and the scheduler
    names that have a profile."""

    running: bool
    schedulers: frozenset[str]


@dataclass(frozen=True, slots=True)
class PodFacts:
    """All that the view of a pod depends on.

    `place` is its sort key within its lane of the queue. `permit` says that it has a reserved node and waits
    in Permit. `epoch_ms` is the epoch time of second 0.
    """

    pod: Pod
    order: int
    waiting: Waiting | None
    place: Sequence[int]
    leaving: View | None
    dying: Dying | None
    end_request: EndRequest | None
    bound_ms: int | None
    woken: View | None
    victims: Victims | None
    claims: View | None
    devices: View | None
    scheduling: Scheduling
    epoch_ms: int
    permit: bool

    @property
    def uid(self) -> str:
        return self.pod.uid

    @property
    def kept_by_finalizers(self) -> bool:
        """Whether the pod is being deleted and finalizers keep its object."""
        return self.leaving is not None and bool(self.pod.meta.finalizers)

    def view(self) -> View:
        return pod_view(
            self.pod,
            self.order,
            waiting=self.waiting,
            place=self.place,
            leaving=self.leaving,
            term=None if self.dying is None else termination_view(self.dying, self.end_request),
            bound_ms=self.bound_ms,
            woken=self.woken,
            scheduler_running=self.scheduling.running,
            schedulers=self.scheduling.schedulers,
            claims=self.claims,
            devices=self.devices,
            victims=victims_view(self.victims, self.pod),
            epoch_ms=self.epoch_ms,
            permit=self.permit,
        )


@dataclass
class PodHistory(State):
    """What the objects themselves do not say about pods, by key.

    - `facts`: those of each shown pod
    - `bound_ms`: when a pod was bound
    - `woken`: the event that brought a pod into its present lane of the queue
    - `end_requests`: the act that asked a pod to end
    - `decided`: what the spread constraints of a pod's latest decision count
    - `victims`: the pods with which a pod's latest decision makes room
    """

    facts: dict[str, PodFacts] = field(default_factory=dict)
    bound_ms: dict[str, int] = field(default_factory=dict)
    woken: dict[str, View] = field(default_factory=dict)
    end_requests: dict[str, EndRequest] = field(default_factory=dict)
    decided: dict[str, LabelSelector] = field(default_factory=dict)
    victims: dict[str, Victims] = field(default_factory=dict)

    def wake(self, woken: Mapping[str, View]) -> list[tuple[str, str]]:
        """Remembers which events woke pods; returns the (kind, key) whose views have to be made anew."""
        self.woken.update(woken)
        return [("Pod", key) for key in woken]

    def choose_to_end(self, pods: Iterable[str], cause: Cause, now_ms: int) -> None:
        """Remembers the act in which a kubelet decided to end pods that are not deleted."""
        for key in pods:
            facts = self.facts.get(key)
            if facts is not None and facts.leaving is None and facts.dying is None:
                self.end_requests[key] = EndRequest(facts.uid, cause, now_ms)

    def decide(self, decision: Decision) -> None:
        """Remembers what the spread constraints of a pod's latest decision count, and the victims that it
        chose."""
        key = decision.pod
        self.decided.pop(key, None)
        self.victims.pop(key, None)
        selector, victims = decided_selector(decision), victims_of(decision, self.facts)
        if selector is not None:
            self.decided[key] = selector
        if victims is not None:
            self.victims[key] = victims

    def succeeded(self, key: str, pod: Pod) -> bool:
        """Whether another pod has taken the name of a known one; what was known is then forgotten."""
        before = self.facts.get(key)
        if before is None or before.uid == pod.uid:
            return False
        self.bound_ms.pop(key, None)
        self.woken.pop(key, None)
        return True

    def look(
        self,
        api: ApiServer,
        pod: Pod,
        order: int,
        waiting: Waiting | None,
        place: Sequence[int],
        dying: Dying | None,
        cause: Cause | None,
        scheduling: Scheduling,
        now_ms: int,
        *,
        permit: bool = False,
    ) -> PodFacts:
        """The facts of a pod after the act `cause`; None is the start."""
        key, before, epoch_ms = pod.key, self.facts.get(pod.key), api.epoch_ms(0)
        if before is not None and before.uid == pod.uid and not before.pod.node_name and pod.node_name:
            self.bound_ms[key] = now_ms
        if self.woken and (waiting is None or waiting.lane not in WAKES_INTO):
            self.woken.pop(key, None)
        leaving = leaving_view(pod, epoch_ms)
        request = self.end_requests.pop(key, None)
        newest = end_request(request, before, pod, leaving, dying, cause, now_ms)
        if newest is not None:
            self.end_requests[key] = newest
        facts = self.facts[key] = PodFacts(
            pod,
            order,
            waiting,
            place,
            leaving,
            dying,
            newest,
            self.bound_ms.get(key),
            self.woken.get(key),
            self.victims.get(key),
            claims_view(api, pod) if pod.spec.volumes else None,
            devices_of_pod(api, pod),
            scheduling,
            epoch_ms,
            permit,
        )
        return facts

    def forget(self, key: str) -> None:
        """Forgets a pod that does not exist any more."""
        for table in (self.facts, self.bound_ms, self.woken, self.end_requests, self.decided, self.victims):
            table.pop(key, None)
