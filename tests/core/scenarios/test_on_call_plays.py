"""Plays of an on-call shift: several parts of a cluster meet, and what happens follows from upstream's rules."""

from __future__ import annotations

from copy import deepcopy
from itertools import pairwise
from typing import Any

import pytest

from tests.builders import ZONE, container, node, pod, workload
from tests.core.play import Documents, Play, apply, delete, priority_class

UID = "bcef6c62-5e55-4d9d-a701-662224740763"
ZONED = ("a", "b")


def play(documents: Documents, *inputs: dict[str, Any]) -> Play:
    header = {
        "apiVersion": "podium/v1",
        "kind": "Scenario",
        "metadata": {"name": "on-call"},
        "spec": {"seed": 1},
    }
    return Play([header, *documents], inputs)


def job(name: str = "work", **spec: Any) -> dict[str, Any]:
    pod = {
        "restartPolicy": "Never",
        "terminationGracePeriodSeconds": 3,
        "containers": [container(cpu="100m")],
    }
    return workload("Job", name, None, pod_spec=pod, **spec)


def gone(kind: str, name: str, at: float, **options: Any) -> dict[str, Any]:
    return {
        "at": at,
        "kind": "delete",
        "object": {"kind": kind, "namespace": "default", "name": name},
        **options,
    }


def stored(run: Play, seq: int, kind: str, name: str) -> dict[str, Any] | None:
    result: Any = run.recording.ask("manifest", seq, kind=kind, key=f"default/{name}")
    return result


def disks_of(*nodes: str, limit: int | None = None, topology: tuple[str, ...] = ()) -> Documents:
    """A StorageClass whose disks follow their pods, and its driver on these nodes, with at most `limit` disks
    a node."""
    driver: dict[str, Any] = {"name": "disk.example.com", "topologyKeys": list(topology)}
    if limit is not None:
        driver["allocatable"] = {"count": limit}
    disks = {
        "apiVersion": "storage.k8s.io/v1",
        "kind": "StorageClass",
        "metadata": {"name": "disks"},
        "provisioner": "disk.example.com",
        "volumeBindingMode": "WaitForFirstConsumer",
    }
    return [
        disks,
        *(
            {
                "apiVersion": "storage.k8s.io/v1",
                "kind": "CSINode",
                "metadata": {"name": name},
                "spec": {"drivers": [{**driver, "nodeID": name}]},
            }
            for name in nodes
        ),
    ]


