"""Words about time: `always`, `ever`, `at`, `within`, `before`, `when`. Each holds other conditions.

Seconds are virtual seconds of the run. A condition "begins" at a step where it holds and did not hold one
step before; one that holds at step 0 begins there.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from scheduler_core.actor import message
from scheduler_core.inputs.conditions.verdict import Condition, Stretch, Verdict
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.scalars.seconds import seconds


@dataclass(frozen=True, slots=True)
class Always:
    """It holds at every step so far."""

    condition: Condition

    def judge(self, run: Stretch, seq: int) -> Verdict:
        judged = run.judged(self.condition)
        step = judged.first(seq, holds=False)
        return judged.verdict(seq) if step is None else _at(run, step, judged.verdict(step))

    def to_json(self) -> dict[str, Json]:
        return {"always": self.condition.to_json()}


@dataclass(frozen=True, slots=True)
class Ever:
    """It holds at some step so far."""

    condition: Condition

    def judge(self, run: Stretch, seq: int) -> Verdict:
        step = run.judged(self.condition).first(seq)
        if step is not None:
            return _at(run, step, run.judged(self.condition).verdict(step))
        return _not_yet(self.condition, run, seq)

    def to_json(self) -> dict[str, Json]:
        return {"ever": self.condition.to_json()}


@dataclass(frozen=True, slots=True)
class At:
    """It holds at the last step up to virtual time `ms`. The run must have come that far, or be quiet."""

    ms: int
    condition: Condition

    def judge(self, run: Stretch, seq: int) -> Verdict:
        now_ms = run.moment(seq).now_ms
        if now_ms < self.ms and not run.quiet(seq):
            args = {"t": seconds(now_ms), "until": seconds(self.ms)}
            return Verdict(False, message("condition.too_early", **args))
        later = bisect_right(range(seq + 1), self.ms, key=lambda step: run.moment(step).now_ms)
        verdict = run.judged(self.condition).verdict(max(0, later - 1))
        return Verdict(verdict.holds, message("condition.at", t=seconds(self.ms), actual=verdict.message))

    def to_json(self) -> dict[str, Json]:
        return {"at": {"seconds": seconds(self.ms), "that": self.condition.to_json()}}


@dataclass(frozen=True, slots=True)
class Within:
    """After `of` began for the last time, `then` holds at most `ms` milliseconds later."""

    ms: int
    of: Condition
    then: Condition

    def judge(self, run: Stretch, seq: int) -> Verdict:
        begun = run.judged(self.of).last_beginning(seq)
        if begun is None:
            return _not_yet(self.of, run, seq)
        step = run.judged(self.then).first_from(begun, seq)
        if step is None:
            return _not_yet(self.then, run, seq)
        took = run.moment(step).now_ms - run.moment(begun).now_ms
        if took <= self.ms:
            return Verdict(True, message("condition.took", n=seconds(took)))
        args = {"n": seconds(took), "most": seconds(self.ms)}
        return Verdict(False, message("condition.took_expected", **args))

    def to_json(self) -> dict[str, Json]:
        answer: dict[str, Json] = {
            "seconds": seconds(self.ms),
            "of": self.of.to_json(),
            "then": self.then.to_json(),
        }
        return {"within": answer}


@dataclass(frozen=True, slots=True)
class Before:
    """Both have held, and `first` held at an earlier step."""

    first: Condition
    then: Condition

    def judge(self, run: Stretch, seq: int) -> Verdict:
        first, then = run.judged(self.first).first(seq), run.judged(self.then).first(seq)
        if first is None:
            return _not_yet(self.first, run, seq)
        if then is None:
            return _not_yet(self.then, run, seq)
        times = {"first": seconds(run.moment(first).now_ms), "second": seconds(run.moment(then).now_ms)}
        holds = first < then
        return Verdict(holds, message("condition.order" if holds else "condition.wrong_order", **times))

    def to_json(self) -> dict[str, Json]:
        return {"before": {"first": self.first.to_json(), "then": self.then.to_json()}}


@dataclass(frozen=True, slots=True)
class When:
    """At the step at which `first` began for the last time, `condition` holds."""

    first: Condition
    condition: Condition

    def judge(self, run: Stretch, seq: int) -> Verdict:
        step = run.judged(self.first).last_beginning(seq)
        if step is None:
            return _not_yet(self.first, run, seq)
        return _at(run, step, run.judged(self.condition).verdict(step))

    def to_json(self) -> dict[str, Json]:
        return {"when": {"first": self.first.to_json(), "that": self.condition.to_json()}}


def _at(run: Stretch, step: int, verdict: Verdict) -> Verdict:
    t = seconds(run.moment(step).now_ms)
    return Verdict(verdict.holds, message("condition.at", t=t, actual=verdict.message))


def _not_yet(condition: Condition, run: Stretch, seq: int) -> Verdict:
    sentence = run.judged(condition).verdict(seq).message
    return Verdict(False, message("condition.not_yet", t=seconds(run.moment(seq).now_ms), actual=sentence))
