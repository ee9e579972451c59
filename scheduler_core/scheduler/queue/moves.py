"""Moves: the moves of pods in the queue that have still to be narrated."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.objects.replacing import State, replace
from scheduler_core.scheduler.queue.hints import EventEffect
from scheduler_core.scheduler.queue.queued_pod import Place


@dataclass(frozen=True, slots=True)
class Move:
    """An `event` moved the pod to a place, or left it in its place while others moved; `effect` says why."""

    pod: str
    to: Place
    event: str
    effect: EventEffect | None = None

    @staticmethod
    def of(pod: str, to: Place, event: str, effect: EventEffect | None) -> Move:
        """A move, with its place entered into `effect`."""
        return Move(pod, to, event, None if effect is None else replace(effect, moved_to=to.value))


class Moves(State):
    """The moves that have still to be narrated, oldest first."""

    def __init__(self) -> None:
        self._moves: list[Move] = []

    def __len__(self) -> int:
        return len(self._moves)

    def add(self, move: Move) -> None:
        self._moves.append(move)

    def take(self) -> tuple[Move, ...]:
        """The oldest moves that one event made, taken out of the list."""
        moves = self._moves
        if not moves:
            return ()
        event = moves[0].event
        count = next((place for place, move in enumerate(moves) if move.event != event), len(moves))
        oldest = moves[:count]
        del moves[:count]
        return tuple(oldest)
