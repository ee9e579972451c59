"""The rows of the timeline: one for each act of a run."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from scheduler_core.actor import Act
from scheduler_core.objects.scalars.seconds import seconds

ActRow: TypeAlias = tuple[int, int | float, str, str, str | None]
"""One line of the timeline: seq, t (seconds), actor, kind, key of the first pod it is about."""


class Told(NamedTuple):
    """What a row of the timeline needs of an act, and `who` acted; `t` in virtual seconds."""

    seq: int
    t: int | float
    actor: str
    kind: str
    pod: str | None
    who: str

    @property
    def row(self) -> ActRow:
        return self.seq, self.t, self.actor, self.kind, self.pod


NOTHING_YET = Told(0, 0, "", "", None, "")


def told_of(seq: int, now_ms: int, act: Act) -> Told:
    """The act that led to step `seq` at virtual time `now_ms`."""
    pod = act.focus_pods[0] if act.focus_pods else None
    return Told(seq, seconds(now_ms), act.actor, act.kind, pod, act.who)
