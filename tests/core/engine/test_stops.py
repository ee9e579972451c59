"""Moments of a run that a file names."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.engine.recording import Recording
from scheduler_core.engine.stops import Stop, find_stop, has_come, parse_stop
from scheduler_core.inputs.parse import parse_input
from scheduler_core.objects.problem import Problem
from tests.core.play import Play, gallery

BOUND = {"pod": {"name": "p", "bound": True}}


def stop(value: Any) -> Stop:
    parsed = parse_stop(value, "at")
    assert not isinstance(parsed, Problem)
    return parsed


@pytest.fixture(scope="module")
def recording() -> Recording:
    """low1 and low2 run; p is created at second 0 and bound when low2 has been killed at second 30."""
    return Play(gallery("basic-preemption")).recording


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ({"step": 0}, 0),
        ({"seconds": 20}, 0),
        ({"seconds": 1000}, 31),
        ({"when": BOUND}, 31),
        ({"seconds": 20, "then": BOUND}, 31),
        ({"after": 10}, 0),
        ({"after": 100}, 31),
        ("quiet", 31),
    ],
)
def test_a_moment_is_found_at_its_second(recording: Recording, value: Any, seconds: int) -> None:
    seq = find_stop(recording, stop(value))

    assert seq is not None
    assert int(recording.time(seq)) == pytest.approx(seconds, abs=1)
    assert has_come(recording, stop(value), seq)


def test_a_moment_is_not_before_the_step_that_is_searched_from(recording: Recording) -> None:
    assert 4 == find_stop(recording, stop({"step": 1}), 4)


@pytest.mark.parametrize("value", [{"step": 4000}, {"when": {"pod": {"name": "p", "node": "n9"}}}])
def test_a_moment_that_never_comes_is_not_found(recording: Recording, value: Any) -> None:
    assert find_stop(recording, stop(value)) is None


def test_a_run_without_end_is_given_up(recording: Recording) -> None:
    assert find_stop(recording, stop({"when": BOUND}), limit=3) is None


def test_a_moment_that_has_not_come_yet_is_told(recording: Recording) -> None:
    assert [False] * 4 == [
        has_come(recording, stop(value), 1)
        for value in ("quiet", {"seconds": 20}, {"when": BOUND}, {"after": 20})
    ]


def test_so_long_after_the_last_input_counts_a_persons_input() -> None:
    recording = Recording(Play(gallery("basic-preemption")).recording.scenario)
    recording.reach(4)
    given = parse_input({"kind": "cordon", "node": "n1", "at": 20})
    assert not isinstance(given, Problem)
    recording.give(4, given)

    assert 20 == recording.time(5)
    assert [True, False] == [has_come(recording, stop({"after": seconds}), 5) for seconds in (0.05, 20)]


@pytest.mark.parametrize(
    "value", ["quiet", {"step": 3}, {"seconds": 2.5, "then": BOUND}, {"when": BOUND}, {"after": 60}]
)
def test_a_moment_is_written_as_it_was_read(value: Any) -> None:
    assert stop(value) == stop(stop(value).to_json())


@pytest.mark.parametrize(
    ("value", "path", "code"),
    [
        ("soon", "at", "stop.unknown"),
        ({}, "at", "stop.not_one"),
        ({"step": 1, "seconds": 2}, "at", "stop.not_one"),
        ({"when": BOUND, "then": BOUND}, "at", "stop.not_one"),
        ({"step": -1}, "at.step", "input.out_of_range"),
        ({"when": {"pot": {}}}, "at.when", "condition.unknown_word"),
        ({"later": 1}, "at.later", "input.unknown_field"),
    ],
)
def test_a_mistake_in_a_moment_is_named_with_its_path(value: Any, path: str, code: str) -> None:
    parsed = parse_stop(value, "at")

    assert isinstance(parsed, Problem)
    assert (path, code) == (parsed.path, parsed.code)
