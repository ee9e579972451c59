"""The board's views are kept up to date object by object; they must be what they would be made afresh."""

from __future__ import annotations

from typing import Any

from hypothesis import given

from scheduler_core.board.frames import changes_between
from scheduler_core.engine.world import World
from tests.builders import node, pod
from tests.core.builders import BESIDE, afresh
from tests.core.play import Play, delete, gallery, named, scenario_from
from tests.core.strategies import clusters

GONE = {"id": "event.AssignedPodDelete", "args": {}}


@given(clusters())
def test_every_view_is_what_it_would_be_made_afresh(documents: list[dict[str, Any]]) -> None:
    world = World(scenario_from(documents))
    for _ in range(80):
        shown = {
            key: view
            for key, view in world.picture.board.views.items()
            if key[0] not in BESIDE and view.get("registered") is not False
        }
        made = {key: view for key, view in afresh(world).views.items() if key[0] not in BESIDE}
        assert made == shown
        if world.step() is None:
            break


def test_changes_are_listed_by_kind_and_only_what_differs() -> None:
    before: dict[tuple[str, str], dict[str, Any]] = {("pod", "a"): {"x": 1}, ("pod", "b"): {"x": 1}}
    after: dict[tuple[str, str], dict[str, Any] | None] = {
        ("span", "s"): {"x": 2},
        ("pod", "a"): {"x": 1},
        ("pod", "b"): None,
        ("pod", "gone"): None,
        ("node", "n"): {"x": 3},
    }

    assert [
        {"op": "put", "kind": "node", "key": "n", "view": {"x": 3}},
        {"op": "del", "kind": "pod", "key": "b"},
        {"op": "put", "kind": "span", "key": "s", "view": {"x": 2}},
    ] == changes_between(before, after)


def test_a_terminating_pod_has_a_ring_and_a_bar_until_it_is_gone() -> None:
    documents = gallery("basic-preemption")
    documents[0]["spec"]["inputs"] = [delete(0, "low1")]
    play = Play(documents)
    play.until_quiet()
    dying, gone = play.until(10), play.until_quiet()
    ring = {"since": 0, "signal": "SIGTERM", "deadline": 30, "effectiveGraceSeconds": 30}
    view = play.view(dying, "low1")

    assert view is not None
    assert ring.items() <= view["term"].items()
    bars: list[Any] = play.recording.snapshot(dying)["spans"]  # type: ignore[assignment]
    assert [("SIGTERM", 0, None, 30, "n1")] == [
        (bar["kind"], bar["from"], bar["to"], bar["deadline"], bar["node"]) for bar in bars
    ]
    assert play.view(gone, "low1") is None
    closed: list[Any] = play.recording.snapshot(gone)["spans"]  # type: ignore[assignment]
    assert [30] == [bar["to"] for bar in closed]


def test_a_hook_comes_before_sigterm() -> None:
    documents = gallery("basic-preemption")
    container = named(documents, "low1")["spec"]["containers"][0]
    container["lifecycle"] = {"preStop": {"exec": {"command": ["sleep", "5"]}}}
    documents[0]["spec"]["inputs"] = [delete(0, "low1")]
    play = Play(documents)
    last = play.until_quiet()
    bars: list[Any] = play.recording.snapshot(last)["spans"]  # type: ignore[assignment]

    assert [("preStop", 0, 5), ("SIGTERM", 5, 30)] == [(bar["kind"], bar["from"], bar["to"]) for bar in bars]


def test_a_namesake_is_a_younger_pod() -> None:
    documents = gallery("queue-by-priority")
    again = named(documents, "a")
    documents[0]["spec"]["inputs"] = [delete(0, "a"), {"at": 1, "kind": "apply", "documents": [again]}]
    play = Play(documents)
    before, after = play.view(0, "a"), play.view(play.until(1), "a")

    assert before is not None
    assert after is not None
    assert before["uid"] != after["uid"]
    assert before["order"] < after["order"]


def test_a_node_that_comes_later_runs_the_pods_that_were_bound_to_it() -> None:
    documents = gallery("queue-by-priority")
    stranger = named(documents, "a")
    stranger["spec"]["nodeName"] = "later"
    documents[0]["spec"]["inputs"] = [
        {"at": 5, "kind": "apply", "documents": [node("later")]},
        delete(6, "a"),
    ]
    play = Play(documents)
    last = play.until_quiet()

    assert ["sigterm", "sigkill", "removed"] == [frame["kind"] for frame in play.frames(pod="a")][-3:]
    assert not play.exists(last, "a")


def test_a_machine_stays_when_its_node_object_goes() -> None:
    documents = gallery("basic-preemption")
    gone = {"at": 5, "kind": "delete", "object": {"kind": "Node", "name": "n1"}}
    documents[0]["spec"]["inputs"] = [gone, delete(6, "low1")]
    play = Play(documents)
    last = play.until_quiet()

    assert ["default/low1"] == play.frames(kind="sigterm")[0]["focus"]["pods"]
    assert ["n1"] == list(play.processes(last))
    assert not play.exists(last, "low1")


def test_what_woke_a_pod_is_on_its_card_until_it_is_tried_again() -> None:
    documents = gallery("basic-preemption")[:1]
    documents[0]["spec"]["inputs"] = [delete(10, "filler", force=True)]
    documents += [node("n1"), pod("filler", "4", on="n1"), pod("waits", "2")]
    play = Play(documents)
    end = play.until_quiet()
    messages = []
    for seq in range(end + 1):
        frame = play.recording.frame(seq) if seq else None
        view = play.view(seq, "waits")
        assert view is not None
        if not messages or messages[-1][1] != view["woken"]:
            messages.append((frame["kind"] if frame else None, view["woken"]))

    woken = {"event": "AssignedPodDelete", "words": GONE, "plugins": ["NodeResourcesFit"]}
    assert [(None, None), ("requeue", woken), ("schedule", None)] == messages


def test_a_pod_that_was_woken_into_backoff_says_what_woke_it() -> None:
    documents = gallery("basic-preemption")[:1]
    documents[0]["spec"]["inputs"] = [delete(0.5, "filler", force=True)]
    documents += [node("n1"), pod("filler", "4", on="n1"), pod("waits", "2")]
    play = Play(documents)
    end = play.until_quiet()
    lanes = {}
    for seq in range(end + 1):
        view = play.view(seq, "waits")
        assert view is not None
        if view["woken"]:
            lanes[view["lane"]] = view["woken"]

    assert {
        "backoff": {"event": "AssignedPodDelete", "words": GONE, "plugins": ["NodeResourcesFit"]}
    } == lanes
