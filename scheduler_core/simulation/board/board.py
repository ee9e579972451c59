"""The board: the views of everything shown, kept up to date object by object.

`Board.update` makes only the views that may have changed; a test compares the result with all views made
anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.objects import Node, Pod, PriorityClass, Service, Workload
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.selectors import LabelSelector
from scheduler_core.objects.storage import PersistentVolume, PersistentVolumeClaim
from scheduler_core.simulation.board.frames import changes_between
from scheduler_core.simulation.board.gantt_bars import Spans, wanted_spans
from scheduler_core.simulation.board.object_views.device_views import (
    devices_of_node,
    devices_of_pod,
    redrawn_with_devices,
)
from scheduler_core.simulation.board.object_views.requested import Requested
from scheduler_core.simulation.board.object_views.service_views import redrawn_with_slices, service_view
from scheduler_core.simulation.board.object_views.storage_views import (
    attached_to,
    claim_view,
    claims_view,
    volume_view,
)
from scheduler_core.simulation.board.object_views.termination_views import (
    Cause,
    EndRequest,
    end_request,
    termination_view,
)
from scheduler_core.simulation.board.object_views.victims import Victims, victims_view
from scheduler_core.simulation.board.object_views.views import (
    Dying,
    View,
    ViewKey,
    Waiting,
    class_view,
    leaving_view,
    node_view,
    pod_view,
    scheduler_view,
    workload_view,
)
from scheduler_core.simulation.board.object_views.zone_tallies import ZoneTallies, counted_by
from scheduler_core.simulation.board.pressure.node_need import need_view, nodes_in, transition_key
from scheduler_core.simulation.board.requeue_cause import WAKES_INTO
from scheduler_core.simulation.board.storage.disk_views import DiskViews
from scheduler_core.simulation.board.storage.volume_limits import volume_limits


@dataclass(slots=True)
class Seen:
    """What decides how objects look, apart from the stored objects themselves.

    - `schedulers`: scheduler names that have a profile
    - `machine`: the part of a node's view that describes its machine
    - `order_in_lane`: the sort key of a queued pod within its lane, by the pod's key
    - `cause`: the act that changed the picture; None when there was none
    """

    waiting: Mapping[str, Waiting]
    dying: Mapping[str, Dying]
    scheduler_running: bool
    schedulers: frozenset[str]
    machine: Callable[[str], View | None]
    order_in_lane: Callable[[str], Sequence[int]]
    cause: Cause | None = None


@dataclass(slots=True)
class Board:
    """The views of objects and what is needed to update them.

    - `orders`: the place of each node and pod in the order of creation
    - `bound_ms`: when a pod was bound
    - `woken`: the event that brought a pod into its present lane of the queue
    - `asked`: the act that asked a pod to end
    - `decided`: what the spread constraints of a pod's latest decision count
    - `victims`: the pods with which a pod's latest decision makes room
    """

    views: dict[ViewKey, View] = field(default_factory=dict)
    spans: Spans = field(default_factory=Spans)
    orders: dict[ViewKey, int] = field(default_factory=dict)
    bound_ms: dict[str, int] = field(default_factory=dict)
    woken: dict[str, View] = field(default_factory=dict)
    asked: dict[str, EndRequest] = field(default_factory=dict)
    decided: dict[str, LabelSelector] = field(default_factory=dict)
    victims: dict[str, Victims] = field(default_factory=dict)
    tallies: ZoneTallies = field(default_factory=ZoneTallies)
    next_order: int = 0
    waiting: Mapping[str, Waiting] = field(default_factory=dict)
    requested: Requested = field(default_factory=Requested)
    disks: DiskViews = field(default_factory=DiskViews)
    shares_orders: bool = False

    def copy(self) -> Board:
        self.shares_orders = True
        return Board(
            dict(self.views),
            self.spans.copy(),
            self.orders,
            dict(self.bound_ms),
            dict(self.woken),
            dict(self.asked),
            dict(self.decided),
            dict(self.victims),
            self.tallies.copy(),
            self.next_order,
            self.waiting,
            self.requested.copy(),
            self.disks.copy(),
            shares_orders=True,
        )

    def _own_orders(self) -> dict[ViewKey, int]:
        """`orders` for writing. It changes seldom, so checkpoints share it until it is written."""
        if self.shares_orders:
            self.orders, self.shares_orders = dict(self.orders), False
        return self.orders

    def wake(self, woken: Mapping[str, View]) -> list[tuple[str, str]]:
        """Remembers which events woke pods; returns the (kind, key) that `update` has to make anew."""
        self.woken.update(woken)
        return [("Pod", key) for key in woken]

    def choose_to_end(self, pods: Iterable[str], cause: Cause, now_ms: int) -> None:
        """Remembers the act in which a kubelet decided to end pods that nobody deleted."""
        for key in pods:
            view = self.views.get(("pod", key))
            if view is not None and view["leaving"] is None and view["term"] is None:
                self.asked[key] = EndRequest(str(view["uid"]), cause, now_ms)

    def update(
        self,
        api: ApiServer,
        touched: Iterable[tuple[str, str]],
        seen: Seen,
        now_ms: int,
        beside: Mapping[ViewKey, View | None] | None = None,
    ) -> list[dict[str, Json]]:
        """Brings the views up to date and returns the changes of the frame.

        `touched` are the (kind, key) of objects written since the last time; `beside` are the present views
        of what is not an object.
        """
        wanted = dict.fromkeys((KINDS[kind].redraws or kind, key) for kind, key in touched)
        wanted.update(dict.fromkeys(("Pod", key) for key in _differing(self.waiting, seen.waiting)))
        running = scheduler_view(seen.scheduler_running)
        if self.views.get(("scheduler", "scheduler")) != running:
            # The reason why a pending pod waits changes with the scheduler.
            wanted.update(dict.fromkeys(("Pod", key) for key, pod in api.pods.items() if not pod.node_name))
        wanted.update(dict.fromkeys(self.disks.touched_with(api, wanted)))
        wanted.update(dict.fromkeys(redrawn_with_devices(api, list(wanted), self._shown("node"))))
        wanted.update(dict.fromkeys(redrawn_with_slices(api, list(wanted))))
        after: dict[ViewKey, View | None] = dict(beside or {})
        for kind, key in wanted:
            shown = KINDS[kind].view
            if shown is not None:
                self._look(api, kind, key, shown, seen, now_ms, after)
        after["scheduler", "scheduler"] = running
        self._sum_requests(after)
        self._tell_need(after)
        self._tally(api, after)
        after.update(self.disks.update(self.views, after))
        self.waiting = seen.waiting
        return self.show(after)

    def show_pressure(self, pressures: Mapping[ViewKey, View | None]) -> None:
        """Takes over views of pressure alone, and what the views of their nodes say of it."""
        after = dict(pressures)
        self._tell_need(after)
        self.show(after)

    def show(self, after: Mapping[ViewKey, View | None]) -> list[dict[str, Json]]:
        """Takes over new versions of views (None means removed) and returns the changes."""
        changes = changes_between(self.views, after)
        for view_key, view in after.items():
            if view is None:
                self.views.pop(view_key, None)
            else:
                self.views[view_key] = view
        return changes

    def _sum_requests(self, after: dict[ViewKey, View | None]) -> None:
        """Updates the sums of requests in the views of nodes where a pod or the node changed."""
        nodes = {key: None for kind, key in after if kind == "node"}
        for (kind, key), view in after.items():
            if kind == "pod":
                nodes.update(dict.fromkeys(self.requested.follow(self.views.get((kind, key)), view)))
        for name in nodes:
            view_key = ("node", name)
            node = after[view_key] if view_key in after else self.views.get(view_key)
            if node is not None:
                after[view_key] = {**node, **self.requested.fields(node)}

    def _tell_need(self, after: dict[ViewKey, View | None]) -> None:
        """Updates what the views of nodes say of their need."""

        def now(view_key: ViewKey) -> View | None:
            return after[view_key] if view_key in after else self.views.get(view_key)

        for name in nodes_in(after):
            node = now(("node", name))
            if node is not None:
                need = need_view(node, now(("pressure", name)), now(("timer", transition_key(name))))
                after["node", name] = {**node, "need": need}

    def decide(self, pod_key: str, selector: LabelSelector | None, victims: Victims | None) -> None:
        """Remembers what the spread constraints of a pod's latest decision count, and the victims that it
        chose."""
        self.decided.pop(pod_key, None)
        self.victims.pop(pod_key, None)
        if selector is not None:
            self.decided[pod_key] = selector
        if victims is not None:
            self.victims[pod_key] = victims

    def _tally(self, api: ApiServer, after: dict[ViewKey, View | None]) -> None:
        """Updates the tallies of the zones where a pod or a node changed."""
        changed: set[str] = set()
        pods = [(key, view) for (kind, key), view in after.items() if kind == "pod"]
        for (kind, key), view in after.items():
            if kind == "node":
                changed |= self.tallies.follow_node(key, view)
        for key, view in pods:
            changed |= self.tallies.follow_pod(key, view)
        for key, view in pods:
            stored = api.pods.get(key)
            if view is None or stored is None:
                self.decided.pop(key, None)
            counted = None if stored is None else counted_by(stored, self.decided.get(key))
            changed |= self.tallies.ask(key, counted, self._pod_views(after))
            if view is not None:
                after["pod", key] = {**view, "tally": None if counted is None else counted.key}
        for key in sorted(changed):
            after["tally", key] = self.tallies.view(key)

    def _pod_views(self, after: Mapping[ViewKey, View | None]) -> Iterator[View]:
        """The present views of all pods; they are made only when they are wanted."""
        for view_key, view in self.views.items():
            if view_key[0] == "pod" and view_key not in after:
                yield view
        for (kind, _), new in after.items():
            if kind == "pod" and new is not None:
                yield new

    def _look(
        self,
        api: ApiServer,
        kind: str,
        key: str,
        shown: str,
        seen: Seen,
        now_ms: int,
        after: dict[ViewKey, View | None],
    ) -> None:
        view_key = (shown, f"{kind}/{key}" if shown == "workload" else key)
        stored = api.get(kind, key)
        if isinstance(stored, Pod):
            after[view_key] = self._pod(api, stored, seen, now_ms)
        elif isinstance(stored, Node):
            pods = (api.pods[pod] for pod in self.disks.users.by_node.get(key, ()))
            view = node_view(
                stored,
                self._order(view_key),
                volume_limits(api, key, pods),
                api.epoch_ms(0),
                devices_of_node(api, stored),
            )
            after[view_key] = {**view, **(seen.machine(key) or {})}
        elif isinstance(stored, PriorityClass):
            after[view_key] = class_view(stored)
        elif isinstance(stored, Workload):
            after[view_key] = workload_view(stored, _controller(api, stored))
        elif isinstance(stored, Service):
            after[view_key] = service_view(api, stored)
        elif isinstance(stored, PersistentVolume):
            after[view_key] = {**volume_view(stored), "attached": attached_to(api, key)}
        elif isinstance(stored, PersistentVolumeClaim):
            after[view_key] = claim_view(stored)
        elif kind == "Node" and view_key in self.views and (machine := seen.machine(key)) is not None:
            # The object is gone, but its machine still exists.
            after[view_key] = {**self.views[view_key], "ready": False, "taints": [], **machine}
        else:
            after[view_key] = None
            self._own_orders().pop(view_key, None)
        if kind == "Pod":
            self._spans(key, stored if isinstance(stored, Pod) else None, seen, now_ms, after)

    def _pod(self, api: ApiServer, pod: Pod, seen: Seen, now_ms: int) -> View:
        epoch_ms = api.epoch_ms(0)
        before = self.views.get(("pod", pod.key))
        if before is not None and before["uid"] != pod.uid:
            # Another pod with the same name: it is younger than all others.
            self._own_orders().pop(("pod", pod.key), None)
            self.bound_ms.pop(pod.key, None)
            self.woken.pop(pod.key, None)
        elif before is not None and before["node"] is None and pod.node_name:
            self.bound_ms[pod.key] = now_ms
        waiting = seen.waiting.get(pod.key)
        if waiting is None or waiting.lane not in WAKES_INTO:
            self.woken.pop(pod.key, None)
        dying = _ending(pod, seen)
        leaving = leaving_view(pod, epoch_ms)
        known = self.asked.pop(pod.key, None)
        asked = end_request(known, before, pod, leaving, dying, seen.cause, now_ms)
        if asked is not None:
            self.asked[pod.key] = asked
        return pod_view(
            pod,
            self._order(("pod", pod.key)),
            waiting=waiting,
            place=seen.order_in_lane(pod.key) if waiting is not None else (),
            leaving=leaving,
            term=None if dying is None else termination_view(dying, asked),
            bound_ms=self.bound_ms.get(pod.key),
            woken=self.woken.get(pod.key),
            scheduler_running=seen.scheduler_running,
            schedulers=seen.schedulers,
            claims=claims_view(api, pod),
            devices=devices_of_pod(api, pod),
            victims=victims_view(self.victims.get(pod.key), pod),
            epoch_ms=epoch_ms,
        )

    def _spans(
        self, key: str, pod: Pod | None, seen: Seen, now_ms: int, after: dict[ViewKey, View | None]
    ) -> None:
        bars = []
        if pod is None:
            self.bound_ms.pop(key, None)
            self.woken.pop(key, None)
            self.asked.pop(key, None)
            self.victims.pop(key, None)
        else:
            waiting = seen.waiting.get(key)
            dying = _ending(pod, seen)
            bars = wanted_spans(pod.node_name or None, pod.nominated_node_name or None, waiting, dying)
        for span_id, span in self.spans.update(key, bars, now_ms).items():
            after["span", span_id] = None if span is None else span.view()

    def _order(self, view_key: ViewKey) -> int:
        known = self.orders.get(view_key)
        if known is None:
            known = self._own_orders()[view_key] = self.next_order
            self.next_order += 1
        return known

    def listed(self, kind: str, order: Callable[[View], int] | None = None) -> list[View]:
        """All views of a kind: nodes and pods in their order, others in the order in which they appeared."""
        views = list(self._shown(kind))
        return sorted(views, key=order) if order is not None else views

    def _shown(self, kind: str) -> Iterator[View]:
        return (view for (shown, _), view in self.views.items() if shown == kind)


def _controller(api: ApiServer, workload: Workload) -> Workload | None:
    """The stored workload that controls this one."""
    reference = workload.meta.controller
    if reference is None or reference.kind not in KINDS:
        return None
    found = api.get(reference.kind, f"{workload.meta.namespace}/{reference.name}")
    return found if isinstance(found, Workload) else None


def _ending(pod: Pod, seen: Seen) -> Dying | None:
    """How the pod's node terminates it, because the pod is deleted or because the kubelet ends it (pressure
    …).

    A deleted pod of the same name may still be terminating on the node; that is not this pod's end.
    """
    found = seen.dying.get(pod.key)
    if pod.terminating:
        return found
    return found if found is not None and found.uid == pod.uid and not pod.finished else None


def _differing(before: Mapping[str, object], after: Mapping[str, object]) -> list[str]:
    """Keys whose values differ, in the order of `after`, followed by the removed keys."""
    if before is after:
        return []
    changed = [key for key, value in after.items() if before.get(key) != value]
    return changed + [key for key in before if key not in after]
