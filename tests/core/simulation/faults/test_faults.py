"""Faults at any step: what they do, what undoes them, and that a run with them is a run like any other."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from scheduler_core import Problem, Recording, Refused, parse_input
from scheduler_core.simulation.cluster.network import MAX_TROUBLED_WAYS
from tests.builders import node, pod
from tests.core.applying import apply_frame, model_of
from tests.core.playing import Documents, Play, apply, delete, scenario_from

HEADER = {
    "apiVersion": "podium/v1",
    "kind": "Scenario",
    "metadata": {"name": "faults"},
    "spec": {"inputs": []},
}


def running(name: str, on: str) -> dict[str, Any]:
    made = pod(name, "500m", on=on, labels={"app": "db"}, terminationGracePeriodSeconds=30)
    owner = {
        "apiVersion": "apps/v1",
        "kind": "StatefulSet",
        "name": "db",
        "uid": "set-uid",
        "controller": True,
    }
    made["metadata"]["ownerReferences"] = [owner]
    made["metadata"]["labels"]["statefulset.kubernetes.io/pod-name"] = name
    return made


STATEFUL_SET = {
    "apiVersion": "apps/v1",
    "kind": "StatefulSet",
    "metadata": {"name": "db", "uid": "set-uid"},
    "spec": {
        "serviceName": "db",
        "replicas": 3,
        "selector": {"matchLabels": {"app": "db"}},
        "template": {
            "metadata": {"labels": {"app": "db"}},
            "spec": {
                "terminationGracePeriodSeconds": 30,
                "containers": [
                    {"name": "app", "image": "example/app:1", "resources": {"requests": {"cpu": "500m"}}}
                ],
            },
        },
    },
}
DB: Documents = [
    HEADER,
    node("n1"),
    node("n2"),
    node("n3"),
    STATEFUL_SET,
    running("db-0", "n1"),
    running("db-1", "n2"),
    running("db-2", "n3"),
]


def cut(at: float, *between: str, **more: Any) -> dict[str, Any]:
    return {"at": at, "kind": "cut", "between": list(between), **more}


def heal(at: float) -> dict[str, Any]:
    return {"at": at, "kind": "heal", "between": None}


def alive(play: Play, seq: int, name: str = "db-2") -> int:
    """Processes of that name on all machines."""
    return sum(keys.count(f"default/{name}") for keys in play.processes(seq).values())


def most_alive(play: Play, last: int, name: str = "db-2") -> int:
    return max(alive(play, seq, name) for seq in range(last + 1))


def views(play: Play, seq: int, kind: str) -> list[dict[str, Any]]:
    found: list[Any] = play.recording.snapshot(seq)[kind]  # type: ignore[assignment]
    return found


def node_view(play: Play, seq: int, name: str) -> dict[str, Any]:
    return next(view for view in views(play, seq, "nodes") if view["name"] == name)


# What faults do


def test_a_pet_that_is_cut_off_is_not_replaced_before_its_kubelet_proves_its_end() -> None:
    play = Play(DB, [cut(0, "node/n3", "api-server"), delete(120, "db-2"), heal(600)])
    last = play.until(700)

    at_500 = play.until(500)
    assert play.terminating(at_500, "db-2")
    assert 1 == alive(play, at_500)
    assert 629 <= play.gone_at("db-2") <= 633
    assert 1 == most_alive(play, last)
    assert play.exists(last, "db-2")


def test_a_forced_delete_behind_a_cut_makes_two_and_raises_the_alarm() -> None:
    play = Play(DB, [cut(0, "node/n3", "api-server"), delete(120, "db-2", force=True), heal(600)])
    play.until(700)
    at_300, at_640 = play.until(300), play.until(640)

    identity = next(view for view in views(play, at_300, "identities") if view["key"] == "default/db-2")
    ghost = next(view for view in views(play, at_300, "processes") if view["pod"] == "default/db-2")
    assert (2, 2, True) == (identity["live"], identity["unfenced"], identity["alarm"])
    assert ("n3", True, True) == (ghost["node"], ghost["ghost"], ghost["listed"])
    assert 1 == alive(play, at_640)


def test_who_was_fenced_before_the_forced_delete_leaves_one() -> None:
    inputs = [
        cut(0, "node/n3", "api-server"),
        {"at": 100, "kind": "fence", "node": "n3", "by": "ipmi"},
        delete(105, "db-2", force=True),
    ]
    play = Play(DB, inputs)
    last = play.until(200)

    assert 1 == most_alive(play, last)
    assert {"by": "ipmi", "isolated": False} == node_view(play, last, "n3")["fenced"]


def test_what_is_isolated_lives_but_is_not_counted_as_unfenced() -> None:
    inputs = [
        {"at": 0, "kind": "cordon", "node": "n3"},
        {"at": 100, "kind": "fence", "node": "n3", "by": "network"},
        delete(105, "db-2", force=True),
    ]
    play = Play(DB, inputs)
    at_200 = play.until(200)

    identity = next(view for view in views(play, at_200, "identities") if view["key"] == "default/db-2")
    assert (2, 1, False) == (identity["live"], identity["unfenced"], identity["alarm"])


def test_without_its_store_the_api_server_writes_nothing_and_processes_go_on() -> None:
    play = Play(DB, [cut(0, "api-server", "store"), delete(120, "db-2"), heal(600)])
    last = play.until(700)

    assert {120.0: "etcdserver: request timed out"} == play.refusals()
    assert play.untouched(last, "db-2")
    assert not node_view(play, play.until(500), "n3")["link"]["speaks"]
    assert play.recording.quiet(last)


def test_a_node_cut_off_from_a_node_changes_nothing_for_the_api_server() -> None:
    play = Play(DB, [cut(0, "node/n2", "node/n3"), delete(120, "db-2")])
    last = play.until(200)

    assert 149 <= play.gone_at("db-2") <= 152
    assert play.exists(last, "db-2")
    assert all(view["ready"] for view in views(play, last, "nodes"))


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


def test_on_a_slow_way_the_kubelet_hears_later_and_is_heard_later() -> None:
    slow = {"at": 0, "kind": "delay", "between": ["node/n3", "api-server"], "seconds": 2}
    play = Play(DB, [slow, delete(10, "db-2")])
    play.until(100)

    assert [12] == [frame["t"] for frame in play.frames(kind="sigterm", pod="db-2")]
    assert 44 <= play.gone_at("db-2") <= 46


def test_one_who_hears_nothing_but_speaks_keeps_its_node_ready() -> None:
    play = Play(DB, [cut(0, "api-server", "node/n3", direction="to"), delete(120, "db-2")])
    last = play.until(400)

    assert node_view(play, last, "n3")["ready"]
    assert play.terminating(last, "db-2")
    assert 1 == alive(play, last)


def test_a_machine_without_power_loses_its_processes_and_starts_them_anew() -> None:
    inputs = [
        {"at": 10, "kind": "power", "node": "n3", "on": False},
        {"at": 20, "kind": "power", "node": "n3", "on": True},
    ]
    play = Play(DB, inputs)
    play.until(60)

    assert 0 == alive(play, play.until(15))
    assert 1 == alive(play, play.until(60))
    assert node_view(play, play.until(15), "n3")["power"] is False


def test_a_machine_outlives_its_node_object() -> None:
    gone = {"at": 120, "kind": "delete", "object": {"kind": "Node", "name": "n3"}}
    play = Play(DB, [cut(0, "node/n3", "api-server"), gone])
    at_130 = play.until(130)

    assert node_view(play, at_130, "n3")["registered"] is False
    assert 1 == alive(play, at_130)


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


def given(recording: Recording, seq: int, value: dict[str, Any]) -> bool:
    """Gives an input; False: it was refused."""
    parsed = parse_input(value)
    assert not isinstance(parsed, Problem), parsed
    return not isinstance(recording.add_input(seq, parsed), Refused | Problem)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault['kind']}-{list(fault.values())[1]}")
def test_a_fault_is_undone_by_going_back_and_comes_again_in_a_replay(fault: dict[str, Any]) -> None:
    recording = Recording(scenario_from([*DB[:1], *DB[1:]]), checkpoint_every=5)
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
    again = Recording(recording.scenario, recording.inputs)
    assert [recording.frame(at) for at in range(1, last + 1)] == [
        again.frame(at) for at in range(1, last + 1)
    ]
    assert recording.hash(last) == again.hash(last)


def test_a_thousand_faults_in_one_run_stay_bounded() -> None:
    recording, chance, seq = Recording(scenario_from(DB)), Random(7), 0
    refused = 0
    for _ in range(1_000):
        fault = FAULTS[chance.randrange(len(FAULTS) - 1)]
        if given(recording, seq, fault):
            seq += 1
        else:
            refused += 1
        if chance.random() < 0.3:
            seq += len(recording.step(seq, "act"))
    snapshot = recording.encoded_snapshot(seq)

    assert refused < 900
    assert len(snapshot) < 400_000
    assert len(recording.snapshot(seq)["processes"]) < 50  # type: ignore[arg-type]
    again = Recording(recording.scenario, recording.inputs)
    assert recording.hash(seq) == again.hash(seq)


def test_more_ways_than_are_allowed_cannot_be_cut() -> None:
    documents: Documents = [HEADER, *(node(f"n{number}") for number in range(MAX_TROUBLED_WAYS + 2))]
    recording = Recording(scenario_from(documents))
    for number in range(MAX_TROUBLED_WAYS):
        assert given(recording, number, {"kind": "cut", "between": [f"node/n{number}", "api-server"]})
    one_more = parse_input({"kind": "cut", "between": [f"node/n{MAX_TROUBLED_WAYS}", "api-server"]})
    assert not isinstance(one_more, Problem)

    problem = recording.add_input(MAX_TROUBLED_WAYS, one_more)

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
    recording = Recording(scenario_from(DB))
    parsed = parse_input(value)
    assert not isinstance(parsed, Problem)

    problem = recording.add_input(0, parsed)

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


def test_a_cut_node_is_quiet_once_no_timer_runs() -> None:
    documents: Documents = [HEADER, node("n1"), node("n2")]
    play = Play(documents, [cut(0, "node/n2", "api-server")])
    last = play.until_quiet()

    assert 50 <= float(play.recording.time(last)) <= 80
    assert not node_view(play, last, "n2")["ready"]
    assert play.recording.quiet(last)


def test_a_toleration_that_counts_down_is_not_quiet() -> None:
    documents: Documents = [HEADER, node("n1"), node("n2"), pod("p", on="n2")]
    play = Play(documents, [cut(0, "node/n2", "api-server")])
    play.until(500)
    at_100, last = play.until(100), play.until_quiet()

    assert not play.recording.quiet(at_100)
    assert ["default/p"] == [view["pod"] for view in views(play, at_100, "timers")]
    assert float(play.recording.time(last)) >= 340


def test_a_hundred_idle_nodes_for_an_hour_cost_no_act() -> None:
    documents: Documents = [HEADER, *(node(f"n{number}") for number in range(100))]
    recording = Recording(scenario_from(documents))

    assert [] == recording.step(0, "time", until=3_600)
    assert recording.quiet(0)


def test_who_begins_to_wait_and_ceases_to_is_seen() -> None:
    gone = {"at": 120, "kind": "delete", "object": {"kind": "Node", "name": "n3"}}
    play = Play(DB, [cut(0, "node/n3", "api-server"), gone])
    play.until(300)
    told = {frame["t"]: frame["message"]["id"] for frame in play.frames(kind="notice")}

    assert {140: "timer.quarantine", 200: "noticed.over"} == told


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


def test_a_drain_waits_for_what_a_budget_keeps() -> None:
    budget = {
        "apiVersion": "policy/v1",
        "kind": "PodDisruptionBudget",
        "metadata": {"name": "db"},
        "spec": {"minAvailable": 3, "selector": {"matchLabels": {"app": "db"}}},
    }
    play = Play([*DB, budget], [{"at": 5, "kind": "drain", "node": "n3"}])
    at_20 = play.until(20)
    drain = next(view for view in views(play, at_20, "drains") if view["node"] == "n3")

    assert node_view(play, at_20, "n3")["cordoned"]
    assert (["default/db-2"], False) == (drain["left"], drain["done"])
    assert ["default/db-2"] == [entry["pod"] for entry in drain["waiting"]]


def test_who_was_slow_reads_what_is_stored_once_its_ways_are_healed() -> None:
    slow = {"at": 0, "kind": "delay", "between": ["controller-manager", "api-server"], "seconds": 2}
    grow = {"at": 20, "kind": "scale", "object": {"kind": "StatefulSet", "name": "db"}, "replicas": 4}
    play = Play(DB, [slow, heal(0), grow])
    last = play.until_quiet()

    assert play.exists(last, "db-3")


def test_the_board_shows_since_when_a_silent_machine_is_cut_off_and_that_it_was_destroyed() -> None:
    inputs = [
        {"at": 10, "kind": "cut", "between": ["api-server", "store"]},
        cut(20, "node/n1", "api-server", direction="from"),
        {"at": 30, "kind": "power", "node": "n1", "on": False},
        {"at": 40, "kind": "destroy", "node": "n1"},
    ]
    play = Play(DB, inputs)
    at_20, at_40 = play.until(20), play.until(40)

    assert 20 == node_view(play, at_20, "n1")["link"]["since"]
    assert node_view(play, at_40, "n1")["destroyed"]
