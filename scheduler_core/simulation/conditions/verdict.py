"""What a condition is asked about, and how it answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from scheduler_core.actor import Message, MessageArg, message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.objects.manifest import Json


@dataclass(frozen=True, slots=True)
class Moment:
    """A run at one step. `api` must not be changed.

    `processes` are the keys of the pods that run on any machine, whatever the API server says, once for each
    process; those on a machine that is isolated by network or storage are left out. `actor`, `who`, `kind`
    and `pods` are about the act that led to this step, and `said` is the id of its sentence; they are empty
    at step 0.
    """

    seq: int
    now_ms: int
    api: ApiServer
    processes: tuple[str, ...] = ()
    actor: str = ""
    who: str = ""
    kind: str = ""
    said: str = ""
    pods: tuple[str, ...] = ()


class Stretch(Protocol):
    """A run from step 0 on."""

    def moment(self, seq: int) -> Moment:
        """The run at step `seq`, which must have been played."""
        ...

    def decision(self, seq: int) -> Mapping[str, Json] | None:
        """The whole decision (DecisionView) that led to step `seq`; None when none did."""
        ...

    def quiet(self, seq: int) -> bool:
        """Whether nothing will happen after step `seq` without an input."""
        ...


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a condition holds. `said` names what is there, and what was expected if it does not hold."""

    holds: bool
    said: Message

    def to_json(self) -> dict[str, Json]:
        return {"holds": self.holds, "said": self.said.to_json()}


class Condition(Protocol):
    """One statement. It is judged at a step and may look back from there, never ahead."""

    def judge(self, run: Stretch, seq: int) -> Verdict: ...

    def to_json(self) -> dict[str, Json]:
        """As it is written in a file; `parse_condition` is the inverse."""
        ...


def fact(of: str, what: str, got: MessageArg, wanted: MessageArg, holds: bool) -> Verdict:
    """The verdict about one value. `of` names the object and `what` the field, both as Kubernetes writes
    them."""
    if holds:
        return Verdict(True, message("condition.fact", of=of, what=what, got=got))
    return Verdict(False, message("condition.fact_expected", of=of, what=what, got=got, wanted=wanted))
