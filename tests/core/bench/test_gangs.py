"""The figures of gangs are about whole gangs, and say what they aim at."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scheduler_core.bench.gangs import (
    GATES,
    Competition,
    OneGang,
    compare,
    compete,
    competition,
    group_cycle_s,
    print_gangs,
)
from scheduler_core.bench.workloads import build_cluster
from scheduler_core.engine.world import World
from scheduler_core.objects.releases.releases import release

SMALL = OneGang("a", 4, 3, 0.6)
CROWDED = Competition(nodes=4, gangs=3, pods=4, cpu="8", lasts_s=5, aim=4.0)
"""Room for two of three gangs."""


def test_the_group_and_the_single_cycles_place_the_same_pods_in_turns() -> None:
    compared = compare(SMALL, turns=2)

    assert 2 == len(compared.single) == len(compared.group)
    assert all(seconds > 0 for seconds in (*compared.single, *compared.group))


def test_a_gang_that_does_not_fit_is_no_figure() -> None:
    case = OneGang("c", 2, 60, 0.6)
    with pytest.raises(ValueError, match="0 of 60 pods of the group got a place"):
        group_cycle_s(case, build_cluster("c", 2), 1, release("1.36", GATES))


def test_gangs_that_compete_are_placed_as_wholes() -> None:
    played = compete(CROWDED)

    assert 8 == played.bound
    assert 5 / played.cpu_s == played.virtual_per_cpu


def test_a_gang_of_a_higher_priority_takes_the_room_of_those_before_it() -> None:
    rising = replace(CROWDED, lasts_s=40, rising=True)
    world = World(competition(rising))
    while (turn := world.next_turn()) is not None and turn.at_ms <= 40_000:
        world.take(turn)
    bound = {pod.name.partition("-")[0] for pod in world.api.pods.values() if pod.node_name}

    assert {"g01", "g02"} == bound


def test_the_figures_of_gangs_are_printed_with_their_aims(capsys: pytest.CaptureFixture[str]) -> None:
    print_gangs((SMALL,), (CROWDED,), turns=1)
    one, many = capsys.readouterr().out.splitlines()

    assert "a gang of 3 on 4 nodes" in one
    assert one.endswith("aim 0.6")
    assert "aim 4.0" in many
    assert many.endswith("8 pods have a node")
