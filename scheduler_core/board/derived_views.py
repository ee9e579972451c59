"""Views, and fields of views, that follow from other views: sums of requests, need, tallies and disks.

They depend only on the views before and after, so they are made once for many acts at which nobody looked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from scheduler_core.board.object_views.pod_facts import PodHistory
from scheduler_core.board.object_views.requested import Requested
from scheduler_core.board.object_views.views import View, ViewKey
from scheduler_core.board.object_views.zone_tallies import (
    COUNTED_FIELDS,
    Counted,
    ZoneTallies,
    counted_by,
    zone_of,
)
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
        changed: list[Counted] = []
        differing: list[View] = []
        for (kind, key), view in after.items():
            if kind == "pod":
                facts = None if view is None else pods.facts.get(key)
                counted = None if facts is None else counted_by(facts.pod, pods.decided.get(key))
                changed += self.tallies.ask(key, counted)
                if view is not None:
                    # The view was made for this look, so nobody else has it.
                    view["tally"] = None if counted is None else counted.key
                differing += _differing(views.get((kind, key)), view)
        moved = {
            key
            for (kind, key), view in after.items()
            if kind == "node" and zone_of(view) != zone_of(views.get((kind, key)))
        }
        if moved:
            differing += [view for view in _pods(views, {}) if view["node"] in moved]
        changed += self.tallies.meaning(differing)
        if changed:
            zone = cache(lambda name: zone_of(_present(views, after, ("node", name))))
            tallies = self.tallies.count(changed, _pods(views, after), zone)
            after.update((("tally", key), view) for key, view in tallies)


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
    """The present views of all pods; they are made only when they are wanted."""
    for view_key, view in views.items():
        if view_key[0] == "pod" and view_key not in after:
            yield view
    for (kind, _), new in after.items():
        if kind == "pod" and new is not None:
            yield new


def _differing(before: View | None, now: View | None) -> list[View]:
    """A pod before and now, where a zone may count it differently."""
    if before is not None and now is not None and all(before[name] == now[name] for name in COUNTED_FIELDS):
        return []
    return [view for view in (before, now) if view is not None]
