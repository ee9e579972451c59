"""A run is played to the step at which a condition holds, and a condition is judged at any step."""

from __future__ import annotations

from typing import Any

from scheduler_core.actor import message
from scheduler_core.engine.stretch import RecordedStretch, judge, play_until
from scheduler_core.inputs.conditions.parse import parse_condition
from scheduler_core.inputs.conditions.verdict import Condition, Verdict
from scheduler_core.objects.problem import Problem
from tests.core.play import Play, gallery


def condition(written: Any) -> Condition:
    parsed = parse_condition(written, "c")
    assert not isinstance(parsed, Problem)
    return parsed


def gap() -> Play:
    return Play(gallery("gap-and-reservation"))


def test_the_run_stops_at_the_first_step_at_which_the_condition_holds() -> None:
    play, bound = gap(), condition({"pod": {"name": "p", "bound": True}})
    seq, verdict = play_until(play.recording, bound)

    assert verdict.holds
    assert "bind" == play.recording.frame(seq)["kind"]
    assert [False, True] == [judge(play.recording, bound, step).holds for step in (seq - 1, seq)]


def test_a_condition_that_never_holds_stops_at_the_quiet_run() -> None:
    play = gap()
    seq, verdict = play_until(play.recording, condition({"pod": {"name": "small2", "bound": True}}))

    assert (False, True) == (verdict.holds, play.recording.quiet(seq))


def test_a_run_stops_at_the_limit_of_steps() -> None:
    seq, verdict = play_until(gap().recording, condition({"pod": {"name": "p", "bound": True}}), limit=5)

    assert (5, False) == (seq, verdict.holds)


def test_a_moment_stays_as_it_was_when_the_run_goes_on() -> None:
    play = gap()
    last = play.until_quiet()
    stretch = RecordedStretch(play.recording)
    early = stretch.moment(1)
    late = stretch.moment(last)

    assert ["", "n1"] == [moment.api.pods["default/p"].node_name for moment in (early, late)]
    assert ("script", "input-apply", ("default/p",)) == (early.who, early.kind, early.pods)
    assert (True, False) == ("default/low1" in early.processes, "default/low1" in late.processes)


def test_a_condition_is_judged_once_at_each_step() -> None:
    play = gap()
    stretch = RecordedStretch(play.recording)
    play.recording.reach(20)
    requests: list[int] = []

    class Counted:
        def judge(self, run: Any, seq: int) -> Verdict:
            requests.append(seq)
            return Verdict(seq in (3, 4, 9, 10), message("condition.at", t=seq))

        def to_json(self) -> dict[str, Any]:
            return {}

    judged = stretch.judged(Counted())
    begun = [judged.last_beginning(seq) for seq in (2, 3, 8, 20)]

    assert [None, 3, 3, 9] == begun
    assert [3, None, 0, 9] == [
        judged.first(20),
        judged.first(2),
        judged.first(20, holds=False),
        judged.first_from(5, 20),
    ]
    assert sorted(set(requests)) == sorted(requests)
