"""The interfaces of a condition: the run that it is judged on, and its verdict."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from scheduler_core.actor import Message, MessageArg, message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.objects.manifest import Json


@dataclass(frozen=True, slots=True)
class Moment:
    """A run at one step. `api` must not be changed.

    `processes` are the keys of the pods that run on any machine, whatever the API server says, once for each
    process, and `machines` are the nodes on which they run; those on a machine that is isolated by network or
    storage are left out. `actor`, `who` (the component's name), `kind` and `pods` describe the act that led
    to this step, `message_id` and `args` are those of its message; all are empty at step 0.
    """

    seq: int
    now_ms: int
    api: ApiServer
    processes: tuple[str, ...] = ()
    machines: tuple[str, ...] = ()
    actor: str = ""
    who: str = ""
    kind: str = ""
    message_id: str = ""
    pods: tuple[str, ...] = ()
    args: Mapping[str, Json] = field(default_factory=dict)


class Stretch(Protocol):
    """A run from step 0 on. `version` is the Kubernetes version of its cluster."""

    @property
    def version(self) -> str: ...

    def moment(self, seq: int) -> Moment:
        """The run at step `seq`, which must have been played."""
        ...

    def decision(self, seq: int) -> Mapping[str, Json] | None:
        """The whole decision (DecisionView) that led to step `seq`; None when another act led to it."""
        ...

    def quiet(self, seq: int) -> bool:
        """Whether nothing will happen after step `seq` without an input."""
        ...

    def judged(self, condition: Condition) -> Judged:
        """How a condition stands at the steps of this run, each of which is judged once."""
        ...


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a condition holds. `message` says what is so and, if it does not hold, what was expected."""

    holds: bool
    message: Message

    def to_json(self) -> dict[str, Json]:
        return {"holds": self.holds, "said": self.message.to_json()}


class Condition(Protocol):
    """One statement. It is judged at a step and may look back from there, never ahead."""

    def judge(self, run: Stretch, seq: int) -> Verdict: ...

    def to_json(self) -> dict[str, Json]:
        """As it is written in a file; `parse_condition` is the inverse."""
        ...


VERDICTS_KEPT = 64
_UNKNOWN, _NEVER = -2, -1


class Judged:
    """A cache of a condition's verdicts by step. Conditions about time look back over many steps: without the
    cache, judgements would grow exponentially with the depth of their nesting.
    """

    def __init__(self, run: Stretch, condition: Condition) -> None:
        self._run, self._condition = run, condition
        self._verdicts: dict[int, Verdict] = {}
        self._holds = bytearray()
        """By step: 0 when not judged yet, 1 when the condition does not hold, 2 when it holds."""
        self._first = {True: 0, False: 0}
        self._first_from: dict[int, int] = {}
        self._begins = array("q")

    def verdict(self, seq: int) -> Verdict:
        verdict = self._verdicts.get(seq)
        if verdict is None:
            verdict = self._verdicts[seq] = self._condition.judge(self._run, seq)
            if len(self._verdicts) > VERDICTS_KEPT:
                del self._verdicts[next(iter(self._verdicts))]
        return verdict

    def holds(self, seq: int) -> bool:
        if seq >= len(self._holds):
            self._holds.extend(bytes(seq + 1 - len(self._holds)))
        if not self._holds[seq]:
            self._holds[seq] = 2 if self.verdict(seq).holds else 1
        return self._holds[seq] == 2

    def first(self, seq: int, *, holds: bool = True) -> int | None:
        """The first step up to `seq` at which the condition holds (or does not hold); None without one."""
        at = self._first[holds]
        while at <= seq and self.holds(at) is not holds:
            at += 1
        self._first[holds] = max(at, self._first[holds])
        return at if at <= seq else None

    def first_from(self, begun: int, seq: int) -> int | None:
        """The first step from `begun` to `seq` at which it holds; None when there is none."""
        at = self._first_from.get(begun, begun)
        while at <= seq and not self.holds(at):
            at += 1
        self._first_from[begun] = at
        return at if at <= seq else None

    def last_beginning(self, seq: int) -> int | None:
        """The last step up to `seq` at which it began to hold; None when it never held."""
        while len(self._begins) <= seq:
            self._begins.append(_UNKNOWN)
        step = seq
        while self._begins[step] == _UNKNOWN:
            if self.holds(step) and (step == 0 or not self.holds(step - 1)):
                self._begins[step] = step
            elif step == 0:
                self._begins[step] = _NEVER
            else:
                step -= 1
        beginning = self._begins[step]
        for later in range(step + 1, seq + 1):
            self._begins[later] = beginning
        return None if beginning == _NEVER else beginning


def fact(of: str, what: str, got: MessageArg, expected: MessageArg, holds: bool) -> Verdict:
    """The verdict about one value. `of` names the object and `what` the field, both as Kubernetes writes
    them."""
    if holds:
        return Verdict(True, message("condition.fact", of=of, what=what, got=got))
    return Verdict(False, message("condition.fact_expected", of=of, what=what, got=got, expected=expected))
