"""How many pods of a kind there are in each zone: what the head of a zone counts for a pod.

A pod counts those that its first hard topology spread constraint counts, else its first soft one, else those
of its application (label `app` or `app.kubernetes.io/name`). A pod is counted as PodTopologySpread does it:
it is bound, in the same namespace, not finished and not being deleted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias, cast

from scheduler_core.board.object_views.views import View
from scheduler_core.objects.manifest import Json, text, texts
from scheduler_core.objects.pod import Pod, TopologySpreadConstraint
from scheduler_core.objects.replacing import State
from scheduler_core.objects.selection.selectors import LabelSelector, map_selector, selector_text
from scheduler_core.scheduler.cluster.spread_counting import is_counted
from scheduler_core.scheduler.cycle.decision import Decision
from scheduler_core.scheduler.plugins.pod_topology_spread.spread_trace import SpreadScores, SpreadStates

APP_LABELS = ("app", "app.kubernetes.io/name")
_HARD = "DoNotSchedule"
COUNTED_FIELDS = ("ns", "labels", "node", "holds", "leaving")
"""The fields of a pod's view by which it is counted."""
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

    @property
    def pair(self) -> _Pair:
        """A label with the one value that the selector wants; "" and "" when it wants no such label."""
        return self.namespace, *_label(self.selector)


@lru_cache(maxsize=4096)
def _key(namespace: str, selector: LabelSelector) -> str:
    return f"{namespace}/{selector_text(selector)}"


@lru_cache(maxsize=4096)
def _label(selector: LabelSelector) -> tuple[str, str]:
    for requirement in selector.requirements:
        if requirement.operator == "In" and len(requirement.values) == 1:
            return requirement.key, requirement.values[0]
    return "", ""


def counted_by(pod: Pod, decided: LabelSelector | None) -> Counted | None:
    """What the zones count for a pod; None when nothing speaks for one. `decided` is what the constraints of
    its latest decision count, defaults of the profile included."""
    selector = decided or _own(pod.spec.topology_spread_constraints) or _application(pod.labels)
    return None if selector is None else Counted(pod.namespace, selector)


def decided_selector(decision: Decision) -> LabelSelector | None:
    """The selector of the first constraint that PodTopologySpread read in a decision, the hard ones first."""
    states, scores = decision.traces.get("spreadState"), decision.traces.get("spreadScores")
    found = [state.selector for state in states.states] if isinstance(states, SpreadStates) else []
    if not found and isinstance(scores, SpreadScores):
        found = [entry.selector for entry in scores.constraints]
    return _counts(found[0]) if found else None


def _own(constraints: Iterable[TopologySpreadConstraint]) -> LabelSelector | None:
    ordered = sorted(constraints, key=lambda entry: entry.when_unsatisfiable != _HARD)
    return _counts(ordered[0].label_selector) if ordered else None


def _counts(selector: LabelSelector | None) -> LabelSelector | None:
    """An empty selector counts no pod."""
    return None if selector is None or selector.empty else selector


def _application(labels: Mapping[str, str]) -> LabelSelector | None:
    key = next((each for each in APP_LABELS if labels.get(each)), None)
    return None if key is None else _labelled(key, labels[key])


@lru_cache(maxsize=4096)
def _labelled(key: str, value: str) -> LabelSelector:
    return map_selector({key: value})


@dataclass
class ZoneTallies(State):
    """The tallies that pods ask for. A look that may change their numbers counts them, in one pass over the
    pods.

    - `asked`: the tally of each pod, by the pod's key
    - `askers`: by the key of a tally, how many pods ask for it
    - `listed`: the tallies that are asked for, by the label that a pod has to have for them
    """

    asked: dict[str, Counted] = field(default_factory=dict)
    askers: dict[str, int] = field(default_factory=dict)
    listed: dict[_Pair, tuple[Counted, ...]] = field(default_factory=dict)

    def ask(self, pod_key: str, counted: Counted | None) -> list[Counted]:
        """Takes over what a pod asks for (None: nothing, or the pod is gone). Returns the tallies that came
        or went."""
        before = self.asked.pop(pod_key, None)
        if counted is not None:
            self.asked[pod_key] = counted
        if before == counted:
            return []
        changed = []
        for tally, more in ((before, -1), (counted, 1)):
            if tally is None:
                continue
            askers = self.askers.pop(tally.key, 0)
            if askers + more:
                self.askers[tally.key] = askers + more
            if {askers, askers + more} == {0, 1}:
                changed.append(tally)
                rest = tuple(each for each in self.listed.pop(tally.pair, ()) if each != tally)
                if more > 0 or rest:
                    self.listed[tally.pair] = (*rest, tally) if more > 0 else rest
        return changed

    def meaning(self, views: Iterable[View]) -> Iterator[Counted]:
        """The tallies that count these pods."""
        return (counted for view in views if _node_of(view) for counted in _meaning(view, self.listed))

    def count(
        self, tallies: Iterable[Counted], pods: Iterable[View], zone_of_node: Callable[[str], str | None]
    ) -> Iterator[tuple[str, View | None]]:
        """The key and the view of tallies, `{"key", "selector", "zones"}`; None for one that nobody asks for
        any more. `pods` are the views of all pods, and are read only where there is something to count.
        """
        by_key = {counted.key: counted for counted in tallies}
        asked = {key: counted for key, counted in by_key.items() if self.askers.get(key)}
        numbers: dict[str, dict[str, int]] = {key: {} for key in asked}
        listed: dict[_Pair, list[Counted]] = {}
        for counted in asked.values():
            listed.setdefault(counted.pair, []).append(counted)
        for view in _candidates(pods, listed) if asked else ():
            zone = zone_of_node(_node_of(view))
            if zone is not None:
                for counted in _meaning(view, listed):
                    by_zone = numbers[counted.key]
                    by_zone[zone] = by_zone.get(zone, 0) + 1
        for key in sorted(by_key):
            if key in asked:
                zones: Json = [[zone, numbers[key][zone]] for zone in sorted(numbers[key])]
                yield key, {"key": key, "selector": selector_text(by_key[key].selector), "zones": zones}
            else:
                yield key, None


def _meaning(view: View, listed: Mapping[_Pair, Iterable[Counted]]) -> Iterator[Counted]:
    """The tallies of those listed that mean a pod."""
    namespace, labels = text(view["ns"]), texts(view["labels"])
    leaving = view["leaving"] is not None
    for label, value in (("", ""), *labels.items()):
        for counted in listed.get((namespace, label, value), ()):
            if is_counted((counted.namespace, counted.selector), namespace, labels, terminating=leaving):
                yield counted


def _candidates(pods: Iterable[View], listed: Iterable[_Pair]) -> Iterator[View]:
    """The pods without most of those that no tally listed means: among ten thousand few have its label."""
    namespaces = {namespace for namespace, _, _ in listed}
    values: dict[str, set[str]] = {}
    for _, label, value in listed:
        values.setdefault(label, set()).add(value)
    all_labels = "" in values
    wanted = tuple(values.items())
    for view in pods:
        if view["ns"] not in namespaces:
            continue
        labels = cast("Mapping[str, str]", view["labels"])
        for label, of_label in wanted:
            if all_labels or labels.get(label) in of_label:
                yield view
                break


def _node_of(view: View) -> str:
    """The node on which a pod runs; empty when it is not bound or has finished."""
    return text(view["node"]) if view["holds"] else ""


def zone_of(node: View | None) -> str | None:
    """The zone of a node; None without a Node object, as on a machine that has none."""
    gone = node is None or node.get("registered") is False
    return None if node is None or gone else text(node["zone"])
