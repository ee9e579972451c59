"""How the time of a run goes while a client of its Kubernetes API waits (`kubectl wait`, `delete`, `drain`).

The run itself has one of two policies, which who may act on it chooses: its clock runs meanwhile, as fast as
was chosen on the board, or it stands still.
"""

from __future__ import annotations

from dataclasses import dataclass

from playground.runs.models import Run
from playground.runs.services import Standing


@dataclass(frozen=True, slots=True)
class Policy:
    """`speed` is seconds of the run a second; it means nothing where time stands still."""

    still: bool
    speed: float

    @property
    def warning(self) -> str:
        """What a waiting client is warned of; "" where time goes as it expects."""
        if self.still:
            return "the run is paused; press play"
        if self.speed == 1:
            return ""
        return f"the clock of the run goes at {self.speed:g}x while this client waits"


def policy_of(standing: Standing, *, still: bool = False) -> Policy:
    """The policy of a run for a client; `still` is one that asks that nothing moves for it."""
    return Policy(still or standing.stands_still, standing.speed)


def choose(run_id: str, *, still: bool) -> None:
    Run.objects.filter(pk=run_id).update(stands_still=still)


def note_speed(run_id: str, speed: float) -> None:
    """Somebody who may act has chosen this speed on a board."""
    Run.objects.filter(pk=run_id).update(speed=speed)
