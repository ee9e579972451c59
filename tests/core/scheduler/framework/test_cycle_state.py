"""What plugins remember within one scheduling cycle."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.cycle_state import CycleState, StateKey


@dataclass
class Counted:
    numbers: list[int] = field(default_factory=list)

    def clone(self) -> Counted:
        return Counted(list(self.numbers))


KEY: StateKey[Counted] = StateKey("counted")


def written() -> CycleState:
    state = CycleState(Snapshot())
    state.write(KEY, Counted([1]))
    return state


def test_a_value_is_read_under_the_key_it_was_written_with() -> None:
    assert written().has(KEY)
    assert Counted([1]) == written().read(KEY)


def test_what_was_not_written_cannot_be_read() -> None:
    state = CycleState(Snapshot())

    assert not state.has(KEY)
    with pytest.raises(KeyError):
        state.read(KEY)


def test_a_clone_changes_on_its_own() -> None:
    state = written()
    state.clone().read(KEY).numbers.append(2)

    assert [1] == state.read(KEY).numbers


def test_a_fork_shares_the_values_and_skips_on_its_own() -> None:
    state = written()
    fork = state.fork()
    fork.skip_filter.add("NodePorts")
    fork.write(StateKey("more"), Counted())

    assert state.read(KEY) is fork.read(KEY)
    assert set() == state.skip_filter
    assert not state.has(StateKey("more"))
