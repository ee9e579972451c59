"""How many pods of a kind there are in each zone: what the head of a zone counts for a pod.

A pod counts those that its first hard topology spread constraint counts, else its first soft one, else those
of its application (label `app` or `app.kubernetes.io/name`). A pod is counted as PodTopologySpread does it:
it is bound, in the same namespace, not finished and not being deleted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from scheduler_core.board.object_views.views import View
from scheduler_core.objects.manifest import text, texts
from scheduler_core.objects.pod import Pod, TopologySpreadConstraint
from scheduler_core.objects.replacing import State
from scheduler_core.objects.selection.selectors import LabelSelector, map_selector, selector_text
from scheduler_core.scheduler.cluster.spread_counting import is_counted
from scheduler_core.scheduler.cycle.decision import Decision
from scheduler_core.scheduler.plugins.pod_topology_spread.spread_trace import SpreadScores, SpreadStates

APP_LABELS = ("app", "app.kubernetes.io/name")
_HARD = "DoNotSchedule"
RESTING = 128
"""The number of tallies that are still counted although no pod asks for them. A new pod asks for the tally of
its application until its first decision, so without this each new pod would have all pods counted again.
While a zone is drained, pods of all its applications come in turn."""
_Pair: TypeAlias = tuple[str, str, str]
"""Namespace, label and value."""


@dataclass(frozen=True, slots=True)
class Counted:
    """The pods of a namespace that a selector means."""

    namespace: str
    selector: LabelSelector

    @property
    def key(self) -> str:
        return _key(self.namespace, self.selector)


@lru_cache(maxsize=4096)
def _key(namespace: str, selector: LabelSelector) -> str:
    return f"{namespace}/{selector_text(selector)}"


def counted_by(pod: Pod, decided: LabelSelector | None) -> Counted | None:
    """What the zones count for a pod; None when nothing speaks for one. `decided` is what the constraints of
    its latest decision count, defaults of the profile included."""
    selector = decided or _own(pod.spec.topology_spread_constraints) or _application(pod.labels)
    return None if selector is None else Counted(pod.namespace, selector)


def decided_selector(decision: Decision) -> LabelSelector | None:
    """The selector of the first constraint that PodTopologySpread read in a decision, the hard ones first."""
    states, scores = decision.traces.get("spreadState"), decision.traces.get("spreadScores")
    selectors = [state.selector for state in states.states] if isinstance(states, SpreadStates) else []
    if not selectors and isinstance(scores, SpreadScores):
        selectors = [entry.selector for entry in scores.constraints]
    return _counts(selectors[0]) if selectors else None


def _own(constraints: Iterable[TopologySpreadConstraint]) -> LabelSelector | None:
    ordered = sorted(constraints, key=lambda entry: entry.when_unsatisfiable != _HARD)
    return _counts(ordered[0].label_selector) if ordered else None


def _counts(selector: LabelSelector | None) -> LabelSelector | None:
    """An empty selector counts no pod."""
    return None if selector is None or selector.empty else selector


def _application(labels: Mapping[str, str]) -> LabelSelector | None:
    key = next((label for label in APP_LABELS if labels.get(label)), None)
    return None if key is None else _labelled(key, labels[key])


@lru_cache(maxsize=4096)
def _labelled(key: str, value: str) -> LabelSelector:
    return map_selector({key: value})


@dataclass
class ZoneTallies(State):
    """The tallies that pods ask for.

    - `of_pods`: the tally of each pod, by the pod's key
    - `askers`: by the key of a tally, its selector and how many pods ask for it; 0 for a resting one
    - `resting`: the tallies for which no pod asks and which are counted on, the latest last
    - `by_pair`: the tallies whose selector wants one value of a label; `others` are all the rest
    - `counts`: by the key of a tally, the number of pods on each node
    - `places`: by the key of a counted pod, its node and the tallies in which it is counted
    - `zones`: the zone of each node
    - `uncounted`: the tallies that are new since `count_new`, by key
    """

    of_pods: dict[str, Counted] = field(default_factory=dict)
    askers: dict[str, tuple[Counted, int]] = field(default_factory=dict)
    by_pair: dict[_Pair, tuple[str, ...]] = field(default_factory=dict)
    others: dict[str, tuple[str, ...]] = field(default_factory=dict)
    counts: dict[str, Mapping[str, int]] = field(default_factory=dict)
    places: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    zones: dict[str, str] = field(default_factory=dict)
    resting: tuple[str, ...] = ()
    uncounted: dict[str, Counted] = field(default_factory=dict)

    def ask(self, pod_key: str, counted: Counted | None) -> set[str]:
        """Takes over what a pod asks for (None: nothing, or the pod is gone). A new tally counts its pods in
        `count_new`. Returns the tallies that came or went."""
        before = self.of_pods.pop(pod_key, None)
        if counted is not None:
            self.of_pods[pod_key] = counted
        if before == counted:
            return set()
        changed: set[str] = set()
        if before is not None:
            changed |= self._leave(before)
        if counted is not None:
            changed |= self._join(counted)
        return changed

    def count_new(self, pods: Iterable[View]) -> None:
        """Counts for all new tallies in one pass. `pods` are the views of all pods; without a new tally none
        of them is made."""
        if not self.uncounted:
            return
        by_pair: dict[_Pair, list[str]] = {}
        others: dict[str, list[str]] = {}
        for key, counted in self.uncounted.items():
            pair = _pair(counted)
            if pair is not None:
                by_pair.setdefault(pair, []).append(key)
            else:
                others.setdefault(counted.namespace, []).append(key)
        namespaces = {counted.namespace for counted in self.uncounted.values()}
        # Most often one tally is new, and few of ten thousand pods have the label that it selects.
        only = next(iter(by_pair)) if len(by_pair) == 1 and not others else None
        for view in pods:
            if view["ns"] not in namespaces or (only and texts(view["labels"]).get(only[1]) != only[2]):
                continue
            node = _node_of(view)
            if node:
                for key in _listed(view, by_pair, others):
                    if _means(self.uncounted[key], view):
                        self._count(key, text(view["key"]), node)
        self.uncounted.clear()

    def _count(self, key: str, pod: str, node: str) -> None:
        """Counts a pod on a node for a tally, unless it is counted already."""
        _, tallies = self.places.get(pod, (node, ()))
        if key not in tallies:
            self.places[pod] = (node, (*tallies, key))
            self._add(key, node, 1)

    def follow_node(self, name: str, view: View | None) -> set[str]:
        """Takes in the zone of a node; a machine without a Node object is in none. Returns the tallies whose
        zones changed."""
        unregistered = view is None or view.get("registered") is False
        zone = None if view is None or unregistered else text(view["zone"])
        if self.zones.get(name) == zone:
            return set()
        if zone is None:
            self.zones.pop(name, None)
        else:
            self.zones[name] = zone
        return {key for key, by_node in self.counts.items() if name in by_node}

    def follow_pod(self, key: str, view: View | None) -> set[str]:
        """Takes in a pod's view. Returns the tallies whose numbers changed."""
        node = _node_of(view)
        was = self.places.pop(key, ("", ()))
        now = (node, tuple(self._meaning(view))) if node and view is not None else ("", ())
        if now[1]:
            self.places[key] = now
        if was == now:
            return set()
        for tally in was[1]:
            self._add(tally, was[0], -1)
        for tally in now[1]:
            self._add(tally, now[0], 1)
        return {*was[1], *now[1]}

    def view(self, key: str) -> View | None:
        """`{"key", "selector", "zones"}`; None when no pod asks for the tally any more."""
        entry = self.askers.get(key)
        if entry is None or not entry[1]:
            return None
        zones: dict[str, int] = {}
        for node, number in self.counts.get(key, {}).items():
            zone = self.zones.get(node)
            if zone is not None:
                zones[zone] = zones.get(zone, 0) + number
        return {
            "key": key,
            "selector": selector_text(entry[0].selector),
            "zones": [[zone, zones[zone]] for zone in sorted(zones)],
        }

    def _leave(self, counted: Counted) -> set[str]:
        key = counted.key
        tally, askers = self.askers[key]
        self.askers[key] = (tally, askers - 1)
        if askers > 1:
            return set()
        self.resting = (*self.resting, key)
        if len(self.resting) > RESTING:
            oldest, *rest = self.resting
            self.resting = tuple(rest)
            self._forget(oldest)
        return {key}

    def _forget(self, key: str) -> None:
        """Counts a tally no more."""
        counted, _ = self.askers.pop(key)
        self.counts.pop(key, None)
        self.uncounted.pop(key, None)
        self._unlist(counted)
        for pod, (node, tallies) in list(self.places.items()):
            if key in tallies:
                rest = tuple(tally for tally in tallies if tally != key)
                self.places[pod] = (node, rest)

    def _join(self, counted: Counted) -> set[str]:
        key = counted.key
        entry = self.askers.get(key)
        self.askers[key] = (counted, 1 if entry is None else entry[1] + 1)
        if entry is not None and entry[1]:
            return set()
        if entry is not None:
            self.resting = tuple(tally for tally in self.resting if tally != key)
            return {key}
        self._list(counted)
        self.uncounted[key] = counted
        return {key}

    def _list(self, counted: Counted) -> None:
        pair = _pair(counted)
        if pair is not None:
            self.by_pair[pair] = (*self.by_pair.get(pair, ()), counted.key)
        else:
            self.others[counted.namespace] = (*self.others.get(counted.namespace, ()), counted.key)

    def _unlist(self, counted: Counted) -> None:
        pair = _pair(counted)
        if pair is not None:
            self.by_pair[pair] = tuple(key for key in self.by_pair[pair] if key != counted.key)
        else:
            listed = self.others[counted.namespace]
            self.others[counted.namespace] = tuple(key for key in listed if key != counted.key)

    def _meaning(self, view: View) -> Iterator[str]:
        """The tallies that mean a pod."""
        for key in _listed(view, self.by_pair, self.others):
            if _means(self.askers[key][0], view):
                yield key

    def _add(self, key: str, node: str, sign: int) -> None:
        by_node = dict(self.counts.get(key, {}))
        by_node[node] = by_node.get(node, 0) + sign
        if not by_node[node]:
            del by_node[node]
        self.counts[key] = by_node


def _listed(
    view: View, by_pair: Mapping[_Pair, Iterable[str]], others: Mapping[str, Iterable[str]]
) -> Iterator[str]:
    """Tallies that may count a pod: those that select one of its labels, and all others of its namespace."""
    namespace = text(view["ns"])
    for key, value in texts(view["labels"]).items():
        yield from by_pair.get((namespace, key, value), ())
    yield from others.get(namespace, ())


def _node_of(view: View | None) -> str:
    """The node on which a pod runs; empty when it is not bound or has finished."""
    if view is None or not view["holds"]:
        return ""
    return text(view["node"])


def _means(counted: Counted, view: View) -> bool:
    leaving = view["leaving"] is not None
    key = (counted.namespace, counted.selector)
    return is_counted(key, text(view["ns"]), texts(view["labels"]), terminating=leaving)


def _pair(counted: Counted) -> _Pair | None:
    """A label with the one value that the selector requires; None when it requires no such label."""
    for requirement in counted.selector.requirements:
        if requirement.operator == "In" and len(requirement.values) == 1:
            return counted.namespace, requirement.key, requirement.values[0]
    return None
