"""What controllers of v1.35 to v1.37 do otherwise than those of v1.34, played with kubelets that react at once."""

from __future__ import annotations

import pytest

from scheduler_core.objects.manifest import Json, find, items
from scheduler_core.parity.live.player import LivePlayer

TEMPLATE: dict[str, Json] = {
    "metadata": {"labels": {"app": "a"}},
    "spec": {"containers": [{"name": "c", "image": "app:v1"}]},
}
SELECTOR: Json = {"matchLabels": {"app": "a"}}


def node(name: str = "n1") -> dict[str, Json]:
    allocatable: Json = {"cpu": "4", "memory": "16Gi", "pods": "110"}
    return {"kind": "Node", "metadata": {"name": name}, "status": {"allocatable": allocatable}}


def named(kind: str, name: str, **spec: Json) -> dict[str, Json]:
    return {"kind": kind, "metadata": {"name": name}, "spec": spec}


def workload(kind: str, name: str, **spec: Json) -> dict[str, Json]:
    return named(kind, name, selector=SELECTOR, template=TEMPLATE, **spec)


def job(pods: int) -> dict[str, Json]:
    template: Json = {
        "metadata": {"labels": {"app": "a"}},
        "spec": {"restartPolicy": "Never", "containers": [{"name": "c", "image": "app:v1"}]},
    }
    return named("Job", "j", parallelism=pods, completions=pods, template=template)


def play(
    setup: list[dict[str, Json]], *steps: dict[str, Json], version: str = "v1.36.2", exits: str = "auto"
) -> list[Json]:
    """The outcomes after the setup and after each step."""
    history: dict[str, Json] = {"version": version, "kubelet": {"exit": exits}}
    return list(LivePlayer({**history, "setup": list(setup), "steps": list(steps)}).play())


def patch(kind: str, name: str, spec: Json) -> dict[str, Json]:
    return {"do": "patch", "kind": kind, "name": name, "type": "merge", "patch": {"spec": spec}}


def image(kind: str, name: str, value: str) -> dict[str, Json]:
    containers: Json = [{"name": "c", "image": value}]
    return patch(kind, name, {"template": {"spec": {"containers": containers}}})


def taint(*keys: str, effect: str = "NoExecute", remove: tuple[str, ...] = ()) -> dict[str, Json]:
    add: Json = [{"key": key, "effect": effect} for key in keys]
    return {"do": "taint", "node": "n1", "add": add, "remove": [{"key": key} for key in remove]}


def delete(pod: str) -> dict[str, Json]:
    return {"do": "delete", "kind": "Pod", "name": pod}


def wait(seconds: float) -> dict[str, Json]:
    return {"do": "wait", "seconds": seconds}


def status(outcome: Json, about: str, *fields: str) -> list[Json]:
    return [find(outcome, "objects", about, field) for field in fields]


def messages(outcome: Json, about: str) -> list[Json]:
    return [find(event, 2) for event in items(find(outcome, "events", about))]


@pytest.mark.parametrize(("version", "number"), [("v1.34.1", None), ("v1.35.0", 1), ("v1.36.2", 1)])
def test_replica_sets_and_deployments_count_the_pods_that_are_terminating(version: str, number: Json) -> None:
    setup = [node(), workload("Deployment", "web", replicas=2)]
    scale: dict[str, Json] = {"do": "scale", "kind": "Deployment", "name": "web", "replicas": 1}

    before, after = play(setup, scale, version=version, exits="held")

    nothing = None if number is None else 0
    for about in ("ReplicaSet/web-~1", "Deployment/web"):
        assert [nothing] == status(before, about, "terminatingReplicas")
        assert [number] == status(after, about, "terminatingReplicas")


@pytest.mark.parametrize(("version", "verb"), [("v1.35.0", "create"), ("v1.36.2", "Create")])
def test_events_of_a_stateful_set_begin_with_a_capital(version: str, verb: str) -> None:
    (outcome,) = play([node(), workload("StatefulSet", "db", replicas=1, serviceName="db")], version=version)

    assert [f"{verb} Pod db-0 in StatefulSet db successful"] == messages(outcome, "StatefulSet/db")


def test_a_stuck_pod_of_a_stateful_set_stays_after_a_rollback_although_the_status_looks_finished() -> None:
    setup = [node(), workload("StatefulSet", "db", replicas=2, serviceName="db")]
    held: dict[str, Json] = {"do": "kubelet", "start": "held"}

    outcomes = play(
        setup, held, image("StatefulSet", "db", "app:bad"), image("StatefulSet", "db", "app:v1"), wait(8)
    )

    fields = ("replicas", "readyReplicas", "currentReplicas", "updatedReplicas")
    assert [2, 1, 1, 1] == status(outcomes[-1], "StatefulSet/db", *fields)
    assert "Pending" == find(outcomes[-1], "pods", "db-1", "phase")


