"""Crashed and doubled processes: what goes on without them, and what two of them do."""

from __future__ import annotations

from tests.builders import pod
from tests.core.play import Play, apply, delete
from tests.core.simulation.faults.builders import (
    DB,
    alive,
    cut,
    heal,
    most_alive,
    node_view,
)


def test_two_controllers_answer_the_same_removal_and_one_is_too_late() -> None:
    second = {"at": 0, "kind": "second", "component": "statefulset-controller", "running": True}
    play = Play(DB, [second, delete(120, "db-2")])
    last = play.until(200)
    too_late = [frame["message"]["args"]["text"] for frame in play.frames(kind="conflict")]

    assert too_late
    assert 1 == most_alive(play, last)
    assert ["db-2"] == [
        frame["message"]["args"]["pod"] for frame in play.frames(kind="create") if frame["t"] > 100
    ]


def test_two_schedulers_try_the_same_pod_and_one_binding_is_refused() -> None:
    second = {"at": 0, "kind": "second", "component": "scheduler", "running": True}
    play = Play(DB, [second, apply(10, pod("new", "100m"))])
    last = play.until_quiet()

    assert 1 == len(play.frames(kind="bind", pod="new"))
    assert any("already assigned" in f["message"]["args"]["text"] for f in play.frames(kind="conflict"))
    assert play.node(last, "new")


def test_a_kubelet_that_starts_again_begins_the_termination_anew() -> None:
    inputs = [
        delete(0, "db-2"),
        {"at": 20, "kind": "crash", "component": "kubelet/n3"},
        {"at": 25, "kind": "start", "component": "kubelet/n3"},
    ]
    play = Play(DB, inputs)
    play.until(100)

    assert 55 <= play.gone_at("db-2") <= 57


def test_without_its_controller_the_set_stands_still_until_it_is_back() -> None:
    inputs = [
        {"at": 0, "kind": "crash", "component": "statefulset-controller"},
        delete(120, "db-2"),
        {"at": 600, "kind": "start", "component": "statefulset-controller"},
    ]
    play = Play(DB, inputs)
    play.until(700)

    assert not play.exists(play.until(599), "db-2")
    assert play.exists(play.until(602), "db-2")


def test_a_kubelet_that_starts_again_registers_its_node_again() -> None:
    inputs = [
        cut(0, "node/n3", "api-server"),
        {"at": 120, "kind": "delete", "object": {"kind": "Node", "name": "n3"}},
        heal(600),
        {"at": 700, "kind": "start", "component": "kubelet/n3"},
    ]
    play = Play(DB, inputs)
    play.until(710)
    procs = [alive(play, play.until(at)) for at in (130, 300, 640)]

    assert [1, 2, 1] == procs
    assert not node_view(play, play.until(650), "n3")["registered"]
    assert node_view(play, play.until(710), "n3")["registered"]
