"""D05: phases go forward only; a grace period can only shrink, and a kill in progress is not interrupted."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import pod
from tests.core.pets import deadline, steps
from tests.core.playing import Play, apply, delete, gallery

SLUG = "phases-one-way"
ORDER = ("Pending", "Running", "Succeeded", "Failed")


def grace(play: Play, seq: int) -> int:
    return int(play.manifest(seq, "app")["metadata"]["deletionGracePeriodSeconds"])


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery(SLUG))
    made.until_quiet()
    return made


def test_a_second_delete_with_10_shortens_the_deadline_to_10(play: Play) -> None:
    assert (30, 30) == (grace(play, play.until(4)), deadline(play, play.until(4), "app"))
    assert (10, 10) == (grace(play, play.until(6)), deadline(play, play.until(6), "app"))


def test_but_the_kill_in_progress_goes_on_to_30(play: Play) -> None:
    assert [0] == [frame["t"] for frame in play.frames(kind="sigterm")]
    assert [30] == [frame["t"] for frame in play.frames(kind="sigkill")]
    assert play.gone_at("app") == pytest.approx(30, abs=3)


def test_a_second_delete_with_60_changes_nothing() -> None:
    play = Play(gallery(SLUG), [delete(0, "app"), delete(5, "app", gracePeriodSeconds=60)])
    seq = play.until(6)

    assert (30, 30) == (grace(play, seq), deadline(play, seq, "app"))
    play.until_quiet()
    assert [30] == [frame["t"] for frame in play.frames(kind="sigkill")]


def test_a_pod_goes_through_its_life_in_one_order() -> None:
    """Creation, scheduling, init containers, containers, termination, deletion."""
    whole = pod("whole")
    whole["spec"]["initContainers"] = [{"name": "first", "image": "example/app:1", "command": ["sleep", "3"]}]
    play = Play(gallery(SLUG), [apply(0, whole), delete(20, "whole")])
    play.until_quiet()
    states: list[str] = []
    phases: list[str] = []
    nodes: set[str] = set()
    for seq in steps(play):
        view: Any = play.view(seq, "whole")
        if view is None:
            continue
        nodes |= {play.node(seq, "whole")} - {""}
        phases += [view["phase"]] if phases[-1:] != [view["phase"]] else []
        states += [view["state"]] if states[-1:] != [view["state"]] else []

    assert sorted(phases, key=ORDER.index) == phases
    assert ["Pending", "Init:0/1", "PodInitializing", "Running", "Terminating"] == states
    assert {"n1"} == nodes
    assert not play.exists(play.recording.head_seq, "whole")


def test_a_running_pod_does_not_become_pending_or_move() -> None:
    elsewhere = pod("app")
    elsewhere["spec"]["nodeName"] = "n2"
    elsewhere["status"] = {"phase": "Pending"}
    play = Play(gallery(SLUG), [apply(0, elsewhere)])
    last = play.until_quiet()

    assert "Forbidden: pod updates may not change fields other than" in play.refusals()[0]
    assert ("n1", "Running") == (play.node(last, "app"), play.manifest(last, "app")["status"]["phase"])