@pytest.mark.parametrize(
    ("version", "gone"),
    [
        ("v1.35.3", ["db-2", "db-3"]),
        ("v1.35.4", ["db-3"]),
        ("v1.36.2", ["db-3"]),
        ("v1.37.0", ["db-2", "db-3"]),
    ],
)
def test_max_unavailable_of_a_stateful_set_depends_on_the_release_and_its_patch(
    version: str, gone: list[str]
) -> None:
    strategy: Json = {"rollingUpdate": {"maxUnavailable": "50%"}}
    spec: dict[str, Json] = {
        "serviceName": "db",
        "podManagementPolicy": "Parallel",
        "updateStrategy": strategy,
    }
    setup = [node(), workload("StatefulSet", "db", replicas=4, **spec)]
    hold: dict[str, Json] = {"do": "kubelet", "exit": "held"}

    outcome = play(setup, hold, image("StatefulSet", "db", "app:v2"), version=version)[-1]

    pods = find(outcome, "pods")
    assert isinstance(pods, dict)
    assert gone == sorted(name for name, pod in pods.items() if find(pod, "deleting"))


@pytest.mark.parametrize(("version", "updated"), [("v1.35.3", None), ("v1.37.0", 1)])
def test_a_first_revision_that_is_never_ready_is_replaced_since_1_37(version: str, updated: Json) -> None:
    spec: dict[str, Json] = {"serviceName": "db", "podManagementPolicy": "Parallel"}
    setup: list[Json] = [node(), workload("StatefulSet", "db", replicas=2, **spec)]
    steps: list[Json] = [image("StatefulSet", "db", "app:v2")]
    history: dict[str, Json] = {
        "version": version,
        "kubelet": {"ready": False},
        "setup": setup,
        "steps": steps,
    }

    *_, changed = LivePlayer(history).play()

    assert [updated] == status(changed, "StatefulSet/db", "updatedReplicas")


@pytest.mark.parametrize(
    "bounds", [{"maxSurge": 1, "maxUnavailable": 0}, {"maxSurge": 0, "maxUnavailable": 1}]
)
def test_a_daemon_pod_on_a_node_with_a_new_taint_goes_when_the_template_changes(bounds: Json) -> None:
    setup = [node(), workload("DaemonSet", "d", updateStrategy={"rollingUpdate": bounds})]
    fields = ("desiredNumberScheduled", "currentNumberScheduled", "numberMisscheduled", "numberReady")

    _, tainted, changed, free = play(
        setup, taint("x", effect="NoSchedule"), image("DaemonSet", "d", "app:v2"), taint(remove=("x",))
    )

    assert [1, 1, 0, 1] == status(tainted, "DaemonSet/d", *fields)
    assert None is find(changed, "pods")
    assert [0, 0, 0, 0] == status(changed, "DaemonSet/d", *fields)
    assert ["d-~n1.2"] == list(find(free, "pods"))  # type: ignore[arg-type]


