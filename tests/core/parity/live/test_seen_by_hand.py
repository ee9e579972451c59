"""What was seen in runs of a real control plane of v1.36.2 and is easily guessed otherwise, played with the
kubelets of the recorded histories: reference/releases.md, the lines marked as seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from scheduler_core.engine.world import World
from scheduler_core.inputs.endpoints import SCHEDULER
from scheduler_core.inputs.fault_inputs import Crash, Start
from scheduler_core.parity.live.player import QUIET_MS, LivePlayer
from scheduler_core.scheduler.scheduler import Scheduler
from tests.builders import workload

GPU = "example.com/gpu"
CLASS_QUOTA = "gpu.deviceclass.resource.k8s.io/devices"


def node(name: str, **labels: str) -> dict[str, Any]:
    return {
        "kind": "Node",
        "metadata": {"name": name, "labels": {"kubernetes.io/hostname": name, **labels}},
        "status": {"allocatable": {"cpu": "4", "memory": "16Gi", "pods": "110"}},
    }


def pod(name: str, *, limits: Mapping[str, str] | None = None, **spec: Any) -> dict[str, Any]:
    resources = {"limits": limits} if limits else {"requests": {"cpu": "500m", "memory": "1Gi"}}
    container = {"name": "c", "image": "app:v1", "resources": resources}
    return {"kind": "Pod", "metadata": {"name": name}, "spec": {"containers": [container], **spec}}


def of(kind: str, name: str, **spec: Any) -> dict[str, Any]:
    return {"kind": kind, "metadata": {"name": name}, "spec": spec}


def create(*objects: Mapping[str, Any]) -> dict[str, Any]:
    return {"do": "create", "objects": list(objects)}


def delete(kind: str, name: str) -> dict[str, Any]:
    return {"do": "delete", "kind": kind, "name": name}


def template(kind: str, name: str, image: str) -> dict[str, Any]:
    containers = [{"name": "app", "image": image}]
    patch = {"spec": {"template": {"spec": {"containers": containers}}}}
    return {"do": "patch", "kind": kind, "name": name, "patch": patch}


def outcomes(setup: Sequence[Mapping[str, Any]], *steps: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The outcome after the setup and after each step."""
    history: dict[str, Any] = {"version": "v1.36.2", "setup": list(setup), "steps": list(steps)}
    return list(LivePlayer(history).play())


def nodes_of(played: Sequence[Mapping[str, Any]], name: str) -> Iterator[str]:
    """The nodes on which the pod lies in those outcomes that have it."""
    return (outcome["pods"][name]["node"] for outcome in played if name in outcome.get("pods", {}))


def scheduled(outcome: Mapping[str, Any], name: str) -> tuple[str, str]:
    """Reason and message of the pod's condition PodScheduled."""
    condition = outcome["pods"][name]["conditions"]["PodScheduled"]
    return condition["reason"], condition["message"]


def refusals(outcome: Mapping[str, Any]) -> list[tuple[int, str]]:
    """Code and message of each refusal; the message of its cause, where it has one."""
    return [
        (entry["code"], entry.get("causes", [entry])[0]["message"]) for entry in outcome.get("refused", ())
    ]


def test_equal_nodes_of_three_zones_are_filled_in_the_order_of_the_heap() -> None:
    zones = [node(f"{zone}{n}", **{"topology.kubernetes.io/zone": zone}) for zone in "abc" for n in (1, 2, 3)]
    last = outcomes(zones, *(create(pod(f"p{n}")) for n in range(9)))[-1]["pods"]

    assert ["a1", "b1", "a2", "b3", "c3", "b2", "c1", "c2", "a3"] == [last[f"p{n}"]["node"] for n in range(9)]


def test_the_start_of_the_sample_moves_by_a_hundred_nodes_and_stays_where_it_was_when_a_node_comes() -> None:
    probes = [create(pod("probe")), delete("Pod", "probe")]
    nodes = [node(f"n{n:03}") for n in range(120)]
    played = outcomes([], create(*nodes), *probes * 2, create(node("n120")), *probes * 2)

    assert ["n000", "n100", "n080", "n059"] == list(nodes_of(played, "probe"))