def claim(name: str) -> dict[str, Any]:
    spec: dict[str, Any] = {"accessModes": ["ReadWriteOnce"], "storageClassName": "disks"}
    spec["resources"] = {"requests": {"storage": "1Gi"}}
    return {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": name}, "spec": spec}


def arguments_of(run: Play, kind: str, message: str) -> list[dict[str, Any]]:
    """The arguments of the messages of one id, in frames of one kind."""
    return [frame["message"]["args"] for frame in run.frames(kind=kind) if frame["message"]["id"] == message]


def test_a_job_that_forgives_no_failure_is_suspended_during_a_drain_and_goes_on_afterwards() -> None:
    work = job(backoffLimit=0, parallelism=2, completions=2)
    suspended = deepcopy(work)
    suspended["spec"]["suspend"] = True
    run = play(
        [node("n1"), node("n2"), work],
        apply(10, suspended),
        {"at": 12, "kind": "drain", "node": "n1"},
        apply(30, work),
    )
    result = stored(run, run.until(60), "Job", "work")

    assert result is not None
    assert (2, 0) == (result["status"]["active"], result["status"]["failed"])
    assert ["Suspended"] == [condition["type"] for condition in result["status"]["conditions"]]
    assert {"n2"} == {frame["focus"]["nodes"][0] for frame in run.frames(kind="bind") if frame["t"] >= 30}


def test_pods_left_behind_by_a_deleted_job_end_when_somebody_deletes_them() -> None:
    run = play([node("n1"), job()], gone("Job", "work", 10, propagation="Orphan"))
    seq = run.until(20)
    pods: Any = run.recording.snapshot(seq)["pods"]
    (name,) = [view["name"] for view in pods]
    run.give(seq, delete(20, name))

    assert not run.exists(run.until(30), name)


def test_a_job_started_by_hand_from_a_cron_job_is_told_and_does_not_hold_up_the_next_time() -> None:
    template = {"spec": job()["spec"]}
    spec = {"schedule": "* * * * *", "concurrencyPolicy": "Forbid", "jobTemplate": template}
    cron = {"apiVersion": "batch/v1", "kind": "CronJob", "metadata": {"name": "c", "uid": UID}, "spec": spec}
    by_hand = job("by-hand")
    owner = {"apiVersion": "batch/v1", "kind": "CronJob", "name": "c", "uid": UID, "controller": True}
    by_hand["metadata"]["ownerReferences"] = [owner]
    run = play([node("n1"), cron], apply(30, by_hand))
    run.until(70)

    words = [item["text"] for item in arguments_of(run, "update", "cronjob.told")]
    assert "Saw a job that the controller did not create or forgot: by-hand" == words[0]
    assert 1 == len(arguments_of(run, "create", "cronjob.created_job"))


def test_the_disk_of_a_lost_zone_keeps_its_pod_from_the_other_zone() -> None:
    db = workload(
        "StatefulSet",
        "db",
        1,
        serviceName="db",
        pod_spec={"nodeSelector": {"pool": "db"}},
        volumeClaimTemplates=[claim("data")],
    )
    nodes = [node(f"{zone}1", zone=zone, labels={"pool": "db"}) for zone in ZONED]
    run = play([*disks_of("a1", "b1", topology=(ZONE,)), *nodes, db])
    seq = run.until(10)
    first = run.node(seq, "db-0")
    run.give(seq, {"at": 10, "kind": "power", "node": first, "on": False})
    run.give(run.until(100), delete(100, "db-0", force=True, gracePeriodSeconds=0))
    seq = run.until(150)

    assert "" == run.node(seq, "db-0")
    assert "1 node(s) didn't match PersistentVolume's node affinity" in run.text(seq, "db-0")


def test_a_second_preemptor_waits_for_the_pod_that_the_first_one_already_asked_to_leave() -> None:
    classes = [
        {
            "apiVersion": "scheduling.k8s.io/v1",
            "kind": "PriorityClass",
            "metadata": {"name": f"p{value}"},
            "value": value,
        }
        for value in (1, 100, 200)
    ]

    def pod(name: str, value: int) -> dict[str, Any]:
        spec = {
            "containers": [container(cpu="3")],
            "priorityClassName": f"p{value}",
            "terminationGracePeriodSeconds": 20,
        }
        return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name}, "spec": spec}

    run = play(
        [*classes, node("n1"), pod("low", 1)], apply(5, pod("first", 100)), apply(8, pod("second", 200))
    )
    run.until(60)

    assert [("first", "low"), ("second", "low")] == [
        (frame["message"]["args"]["pod"], frame["message"]["args"]["victims"][0])
        for frame in run.frames(kind="schedule")
        if frame["message"]["id"] in ("scheduler.nominated", "scheduler.nominated_waiting")
    ]
    assert 1 == len(arguments_of(run, "schedule", "scheduler.nominated_waiting"))
    assert 1 == len(arguments_of(run, "preempt", "scheduler.victim"))
    assert "n1" == run.node(run.recording.head_seq, "second")


def test_where_a_node_takes_one_disk_the_next_pod_waits_until_the_first_disk_is_detached() -> None:
    def using(name: str) -> dict[str, Any]:
        volume = {"name": "data", "persistentVolumeClaim": {"claimName": name}}
        return pod(name, volumes=[volume], terminationGracePeriodSeconds=3)

    run = play(
        [*disks_of("n1", limit=1), node("n1"), claim("a"), claim("b"), using("a")],
        apply(10, using("b")),
        delete(30, "a"),
    )
    run.until(60)
    gone, bound = run.gone_at("a"), run.bound_at("b")

    # The pod is tried when the other one is gone, and again when its disk is detached.
    assert ["AssignedPodDelete", "storage.k8s.io/VolumeAttachmentDelete"] == [
        item["event"] for item in arguments_of(run, "requeue", "scheduler.requeued")
    ]
    refused = [decision["result"] for decision in run.decisions("b")]
    assert ["unschedulable", "unschedulable", "bound"] == refused
    # The scheduler looks a second later whether the claim of the pod is bound.
    assert (34.0, 35.1) == (gone, bound)


def test_a_pod_inherits_the_victim_of_a_deleted_preemptor_without_asking_it_to_leave_again() -> None:
    low = pod("low", cpu="3", on="n1", priority=0, terminationGracePeriodSeconds=30)
    run = play(
        [priority_class(50), priority_class(100), node("n1"), low],
        apply(10, pod("high", cpu="3", priority="p100")),
        apply(11, pod("mid", cpu="3", priority="p50")),
        delete(20, "high"),
    )
    seq = run.until(15)

    assert "" == run.nominated(seq, "mid")
    assert "n1" == run.nominated(run.until(21), "mid")
    run.until(60)
    assert run.gone_at("low") == run.bound_at("mid")
    assert 1 == len(arguments_of(run, "preempt", "scheduler.victim"))


