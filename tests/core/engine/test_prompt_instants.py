"""Controllers are never behind a client: what they would do within the time of a reaction they do at once."""

from __future__ import annotations

from typing import Any

from scheduler_core import CatchUp, Problem, Run, parse_input
from scheduler_core.controllers.common.controller import REACTION_MS
from scheduler_core.engine.prompt_instants import controllers_are_behind, is_prompt
from scheduler_core.engine.world import World
from scheduler_core.simulation.cluster.delivery import hurry
from scheduler_core.simulation.cluster.prompt import Prompt
from tests.builders import api_object, node, pod, workload
from tests.core.play import header, scenario_from
from tests.core.rest.builders import attempt, body, given, names

PODS = "/api/v1/namespaces/default/pods"
DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments"
BUDGETS = "/apis/policy/v1/namespaces/default/poddisruptionbudgets"
SLICES = "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices"
BUDGET = api_object(
    "PodDisruptionBudget", "web", spec={"minAvailable": 1, "selector": {"matchLabels": {"app": "web"}}}
)
SERVICE = api_object("Service", "web", spec={"selector": {"app": "web"}, "ports": [{"port": 80}]})


def cluster(*documents: dict[str, Any]) -> Run:
    """Two nodes and these objects, played until nothing happens any more."""
    run = Run(scenario_from([header(), node("n1", "4"), node("n2", "4"), *documents]))
    run.step(0, "quiet", limit=500)
    return run


def settle(run: Run, most: int = 1_000) -> None:
    """What happens before the next answer."""
    if controllers_are_behind(run.world(run.head_seq)):
        run.give(run.head_seq, CatchUp("kubectl"))
    if is_prompt(run.world(run.head_seq)):
        run.advance(run.head_seq, "time", until=run.time(run.head_seq), limit=most)


def write(run: Run, method: str, path: str, value: Any, kind: str = "") -> int:
    """The status of a write, after which controllers have reacted. No time passes."""
    settle(run)
    before = run.time(run.head_seq)
    written = attempt(run, method, path, value, kind)
    if written.input is not None:
        given(run, written)
    settle(run)

    assert before == run.time(run.head_seq)
    return written.response.code


def eviction(name: str) -> dict[str, Any]:
    return {"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": name}}


def test_a_new_deployment_has_its_replica_set_and_its_pods_in_the_next_answer() -> None:
    run = cluster()
    write(run, "POST", DEPLOYMENTS, workload("Deployment", "web", 2))
    status = body(run, f"{DEPLOYMENTS}/web")["status"]

    assert 1 == len(names(run, "/apis/apps/v1/namespaces/default/replicasets"))
    assert (2, 2, 1) == (len(names(run, PODS)), status["replicas"], status["observedGeneration"])


def test_a_deployment_that_is_scaled_is_counted_anew() -> None:
    run = cluster(workload("Deployment", "web", 1))
    write(run, "PATCH", f"{DEPLOYMENTS}/web/scale", {"spec": {"replicas": 3}}, "application/merge-patch+json")

    assert 3 == body(run, f"{DEPLOYMENTS}/web")["status"]["replicas"]


def test_an_exposed_deployment_has_endpoints() -> None:
    run = cluster(workload("Deployment", "web", 2))
    write(run, "POST", "/api/v1/namespaces/default/services", SERVICE)

    assert [2] == [len(item["endpoints"]) for item in body(run, SLICES)["items"]]


def test_a_cordoned_node_has_its_taint() -> None:
    run = cluster()
    write(run, "PATCH", "/api/v1/nodes/n1", {"spec": {"unschedulable": True}}, "application/merge-patch+json")
    taints = [taint["key"] for taint in body(run, "/api/v1/nodes/n1")["spec"]["taints"]]

    assert ["node.kubernetes.io/unschedulable"] == taints


def test_pods_that_tolerate_no_taint_are_terminating_at_once() -> None:
    run = cluster(pod("p", "1", on="n1"))
    taint = {"spec": {"taints": [{"key": "gone", "effect": "NoExecute"}]}}
    write(run, "PATCH", "/api/v1/nodes/n1", taint, "application/merge-patch+json")

    assert "deletionTimestamp" in body(run, f"{PODS}/p")["metadata"]


def test_an_eviction_right_after_an_apply_finds_the_quota_of_the_budget_and_the_next_one_its_end() -> None:
    run = cluster(workload("Deployment", "web", 2))
    first, second = names(run, PODS)
    write(run, "POST", BUDGETS, BUDGET)
    allowed = body(run, f"{BUDGETS}/web")["status"]["disruptionsAllowed"]
    codes = [write(run, "POST", f"{PODS}/{name}/eviction", eviction(name)) for name in (first, second)]

    assert (1, [201, 429]) == (allowed, codes)


def test_a_budget_without_a_status_is_counted_before_the_first_answer() -> None:
    running = {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}
    web = [pod(name, "1", labels={"app": "web"}, on="n1", status=running) for name in ("a", "b")]
    run = Run(scenario_from([header(), node("n1", "4"), *web, BUDGET]))
    settle(run)

    assert (0, True) == (
        run.time(run.head_seq),
        "disruptionsAllowed" in body(run, f"{BUDGETS}/web")["status"],
    )


def test_nobody_is_behind_where_a_sync_would_find_nothing_to_do() -> None:
    run = cluster(workload("Deployment", "web", 2), SERVICE, BUDGET)

    assert not controllers_are_behind(run.world(run.head_seq))
    assert not controllers_are_behind(cluster().world(0))


def test_what_was_done_at_once_is_played_again_from_the_inputs_with_the_same_hashes() -> None:
    run = cluster(workload("Deployment", "web", 2))
    write(run, "POST", BUDGETS, BUDGET)
    (name, *_) = names(run, PODS)
    write(run, "POST", f"{PODS}/{name}/eviction", eviction(name))
    run.step(run.head_seq, "quiet", limit=500)
    again = Run(run.scenario, run.inputs)

    assert [run.hash(seq) for seq in range(run.head_seq + 1)] == [
        again.hash(seq) for seq in range(run.head_seq + 1)
    ]


def test_after_the_instant_controllers_take_their_usual_time() -> None:
    run = cluster(workload("Deployment", "web", 1))
    write(run, "POST", BUDGETS, BUDGET)
    later = run.time(run.head_seq) + 5
    web = {"kind": "Deployment", "namespace": "default", "name": "web"}
    scale = parse_input({"at": later, "kind": "scale", "object": web, "replicas": 2})
    assert not isinstance(scale, Problem)
    head = run.head_seq
    run.give(head, scale)

    assert (later, REACTION_MS) == (run.time(head + 1), round((run.time(head + 2) - later) * 1000))


def test_a_loop_of_controllers_at_one_instant_comes_to_an_end() -> None:
    refused = {"nodeName": "n1", "containers": [{"name": "a", "resources": {"requests": {"cpu": "8"}}}]}
    endless = workload("Deployment", "web", 1, pod_spec=refused)
    world = World(scenario_from([header(), node("n1", "4"), endless]))
    world.cluster.prompt = Prompt(0, left=20)
    hurry(world.cluster, 0)
    frames = 0
    while world.now_ms == 0 and frames < 200:
        world.step()
        frames += 1

    assert (0, True) == (world.cluster.prompt and world.cluster.prompt.left, frames < 60)
    assert 0 < world.now_ms <= REACTION_MS
