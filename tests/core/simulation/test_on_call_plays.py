"""Plays of an on-call shift: several parts of a cluster meet, and what happens follows from upstream's rules."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from tests.builders import ZONE, container, node, workload
from tests.core.playing import Documents, Play, apply, delete

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
    found: Any = run.questions.manifest(seq, kind, f"default/{name}")
    return found


def told(run: Play, kind: str, message: str) -> list[dict[str, Any]]:
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
    found = stored(run, run.until(60), "Job", "work")

    assert found is not None
    assert (2, 0) == (found["status"]["active"], found["status"]["failed"])
    assert ["Suspended"] == [each["type"] for each in found["status"]["conditions"]]
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

    words = [each["text"] for each in told(run, "update", "cronjob.told")]
    assert "Saw a job that the controller did not create or forgot: by-hand" == words[0]
    assert 1 == len(told(run, "create", "cronjob.created_job"))


def test_the_disk_of_a_lost_zone_keeps_its_pod_from_the_other_zone() -> None:
    def csi(name: str) -> dict[str, Any]:
        driver = {"name": "disk.example.com", "nodeID": name, "topologyKeys": [ZONE]}
        return {
            "apiVersion": "storage.k8s.io/v1",
            "kind": "CSINode",
            "metadata": {"name": name},
            "spec": {"drivers": [driver]},
        }

    disks = {
        "apiVersion": "storage.k8s.io/v1",
        "kind": "StorageClass",
        "metadata": {"name": "disks"},
        "provisioner": "disk.example.com",
        "volumeBindingMode": "WaitForFirstConsumer",
    }
    claim = {"accessModes": ["ReadWriteOnce"], "storageClassName": "disks"}
    claim["resources"] = {"requests": {"storage": "1Gi"}}
    db = workload(
        "StatefulSet",
        "db",
        1,
        serviceName="db",
        pod_spec={"nodeSelector": {"pool": "db"}},
        volumeClaimTemplates=[{"metadata": {"name": "data"}, "spec": claim}],
    )
    nodes = [node(f"{zone}1", zone=zone, labels={"pool": "db"}) for zone in ZONED]
    run = play([disks, *nodes, *(csi(f"{zone}1") for zone in ZONED), db])
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
    assert 1 == len(told(run, "schedule", "scheduler.nominated_waiting"))
    assert 1 == len(told(run, "preempt", "scheduler.victim"))
    assert "n1" == run.node(run.recording.head_seq, "second")
