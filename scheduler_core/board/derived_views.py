"""Views, and fields of views, that follow from other views: sums of requests, need, tallies and disks.

They depend only on the views before and after, so they are made once for all acts between two looks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from scheduler_core.board.object_views.pod_facts import PodHistory
from scheduler_core.board.object_views.requested import Requested
from scheduler_core.board.object_views.views import View, ViewKey
from scheduler_core.board.object_views.zone_tallies import ZoneTallies, counted_by
from scheduler_core.board.pressure.node_need import need_view, nodes_in, transition_key
from scheduler_core.board.storage.disk_views import DiskViews
from scheduler_core.objects.replacing import State


@dataclass
class DerivedViews(State):
    """What is needed to make views that follow from others."""

    tallies: ZoneTallies = field(default_factory=ZoneTallies)
    requested: Requested = field(default_factory=Requested)
    disks: DiskViews = field(default_factory=DiskViews)

    def update(
        self, views: Mapping[ViewKey, View], after: dict[ViewKey, View | None], pods: PodHistory
    ) -> None:
        """Completes `after`, the views that may differ from `views` (None means removed)."""
        self._sum_requests(views, after)
        _tell_need(views, after)
        self._tally(views, after, pods)
        after.update(self.disks.update(views, after))

    def _sum_requests(self, views: Mapping[ViewKey, View], after: dict[ViewKey, View | None]) -> None:
        """Updates the sums of requests in the views of nodes where a pod or the node changed."""
        nodes = {key: None for kind, key in after if kind == "node"}
        for (kind, key), view in after.items():
            if kind == "pod":
                nodes.update(dict.fromkeys(self.requested.follow(views.get((kind, key)), view)))
        for name in nodes:
            node = _present(views, after, ("node", name))
            if node is not None:
                after["node", name] = {**node, **self.requested.fields(node)}

    def _tally(
        self, views: Mapping[ViewKey, View], after: dict[ViewKey, View | None], pods: PodHistory
    ) -> None:
        """Updates the tallies of the zones where a pod or a node changed."""
        changed: set[str] = set()
        shown = [(key, view) for (kind, key), view in after.items() if kind == "pod"]
        for (kind, key), view in after.items():
            if kind == "node":
                changed |= self.tallies.follow_node(key, view)
        for key, view in shown:
            changed |= self.tallies.follow_pod(key, view)
        for key, view in shown:
            facts = None if view is None else pods.facts.get(key)
            counted = None if facts is None else counted_by(facts.pod, pods.decided.get(key))
            changed |= self.tallies.ask(key, counted)
            if view is not None:
                # The view was made for this look, so nobody else has it.
                view["tally"] = None if counted is None else counted.key
        self.tallies.count_new(_pods(views, after))
        for key in sorted(changed):
            after["tally", key] = self.tallies.view(key)


def _present(
    views: Mapping[ViewKey, View], after: Mapping[ViewKey, View | None], view_key: ViewKey
) -> View | None:
    return after[view_key] if view_key in after else views.get(view_key)


def _tell_need(views: Mapping[ViewKey, View], after: dict[ViewKey, View | None]) -> None:
    """Updates what the views of nodes say of their need."""
    for name in nodes_in(after):
        node = _present(views, after, ("node", name))
        if node is not None:
            pressure = _present(views, after, ("pressure", name))
            timer = _present(views, after, ("timer", transition_key(name)))
            after["node", name] = {**node, "need": need_view(node, pressure, timer)}


def _pods(views: Mapping[ViewKey, View], after: Mapping[ViewKey, View | None]) -> Iterator[View]:
    """The present views of all pods, made lazily."""
    for view_key, view in views.items():
        if view_key[0] == "pod" and view_key not in after:
            yield view
    for (kind, _), new in after.items():
        if kind == "pod" and new is not None:
            yield new
