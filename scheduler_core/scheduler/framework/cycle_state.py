"""CycleState: the state that plugins keep within one scheduling cycle.

Source: pkg/scheduler/framework/cycle_state.go (v1.34).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Protocol, Self, TypeVar, cast

if TYPE_CHECKING:
    from scheduler_core.scheduler.cluster.snapshot import Snapshot
    from scheduler_core.scheduler.framework.free_capacity import Needs


class StateData(Protocol):
    """What a plugin keeps between the points of one cycle."""

    def clone(self) -> StateData:
        """A copy that `add_pod` and `remove_pod` may change; `self` when nothing ever changes it."""
        ...


class FixedState:
    """State that `add_pod` and `remove_pod` never change, so that a copy need not differ."""

    __slots__ = ()

    def clone(self) -> Self:
        return self


S = TypeVar("S", bound=StateData)


class StateKey(Generic[S]):
    """The typed key under which a plugin stores its state."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


class CycleState:
    """The state of the plugins within one cycle, and which of them are skipped.

    `snapshot` is the cluster of this cycle. `skip_filter` and `skip_score` hold the names of plugins that
    answered Skip in PreFilter and PreScore, `needs` the amounts of PreFilter by plugin.
    """

    __slots__ = ("_data", "needs", "skip_filter", "skip_score", "snapshot")

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self._data: dict[str, StateData] = {}
        self.needs: dict[str, Needs] = {}
        self.skip_filter: set[str] = set()
        self.skip_score: set[str] = set()

    def write(self, key: StateKey[S], value: S) -> None:
        self._data[key.name] = value

    def read(self, key: StateKey[S]) -> S:
        """The value that was written under `key`; KeyError if there is none."""
        return cast(S, self._data[key.name])

    def has(self, key: StateKey[S]) -> bool:
        return key.name in self._data

    def fork(self) -> CycleState:
        """A copy for a cycle that adds its own values. The shared values must not be changed."""
        fork = CycleState(self.snapshot)
        fork._data = self._data.copy()
        fork.needs = self.needs.copy()
        fork.skip_filter = self.skip_filter.copy()
        fork.skip_score = self.skip_score.copy()
        return fork

    def clone(self, snapshot: Snapshot | None = None) -> CycleState:
        """A copy that may be changed; `snapshot` replaces the cluster that it belongs to."""
        copy = CycleState(snapshot or self.snapshot)
        copy._data = {name: value.clone() for name, value in self._data.items()}
        copy.needs = self.needs
        copy.skip_filter = self.skip_filter
        copy.skip_score = self.skip_score
        return copy
