"""One step of a world: what comes first, what a refused input leaves, and that a copy goes on the same."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from scheduler_core import Refused, parse_input
from scheduler_core.bench.storm import storm
from scheduler_core.engine.turn import TurnKind
from scheduler_core.engine.world import World
from scheduler_core.inputs.untimed import Untimed
from tests.builders import node, pod
from tests.core.engine.builders import world
from tests.core.play import apply, gallery, scenario_from
from tests.core.strategies import clusters

CORDON = {"kind": "cordon", "node": "n1"}


def untimed(**value: Any) -> Untimed:
    parsed = parse_input(value)
    assert isinstance(parsed, Untimed)
    return parsed


def test_a_step_of_a_cluster_without_anything_to_do_is_none() -> None:
    made = world(node("n1"))

    assert made.step() is None
    assert 0 == made.seq


def test_a_scripted_input_comes_before_the_acts_of_its_instant() -> None:
    made = world(node("n1"), pod("p"), inputs=({"at": 0, "kind": "cordon", "node": "n1"},))

    turn = made.next_turn()
    frame = made.step()

    assert turn is not None
    assert frame is not None
    assert TurnKind.INPUT is turn.kind
    assert "input-cordon" == frame["kind"]


def test_delayed_events_arrive_before_the_inputs_of_their_instant() -> None:
    slow = {"at": 0, "kind": "delay", "between": ["node/n1", "api-server"], "seconds": 3}
    made = world(node("n1"), inputs=(slow, apply(1, pod("p", on="n1")), {**CORDON, "at": 4}))
    kinds: list[TurnKind] = []
    while (turn := made.next_turn()) is not None and turn.at_ms <= 4_000:
        if turn.at_ms == 4_000:
            kinds.append(turn.kind)
        made.take(turn)

    assert [TurnKind.ARRIVAL, TurnKind.INPUT] == kinds[:2]


def test_a_refused_input_changes_nothing() -> None:
    made = world(node("n1"))
    before = made.hash()

    answer = made.give(untimed(kind="cordon", node="n9"))

    assert isinstance(answer, Refused)
    assert before == made.hash()


@pytest.mark.parametrize("slug", ["chaos-nodes", "hard-eviction", "two-attach-controllers", "reboot"])
def test_the_hash_is_that_of_a_world_that_was_never_asked_for_one_before(slug: str) -> None:
    documents = gallery(slug)
    request = World(scenario_from(documents))
    hashes = {}
    while request.seq < 150 and request.step(full_frame=False) is not None:
        hashes[request.seq] = request.hash()
    stops = [request.seq * share // 4 for share in (1, 2, 3, 4)]
    fresh = []
    for stop in stops:
        other = World(scenario_from(documents))
        while other.seq < stop:
            other.step(full_frame=False)
        fresh.append(other.hash())

    assert [hashes[stop] for stop in stops] == fresh
    assert 5 < len(set(hashes.values()))


def test_steps_without_full_frames_lead_to_the_same_state() -> None:
    message, quick = world(node("n1"), pod("p"), pod("q")), world(node("n1"), pod("p"), pod("q"))
    frames = 0
    while message.step() is not None:
        frames += 1
        assert {"seq": frames} == quick.step(full_frame=False)

    assert frames > 4
    assert message.hash() == quick.hash()
    assert message.decisions.shown() == quick.decisions.shown()


OTHERS = [
    *("partitioned-pet", "node-object-deleted", "finalizer-holds", "reboot", "two-attach-controllers"),
    *("gap-and-reservation", "rolling-update", "disk-with-deployment", "device-becomes-free", "chaos-nodes"),
]
PRESSED = ["hard-eviction", "kubelet-ranking", "soft-eviction", "qos-blind", "clear-signals"]


@pytest.mark.parametrize("slug", [*PRESSED, *OTHERS])
@pytest.mark.parametrize("every", [1, 4, 1000])
def test_a_world_at_which_nobody_looks_takes_the_same_steps_and_looks_the_same_afterwards(
    slug: str, every: int
) -> None:
    looked, alone = (World(scenario_from(gallery(slug))) for _ in range(2))
    while looked.step() is not None and looked.seq < 120:
        alone.step(full_frame=False)

        assert looked.summary == alone.summary
        if looked.seq % every == 0:
            assert looked.snapshot() == alone.copy().snapshot()

    alone.step(full_frame=False)
    assert looked.snapshot() == alone.snapshot()


def test_a_storm_at_which_nobody_looked_has_the_same_acts_and_looks_the_same_afterwards() -> None:
    looked, alone = (World(storm(nodes=5, pods=25)) for _ in range(2))
    message, alike = [], []
    while looked.step() is not None and looked.now_ms < 45_000:
        alone.step(full_frame=False)
        message.append(looked.summary)
        alike.append(alone.summary)
    alone.step(full_frame=False)

    assert message == alike
    assert {"evict", "oom", "notice"} <= {act.kind for act in message}
    assert looked.snapshot() == alone.snapshot()


@settings(max_examples=10)
@given(clusters())
def test_any_cluster_looks_the_same_after_acts_at_which_nobody_looked(
    documents: list[dict[str, Any]],
) -> None:
    looked, alone = (World(scenario_from(documents)) for _ in range(2))
    for _ in range(60):
        looked.step()
        alone.step(full_frame=False)

    assert looked.snapshot() == alone.snapshot()


@pytest.mark.parametrize("slug", PRESSED)
def test_a_frame_after_a_time_without_looking_tells_of_its_own_act_alone(slug: str) -> None:
    looked, alone = (World(scenario_from(gallery(slug))) for _ in range(2))
    frames = [looked.step() for _ in range(40)]
    results = [alone.step(full_frame=place % 3 == 2) for place in range(40)]

    assert frames[2::3] == results[2::3]


def test_a_copy_goes_on_as_its_original_does() -> None:
    made = world(node("n1"), pod("p"))
    made.step()
    twin = made.copy()
    rest = [made.step() for _ in range(3)]

    assert None not in rest
    assert rest == [twin.step() for _ in range(3)]
    assert made.hash() == twin.hash()
