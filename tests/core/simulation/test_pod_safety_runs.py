"""Runs of the catalogue about deleting: D04, D05, D07, D09, D12, D13, D15, E04 with the seconds it gives."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import node, pod, workload
from tests.core.play import Play, delete, play_of

EXIT_2 = [{"selector": {}, "exitsAfterSigterm": 2}]


def pods(play: Play, seconds: float) -> list[dict[str, Any]]:
    result: Any = play.recording.snapshot(play.until(seconds))["pods"]
    return list(result)


@pytest.mark.parametrize("kind", ["ReplicaSet", "Deployment"])
def test_d04_a_replacement_comes_at_once_and_the_old_process_overlaps(kind: str) -> None:
    documents = node("n1"), node("n2"), workload(kind, "web")
    (first,) = pods(play_of(*documents, inputs=[]), 10)
    play = play_of(*documents, inputs=[delete(10, first["name"])])

    assert 40 <= _removed(play, first, 60) <= 43
    assert 10 == round(play.frames(kind="create")[-1]["t"])
    assert 2 == len(pods(play, 30))
    counted = []
    for seq in range(1, play.recording.head_seq + 1):
        sets: Any = play.recording.ask("manifest", seq, kind=kind, key="default/web")
        if play.recording.frame(seq)["t"] >= 10 and sets is not None:
            counted.append(sets["status"].get("replicas"))
    # A Deployment may hear of the loss and of the replacement at once.
    assert set(counted) == ({0, 1} if kind == "ReplicaSet" else {1})


def _removed(play: Play, view: dict[str, Any], until: float) -> float:
    play.until(until)
    return next(
        float(frame["t"]) for frame in play.frames(kind="removed") if view["key"] in frame["focus"]["pods"]
    )


def test_d04_a_stateful_set_waits_for_the_name() -> None:
    play = play_of(node("n1"), node("n2"), workload("StatefulSet", "web"), inputs=[delete(10, "web-0")])

    assert [1, 1, 1] == [len(pods(play, at)) for at in (5, 30, 45)]
    assert 40 <= play.frames(kind="create")[-1]["t"] <= 43


@pytest.mark.parametrize(("second", "grace", "deadline"), [(10, 10, 10), (60, 30, 30)])
def test_d05_a_second_delete_may_only_shorten(second: int, grace: int, deadline: int) -> None:
    play = play_of(
        node("n1"), pod("p", on="n1"), inputs=[delete(0, "p"), delete(5, "p", gracePeriodSeconds=second)]
    )

    meta = play.manifest(play.until(6), "p")["metadata"]
    assert (grace, f"2030-01-01T00:00:{deadline:02}Z") == (
        meta["deletionGracePeriodSeconds"],
        meta["deletionTimestamp"],
    )
    # The kill that is under way is not interrupted.
    play.until_quiet()
    assert 30 <= play.gone_at("p") <= 33


def cut(name: str) -> dict[str, Any]:
    return {"at": 0, "kind": "cut", "between": [f"node/{name}", "api-server"]}


def test_d07_who_may_only_ask_and_who_may_remove() -> None:
    inputs = [
        cut("n2"),
        {"at": 0, "kind": "destroy", "node": "n3"},
        {"at": 0, "kind": "delete", "object": {"kind": "Node", "name": "n3"}},
    ]
    play = play_of(
        node("n1"),
        node("n2"),
        node("n3"),
        node("n4"),
        pod("live", on="n1"),
        pod("cut", on="n2"),
        pod("orphan", on="n3"),
        inputs=inputs,
    )
    last = play.until(700)

    assert play.untouched(last, "live")
    assert play.terminating(last, "cut")
    marked = play.first(lambda frame: frame["t"] > 300 and "default/cut" in frame["focus"]["pods"])
    assert 345 <= marked["t"] <= 365
    assert not play.exists(last, "orphan")
    assert 40 <= play.gone_at("orphan") <= 80


def in_namespace(manifest: dict[str, Any]) -> dict[str, Any]:
    return {**manifest, "metadata": {**manifest["metadata"], "namespace": "ns"}}


@pytest.mark.parametrize(
    ("rescue", "low", "high"),
    [
        ({"kind": "delete", "object": {"kind": "Node", "name": "n3"}}, 340, 380),
        (
            {"kind": "delete", "object": {"kind": "Pod", "namespace": "ns", "name": "p"}, "force": True},
            300,
            300,
        ),
    ],
)
def test_d09_a_namespace_waits_for_a_pod_on_a_cut_node(
    rescue: dict[str, Any], low: float, high: float
) -> None:
    inputs = [
        cut("n3"),
        {"at": 60, "kind": "delete", "object": {"kind": "Namespace", "name": "ns"}},
        {"at": 300, **rescue},
    ]
    play = play_of(node("n1"), node("n2"), node("n3"), in_namespace(pod("p", on="n3")), inputs=inputs)

    def stored(seconds: float, kind: str, key: str) -> Any:
        return play.recording.ask("manifest", play.until(seconds), kind=kind, key=key)

    assert "Terminating" == stored(61, "Namespace", "ns")["status"]["phase"]
    assert "deletionTimestamp" not in stored(64, "Pod", "ns/p")["metadata"]
    assert "2030-01-01T00:01:35Z" == stored(66, "Pod", "ns/p")["metadata"]["deletionTimestamp"]
    conditions = stored(299, "Namespace", "ns")["status"]["conditions"]
    remaining = next(one for one in conditions if one["type"] == "NamespaceContentRemaining")
    assert "Some resources are remaining: pods. has 1 resource instances" == remaining["message"]
    play.until(500)
    gone = [
        frame["t"]
        for frame in play.frames()
        if frame["t"] >= 300
        and "ns/p" in frame["focus"]["pods"]
        and stored(frame["t"], "Pod", "ns/p") is None
    ]
    assert low <= gone[0] <= high
    finished = play.first(lambda frame: frame["message"]["id"] == "namespace.finished")
    assert gone[0] <= finished["t"] <= gone[0] + 60


def test_d12_with_recreate_there_are_never_two() -> None:
    strategy = {"type": "Recreate"}
    changed = workload("Deployment", "app", image="i:2", strategy=strategy)
    play = play_of(
        node("n1"),
        node("n2"),
        workload("Deployment", "app", strategy=strategy),
        inputs=[{"at": 10, "kind": "apply", "documents": [changed]}],
    )
    play.until_quiet()

    most = max(len(pods(play, at)) for at in (9, 10.2, 20, 39, 41, 44, 50))
    assert 1 == most
    assert 40 <= play.frames(kind="create")[-1]["t"] <= 43


def test_d12_with_a_surge_there_are_two_for_thirty_seconds() -> None:
    rolling = {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0}}
    changed = workload("Deployment", "app", image="i:2", strategy=rolling)
    play = play_of(
        node("n1"),
        node("n2"),
        workload("Deployment", "app", strategy=rolling),
        inputs=[{"at": 10, "kind": "apply", "documents": [changed]}],
    )
    (old,) = pods(play, 9)

    assert [1, 2, 2, 1] == [len(pods(play, at)) for at in (9, 13, 40, 43)]
    assert 40 <= _removed(play, old, 60) <= 43


def test_d13_a_grace_of_zero_alone_silently_becomes_one() -> None:
    db2 = pod("db-2", on="n3", terminationGracePeriodSeconds=30)
    play = play_of(
        node("n1"),
        node("n2"),
        node("n3"),
        db2,
        inputs=[cut("n3"), delete(400, "db-2", gracePeriodSeconds=0), delete(410, "db-2", force=True)],
    )

    meta = play.manifest(play.until(399), "db-2")["metadata"]
    assert 30 == meta["deletionGracePeriodSeconds"]
    meta = play.manifest(play.until(401), "db-2")["metadata"]
    assert (1, "2030-01-01T00:06:40Z") == (meta["deletionGracePeriodSeconds"], meta["deletionTimestamp"])
    assert not play.exists(play.until(411), "db-2")


def test_d15_a_finalizer_holds_the_object_when_all_processes_are_dead() -> None:
    held = pod("f", on="n1", restartPolicy="Never")
    held["metadata"]["finalizers"] = ["example.com/backup"]
    play = play_of(
        node("n1"),
        held,
        pod("g", on="n1", restartPolicy="Never"),
        inputs=[
            delete(0, "f"),
            delete(0, "g"),
            delete(10, "f", force=True),
            {
                "at": 20,
                "kind": "remove-finalizer",
                "object": {"kind": "Pod", "namespace": "default", "name": "f"},
                "finalizer": "example.com/backup",
            },
        ],
        applications=EXIT_2,
    )

    after = play.until(9)
    assert not play.exists(after, "g")
    assert ("Succeeded", 0) == (
        play.manifest(after, "f")["status"]["phase"],
        play.manifest(after, "f")["metadata"]["deletionGracePeriodSeconds"],
    )
    assert "Completed" == (play.view(after, "f") or {})["state"]
    assert play.exists(play.until(19), "f")
    forced = play.first(lambda frame: frame["t"] == 10)
    assert "you.changed_nothing" == forced["message"]["id"]
    assert not play.exists(play.until(21), "f")


@pytest.mark.parametrize(
    ("options", "grace"),
    [
        ({}, 30),
        ({"gracePeriodSeconds": 5}, 5),
        ({"gracePeriodSeconds": 60}, 60),
        ({"gracePeriodSeconds": -3}, 1),
    ],
)
def test_e04_the_api_server_decides_the_grace(options: dict[str, Any], grace: int) -> None:
    play = play_of(node("n1"), pod("p", on="n1"), inputs=[delete(0, "p", **options)])

    assert grace == play.manifest(play.until(0.5), "p")["metadata"]["deletionGracePeriodSeconds"]


@pytest.mark.parametrize("case", ["pending", "succeeded", "forced"])
def test_e04_with_nothing_to_wait_for_the_object_goes_at_once(case: str) -> None:
    given = pod("p", on=None if case == "pending" else "n1")
    if case == "pending":
        given["spec"]["nodeSelector"] = {"no": "where"}
    if case == "succeeded":
        given["status"] = {"phase": "Succeeded"}
    play = play_of(node("n1"), given, inputs=[delete(5, "p", force=case == "forced")])

    assert not play.exists(play.until(5.05), "p")
