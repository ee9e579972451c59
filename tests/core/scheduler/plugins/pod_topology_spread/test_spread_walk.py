"""The critical paths, and what a trace keeps of the spread plugin's states."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler_core.scheduler.configuration.profile import build_profile
from scheduler_core.scheduler.cycle.decide import FAST, TRACED, decide
from scheduler_core.scheduler.cycle.decision import Decision
from scheduler_core.scheduler.cycle.decision_view import decision_view
from scheduler_core.scheduler.plugins.pod_topology_spread.spread_trace import (
    SpreadScores,
    SpreadState,
    SpreadStates,
)
from scheduler_core.scheduler.plugins.pod_topology_spread.spread_walk import (
    MAX_INT32,
    MAX_PAIRS,
    CriticalPaths,
)
from scheduler_core.scheduler.queue.nominator import Nominator
from tests.core.scheduler.builders import cluster, node, pod

WEB = {"app": "web"}


def hard(key: str, **more: Any) -> dict[str, Any]:
    selector = {"matchLabels": WEB}
    return {
        "maxSkew": 1,
        "topologyKey": key,
        "whenUnsatisfiable": "DoNotSchedule",
        "labelSelector": selector,
        **more,
    }


def decision_of(constraints: Sequence[dict[str, Any]], *objects: Any, fast: bool = False) -> Decision:
    waiting = pod("p", labels=WEB, topologySpreadConstraints=list(constraints))
    attempt = FAST if fast else TRACED
    return decide(cluster(*objects), waiting, build_profile(), Nominator(), attempt)


def states_of(decision: Decision) -> tuple[SpreadState, ...]:
    shown = decision.traces["spreadState"]
    assert isinstance(shown, SpreadStates)
    return shown.states


def test_no_domain_leaves_both_places_free() -> None:
    assert (("", MAX_INT32), ("", MAX_INT32)) == CriticalPaths().pair


def test_one_domain_leaves_the_second_place_free() -> None:
    assert (("A", 3), ("", MAX_INT32)) == CriticalPaths.of([("A", 3)]).pair


@pytest.mark.parametrize(
    ("before", "change", "after"),
    [
        ([("A", 1), ("B", 2)], ("C", 1), [("A", 1), ("C", 1)]),
        ([("A", 1), ("C", 1)], ("C", 0), [("C", 0), ("A", 1)]),
        ([("C", 0), ("A", 1)], ("C", 1), [("C", 1), ("A", 1)]),
        ([("C", 1), ("A", 1)], ("C", 2), [("A", 1), ("C", 2)]),
        ([("A", 1), ("B", 2)], ("C", 2), [("A", 1), ("B", 2)]),
    ],
)
def test_an_update_swaps_only_where_the_first_becomes_larger(
    before: list[tuple[str, int]], change: tuple[str, int], after: list[tuple[str, int]]
) -> None:
    paths = CriticalPaths(*before)
    paths.update(*change)

    assert tuple(after) == paths.pair


@given(st.lists(st.integers(0, 5), min_size=1, max_size=6), st.integers(0, 5), st.data())
def test_the_first_is_the_minimum_as_long_as_one_domain_changes(
    counts: list[int], which: int, data: st.DataObject
) -> None:
    numbers = {f"d{place}": count for place, count in enumerate(counts)}
    domain = f"d{which % len(counts)}"
    paths = CriticalPaths.of(numbers.items())
    assert min(numbers.values()) == paths.first[1]
    for step in data.draw(st.lists(st.sampled_from((-1, 1)), max_size=8)):
        numbers[domain] += step
        paths.update(domain, numbers[domain])
        assert min(numbers.values()) == paths.first[1]


def test_pairs_hold_the_eligible_domains_also_those_without_pods() -> None:
    nodes = [node("a", zone="z1"), node("b", zone="z2"), node("c")]
    placed = [pod("w", on="a", labels=WEB), pod("v", on="c", labels=WEB)]
    (state,) = states_of(decision_of([hard("topology.kubernetes.io/zone")], *nodes, *placed))

    assert (("z1", 1), ("z2", 0)) == state.pairs
    assert (("z2", 0), ("z1", 1)) == state.paths
    assert (2, 0) == (state.domains, state.minimum)


def test_with_too_few_domains_the_minimum_is_0_whatever_the_paths_say() -> None:
    nodes = [node("a", zone="z1"), pod("w", on="a", labels=WEB)]
    (state,) = states_of(decision_of([hard("topology.kubernetes.io/zone", minDomains=2)], *nodes))

    assert (("z1", 1), 0, 2) == (state.paths[0], state.minimum, state.min_domains)


def test_nothing_is_kept_without_a_trace_or_without_constraints() -> None:
    nodes = [node("a", zone="z1"), node("b", zone="z2")]
    untraced = decision_of([hard("topology.kubernetes.io/zone")], *nodes, fast=True)
    without = decision_of([], *nodes)

    assert ({}, {}) == (untraced.traces, without.traces)
    assert {"spreadState", "spreadScores"}.isdisjoint(decision_view(without))


def test_the_view_holds_the_first_pairs_and_how_many_there_are() -> None:
    nodes = [node(f"n{place}") for place in range(MAX_PAIRS + 10)]
    view: Any = decision_view(decision_of([hard("kubernetes.io/hostname")], *nodes))

    assert (MAX_PAIRS, MAX_PAIRS + 10) == (
        len(view["spreadState"][0]["pairs"]),
        view["spreadState"][0]["domains"],
    )


def test_an_ignored_node_is_named_and_adds_no_domain() -> None:
    soft = hard("topology.kubernetes.io/zone", whenUnsatisfiable="ScheduleAnyway")
    nodes = [node("a", zone="z1"), node("b", zone="z2"), node("c")]
    scores = decision_of([soft], *nodes, pod("w", on="a", labels=WEB)).traces["spreadScores"]

    assert isinstance(scores, SpreadScores)
    assert (("c",), 2) == (scores.ignored, scores.constraints[0].domains)
    assert {"a": (1,), "b": (0,), "c": (None,)} == {entry.node: entry.counts for entry in scores.sums}
    assert (0, 1) == (scores.lowest, scores.highest)