def test_a_deployment_scaled_while_paused_in_a_rollout_keeps_the_share_of_each_set() -> None:
    def web(image: str, replicas: int, **more: Any) -> dict[str, Any]:
        bounds = {"maxSurge": 1, "maxUnavailable": 1}
        strategy = {"type": "RollingUpdate", "rollingUpdate": bounds}
        spec = {"terminationGracePeriodSeconds": 3}
        return workload("Deployment", "web", replicas, image, strategy=strategy, pod_spec=spec, **more)

    run = play(
        [node("n1", cpu="32"), web("app:1", 8)],
        apply(10, web("app:2", 8)),
        apply(10.5, web("app:2", 8, paused=True)),
        {
            "at": 30,
            "kind": "scale",
            "object": {"kind": "Deployment", "namespace": "default", "name": "web"},
            "replicas": 16,
        },
        apply(60, web("app:2", 16)),
    )

    def images(seconds: float) -> list[int]:
        pods: Any = run.recording.snapshot(run.until(seconds))["pods"]
        used = [
            run.manifest(run.recording.head_seq, view["name"])["spec"]["containers"][0]["image"]
            for view in pods
        ]
        return [used.count("app:1"), used.count("app:2")]

    # 7 of 9 pods become 13 of 17, and 2 of 9 become 4 of 17.
    assert [7, 2] == images(29)
    assert [13, 4] == images(50)
    assert [0, 16] == images(120)


def test_a_daemon_pod_that_fails_again_and_again_is_made_anew_later_and_later_unless_the_update_surges() -> (
    None
):
    def creations(surge: int) -> list[float]:
        bounds = {"maxSurge": surge, "maxUnavailable": 1 - surge}
        strategy = {"type": "RollingUpdate", "rollingUpdate": bounds}
        spec = {"activeDeadlineSeconds": 2, "terminationGracePeriodSeconds": 1}
        daemons = workload("DaemonSet", "log", None, updateStrategy=strategy, pod_spec=spec)
        run = play([node("n1"), daemons])
        run.until(45)
        made = [float(frame["t"]) for frame in run.frames(kind="create")]
        return [round(after - before, 1) for before, after in pairwise(made)]

    surging, waiting = creations(1), creations(0)

    assert 4.1 == max(surging)
    assert [8.0, 16.0] == waiting[-2:]


def test_a_job_that_was_suspended_beyond_its_deadline_fails_when_it_goes_on() -> None:
    work = job(activeDeadlineSeconds=20)
    suspended = deepcopy(work)
    suspended["spec"]["suspend"] = True
    run = play([node("n1"), work], apply(10, suspended), apply(30, work))
    result = stored(run, run.until(60), "Job", "work")

    # Up to v1.34 startTime is set anew only after the deadline was looked at (syncJob).
    assert result is not None
    assert "2030-01-01T00:00:00Z" == result["status"]["startTime"]
    assert "DeadlineExceeded" == result["status"]["conditions"][-1]["reason"]
    assert 1 == len(arguments_of(run, "create", "job.created_pod"))


@pytest.mark.parametrize(
    ("kind", "wait", "created"),
    [("ReplicaSet", 22, 82.015), ("DaemonSet", 22, 82.015), ("StatefulSet", 22, 82.015), ("Job", 3, 63.1)],
)
def test_pods_whose_class_comes_late_are_created_at_the_next_retry_of_their_controller(
    kind: str, wait: int, created: float
) -> None:
    spec = {"priorityClassName": "p100"}
    made = workload(kind, "web", None if kind in ("DaemonSet", "Job") else 1, pod_spec=spec)
    if kind == "Job":
        made["spec"]["template"]["spec"]["restartPolicy"] = "Never"
    run = play([node("n1"), made], apply(60, priority_class(100)))
    run.until(200)
    notices = [item["seconds"] for item in arguments_of(run, "notice", "creation.waits")]

    assert [created] == [frame["t"] for frame in run.frames(kind="create")][:1]
    assert [wait] == notices


def test_a_preemptor_whose_nominated_node_is_cordoned_asks_pods_of_another_node_to_leave() -> None:
    low = pod("low", cpu="3", on="n1", priority=0, terminationGracePeriodSeconds=30)
    other = pod("other", cpu="3", on="n2", priority=10, terminationGracePeriodSeconds=30)
    run = play(
        [priority_class(100), node("n1"), node("n2"), low, other],
        apply(5, pod("high", cpu="3", priority="p100")),
        {"at": 10, "kind": "cordon", "node": "n1"},
    )

    assert "n1" == run.nominated(run.until(9), "high")
    assert "n2" == run.nominated(run.until(20), "high")
    seq = run.until(60)
    assert "n2" == run.node(seq, "high")
    assert ["low", "other"] == [item["pod"] for item in arguments_of(run, "preempt", "scheduler.victim")]
