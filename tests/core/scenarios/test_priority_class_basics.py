"""A03: a class becomes a number at admission; an unknown one is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.playing import Play, gallery


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery("priority-class-basics"))
    made.until_quiet()
    return made


def test_every_pod_that_names_the_class_gets_its_number(play: Play) -> None:
    last = play.until_quiet()
    pods: list[Any] = play.recording.snapshot(last)["pods"]  # type: ignore[assignment]
    keys = [view["key"] for view in pods]

    assert ["default/nginx", "other/nginx"] == [key for key in keys if key.endswith("nginx")]
    assert 2 == len([key for key in keys if key.startswith("default/web-")])
    assert 4 == len(keys)
    for key in keys:
        spec: Any = play.questions.manifest(last, "Pod", key)["spec"]  # type: ignore[index]
        assert (1000000, "PreemptLowerPriority") == (spec["priority"], spec["preemptionPolicy"])


def test_an_unknown_class_and_a_number_of_ones_own_are_refused(play: Play) -> None:
    assert {
        10: 'pods "x" is forbidden: no PriorityClass with name hihg-priority was found',
        11: 'pods "y" is forbidden: the integer value of priority (5) must not be provided in pod spec; '
        "priority admission controller computed 0 from the given PriorityClass name",
    } == play.refusals()
