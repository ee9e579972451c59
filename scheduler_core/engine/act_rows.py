"""The rows of the timeline: one for each act of a run."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from scheduler_core.actor import Act
from scheduler_core.objects.scalars.seconds import seconds
from scheduler_core.scheduler.cycle.decision_outline import spreads
from scheduler_core.scheduler.cycle.decision_view import DecisionView

ActRow: TypeAlias = (
    tuple[int, int | float, str, str, str | None] | tuple[int, int | float, str, str, str | None, bool | str]
)
"""One act of the timeline: seq, t (seconds of virtual time), actor, kind, and the key of the first pod that
the act is about. A decision with spread constraints adds a sixth value, the one that `spreads` returns."""


class ActSummary(NamedTuple):
    """An act in brief, for a row of the timeline. `t` is in virtual seconds, `who` is the actor's name on the
    board. `spreads` says whether the act is a decision with spread charts, see `decision_outline`.
    """

    seq: int
    t: int | float
    actor: str
    kind: str
    pod: str | None
    who: str
    spreads: bool | str = False

    @property
    def row(self) -> ActRow:
        row = self.seq, self.t, self.actor, self.kind, self.pod
        return (*row, self.spreads) if self.spreads else row


NOTHING_YET = ActSummary(0, 0, "", "", None, "")


def summary_of(seq: int, now_ms: int, act: Act) -> ActSummary:
    """The act that led to step `seq` at virtual time `now_ms`."""
    pod = act.focus_pods[0] if act.focus_pods else None
    decided = spreads(act.decision.decision) if isinstance(act.decision, DecisionView) else False
    return ActSummary(seq, seconds(now_ms), act.actor, act.kind, pod, act.who, decided)
