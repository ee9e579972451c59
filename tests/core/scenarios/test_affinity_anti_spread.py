"""T26: affinity stacks, anti-affinity leaves the third pod out, spreading places all."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.core.playing import NO_VICTIMS, Play, fs, gallery, tail

PODS = ("w1", "w2", "w3")
ZONES = {"n1": "z1", "n2": "z1", "n3": "z2"}


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery("affinity-anti-spread"))
    made.until_quiet()
    return made


def zones(play: Play, seq: int) -> list[str]:
    return [ZONES.get(play.node(seq, name), "") for name in PODS]


def test_with_affinity_all_three_are_in_one_zone(play: Play) -> None:
    found = zones(play, play.until(19))

    assert 1 == len(set(found))
    assert "" not in found


def test_with_anti_affinity_the_third_waits(play: Play) -> None:
    seq = play.until(49)

    assert {"z1", "z2"} == set(zones(play, seq)[:2])
    text = fs(3, "3 node(s) didn't match pod anti-affinity rules.") + tail(3, f"3 {NO_VICTIMS}")
    assert ("", text) == (play.node(seq, "w3"), play.text(seq, "w3"))


def test_with_a_spread_constraint_all_are_placed(play: Play) -> None:
    assert {"z1": 2, "z2": 1} == Counter(zones(play, play.until_quiet())) or {"z1": 1, "z2": 2} == Counter(
        zones(play, play.until_quiet())
    )


def test_the_first_pod_of_each_round_is_a_toss_of_three(play: Play) -> None:
    frames = [frame["decision"] for frame in play.frames(kind="schedule", pod="w1")]

    assert [{"n1", "n2", "n3"}] * 3 == [set(decision["best"]) for decision in frames]
