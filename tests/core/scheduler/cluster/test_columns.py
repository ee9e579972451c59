"""Sums of the nodes as columns."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scheduler_core.scheduler.cluster.columns import Column, Columns, entries, sums_of
from tests.core.scheduler.builders import cluster, node, pod
from tests.core.scheduler.random_clusters import Cluster, clusters, nodes, snapshot_of


def content(columns: Columns) -> tuple[object, ...]:
    """All but the numbers of the sums, which count from the first one seen."""
    return (
        columns.free_pods,
        columns.free_cpu,
        columns.free_memory,
        columns.tainted,
        columns.unschedulable,
        columns.with_ports,
        [[one == other for other in columns.sums] for one in columns.sums],
    )


def test_free_amounts_are_allocatable_minus_requested() -> None:
    columns = cluster(node("n1", "4", memory="8Gi"), node("n2", "2"), pod("a", "3", on="n2")).columns

    assert ([4_000, -1_000], 8 * 2**30) == (columns.free_cpu, columns.free_memory[0])
    assert columns.free_pods[1] == columns.free_pods[0] - 1


def test_tainted_and_cordoned_nodes_are_found_by_their_places() -> None:
    taints = [{"key": "k", "effect": "NoSchedule"}]
    columns = cluster(node("n1"), node("n2", taints=taints), node("n3", unschedulable=True)).columns

    assert ({1}, {2}) == (columns.tainted, columns.unschedulable)


@given(clusters(), st.data())
def test_columns_that_are_kept_are_those_of_the_nodes_as_they_are(made: Cluster, data: st.DataObject) -> None:
    all_nodes, placed, waiting = made
    snapshot = snapshot_of(all_nodes, [])

    assert content(snapshot.columns) == content(Columns(snapshot.nodes))
    for other in (*placed, *(one.on(all_nodes[0].name) for one in waiting)):
        _ = snapshot.columns
        snapshot.add_pod(other)
        if data.draw(st.booleans()):
            snapshot.put_node(data.draw(nodes(data.draw(st.sampled_from(all_nodes)).name)))
        if data.draw(st.booleans()):
            snapshot.remove_pod(other)

        assert content(snapshot.columns) == content(Columns(snapshot.nodes))


def test_nodes_have_the_same_sums_when_all_their_amounts_are_equal() -> None:
    snapshot = cluster(node("n1"), node("n2"), node("n3", "5"), pod("a", "1", on="n1"))
    assert snapshot.columns.sums[1] != snapshot.columns.sums[0]
    snapshot.add_pod(pod("b", "1", on="n2"))
    first, second, third = snapshot.columns.sums

    assert first == second != third
    assert sums_of(snapshot.nodes[0]) == sums_of(snapshot.nodes[1])


def test_places_below_are_those_with_less_than_is_needed() -> None:
    assert [0, 2] == Column([1, 5, -3, 2]).below(2)
    assert [] == Column([2, 5]).below(2)
    assert [] == Column([-1, 5]).below(0)


changes = st.lists(st.tuples(st.integers(0, 4), st.integers(-4, 4), st.integers(-1, 4)), min_size=1)


@given(st.lists(st.integers(-3, 3), min_size=5, max_size=5), changes)
def test_a_column_that_changes_finds_what_is_below_like_a_new_one(
    amounts: list[int], puts: list[tuple[int, int, int]]
) -> None:
    column, before, anew = Column(amounts), list[list[int]](), list[list[int]]()
    for place, amount, needs in puts:
        column.put(place, amount)
        before.append(column.below(needs))
        anew.append(Column(column).below(needs))

    assert anew == before


def test_a_number_of_sums_leads_to_a_place_that_has_them() -> None:
    snapshot = cluster(node("n1"), node("n2"), node("n3"))
    number = snapshot.columns.sums[0]
    snapshot.add_pod(pod("a", "1", on="n1"))
    columns = snapshot.columns

    assert 1 == columns.place_of(number)
    assert 0 == columns.place_of(columns.sums[0])


@given(st.lists(st.integers()), st.data())
def test_entries_are_those_of_the_places_in_their_order(column: list[int], data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(column)))
    neighbours = range(start, data.draw(st.integers(start, len(column))))
    places = data.draw(st.lists(st.sampled_from(range(len(column))))) if column else []

    assert column[start : neighbours.stop] == list(entries(column, neighbours))
    assert [column[place] for place in places] == list(entries(column, places))
