"""D10: detect, decide, fence, and only then delete by force."""

from __future__ import annotations

import pytest

from tests.core.pets import counts, cut, fence, identity, most, most_unfenced, node_view
from tests.core.playing import Play, delete, gallery

SLUG, PET = "fencing-controller", "default/db-2"
FORCED = delete(105, "db-2", force=True)


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery(SLUG))
    made.until_quiet()
    return made


def test_at_70_the_condition_of_n3_says_that_it_is_silent(play: Play) -> None:
    conditions = {
        each["type"]: each["status"] for each in node_view(play, play.until(70), "n3")["conditions"]
    }

    assert "Unknown" == conditions["Ready"]


def test_the_disruption_is_noted_when_the_pods_are_marked_345_to_365_s_after_the_cut() -> None:
    play = Play(gallery(SLUG), [cut(0)])
    play.until_quiet()
    marked = play.first(lambda frame: frame["message"]["id"] == "tainteviction.expired")

    assert 345 <= marked["t"] <= 365
    assert play.condition(marked["seq"] - 1, "db-2", "DisruptionTarget") is None
    condition = play.condition(marked["seq"], "db-2", "DisruptionTarget")
    assert condition is not None
    assert ("True", "DeletionByTaintManager") == (condition["status"], condition["reason"])


@pytest.mark.parametrize("by", ["power", "agent", "hypervisor", "ipmi", "pdu"])
def test_switching_off_ends_the_process_before_its_name_is_free(by: str) -> None:
    play = Play(gallery(SLUG), [cut(0), fence(100, by), FORCED])
    play.until_quiet()
    seen = counts(play, PET)

    assert [1, 0, 1] == [number for _, number in seen]
    assert 100 == seen[1][0]
    assert seen[2][0] == pytest.approx(106, abs=3)
    assert {"by": by, "isolated": False} == node_view(play, play.recording.head_seq, "n3")["fenced"]


@pytest.mark.parametrize("by", ["network", "storage"])
def test_an_isolated_process_lives_but_reaches_no_disk_and_no_peer(by: str) -> None:
    play = Play(gallery(SLUG), [cut(0), fence(100, by), FORCED])
    last = play.until_quiet()
    view = identity(play, last, PET)

    assert view is not None
    assert (2, 1, False) == (view["live"], view["unfenced"], view["alarm"])
    assert (2, 1) == (most(play, PET), most_unfenced(play, PET))
    assert {"by": by, "isolated": True} == node_view(play, last, "n3")["fenced"]


def test_without_a_fence_two_processes_reach_everything() -> None:
    play = Play(gallery(SLUG), [cut(0), delete(70, "db-2", force=True)])
    last = play.until_quiet()

    assert (2, 2) == (most(play, PET), most_unfenced(play, PET))
    view = identity(play, last, PET)
    assert view is not None
    assert view["alarm"]


def test_recovery_takes_about_105_s(play: Play) -> None:
    ready = play.frames(kind="ready", pod="db-2")[-1]

    assert ready["t"] == pytest.approx(105, abs=3)
