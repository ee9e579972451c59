"""The board: the views of everything shown, kept up to date object by object.

`Board.note` records what an act may change, and what only history shows. `Board.look` makes the views from
these notes; acts that need no picture only leave their notes (`Board.keep`). A test compares the result with
views that are all made anew.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self, TypeAlias, cast

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.board.derived_views import DerivedViews
from scheduler_core.board.frames import changes_between
from scheduler_core.board.gantt_bars import Span, Spans, open_bars
from scheduler_core.board.object_views.device_views import devices_of_node, redrawn_with_devices
from scheduler_core.board.object_views.group_views import group_view, of_workload, workload_group_views
from scheduler_core.board.object_views.pod_facts import PodFacts, PodHistory, Scheduling
from scheduler_core.board.object_views.service_views import redrawn_with_slices, service_view
from scheduler_core.board.object_views.storage_views import attached_to, claim_view, volume_view
from scheduler_core.board.object_views.termination_views import Cause
from scheduler_core.board.object_views.views import (
    BY_KEY,
    Dying,
    View,
    ViewKey,
    Waiting,
    class_view,
    node_view,
    scheduler_view,
    workload_view,
)
from scheduler_core.board.storage.volume_limits import volume_limits
from scheduler_core.objects import Node, Pod, PriorityClass, Service, Workload
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod_groups import PodGroup, SchedulingWorkload
from scheduler_core.objects.read_once import with_shared_values
from scheduler_core.objects.replacing import State
from scheduler_core.objects.storage import PersistentVolume, PersistentVolumeClaim
from scheduler_core.scheduler.groups.group_cycle import GroupCycle

Noted: TypeAlias = dict[ViewKey, View | PodFacts | Span | None]
"""What may look different after acts: views, or the immutable values that they are made from; None means
removed."""
OF_PODS = frozenset({"pod", "span"})
"""The kinds of views that are made from noted values."""


@dataclass(slots=True)
class ViewContext:
    """What decides how objects look, apart from the stored objects themselves.

    - `machine`: the part of a node's view that describes its machine
    - `order_in_lane`: the sort key of a queued pod within its lane, by the pod's key
    - `cause`: the act that changed the picture; None when there was none
    - `groups`: the cycles of groups of the scheduler; None when none runs
    """

    waiting: Mapping[str, Waiting]
    dying: Mapping[str, Dying]
    scheduling: Scheduling
    machine: Callable[[str], View | None]
    order_in_lane: Callable[[str], Sequence[int]]
    cause: Cause | None = None
    groups: GroupCycle | None = None


@dataclass
class Board(State):
    """The views of objects and what is needed to update them.

    - `views`: as they were when somebody last looked
    - `unseen`: what acts have left since then; `gone` are the views that one of these acts removed
    - `orders`: the place of each node and pod in the order of creation
    - `pods`: what is known of pods beside their objects
    """

    views: dict[ViewKey, View] = field(default_factory=dict)
    unseen: Noted = field(default_factory=dict)
    gone: dict[ViewKey, None] = field(default_factory=dict)
    spans: Spans = field(default_factory=Spans)
    orders: dict[ViewKey, int] = field(default_factory=dict)
    pods: PodHistory = field(default_factory=PodHistory)
    derived: DerivedViews = field(default_factory=DerivedViews)
    next_order: int = 0
    waiting: Mapping[str, Waiting] = field(default_factory=dict)
    scheduling: Scheduling | None = None
    shares_orders: bool = False

    def copy(self) -> Self:
        self.shares_orders = True
        twin = super().copy()
        twin.orders, twin.waiting = self.orders, self.waiting
        return twin

    def large_tables(self) -> list[dict[Hashable, object]]:
        """The tables that grow with the cluster, for checkpoints."""
        tables = (self.views, self.pods.facts, self.pods.bound_ms)
        return [cast(dict[Hashable, object], table) for table in tables]

    def _own_orders(self) -> dict[ViewKey, int]:
        """`orders` for writing. It changes seldom, so checkpoints share it until it is written."""
        if self.shares_orders:
            self.orders, self.shares_orders = dict(self.orders), False
        return self.orders

    def update(
        self, api: ApiServer, touched: Iterable[tuple[str, str]], context: ViewContext, now_ms: int
    ) -> list[dict[str, Json]]:
        """Notes an act and looks at once: brings the views up to date and returns the changes."""
        return self.look(self.note(api, touched, context, now_ms))

    def note(
        self,
        api: ApiServer,
        touched: Iterable[tuple[str, str]],
        context: ViewContext,
        now_ms: int,
        beside: Mapping[ViewKey, View | None] | None = None,
    ) -> Noted:
        """What may look different after an act. `look` or `keep` must follow.

        `touched` are the (kind, key) of objects written since the last time; `beside` are the present views
        of what is not an object.
        """
        objects = dict.fromkeys((KINDS[kind].redraws or kind, key) for kind, key in touched)
        objects.update(dict.fromkeys(("Pod", key) for key in _differing(self.waiting, context.waiting)))
        running = context.scheduling.running
        switched = self.scheduling is None or self.scheduling.running != running
        if switched:
            # The reason why a pending pod waits changes with the scheduler.
            objects.update(dict.fromkeys(("Pod", key) for key, pod in api.pods.items() if not pod.node_name))
        objects.update(dict.fromkeys(self.derived.disks.touched_with(api, objects)))
        objects.update(dict.fromkeys(redrawn_with_devices(api, objects, self._nodes())))
        objects.update(dict.fromkeys(redrawn_with_slices(api, list(objects))))
        noted: Noted = dict(beside or {})
        for kind, key in objects:
            shown = KINDS[kind].view
            if kind == "Pod":
                self._note_pod(api, key, context, now_ms, noted)
            elif shown is not None:
                self._note(api, kind, key, shown, context, noted)
        if switched:
            noted["scheduler", "scheduler"] = scheduler_view(running)
        self.waiting, self.scheduling = context.waiting, context.scheduling
        return noted

    def keep(self, noted: Mapping[ViewKey, View | PodFacts | Span | None]) -> None:
        """Keeps the notes of an act until the next `look`."""
        for view_key, value in noted.items():
            if value is None:
                self.gone[view_key] = None
            elif view_key in self.gone and self.unseen[view_key] is None:
                # It has come back, so it is now the last of its kind.
                del self.unseen[view_key]
            self.unseen[view_key] = value

    def look(self, noted: Noted | None = None) -> list[dict[str, Json]]:
        """Makes the views of what acts have left, and last of what `noted` has. Returns the changes."""
        if self.unseen:
            self.keep(noted or {})
            noted, self.unseen = self.unseen, {}
        return self._make(noted) if noted else []

    def look_beside_pods(self, noted: Noted) -> list[dict[str, Json]]:
        """Like `look`, but what acts have left of pods and their bars still waits. `noted` has none of it."""
        waiting = {key: value for key, value in self.unseen.items() if key[0] in OF_PODS}
        self.unseen = {key: value for key, value in self.unseen.items() if key[0] not in OF_PODS}
        changes = self.look(noted)
        self.unseen = waiting
        return changes

    def _make(self, noted: Noted) -> list[dict[str, Json]]:
        after: dict[ViewKey, View | None] = {
            key: value.view() if isinstance(value, (PodFacts, Span)) else value
            for key, value in noted.items()
        }
        self.derived.update(self.views, after, self.pods)
        return self.show(after)

    def is_new(self, noted: Noted) -> bool:
        """Whether an act may have changed a view: False only if everything in `noted` is known already."""
        return any(self._differs(view_key, value) for view_key, value in noted.items())

    def _differs(self, view_key: ViewKey, value: View | PodFacts | Span | None) -> bool:
        noted = self._latest(view_key)
        if value is None or noted is None:
            return value is not noted
        if isinstance(value, dict) and isinstance(noted, dict):
            # A view that was made has fields beside these, which follow from other views.
            return any(name not in noted or noted[name] != value[name] for name in value)
        return True

    def _latest(self, view_key: ViewKey) -> View | PodFacts | Span | None:
        """The noted value of a view since the last look, else the view; None when there is neither."""
        return self.unseen[view_key] if view_key in self.unseen else self.views.get(view_key)

    def show(self, after: Mapping[ViewKey, View | None]) -> list[dict[str, Json]]:
        """Takes over new versions of views (None means removed) and returns the changes."""
        changes = changes_between(self.views, after)
        for view_key, view in after.items():
            if view_key in self.gone:
                del self.gone[view_key]
                self.views.pop(view_key, None)
            if view is None:
                self.views.pop(view_key, None)
            else:
                self.views[view_key] = with_shared_values(view)
        return changes

    def _note(
        self, api: ApiServer, kind: str, key: str, shown: str, context: ViewContext, noted: Noted
    ) -> None:
        view_key = (shown, f"{kind}/{key}" if shown == "workload" else key)
        stored = api.get(kind, key)
        if isinstance(stored, Node):
            pods = (api.pods[pod] for pod in self.derived.disks.users.by_node.get(key, ()))
            view = node_view(
                stored,
                self._order(view_key),
                volume_limits(api, key, pods),
                api.epoch_ms(0),
                devices_of_node(api, stored),
            )
            noted[view_key] = {**view, **(context.machine(key) or {})}
        elif isinstance(stored, PriorityClass):
            noted[view_key] = class_view(stored)
        elif isinstance(stored, Workload):
            noted[view_key] = workload_view(stored, _controller(api, stored))
        elif isinstance(stored, PodGroup):
            noted[view_key] = group_view(api, stored, context.groups)
        elif isinstance(stored, SchedulingWorkload):
            noted.update(self._groups_before(key))
            noted.update(workload_group_views(api, stored, context.groups))
        elif kind == "Workload":
            noted.update(self._groups_before(key))
        elif isinstance(stored, Service):
            noted[view_key] = service_view(api, stored)
        elif isinstance(stored, PersistentVolume):
            noted[view_key] = {**volume_view(stored), "attached": attached_to(api, key)}
        elif isinstance(stored, PersistentVolumeClaim):
            noted[view_key] = claim_view(stored)
        else:
            current, machine = self._latest(view_key), context.machine(key) if kind == "Node" else None
            if isinstance(current, dict) and machine is not None:
                # The object is gone, but its machine still exists.
                noted[view_key] = {**current, "ready": False, "taints": [], **machine}
                return
            noted[view_key] = None
            self._own_orders().pop(view_key, None)

    def _note_pod(self, api: ApiServer, key: str, context: ViewContext, now_ms: int, noted: Noted) -> None:
        view_key, pod = ("pod", key), api.pods.get(key)
        bars = []
        if pod is None:
            noted[view_key] = None
            self._own_orders().pop(view_key, None)
            self.pods.forget(key)
        else:
            if self.pods.succeeded(key, pod):
                # It is younger than all others.
                self._own_orders().pop(view_key, None)
            waiting, dying = context.waiting.get(key), _ending(pod, context)
            place = context.order_in_lane(key) if waiting is not None else ()
            order = self._order(view_key)
            noted[view_key] = self.pods.look(
                api,
                pod,
                order,
                waiting,
                place,
                dying,
                context.cause,
                context.scheduling,
                now_ms,
                permit=context.groups is not None and context.groups.held(pod.uid),
            )
            bars = open_bars(pod.node_name or None, pod.nominated_node_name or None, waiting, dying)
        for span_id, span in self.spans.update(key, bars, now_ms).items():
            noted["span", span_id] = span

    def _groups_before(self, workload: str) -> dict[ViewKey, None]:
        """The rows of the groups of a Workload, to be removed."""
        return dict.fromkeys(row for row in (*self.views, *self.unseen) if of_workload(workload, row))

    def _order(self, view_key: ViewKey) -> int:
        order = self.orders.get(view_key)
        if order is None:
            order = self._own_orders()[view_key] = self.next_order
            self.next_order += 1
        return order

    def listed(self, kind: str, order: Callable[[View], int | str] | None = None) -> list[View]:
        """All views of a kind in the given order; without one those of `BY_KEY` are sorted by key, and the
        others are in the order in which they appeared."""
        views = {key: view for (shown, key), view in self.views.items() if shown == kind}
        if order is not None:
            return sorted(views.values(), key=order)
        return [views[key] for key in sorted(views)] if kind in BY_KEY else list(views.values())

    def _nodes(self) -> Iterator[View]:
        """The present views of nodes."""
        for view_key in (*self.views, *self.unseen):
            view = self._latest(view_key) if view_key[0] == "node" else None
            if isinstance(view, dict):
                yield view


def _controller(api: ApiServer, workload: Workload) -> Workload | None:
    """The stored workload that controls this one."""
    reference = workload.meta.controller
    if reference is None or reference.kind not in KINDS:
        return None
    owner = api.get(reference.kind, f"{workload.meta.namespace}/{reference.name}")
    return owner if isinstance(owner, Workload) else None


def _ending(pod: Pod, context: ViewContext) -> Dying | None:
    """How the pod's node terminates it, because the pod is deleted or because the kubelet ends it (pressure
    …).

    A deleted pod of the same name may still be terminating on the node; that is not this pod's end.
    """
    dying = context.dying.get(pod.key)
    if pod.terminating:
        return dying
    return dying if dying is not None and dying.uid == pod.uid and not pod.finished else None


def _differing(before: Mapping[str, object], after: Mapping[str, object]) -> list[str]:
    """Keys whose values differ, in the order of `after`, followed by the removed keys."""
    if before is after:
        return []
    changed = [key for key, value in after.items() if (old := before.get(key)) is not value and old != value]
    return changed + [key for key in before if key not in after]