def test_a_claim_without_a_provisioner_keeps_the_selected_node_that_is_gone() -> None:
    slow = {"provisioner": "nobody.example", "volumeBindingMode": "WaitForFirstConsumer"}
    storage_class = {"kind": "StorageClass", "metadata": {"name": "slow"}, **slow}
    resources = {"requests": {"storage": "1Gi"}}
    claim = of(
        "PersistentVolumeClaim",
        "q",
        accessModes=["ReadWriteOnce"],
        storageClassName="slow",
        resources=resources,
    )
    user = pod("p", volumes=[{"name": "d", "persistentVolumeClaim": {"claimName": "q"}}])
    _, waiting, _, gone = outcomes(
        [node("n1"), storage_class, claim], create(user), create(node("n2")), delete("Node", "n1")
    )

    assert "n1" == waiting["pods"]["p"]["nominatedNodeName"]
    assert {"phase": "Pending", "selectedNode": "n1"} == gone["objects"]["PersistentVolumeClaim/q"]
    messages = [message for _, _, message in gone["events"]["Pod/p"]]
    assert 'binding volumes: failed to get node "n1": node "n1" not found' in messages[0]
    assert "1 node(s) didn't find available persistent volumes to bind." in scheduled(gone, "p")[1]
    assert "nominatedNodeName" not in gone["pods"]["p"]


def devices() -> list[dict[str, Any]]:
    """A node with four devices of a class for example.com/gpu, and a quota of one of them."""
    selectors = [{"cel": {"expression": 'device.driver == "gpu.example.com"'}}]
    pool = {"name": "n1", "generation": 1, "resourceSliceCount": 1}
    return [
        node("n1"),
        of("DeviceClass", "gpu", extendedResourceName=GPU, selectors=selectors),
        of(
            "ResourceSlice",
            "n1-gpu.example.com",
            driver="gpu.example.com",
            nodeName="n1",
            pool=pool,
            devices=[{"name": f"d{n}"} for n in range(4)],
        ),
        of("ResourceQuota", "q1", hard={CLASS_QUOTA: "1"}),
    ]


def test_a_quota_for_a_device_class_lets_the_pod_in_and_fails_in_the_scheduler() -> None:
    exact = {"deviceClassName": "gpu"}
    claim = of("ResourceClaim", "k", devices={"requests": [{"name": "r", "exactly": exact}]})
    *_, second, of_claim = outcomes(
        devices(), create(pod("a", limits={GPU: "1"})), create(pod("b", limits={GPU: "1"})), create(claim)
    )

    sums = f"requested: {CLASS_QUOTA}=1, used: {CLASS_QUOTA}=1, limited: {CLASS_QUOTA}=1"
    assert "n1" == second["pods"]["a"]["node"]
    assert [] == refusals(second)
    reason, message = scheduled(second, "b")
    assert "SchedulerError" == reason
    start = 'running PreBind plugin "DynamicResources": create claim for extended resources default/: '
    assert message.startswith(f'{start}resourceclaims.resource.k8s.io "b-extended-resources-')
    assert message.endswith(f"is forbidden: exceeded quota: q1, {sums}")
    in_words = f'resourceclaims.resource.k8s.io "k" is forbidden: exceeded quota: q1, {sums}'
    assert [(403, in_words)] == refusals(of_claim)


@pytest.mark.parametrize(
    ("hard", "limits", "expected"),
    [
        ({f"requests.{GPU}": "0"}, {GPU: "1"}, [403]),
        ({"requests.deviceclass.resource.kubernetes.io/gpu": "0"}, {GPU: "1"}, []),
        ({}, {"deviceclass.resource.kubernetes.io/gpu": "1"}, []),
    ],
)
def test_a_quota_for_a_name_holds_back_the_pods_that_use_this_name(
    hard: dict[str, str], limits: dict[str, str], expected: list[int]
) -> None:
    *_, last = outcomes(
        [*devices()[:-1], of("ResourceQuota", "q2", hard=hard)], create(pod("a", limits=limits))
    )

    assert expected == [code for code, _ in refusals(last)]
    assert bool(expected) == ("a" not in last.get("pods", {}))


def test_the_stuck_pod_of_a_statefulset_stays_after_a_rollback_until_it_is_deleted_by_hand() -> None:
    pod_spec = {"terminationGracePeriodSeconds": 0, "containers": [{"name": "app", "image": "app:v1"}]}
    *_, back, deleted = outcomes(
        [node("n1"), workload("StatefulSet", "s", 2, pod_spec=pod_spec, serviceName="s")],
        {"do": "kubelet", "start": "held"},
        template("StatefulSet", "s", "app:bad"),
        template("StatefulSet", "s", "app:v1"),
        delete("Pod", "s-1"),
    )

    assert "events" not in back
    status = back["objects"]["StatefulSet/s"]
    counts = ("replicas", "readyReplicas", "currentReplicas", "updatedReplicas")
    assert [2, 1, 1, 1] == [status[name] for name in counts]
    assert 2 == deleted["objects"]["StatefulSet/s"]["updatedReplicas"]


