"""Why a pod or a node is as it is, at any step."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.queries.why import outline, why, why_next, why_node
from tests import builders
from tests.core.play import Play, gallery, played
from tests.core.scheduler.groups.played_groups import gang_of_three_on_two_nodes

KEY = "default/p"


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery("gap-and-reservation"))
    made.until_quiet()
    return made


def decided(play: Play) -> int:
    """The step that the first decision about p led to."""
    return int(play.frames(kind="schedule", pod="p")[0]["seq"])


def test_before_the_first_attempt_there_is_no_decision(play: Play) -> None:
    made = decided(play)
    (before,) = [seq for seq in (made - 1,) if play.exists(seq, "p")]

    result: Any = why(play.recording, before, KEY)

    assert (KEY, None, []) == (result["pod"]["key"], result["decision"], result["columns"])


def test_after_it_the_decision_stays_until_the_next_one(play: Play) -> None:
    made = decided(play)

    at_once: Any = why(play.recording, made, KEY)
    later: Any = why(play.recording, made + 1, KEY)

    assert "nominated" == at_once["decision"]["result"]
    assert at_once["decision"] == later["decision"]
    assert at_once["last"] is None


def test_the_outline_of_a_pod_is_that_of_its_own_latest_decision_though_another_was_decided_on_since(
    play: Play,
) -> None:
    made = decided(play)
    later = next(frame["seq"] for frame in play.frames(kind="schedule") if frame["seq"] > made)

    assert play.recording.frame(made)["decision"] == outline(play.recording, later, KEY)
    assert outline(play.recording, made - 1, KEY) is None
    assert outline(play.recording, later, "default/none") is None


def test_another_pod_hears_of_the_newest_decision_too(play: Play) -> None:
    result: Any = why(play.recording, decided(play), "default/low1")

    assert KEY == result["last"]["decision"]["pod"]
    assert KEY == result["last"]["pod"]["key"]


def test_of_a_deleted_pod_its_last_decision_is_told(play: Play) -> None:
    end = play.recording.head_seq
    assert not play.exists(end, "low1")

    result: Any = why(play.recording, end, "default/low1")

    assert result["pod"] is None


def test_of_a_pod_that_never_was_nothing_is_known(play: Play) -> None:
    assert why(play.recording, play.recording.head_seq, "default/nobody") is None


def test_inside_a_decision_the_step_before_it_is_seen(play: Play) -> None:
    made = decided(play)

    result: Any = why_next(play.recording, made - 1, KEY)

    assert ("nominated", None) == (result["decision"]["result"], result["pod"]["nominated"])
    assert ["n1", "n2"] == result["nodes"]
    assert why_next(play.recording, made, KEY) is None
    assert why_next(play.recording, play.recording.head_seq, KEY) is None


def test_a_node_has_its_pods_and_the_newest_decision(play: Play) -> None:
    result: Any = why_node(play.recording, decided(play), "n1")

    assert "n1" == result["node"]["name"]
    assert ["low1", "low2"] == [pod["name"] for pod in result["pods"]][:2]
    assert KEY == result["decision"]["pod"]
    assert why_node(play.recording, 0, "nowhere") is None


def test_a_pod_that_had_its_node_at_the_start_is_told_apart_from_one_that_came_later(play: Play) -> None:
    old: Any = why(play.recording, decided(play), "default/low1")
    deleted: Any = why(play.recording, play.recording.head_seq, "default/low1")
    new: Any = why(play.recording, play.recording.head_seq, KEY)

    assert (True, False, False) == (old["fromStart"], deleted["fromStart"], new["fromStart"])


def test_the_nodes_that_podium_added_and_that_refused_the_pod_are_named() -> None:
    nodes = [builders.node("n1", podium={"added": "true"}), builders.node("n2")]
    play = played([*nodes, builders.pod("p", "5"), builders.pod("q", "1")])

    refused: Any = why(play.recording, play.recording.head_seq, "default/p")
    bound: Any = why(play.recording, play.recording.head_seq, "default/q")

    assert (["n1"], []) == (refused["added"], bound["added"])


@pytest.mark.parametrize(("slug", "pod"), [("three-knobs", "mypod"), ("partitioned-pet", "db-2")])
def test_a_later_pod_of_the_same_name_is_not_told_by_the_decision_about_the_earlier_one(
    slug: str, pod: str
) -> None:
    play = Play(gallery(slug))
    play.until_quiet()
    seqs = range(1, play.recording.head_seq + 1)
    messages: list[Any] = [
        why(play.recording, seq, f"default/{pod}") for seq in seqs if play.exists(seq, pod)
    ]
    pairs = {(item["pod"]["uid"], item["decision"]["uid"]) for item in messages if item["decision"]}

    assert pairs
    assert all(uid == decided for uid, decided in pairs)
    assert any(item["decision"] is None for item in messages)


REFUSED = "0/1 nodes are available: 1 node(s) had taint {a: b}, that the pod didn't tolerate."
NO_ROOM = "0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are available."
OTHER_NODES = "0/3 nodes are available: 3 Insufficient cpu."


@pytest.mark.parametrize(
    ("message", "recorded"), [(REFUSED, REFUSED), (OTHER_NODES, OTHER_NODES), (NO_ROOM, ""), ("pod-1", "")]
)
def test_what_the_scheduler_of_the_text_says_is_named_where_it_gives_other_reasons(
    message: str, recorded: str
) -> None:
    waiting = builders.pod("p", "5")
    condition = {"type": "PodScheduled", "status": "False", "reason": "Unschedulable", "message": message}
    waiting["status"] = {"phase": "Pending", "conditions": [condition]}
    play = played([builders.node("n1"), waiting])
    answer: Any = why(play.recording, play.recording.head_seq, "default/p")

    assert recorded == answer["recorded"]


def test_a_message_of_a_text_is_no_longer_compared_after_the_first_input() -> None:
    waiting = builders.pod("p", "5")
    condition = {"type": "PodScheduled", "status": "False", "reason": "Unschedulable", "message": REFUSED}
    waiting["status"] = {"phase": "Pending", "conditions": [condition]}
    play = Play([builders.node("n1"), waiting])
    play.give(0, {"kind": "apply", "documents": [builders.node("n2", "8")]})
    play.until_quiet()
    answer: Any = why(play.recording, play.recording.head_seq, "default/p")

    assert ("bound", "") == (answer["decision"]["result"], answer["recorded"])


def test_all_that_a_pod_requests_is_named_cpu_and_memory_first() -> None:
    limits = {"example.com/gpu": "2", "memory": "3Gi"}
    asks = builders.pod("asks", containers=[{"name": "c", "image": "c:1", "resources": {"limits": limits}}])
    run = Play([builders.node("n1"), asks, builders.pod("little")]).recording
    answers: list[Any] = [why(run, 0, f"default/{name}") for name in ("asks", "little")]

    assert [[["memory", "3Gi"], ["example.com/gpu", "2"]], []] == [answer["requests"] for answer in answers]


def test_a_pod_of_a_group_says_which_pod_of_it_found_no_place() -> None:
    play = gang_of_three_on_two_nodes()
    play.until(1)
    head = play.recording.head_seq
    about: Any = {name: why(play.recording, head, f"default/{name}") for name in "abc"}
    refused = about["a"]["group"]["refused"]["pod"]
    other = next(key for key in ("default/a", "default/b", "default/c") if key != refused)

    assert {None} == {about[refused.removeprefix("default/")]["group"]["refused"]["decision"]}
    assert refused == about[other.removeprefix("default/")]["group"]["refused"]["decision"]["pod"]
    assert 3 == about["a"]["group"]["view"]["minCount"]
