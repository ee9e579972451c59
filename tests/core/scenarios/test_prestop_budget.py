"""E01: a preStop hook and the shutdown after it share one grace period."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.endings import budget, code, exits, given, grace, plan, seconds, texts
from tests.core.playing import Documents, Play, delete, gallery, named, played

SLUG = "prestop-budget"


@pytest.fixture(scope="module")
def play() -> Play:
    return played(gallery(SLUG))


def test_the_hook_takes_12_seconds_and_leaves_18_for_the_exit_at_22(play: Play) -> None:
    assert [("prestop", 0), ("sigterm", 12), ("exit", 22), ("removed", 23)] == seconds(play)
    assert (18, 0) == (budget(play), code(play))
    assert 30 == grace(play, play.until(1))
    assert ["Stopping container app"] == texts(play, "Killing")


def test_who_needs_25_seconds_is_killed_at_30() -> None:
    play = played(exits(gallery(SLUG), 25))

    assert [("prestop", 0), ("sigterm", 12), ("sigkill", 30)] == seconds(play)[:3]
    assert 137 == code(play)


def test_with_40_seconds_there_are_28_left_after_the_hook() -> None:
    play = played(given(exits(gallery(SLUG), 25), 40, "app"))

    assert [("prestop", 0), ("sigterm", 12), ("exit", 37)] == seconds(play)[:3]
    assert (28, 0) == (budget(play), code(play))


def clean(documents: Documents, *inputs: dict[str, Any]) -> bool:
    """The lesson's check: the hook ran to its end, code 0, no SIGKILL, removed by proof."""
    play = played(documents, list(inputs))
    proofs = [frame["message"]["id"] for frame in play.frames(kind="removed")]
    return (
        ["kubelet.removed"] == proofs
        and [] == play.frames(kind="sigkill")
        and 0 == code(play)
        and ["completed"] == [step["outcome"] for step in plan(play) if step["kind"] == "preStop"]
    )


def hook(documents: Documents, seconds: int | None) -> Documents:
    container = named(documents, "app")["spec"]["containers"][0]
    if seconds is None:
        del container["lifecycle"]
    else:
        container["lifecycle"]["preStop"]["sleep"]["seconds"] = seconds
    return documents


def slow() -> Documents:
    return exits(gallery(SLUG), 25)


@pytest.mark.parametrize(
    ("documents", "inputs"),
    [
        (given(slow(), 38, "app"), [delete(0, "app")]),
        (hook(slow(), 4), [delete(0, "app")]),
        (slow(), [delete(0, "app", gracePeriodSeconds=40)]),
        (exits(slow(), 17), [delete(0, "app")]),
    ],
    ids=["grace", "hook", "delete", "exit"],
)
def test_one_number_makes_a_clean_end(documents: Documents, inputs: list[dict[str, Any]]) -> None:
    assert clean(documents, *inputs)


@pytest.mark.parametrize(
    ("documents", "inputs"),
    [
        (slow(), [delete(0, "app")]),
        (slow(), [delete(0, "app"), delete(5, "app", gracePeriodSeconds=60)]),
        (hook(slow(), None), [delete(0, "app")]),
        (slow(), [delete(0, "app", force=True)]),
    ],
    ids=["nothing", "second", "no-hook", "force"],
)
def test_what_does_not_make_a_clean_end(documents: Documents, inputs: list[dict[str, Any]]) -> None:
    assert not clean(documents, *inputs)


def test_a_second_delete_with_60_is_ignored() -> None:
    play = played(slow(), [delete(0, "app"), delete(5, "app", gracePeriodSeconds=60)])

    assert [("sigkill", 30)] == seconds(play, kinds=("sigkill",))
    assert 30 == grace(play, play.until(6))


def test_a_forced_delete_gives_the_hook_one_second() -> None:
    play = played(slow(), [delete(0, "app", force=True)])

    assert [("prestop", 0), ("sigterm", 1), ("sigkill", 3)] == seconds(play)[:3]