@pytest.mark.parametrize(("surge", "unavailable"), [(1, 0), (0, 1)])
def test_an_update_deletes_the_daemon_pod_of_a_node_with_an_untolerated_taint_and_makes_none(
    surge: int, unavailable: int
) -> None:
    rolling = {"maxSurge": surge, "maxUnavailable": unavailable}
    strategy = {"type": "RollingUpdate", "rollingUpdate": rolling}
    taint = {"key": "x", "effect": "NoSchedule"}
    played = outcomes(
        [node("n1"), workload("DaemonSet", "d", None, updateStrategy=strategy)],
        {"do": "taint", "node": "n1", "add": [taint]},
        template("DaemonSet", "d", "app:v2"),
        {"do": "taint", "node": "n1", "remove": [{"key": "x"}]},
    )

    desired = [outcome["objects"]["DaemonSet/d"]["desiredNumberScheduled"] for outcome in played]
    pods = [list(outcome.get("pods", ())) for outcome in played]
    assert [1, 1, 0, 1] == desired
    assert [["d-~n1"], ["d-~n1"], [], ["d-~n1.2"]] == pods


def test_a_budget_over_pods_without_scale_is_being_processed_for_ever_unless_it_had_synced_before() -> None:
    pods_of_job = {"restartPolicy": "Never", "containers": [{"name": "app", "image": "app:v1"}]}
    job = workload("Job", "j", None, pod_spec=pods_of_job, parallelism=2, completions=2)
    matched = {"matchLabels": job["spec"]["template"]["metadata"]["labels"]}
    budget = of("PodDisruptionBudget", "b", maxUnavailable=1, selector=matched)
    evict = {"do": "evict", "pod": "j-~1"}
    changed = {"do": "patch", "kind": "PodDisruptionBudget", "name": "b", "type": "merge"}
    changed["patch"] = {"spec": {"maxUnavailable": 2}}  # type: ignore[assignment]
    later = outcomes([node("n1"), job], create(budget), evict)[-1]
    *_, earlier, _, after_a_change = outcomes([node("n1"), budget], create(job), evict, changed, evict)

    processed = (429, "The disruption budget b is still being processed by the server.")
    failed = "it failed sync: jobs.batch does not implement the scale subresource"
    assert [processed] == refusals(later)
    assert [(429, f"The disruption budget b does not allow evicting pods currently because {failed}")] == (
        refusals(earlier)
    )
    assert [processed] == refusals(after_a_change)


@pytest.mark.parametrize(
    ("rule", "expected"),
    [({"maxUnavailable": 1}, [429]), ({"minAvailable": "50%"}, [429]), ({"minAvailable": 1}, [])],
)
def test_over_daemon_pods_only_an_absolute_min_available_lets_an_eviction_through(
    rule: dict[str, Any], expected: list[int]
) -> None:
    daemons = workload("DaemonSet", "d", None)
    matched = {"matchLabels": daemons["spec"]["template"]["metadata"]["labels"]}
    budget = of("PodDisruptionBudget", "b", selector=matched, **rule)
    last = outcomes([node("n1"), node("n2"), daemons], create(budget), {"do": "evict", "pod": "d-~n1"})[-1]

    assert expected == [code for code, _ in refusals(last)]


def test_a_binding_brings_its_labels_and_the_zone_of_the_node_outranks_them() -> None:
    labels = {"topology.kubernetes.io/zone": "fake", "foo": "bar", "new": "x"}
    waiting = pod("p", schedulerName="nobody")
    waiting["metadata"]["labels"] = {"foo": "old", "keep": "1"}
    history: dict[str, Any] = {
        "version": "v1.36.2",
        "setup": [
            node("n1", **{"topology.kubernetes.io/zone": "a", "topology.kubernetes.io/region": "r"}),
            waiting,
        ],
        "steps": [{"do": "bind", "pod": "p", "node": "n1", "labels": labels}],
    }
    player = LivePlayer(history)
    list(player.play())

    places = {"topology.kubernetes.io/zone": "a", "topology.kubernetes.io/region": "r"}
    assert {"foo": "bar", "keep": "1", "new": "x", **places} == player.world.api.pods["default/p"].labels


