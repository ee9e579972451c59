"""What can happen next, in its order: by time, then by kind."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class TurnKind(IntEnum):
    """The order of turns at one instant."""

    ARRIVAL = 0
    """Delayed watch events reach their receivers."""
    INPUT = 1
    """The next input of the scenario's script is given."""
    ACTOR = 2
    """The actor that the agenda puts first acts."""


class Turn(NamedTuple):
    """`at_ms` in virtual milliseconds; `actor` is the name of the actor whose turn it is, else ""."""

    at_ms: int
    kind: TurnKind
    actor: str = ""
