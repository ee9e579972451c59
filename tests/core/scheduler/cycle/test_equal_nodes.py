"""Among nodes with the same score the top of a heap is taken (since 1.35), and no coin is tossed."""

from __future__ import annotations

from random import Random

import pytest

from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import build_profile
from scheduler_core.scheduler.cycle.decide import Attempt, decide
from scheduler_core.scheduler.cycle.scoring import heap_top
from scheduler_core.scheduler.queue.nominator import Nominator
from tests.core.scheduler.builders import cluster, in_version, node, pod

PROFILE = build_profile(in_version("1.36"))


@pytest.mark.parametrize(
    ("totals", "place"), [([7], 0), ([5, 5, 5], 0), ([5, 7, 9, 9, 9], 3), ([1, 2, 2], 1), ([1, 1, 2, 2], 3)]
)
def test_a_child_rises_only_above_a_strictly_lower_entry(totals: list[int], place: int) -> None:
    assert place == heap_top(best_of(totals))


def test_the_top_is_that_of_a_heap_in_which_entries_sink() -> None:
    random = Random(1)
    lists = [[random.randrange(4) for _ in range(random.randrange(1, 60))] for _ in range(300)]

    assert [heap_of(totals)[0] for totals in lists] == [heap_top(best_of(totals)) for totals in lists]


def best_of(totals: list[int]) -> list[int]:
    return [index for index, total in enumerate(totals) if total == max(totals)]


def heap_of(totals: list[int]) -> list[int]:
    """The indices of a list as Go's heap.Init leaves them, the highest total on top."""
    heap = list(range(len(totals)))
    for start in range(len(heap) // 2 - 1, -1, -1):
        place = start
        while (child := 2 * place + 1) < len(heap):
            if child + 1 < len(heap) and totals[heap[child + 1]] > totals[heap[child]]:
                child += 1
            if totals[heap[child]] <= totals[heap[place]]:
                break
            heap[place], heap[child] = heap[child], heap[place]
            place = child
    return heap


def filled(snapshot: Snapshot, count: int) -> list[str | None]:
    nodes: list[str | None] = []
    for number in range(count):
        waiting = pod(f"p{number}", "500m")
        decision = decide(snapshot, waiting, PROFILE, Nominator(), Attempt(trace=number % 2 == 0))
        nodes.append(decision.node)
        snapshot.add_pod(waiting.on(decision.node or ""))
    return nodes


def test_equal_pods_fill_nodes_in_the_order_of_the_heap() -> None:
    assert "n1 n2 n4 n5 n3 n6" == " ".join(
        map(str, filled(cluster(*[node(f"n{number}") for number in range(1, 7)]), 6))
    )


def test_zones_take_turns_in_the_list_of_which_the_heap_is_made() -> None:
    nodes = [node(f"{zone}{number}", zone=zone) for zone in "abc" for number in (1, 2, 3)]

    assert "a1 b1 a2 b3 c3 b2 c1 c2 a3" == " ".join(map(str, filled(cluster(*nodes), 9)))


def test_the_decision_is_no_toss() -> None:
    decision = decide(cluster(node("n1"), node("n2")), pod("p", "1"), PROFILE, Nominator())

    assert (("n1", "n2"), "n1", False) == (decision.best, decision.node, decision.tie)


def test_with_sampling_the_search_goes_on_where_it_ended() -> None:
    snapshot, start, nodes = cluster(*[node(f"n{number:03}") for number in range(120)]), 0, []
    for _ in range(7):
        decision = decide(snapshot, pod("probe"), PROFILE, Nominator(), Attempt(start, trace=False))
        start = decision.next_start
        nodes.append(decision.node)

    assert ["n000", "n100", "n080", "n060", "n040", "n020", "n000"] == nodes


def test_a_node_that_returns_between_two_attempts_keeps_its_place() -> None:
    snapshot = cluster(node("n1"), node("n2"), node("n3"))
    snapshot.keep_order()
    snapshot.remove_node("n1")
    assert ("n2", "n3") == snapshot.names
    snapshot.put_node(node("n1"))
    assert ("n1", "n2", "n3") == snapshot.names

    snapshot.put_node(node("n4"))
    assert ("n2", "n3", "n1", "n4") == snapshot.names


def test_a_node_that_returns_after_an_attempt_comes_last() -> None:
    snapshot = cluster(node("n1"), node("n2"))
    snapshot.keep_order()
    snapshot.remove_node("n1")
    snapshot.keep_order()
    snapshot.put_node(node("n1"))

    assert ("n2", "n1") == snapshot.names


def test_another_zone_moves_a_node_only_when_the_list_is_made_anew() -> None:
    snapshot = cluster(node("a1", zone="a"), node("a2", zone="a"), node("b1", zone="b"))
    snapshot.keep_order()
    snapshot.put_node(node("a1", zone="b"))
    assert ("a1", "b1", "a2") == snapshot.names

    snapshot.put_node(node("b2", zone="b"))
    assert ("a2", "b1", "a1", "b2") == snapshot.names