def test_with_max_surge_a_pod_on_a_tainted_node_stays_while_as_many_are_available_as_are_desired() -> None:
    surge: Json = {"rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0}}
    setup = [node("n1"), node("n2"), workload("DaemonSet", "d", updateStrategy=surge)]
    hold: dict[str, Json] = {"do": "kubelet", "start": "held"}

    *_, changed = play(setup, hold, taint("x", effect="NoSchedule"), image("DaemonSet", "d", "app:v2"))

    assert "d-~n1" in [*find(changed, "gone")]  # type: ignore[misc]
    assert "d-~n2" in [*find(changed, "pods")]  # type: ignore[misc]


def test_the_deletion_of_a_node_leaves_the_status_of_a_daemon_set_until_its_pod_goes() -> None:
    setup = [node("n1"), node("n2"), workload("DaemonSet", "d")]

    _, deleted, later = play(setup, {"do": "delete", "kind": "Node", "name": "n2"}, wait(70))

    assert [2] == status(deleted, "DaemonSet/d", "desiredNumberScheduled")
    assert [1] == status(later, "DaemonSet/d", "desiredNumberScheduled")


def test_a_job_counts_a_deleted_pod_only_when_it_is_replaced_ten_seconds_later() -> None:
    _, deleted, later, replaced = play([node(), job(2)], delete("j-~1"), wait(4), wait(4))

    for outcome in (deleted, later):
        assert [2, None] == status(outcome, "Job/j", "active", "failed")
        assert ["batch.kubernetes.io/job-tracking"] == find(outcome, "pods", "j-~1", "finalizers")
    assert [2, 1] == status(replaced, "Job/j", "active", "failed")
    assert ["j-~1"] == find(replaced, "gone")


def test_the_only_pod_of_a_job_is_counted_at_once_and_replaced_ten_seconds_later() -> None:
    _, deleted, later = play([node(), job(1)], delete("j-~1"), wait(8))

    assert [None, 1] == status(deleted, "Job/j", "active", "failed")
    assert None is find(deleted, "pods")
    assert ["j-~2"] == list(find(later, "pods"))  # type: ignore[arg-type]


@pytest.mark.parametrize(("version", "start"), [("v1.35.0", "set"), ("v1.36.2", None)])
def test_a_suspended_job_loses_its_start_time(version: str, start: Json) -> None:
    _, suspended, resumed = play(
        [node(), job(1)],
        patch("Job", "j", {"suspend": True}),
        patch("Job", "j", {"suspend": False}),
        version=version,
    )

    assert [start] == status(suspended, "Job/j", "startTime")
    assert ["set"] == status(resumed, "Job/j", "startTime")


@pytest.mark.parametrize(("version", "refusals"), [("v1.34.1", [True, True]), ("v1.36.2", [False, True])])
def test_the_template_of_a_suspended_job_may_change_after_it_has_run(
    version: str, refusals: list[bool]
) -> None:
    suspended = patch("Job", "j", {"suspend": True})
    selector = patch("Job", "j", {"template": {"spec": {"nodeSelector": {"disk": "ssd"}}}})
    containers: Json = [{"name": "c", "image": "app:v2"}]
    other = patch("Job", "j", {"template": {"spec": {"containers": containers}}})

    outcomes = play([node(), job(1)], suspended, selector, other, version=version)

    assert refusals == [find(outcome, "refused") is not None for outcome in outcomes[2:]]


def test_a_budget_made_after_the_pods_of_a_job_is_never_synced_and_one_made_before_fails_its_sync() -> None:
    budget = named("PodDisruptionBudget", "b", selector=SELECTOR, maxUnavailable=1)
    evict: dict[str, Json] = {"do": "evict", "pod": "j-~1"}
    create: dict[str, Json] = {"do": "create", "objects": [budget]}
    made: dict[str, Json] = {"do": "create", "objects": [job(2)]}

    after = play([node(), job(2)], create, evict)[-1]
    before = play(
        [node(), budget], made, evict, patch("PodDisruptionBudget", "b", {"maxUnavailable": 2}), evict
    )

    unsynced = "The disruption budget b is still being processed by the server."
    failed = (
        "The disruption budget b does not allow evicting pods currently because it failed sync: jobs.batch "
        "does not implement the scale subresource"
    )
    assert unsynced == find(after, "refused", 0, "causes", 0, "message")
    assert failed == find(before[2], "refused", 0, "causes", 0, "message")
    assert unsynced == find(before[4], "refused", 0, "causes", 0, "message")


def bound(*tolerations: tuple[str, int | None]) -> dict[str, Json]:
    tolerated: Json = [
        {"key": key, "operator": "Exists", "effect": "NoExecute"}
        | ({} if seconds is None else {"tolerationSeconds": seconds})
        for key, seconds in tolerations
    ]
    containers: Json = [{"name": "c", "image": "app:v1"}]
    return named("Pod", "p", nodeName="n1", tolerations=tolerated, containers=containers)


def test_the_date_of_an_eviction_is_kept_while_the_node_has_any_no_execute_taint() -> None:
    longer = play([node(), bound(("a", 30), ("b", 6))], taint("a"), wait(1), taint("b"), wait(10), wait(10))
    replaced = play([node(), bound(("a", 8), ("b", 30))], taint("a"), taint("b", remove=("a",)), wait(4))
    cancelled = play([node(), bound(("a", 8))], taint("a"), taint(remove=("a",)), wait(10))

    assert [False, True] == [find(outcome, "gone") == ["p"] for outcome in longer[-2:]]
    assert [None, ["p"]] == [find(outcome, "gone") for outcome in replaced[-2:]]
    assert ["Cancelling deletion of Pod default/p"] == messages(cancelled[2], "Pod/p")


@pytest.mark.parametrize(("version", "gone"), [("v1.35.0", None), ("v1.36.2", ["p"])])
def test_of_two_tolerations_of_one_taint_the_shorter_counts(version: str, gone: Json) -> None:
    outcomes = play([node(), bound(("a", None), ("a", 4))], taint("a"), wait(4), version=version)

    assert gone == find(outcomes[-1], "gone")
