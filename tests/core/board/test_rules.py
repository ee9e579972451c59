from __future__ import annotations

from typing import Any

import pytest

from tests.core.play import Play, gallery


def test_a_snapshot_tells_the_numbers_of_rules_that_a_page_has_in_its_sentences() -> None:
    play = Play(gallery("basic-preemption"))
    rules: Any = play.recording.snapshot(0)["rules"]
    expected = {
        "systemCriticalPriority": 2_000_000_000,
        "systemBand": 6,
        "defaultGraceSeconds": 30,
        "nowGraceSeconds": 1,
        "forceGraceSeconds": 0,
        "minimumStopSeconds": 2,
        "hardEvictionGraceSeconds": 1,
        "mostInputSeconds": 31_536_000,
        "mostExitCode": 255,
        "mostReplicas": 10_000,
        "taintEffects": ["NoSchedule", "PreferNoSchedule", "NoExecute"],
    }

    assert expected == {name: rules[name] for name in expected}


def test_the_rules_are_those_of_every_step() -> None:
    play = Play(gallery("basic-preemption"))
    last = play.until_quiet()
    messages = [play.recording.snapshot(seq)["rules"] for seq in (0, last)]

    assert last > 0
    assert messages[0] == messages[1]


def put(play: Play, kind: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """(frame, view) of each view of a kind that a frame puts on the board."""
    return [
        (frame, change["view"])
        for frame in play.frames()
        for change in frame["changes"]
        if change["kind"] == kind and change["op"] == "put"
    ]


@pytest.mark.parametrize(
    "slug", ["basic-preemption", "prestop-budget", "hard-eviction", "gap-and-reservation"]
)
def test_a_bar_of_a_grace_period_begins_after_an_act_that_the_rules_name(slug: str) -> None:
    play = Play(gallery(slug))
    play.until(120)
    rules: Any = play.recording.snapshot(0)["rules"]
    begin = [
        frame["kind"]
        for frame, view in put(play, "span")
        if view["kind"] in ("preStop", "SIGTERM") and view["from"] == frame["t"]
    ]

    assert begin
    assert set() == set(begin) - set(rules["graceActs"])


@pytest.mark.parametrize("slug", ["kubelet-ranking", "basic-preemption"])
def test_a_run_has_an_act_of_pressure_exactly_where_a_node_comes_under_pressure(slug: str) -> None:
    play = Play(gallery(slug))
    play.until(120)
    rules: Any = play.recording.snapshot(0)["rules"]
    pressed = any(view["pressed"] for _, view in put(play, "pressure"))

    assert pressed == (slug == "kubelet-ranking")
    assert pressed == any(frame["kind"] in rules["pressureActs"] for frame in play.frames())


@pytest.mark.parametrize(
    ("slug", "expected"),
    [
        ("prestop-budget", True),  # pods of the start
        ("affinity-anti-spread", True),  # pods that the script applies to an empty cluster
        ("basic-preemption", False),
        ("queue-by-priority", False),
    ],
)
def test_the_rules_say_whether_the_pods_that_a_scenario_shows_request_nothing(
    slug: str, expected: bool
) -> None:
    play = Play(gallery(slug))
    last = play.until_quiet()
    messages: Any = [play.recording.snapshot(seq)["rules"] for seq in (0, last)]

    assert [expected, expected] == [rules["startsWithoutRequests"] for rules in messages]


@pytest.mark.parametrize(
    ("slug", "expected"),
    [("partitioned-pet", (True, 1)), ("who-may-delete", (True, 2)), ("basic-preemption", (False, 0))],
)
def test_the_rules_say_whether_a_scenario_breaks_something_and_how_many_nodes_it_cuts_off(
    slug: str, expected: tuple[bool, int]
) -> None:
    rules: Any = Play(gallery(slug)).recording.snapshot(0)["rules"]

    assert expected == (rules["breaks"], rules["nodesApart"])
