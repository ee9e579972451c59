"""The whole picture of the cluster: views of objects and of everything else, kept up to date after
each act."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from scheduler_core.actor import Act
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.board.actor_states import (
    dying_pods,
    order_in_lane,
    running_scheduler,
    waiting_pods,
)
from scheduler_core.board.board import OF_PODS, Board, Noted, ViewContext
from scheduler_core.board.machines.machine_views import machine_fields
from scheduler_core.board.non_object_views import NonObjectViews, Touched, touched_by
from scheduler_core.board.object_views.group_views import redrawn_groups
from scheduler_core.board.object_views.pod_facts import Scheduling
from scheduler_core.board.object_views.requeue_cause import woken_by
from scheduler_core.board.object_views.termination_views import KUBELET_ENDS, Cause
from scheduler_core.board.object_views.views import Dying, View
from scheduler_core.board.safety.safety_views import SafetyViews
from scheduler_core.board.tables import SINGLE, TABLES
from scheduler_core.kubelet.node.node_actor import NodeActor
from scheduler_core.objects import Node
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.replacing import State
from scheduler_core.scheduler.cycle.decision_view import DecisionView
from scheduler_core.simulation.cluster.cluster import Cluster


@dataclass
class Picture(State):
    """The views, and the terminations they show. `dying` maps a kubelet to its node's terminations by pod;
    `ending` holds those of all kubelets together."""

    board: Board = field(default_factory=Board)
    non_objects: NonObjectViews = field(default_factory=NonObjectViews)
    safety: SafetyViews = field(default_factory=SafetyViews)
    dying: dict[str, Mapping[str, Dying]] = field(default_factory=dict)
    ending: dict[str, Dying] = field(default_factory=dict)

    def update(
        self,
        api: ApiServer,
        cluster: Cluster,
        events: Sequence[WatchEvent],
        now_ms: int,
        act: Act | None = None,
        cause: Cause | None = None,
        *,
        looked_at: bool = True,
    ) -> list[dict[str, Json]]:
        """Takes in what `act` did and what it wrote (`events`); `cause` is its frame, None at the start.
        Returns the changes of the frame; none while nobody looks.

        Without an act the changes are those of this turn alone, whether or not somebody looks: whether it is
        a step depends on them.
        """
        noted = self._note(api, cluster, events, now_ms, act, cause, looked_at=looked_at)
        if act is None and cause is not None and not looked_at:
            return self._changes_alone(api, cluster, noted)
        if looked_at or not self.safety.calm(cluster, noted):
            return self._show(api, cluster, noted)
        self.board.keep(noted)
        return []

    def _changes_alone(self, api: ApiServer, cluster: Cluster, noted: Noted) -> list[dict[str, Json]]:
        """The changes by a turn without an act, apart from those before it that nobody has looked at."""
        if not self.board.is_new(noted) and self.safety.calm(cluster, {}):
            return []
        if any(kind in OF_PODS for kind, _ in noted):
            self._show(api, cluster, {})
            return self._show(api, cluster, noted)
        self._show_beside_pods(api, cluster, {})
        return self._show_beside_pods(api, cluster, noted)

    def _note(
        self,
        api: ApiServer,
        cluster: Cluster,
        events: Sequence[WatchEvent],
        now_ms: int,
        act: Act | None,
        cause: Cause | None,
        *,
        looked_at: bool,
    ) -> Noted:
        """What may look different now; with its pressure, if somebody looks or there was no act."""
        pods = self.board.pods
        woken = [] if act is None else pods.wake(woken_by(act))
        if act is not None and cause is not None and act.actor == "kubelet" and act.kind in KUBELET_ENDS:
            pods.choose_to_end(act.focus_pods, cause, now_ms)
        if act is not None and isinstance(act.decision, DecisionView):
            pods.decide(act.decision.decision)
            woken.append(("Pod", act.decision.decision.pod))
        touched = [pair for event in events for pair in touched_by(event)] + woken
        touched += redrawn_groups(api, events, () if act is None else act.focus_pods)
        stirred = list(cluster.stirred)
        cluster.stirred.clear()
        for name in stirred:
            touched += self._follow_terminations(cluster, name)
        nodes = [cluster.components.node_of(name) for name in stirred]
        pressure_now = looked_at or act is None
        beside, more = self.non_objects.update(api, cluster, nodes, now_ms, looked_at=pressure_now)
        shown = view_context(api, cluster, self.ending, cause)
        return self.board.note(api, [*touched, *more], shown, now_ms, beside)

    def _show(self, api: ApiServer, cluster: Cluster, noted: Noted) -> list[dict[str, Json]]:
        return self._with_safety(api, cluster, self.board.look(noted))

    def _show_beside_pods(self, api: ApiServer, cluster: Cluster, noted: Noted) -> list[dict[str, Json]]:
        return self._with_safety(api, cluster, self.board.look_beside_pods(noted))

    def _with_safety(
        self, api: ApiServer, cluster: Cluster, changes: list[dict[str, Json]]
    ) -> list[dict[str, Json]]:
        return changes + self.board.show(self.safety.update(api, cluster, self.board.views, changes))

    def look(self, api: ApiServer, cluster: Cluster) -> None:
        """Makes the views that waited because nobody looked."""
        self.look_at_pressure(api, cluster)
        if self.board.unseen:
            self._show(api, cluster, {})

    def look_at_pressure(self, api: ApiServer, cluster: Cluster) -> None:
        """Makes the views of pressure that waited. They depend on the machines as they are now, unlike all
        others."""
        if self.non_objects.unlooked:
            waiting = list(self.non_objects.unlooked)
            self.board.keep(self.non_objects.look(api, cluster, waiting))

    def look_back(self, api: ApiServer, earlier: tuple[NodeActor, Node | None]) -> None:
        """Makes the waiting views of a machine as it was before its last turn."""
        host, node = earlier
        if (at_ms := self.non_objects.unlooked.pop(host.node, None)) is not None:
            view = self.non_objects.press(api, host, host.node, node, at_ms)
            self.board.keep({("pressure", host.node): view})

    def _follow_terminations(self, cluster: Cluster, kubelet: str) -> list[Touched]:
        """The pods whose terminations on this machine began, progressed or ended."""
        before = self.dying.pop(kubelet, {})
        now = dying_pods(cluster.agenda.actors.get(kubelet))
        if now:
            self.dying[kubelet] = now
        ended = [key for key in before if key not in now]
        changed = [key for key, new in now.items() if (old := before.get(key)) is not new and old != new]
        self._end(ended)
        self.ending.update((key, now[key]) for key in changed)
        return [("Pod", key) for key in (*ended, *changed)]

    def _end(self, pods: Iterable[str]) -> None:
        """Forgets terminations that ended on one machine; a pod with the same key may be terminating on
        another one."""
        for key in pods:
            self.ending.pop(key, None)
            for others in self.dying.values():
                if key in others:
                    self.ending[key] = others[key]

    def snapshot(self) -> dict[str, Json]:
        """All views by kind, as docs/protocol.md has them."""
        in_order = {"node", "pod"}
        tables: dict[str, Json] = {
            table: self.board.listed(kind, _order if kind in in_order else None)
            for kind, table in TABLES.items()
        }
        return tables | {kind: next(iter(self.board.listed(kind)), None) for kind in SINGLE}


def view_context(
    api: ApiServer, cluster: Cluster, ending: Mapping[str, Dying], cause: Cause | None = None
) -> ViewContext:
    """What decides how objects look, apart from the objects themselves."""
    scheduler = running_scheduler(cluster)
    return ViewContext(
        waiting_pods(scheduler),
        ending,
        Scheduling(scheduler is not None, cluster.components.schedulers),
        lambda node: machine_fields(api, cluster, node),
        lambda pod: order_in_lane(scheduler, pod),
        cause,
        None if scheduler is None else scheduler.groups,
    )


def _order(view: View) -> int:
    order = view["order"]
    return order if isinstance(order, int) else 0
