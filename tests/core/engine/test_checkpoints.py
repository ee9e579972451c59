"""Checkpoints get further apart as a run gets longer, and the nearest one before a step is found."""

from __future__ import annotations

import pytest

from scheduler_core.engine import checkpoints
from scheduler_core.engine.checkpoints import Checkpoints
from scheduler_core.engine.world import World
from tests.builders import node
from tests.core.engine.builders import world
from tests.core.play import gallery, scenario_from

#: More than checkpoints of which one holds its tables whole.
STEPS = 24


def at(start: World, seq: int) -> World:
    made = start.copy()
    made.seq = seq
    return made


def test_only_every_nth_step_is_kept() -> None:
    start = world(node("n1"))
    kept = Checkpoints(start, every=5)
    for seq in range(1, 12):
        kept.keep(at(start, seq))

    assert [0, 0, 5, 5, 10] == [kept.nearest(seq).seq for seq in (0, 4, 5, 9, 11)]


def test_beyond_the_most_they_get_twice_as_far_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "MAX_CHECKPOINTS", 3)
    start = world(node("n1"))
    kept = Checkpoints(start, every=1)
    for seq in range(1, 9):
        kept.keep(at(start, seq))

    assert [0, 0, 4, 4, 8] == [kept.nearest(seq).seq for seq in (0, 3, 4, 7, 8)]


def test_a_past_that_is_given_up_takes_its_checkpoints_along() -> None:
    start = world(node("n1"))
    kept = Checkpoints(start, every=1)
    for seq in (1, 2, 3):
        kept.keep(at(start, seq))
    kept.forget_after(1)

    assert 1 == kept.nearest(3).seq


def test_a_copy_of_a_checkpoint_is_the_world_that_was_kept() -> None:
    scenario = scenario_from(gallery("gap-and-reservation"))
    live, plain = World(scenario), World(scenario)
    kept = Checkpoints(live, every=1)
    for _ in range(STEPS):
        live.step()
        kept.keep(live)
    observed: list[tuple[str, object]] = []
    for seq in range(live.seq + 1):
        while plain.seq < seq:
            plain.step()
        observed.append((plain.hash(), plain.snapshot()))
    copies = [kept.nearest(seq).copy() for seq in range(live.seq + 1)]

    assert [*range(live.seq + 1)] == [copy.seq for copy in copies]
    assert observed == [(copy.hash(), copy.snapshot()) for copy in copies]


def test_a_copy_of_a_checkpoint_goes_on_as_the_run_did() -> None:
    live = World(scenario_from(gallery("gap-and-reservation")))
    kept = Checkpoints(live, every=1)
    hashes = [live.hash()]
    for _ in range(STEPS):
        live.step()
        kept.keep(live)
        hashes.append(live.hash())
    ends = []
    for seq in range(0, len(hashes) - 1, 3):
        copy = kept.nearest(seq).copy()
        while copy.seq < len(hashes) - 1:
            copy.step()
        ends.append(copy.hash())

    assert {hashes[-1]} == set(ends)