def test_a_pod_can_be_bound_to_a_node_that_does_not_exist_but_only_once() -> None:
    bind = {"do": "bind", "pod": "p", "node": "ghost"}
    _, first, second = outcomes([pod("p", schedulerName="nobody")], bind, bind)

    in_words = 'Operation cannot be fulfilled on pods/binding "p": pod p is already assigned to node "ghost"'
    assert ([], [(409, in_words)]) == (refusals(first), refusals(second))
    assert "ghost" == second["pods"]["p"]["node"]


def taint(**change: Any) -> dict[str, Any]:
    return {"do": "taint", "node": "n1", **change}


GONE = {"do": "wait", "until": {"pod": "p", "is": "gone"}, "max": 40}


@pytest.mark.parametrize(
    ("first", "second", "change", "seconds"),
    [
        (30, 6, {"add": [{"key": "b", "effect": "NoExecute"}]}, 30),
        (6, 30, {"add": [{"key": "b", "effect": "NoExecute"}], "remove": [{"key": "a"}]}, 6),
    ],
)
def test_the_first_date_of_an_eviction_stays_while_the_node_has_any_taint_of_the_effect(
    first: int, second: int, change: dict[str, Any], seconds: int
) -> None:
    tolerations = [
        {"key": key, "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": limit}
        for key, limit in (("a", first), ("b", second))
    ]
    steps = [taint(add=[{"key": "a", "effect": "NoExecute"}]), taint(**change), GONE]
    history: dict[str, Any] = {
        "version": "v1.36.2",
        "setup": [node("n1"), pod("p", tolerations=tolerations)],
        "steps": steps,
    }
    player = LivePlayer(history)
    played = player.play()
    next(played)
    start_ms = player.world.now_ms
    list(played)

    assert seconds == round((player.world.now_ms - QUIET_MS - start_ms) / 1000)


def with_image(name: str, size: int) -> dict[str, Any]:
    manifest = node(name)
    manifest["status"]["images"] = [{"names": ["app:v1"], "sizeBytes": size * 1_000_000}]
    return manifest


@pytest.mark.parametrize(("first", "second"), [(100, 900), (900, 100)])
def test_an_image_has_one_size_in_the_cluster_that_of_the_node_which_came_first(
    first: int, second: int
) -> None:
    history: dict[str, Any] = {
        "version": "v1.36.2",
        "setup": [with_image("n1", first), with_image("n2", second)],
        "steps": [create(pod("p"))],
    }
    player = LivePlayer(history)
    list(player.play())
    scheduler = player.world.cluster.agenda.actors[player.world.cluster.components.scheduler_name]
    assert isinstance(scheduler, Scheduler)
    image = scheduler.view.snapshot.images["app:v1"]

    assert (first * 1_000_000, ["n1", "n2"]) == (image.size_bytes, sorted(image.nodes))


def lives(setup: Sequence[Mapping[str, Any]], steps: Sequence[Mapping[str, Any]], seed: int) -> World:
    """The world after the setup, a new start of the scheduler and the steps."""
    history: dict[str, Any] = {"version": "v1.36.2", "setup": list(setup), "steps": list(steps)}
    player = LivePlayer(history, seed)
    played = player.play()
    next(played)
    player.world.give(Crash(SCHEDULER))
    player.world.give(Start(SCHEDULER))
    list(played)
    return player.world


def test_after_a_start_of_the_scheduler_any_node_may_be_the_first_and_stays_it() -> None:
    nodes = [node(f"n{number}") for number in range(1, 6)]
    probe = {
        "kind": "Pod",
        "metadata": {"name": "probe"},
        "spec": {"containers": [{"name": "c", "image": "app:v1"}]},
    }
    once, twice = [create(probe)], [create(probe), delete("Pod", "probe"), create(probe)]
    places = [
        [lives(nodes, steps, seed).api.pods["default/probe"].node_name for steps in (once, twice)]
        for seed in range(1, 9)
    ]

    assert all(first == second for first, second in places)
    assert 1 < len({first for first, _ in places})


def test_after_a_start_of_the_scheduler_any_of_the_pending_pods_of_one_priority_comes_first() -> None:
    large = {"containers": [{"name": "c", "image": "app:v1", "resources": {"requests": {"cpu": "3"}}}]}
    pods = [{"kind": "Pod", "metadata": {"name": f"p{n}"}, "spec": large} for n in range(1, 7)]
    full = {"kind": "Pod", "metadata": {"name": "full"}, "spec": large}
    # The scheduler starts while the node is full; then there is room for one.
    winners = {
        next(pod.name for pod in world.api.pods.values() if pod.node_name)
        for world in (lives([node("n1"), full, *pods], [delete("Pod", "full")], seed) for seed in range(1, 9))
    }

    assert 1 < len(winners)
