"""Faults at any step: what they do, what undoes them, and that a run with them is a run like any other."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from scheduler_core import Problem, Refused, Run, parse_input
from scheduler_core.simulation.cluster.network import MAX_TROUBLED_WAYS
from tests.builders import api_object, node
from tests.core.browser_frames import apply_frame, model_of
from tests.core.play import Documents, Play, delete, header, scenario_from
from tests.core.simulation.faults.builders import (
    DB,
    cut,
    node_view,
    views,
)
from tests.harness.series import EVERY

# A run like any other

FAULTS: list[dict[str, Any]] = [
    {"kind": "cut", "between": ["node/n3", "api-server"]},
    {"kind": "cut", "between": ["node/n3", "api-server"], "direction": "to"},
    {"kind": "cut", "between": ["node/n3", "api-server"], "direction": "from"},
    {"kind": "cut", "between": ["node/n3", "storage"]},
    {"kind": "cut", "between": ["node/n3", "node/n2"]},
    {"kind": "cut", "between": ["api-server", "store"]},
    {"kind": "cut", "between": ["scheduler", "api-server"]},
    {"kind": "cut", "between": ["controller-manager", "api-server"]},
    {"kind": "heal", "between": None},
    {"kind": "delay", "between": ["node/n3", "api-server"], "seconds": 2},
    {"kind": "delay", "between": ["scheduler", "api-server"], "seconds": 1},
    {"kind": "delay", "between": ["controller-manager", "api-server"], "seconds": 1},
    {"kind": "crash", "component": "kubelet/n3"},
    {"kind": "crash", "component": "scheduler"},
    {"kind": "crash", "component": "controller-manager"},
    {"kind": "crash", "component": "statefulset-controller"},
    {"kind": "start", "component": "kubelet/n3"},
    {"kind": "start", "component": "controller-manager"},
    {"kind": "start", "component": "statefulset-controller"},
    {"kind": "start", "component": "scheduler"},
    {"kind": "second", "component": "scheduler", "running": True},
    {"kind": "second", "component": "statefulset-controller", "running": True},
    {"kind": "second", "component": "statefulset-controller", "running": False},
    {"kind": "power", "node": "n3", "on": False},
    {"kind": "power", "node": "n3", "on": True},
    {"kind": "clock", "node": "n3", "seconds": 120},
    {"kind": "shutdown", "node": "n2"},
    {"kind": "fence", "node": "n3", "by": "network"},
    {"kind": "fence", "node": "n3", "by": "power"},
    {"kind": "actor", "name": "fencing-controller", "running": True},
    {"kind": "actor", "name": "descheduler", "running": True},
    {"kind": "usage", "node": "n3", "memory": "1Gi", "over": 10},
    {"kind": "behave", "pod": "default/db-1", "exitsAfterSigterm": 2},
    {"kind": "evict", "pod": "default/db-2"},
    {"kind": "delete", "object": {"kind": "Pod", "name": "db-2"}},
    {"kind": "delete", "object": {"kind": "Pod", "name": "db-2"}, "force": True},
    {"kind": "destroy", "node": "n2"},
]
FAULTS_IN_ONE_RUN = 1_000 // EVERY


def given(recording: Run, seq: int, value: dict[str, Any]) -> bool:
    """Gives an input; False: it was refused."""
    parsed = parse_input(value)
    assert not isinstance(parsed, Problem), parsed
    return not isinstance(recording.give(seq, parsed), Refused | Problem)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault['kind']}-{list(fault.values())[1]}")
def test_a_fault_is_undone_by_going_back_and_comes_again_in_a_replay(fault: dict[str, Any]) -> None:
    recording = Run(scenario_from([*DB[:1], *DB[1:]]), checkpoint_every=5)
    assert given(recording, 0, {"kind": "delete", "object": {"kind": "Pod", "name": "db-2"}})
    seq = recording.advance(0, "act", limit=2)
    before = [recording.hash(at) for at in range(seq + 1)]
    if not given(recording, seq, fault):
        return
    last = seq + 1 + len(recording.step(seq + 1, "time", until=400, limit=120))
    model = model_of(recording.snapshot(seq))
    for at in range(seq + 1, last + 1):
        apply_frame(model, recording.frame(at))

    assert before == [recording.hash(at) for at in range(seq + 1)]
    assert model == model_of(recording.snapshot(last))
    again = Run(recording.scenario, recording.inputs)
    assert [recording.frame(at) for at in range(1, last + 1)] == [
        again.frame(at) for at in range(1, last + 1)
    ]
    assert recording.hash(last) == again.hash(last)


def test_the_resources_of_a_usage_are_named_by_messages_of_their_own() -> None:
    recording = Run(scenario_from(DB))
    assert given(recording, 0, {"kind": "usage", "node": "n3", "memory": "1560Mi", "processes": "200"})

    message = recording.frame(1)["message"]

    assert "you.set_usage" == message["id"]
    assert {
        "id": "usage.several",
        "args": {
            "first": {"id": "usage.memory", "args": {"amount": "1560Mi"}},
            "rest": {"id": "usage.processes", "args": {"amount": "200"}},
        },
    } == message["args"]["amounts"]


def test_hundreds_of_faults_in_one_run_stay_bounded() -> None:
    recording, chance, seq = Run(scenario_from(DB)), Random(7), 0
    refused = 0
    for _ in range(FAULTS_IN_ONE_RUN):
        fault = FAULTS[chance.randrange(len(FAULTS) - 1)]
        if given(recording, seq, fault):
            seq += 1
        else:
            refused += 1
        if chance.random() < 0.3:
            seq += len(recording.step(seq, "act"))
    snapshot = recording.encoded_snapshot(seq)

    assert refused < 0.9 * FAULTS_IN_ONE_RUN
    assert len(snapshot) < 400_000
    assert len(recording.snapshot(seq)["processes"]) < 50  # type: ignore[arg-type]
    again = Run(recording.scenario, recording.inputs)
    assert recording.hash(seq) == again.hash(seq)


def test_more_ways_than_are_allowed_cannot_be_cut() -> None:
    documents: Documents = [header(), *(node(f"n{number}") for number in range(MAX_TROUBLED_WAYS + 2))]
    recording = Run(scenario_from(documents))
    for number in range(MAX_TROUBLED_WAYS):
        assert given(recording, number, {"kind": "cut", "between": [f"node/n{number}", "api-server"]})
    one_more = parse_input({"kind": "cut", "between": [f"node/n{MAX_TROUBLED_WAYS}", "api-server"]})
    assert not isinstance(one_more, Problem)

    problem = recording.give(MAX_TROUBLED_WAYS, one_more)

    assert isinstance(problem, Problem)
    assert ("input.between", "fault.too_many") == (problem.path, problem.code)


@pytest.mark.parametrize(
    ("value", "path", "code"),
    [
        ({"kind": "cut", "between": ["api-server", "node/x"]}, "input.between[1]", "fault.unknown_node"),
        ({"kind": "heal", "between": ["node/x", "api-server"]}, "input.between[0]", "fault.unknown_node"),
        ({"kind": "crash", "component": "kubelet/x"}, "input.component", "fault.unknown_node"),
        ({"kind": "crash", "component": "toaster"}, "input.component", "fault.unknown_component"),
        (
            {"kind": "second", "component": "kubelet/n1", "running": True},
            "input.component",
            "fault.unknown_component",
        ),
        ({"kind": "power", "node": "x", "on": False}, "input.node", "fault.unknown_node"),
        ({"kind": "actor", "name": "x", "running": True}, "input.name", "fault.unknown_component"),
        ({"kind": "usage", "pod": "x", "memory": "1Gi"}, "input.pod", "fault.unknown_pod"),
        ({"kind": "behave", "pod": "x", "crash": 1}, "input.pod", "fault.unknown_pod"),
        (
            {"kind": "behave", "pod": "db-0", "container": "x", "crash": 1},
            "input.container",
            "fault.unknown_container",
        ),
    ],
)
def test_what_is_not_there_is_named_by_its_path(value: dict[str, Any], path: str, code: str) -> None:
    recording = Run(scenario_from(DB))
    parsed = parse_input(value)
    assert not isinstance(parsed, Problem)

    problem = recording.give(0, parsed)

    assert isinstance(problem, Problem)
    assert (path, code) == (problem.path, problem.code)
    assert 0 == recording.step(0, "act", limit=0).__len__()


@pytest.mark.parametrize(
    "value",
    [
        {"kind": "heal", "between": None},
        {"kind": "heal", "between": ["node/n1", "api-server"]},
        {"kind": "delay", "between": ["node/n1", "api-server"], "seconds": 0},
        {"kind": "start", "component": "scheduler"},
        {"kind": "second", "component": "scheduler", "running": False},
        {"kind": "power", "node": "n1", "on": True},
        {"kind": "clock", "node": "n1", "seconds": 0},
        {"kind": "actor", "name": "descheduler", "running": False},
    ],
    ids=lambda value: value["kind"],
)
def test_asking_for_what_is_so_already_changes_nothing(value: dict[str, Any]) -> None:
    play = Play(DB)
    frame = play.give(0, value)

    assert isinstance(frame, dict)
    assert "you.changed_nothing" == frame["message"]["id"]
    assert [] == frame["changes"]


def test_a_script_that_asks_for_what_is_not_there_says_so_and_goes_on() -> None:
    play = Play(DB, [{"at": 1, "kind": "power", "node": "x", "on": False}, delete(2, "db-2")])
    play.until(50)

    assert "you.could_not" in [frame["message"]["id"] for frame in play.frames()]
    assert play.frames(kind="sigterm", pod="db-2")


# Quiet


def test_a_hundred_idle_nodes_for_an_hour_cost_no_act() -> None:
    documents: Documents = [header(), *(node(f"n{number}") for number in range(100))]
    recording = Run(scenario_from(documents))

    assert [] == recording.step(0, "time", until=3_600)
    assert recording.quiet(0)


def test_who_begins_to_wait_and_ceases_to_is_seen() -> None:
    gone = {"at": 120, "kind": "delete", "object": {"kind": "Node", "name": "n3"}}
    play = Play(DB, [cut(0, "node/n3", "api-server"), gone])
    play.until(300)
    by_name = {frame["t"]: frame["message"]["id"] for frame in play.frames(kind="notice")}

    assert {140: "timer.quarantine", 200: "noticed.over_for"} == by_name
    assert [["n3"], ["n3"]] == [frame["focus"]["nodes"] for frame in play.frames(kind="notice")]


def test_a_drain_waits_for_what_a_budget_keeps() -> None:
    budget = api_object(
        "PodDisruptionBudget", "db", spec={"minAvailable": 3, "selector": {"matchLabels": {"app": "db"}}}
    )
    play = Play([*DB, budget], [{"at": 5, "kind": "drain", "node": "n3"}])
    at_20 = play.until(20)
    drain = next(view for view in views(play, at_20, "drains") if view["node"] == "n3")

    assert node_view(play, at_20, "n3")["cordoned"]
    assert (["default/db-2"], False) == (drain["left"], drain["done"])
    assert ["default/db-2"] == [entry["pod"] for entry in drain["waiting"]]
