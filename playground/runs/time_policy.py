"""How the time of a run passes while a client of its Kubernetes API waits (`kubectl wait`, `delete`,
`drain`).

A run has one of two policies, chosen by people who may act on it: its clock runs at the speed chosen on the
board, or it stands still."""

from __future__ import annotations

from dataclasses import dataclass

from playground.runs.models import Run
from playground.runs.services import Standing


@dataclass(frozen=True, slots=True)
class Policy:
    """`speed` is seconds of the run for each real second; it has no meaning while time stands still."""

    still: bool
    speed: float

    @property
    def warning(self) -> str:
        """The warning for a waiting client; "" when time passes as the client expects."""
        if self.still:
            return "the run is paused; press play"
        if self.speed == 1:
            return ""
        return f"the clock of the run goes at {self.speed:g}x while this client waits"


def policy_of(standing: Standing, *, still: bool = False) -> Policy:
    """The policy of a run for a client; `still`: the client asks that the clock stands."""
    return Policy(still or standing.stands_still, standing.speed)


def choose(run_id: str, *, still: bool) -> None:
    Run.objects.filter(pk=run_id).update(stands_still=still)


def note_speed(run_id: str, speed: float) -> None:
    """Stores the speed that somebody with the right to act has chosen on a board."""
    Run.objects.filter(pk=run_id).update(speed=speed)
