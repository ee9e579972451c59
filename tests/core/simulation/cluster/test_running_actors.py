"""Which actors of the control plane run, and what a new one lists."""

from __future__ import annotations

from typing import cast

import pytest

from scheduler_core.board.actor_states import running_scheduler
from scheduler_core.engine.world import World
from scheduler_core.inputs.endpoints import API_SERVER, CONTROLLER_MANAGER, SCHEDULER, STORE
from scheduler_core.inputs.fault_inputs import Crash, Start
from scheduler_core.inputs.parse import parse_input
from scheduler_core.inputs.untimed import Untimed
from scheduler_core.simulation.cluster.running_actors import follow, listing
from tests.builders import node, pod
from tests.core.cluster import load, new_server
from tests.core.play import header, scenario_from

REPLICA_SETS = "replicaset-controller"
DOCUMENTS = [node("n1"), pod("a", on="n1"), pod("b")]


def world() -> World:
    return World(scenario_from(DOCUMENTS))


def runs(of: World, name: str) -> bool:
    return name in of.cluster.agenda.actors


def test_scheduler_and_controllers_run_while_nothing_is_down() -> None:
    started = world()

    assert runs(started, "kube-scheduler")
    assert runs(started, REPLICA_SETS)
    assert set(started.cluster.central) <= set(started.cluster.agenda.actors)


@pytest.mark.parametrize(
    ("down", "scheduler", "controllers"),
    [(SCHEDULER, False, True), (CONTROLLER_MANAGER, True, False), (REPLICA_SETS, True, False)],
)
def test_what_is_down_has_no_actor(down: str, scheduler: bool, controllers: bool) -> None:
    stopped = world()
    stopped.cluster.down |= {down}

    follow(stopped.cluster, stopped.api, 0)

    assert (scheduler, controllers) == (runs(stopped, "kube-scheduler"), runs(stopped, REPLICA_SETS))


def test_nothing_of_the_control_plane_runs_while_the_store_does_not_answer() -> None:
    cut = world()

    frame = cut.give(cast(Untimed, parse_input({"kind": "cut", "between": [API_SERVER, STORE]})))

    assert isinstance(frame, dict)
    assert () == cut.cluster.central


def test_a_restarted_scheduler_is_a_new_process_that_lists_all_pods() -> None:
    restarted = world()
    before = restarted.cluster.agenda.actors["kube-scheduler"]
    restarted.cluster.down |= {SCHEDULER}
    follow(restarted.cluster, restarted.api, 0)
    restarted.cluster.down -= {SCHEDULER}

    follow(restarted.cluster, restarted.api, 0)

    after = restarted.cluster.agenda.actors["kube-scheduler"]
    assert before is not after
    assert before.fingerprint() == after.fingerprint()


def test_who_listens_to_a_kind_is_known_for_those_that_run() -> None:
    stopped = world()
    stopped.cluster.down |= {SCHEDULER}

    follow(stopped.cluster, stopped.api, 0)

    assert "kube-scheduler" not in stopped.cluster.listeners["Pod"]
    assert REPLICA_SETS in stopped.cluster.listeners["Pod"]


def test_a_list_has_nodes_before_pods_and_each_kind_in_the_order_of_creation() -> None:
    api = new_server()
    for kind, made in (("Pod", pod("z")), ("Pod", pod("a")), ("Node", node("n2")), ("Node", node("n1"))):
        load(api, kind, made)

    shown = [(event.kind, event.key) for event in listing(api) if event.kind in ("Node", "Pod")]

    assert [("Node", "n2"), ("Node", "n1"), ("Pod", "default/z"), ("Pod", "default/a")] == shown


@pytest.mark.parametrize(("version", "tossed"), [("1.34", []), ("1.36", ["listNodes", "listPods"])])
def test_a_restarted_scheduler_meets_nodes_and_pods_in_random_order_since_1_35(
    version: str, tossed: list[str]
) -> None:
    documents = [*[node(f"n{number}") for number in range(9)], *[pod(f"p{number}") for number in range(9)]]
    of = World(scenario_from([{**header(), "spec": {"version": version}}, *documents]))
    listed = running_scheduler(of.cluster)
    assert listed is not None
    assert [f"n{number}" for number in range(9)] == list(listed.view.snapshot.names)

    of.give(Crash(SCHEDULER))
    of.give(Start(SCHEDULER))
    again = running_scheduler(of.cluster)
    assert of._act is not None
    assert again is not None
    assert tossed == [toss.what for toss in of._act.tosses]
    assert bool(tossed) == (again.view.snapshot.names != listed.view.snapshot.names)
    assert [", ".join(again.view.snapshot.names)] * len(tossed[:1]) == [
        toss.chose for toss in of._act.tosses[:1]
    ]
