"""Claims and volumes in a run: what the volume plugins see, what is bound before the pod, what comes after."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest

from scheduler_core import Run, SourceDocument, parse_scenario
from tests.builders import ZONE, api_object, node, workload
from tests.core.builders import (
    LATE,
    LOCAL,
    claim,
    decided,
    frames,
    pods,
    recorded,
    storage_class,
    using,
    volume,
)
from tests.core.play import header, scenario_from


def kinds(recording: Run) -> list[str]:
    results: list[Any] = [recording.frame(seq) for seq in range(1, recording.head_seq + 1)]
    return [frame["message"]["id"] for frame in results if frame["actor"] != "kubelet"]


def manifest(recording: Run, kind: str, key: str) -> Any:
    return recording.ask("manifest", recording.head_seq, kind=kind, key=key)


def message_of(recording: Run, name: str) -> str:
    return str(decided(recording)[f"default/{name}"]["message"])


def test_a_pod_follows_its_local_volume_and_the_volume_is_bound_before_the_pod() -> None:
    recording = recorded(
        LOCAL,
        node("a1", labels={ZONE: "a"}),
        node("b1", labels={ZONE: "b"}),
        volume("v", zone="b", storageClassName="local"),
        claim("c", storageClassName="local"),
        using("p", "c"),
    )

    assert [
        "scheduler.chosen",
        "scheduler.volumes_chosen",
        "volume.bound",
        "volume.claim_bound",
        "scheduler.bound",
    ] == kinds(recording)
    assert "b1" == pods(recording)["p"]["node"]
    assert "v" == manifest(recording, "PersistentVolumeClaim", "default/c")["spec"]["volumeName"]
    assert "Bound" == manifest(recording, "PersistentVolume", "v")["status"]["phase"]
    refused = decided(recording)["default/p"]["nodes"]["a1"]
    assert ["node(s) didn't find available persistent volumes to bind"] == refused["reasons"]


def test_a_claim_that_waits_for_its_consumer_is_provisioned_for_the_chosen_node() -> None:
    recording = recorded(LATE, node("n1"), claim("c", storageClassName="late"), using("p", "c"))

    assert [
        "scheduler.chosen",
        "scheduler.volumes_chosen",
        "volume.provisioned",
        "volume.bound",
        "volume.claim_bound",
        "scheduler.bound",
        "attach.attached",
    ] == kinds(recording)
    stored = manifest(recording, "PersistentVolumeClaim", "default/c")
    assert "n1" == stored["metadata"]["annotations"]["volume.kubernetes.io/selected-node"]
    made = manifest(recording, "PersistentVolume", stored["spec"]["volumeName"])
    assert "csi.example.com" == made["spec"]["csi"]["driver"]
    assert "Delete" == made["spec"]["persistentVolumeReclaimPolicy"]


def test_a_volume_is_provisioned_where_its_node_is_if_the_driver_says_what_that_means() -> None:
    csi_node = api_object(
        "CSINode",
        "n1",
        spec={"drivers": [{"name": LATE["provisioner"], "nodeID": "n1", "topologyKeys": [ZONE]}]},
    )
    recording = recorded(
        LATE, node("n1", labels={ZONE: "a"}), csi_node, claim("c", storageClassName="late"), using("p", "c")
    )

    made = manifest(recording, "PersistentVolumeClaim", "default/c")["spec"]["volumeName"]
    affinity = manifest(recording, "PersistentVolume", made)["spec"]["nodeAffinity"]
    (term,) = affinity["required"]["nodeSelectorTerms"]
    assert {"matchExpressions": [{"key": ZONE, "operator": "In", "values": ["a"]}]} == term


def test_the_scheduler_looks_a_second_later_whether_the_claim_is_bound() -> None:
    recording = recorded(LATE, node("n1"), claim("c", storageClassName="late"), using("p", "c"))

    (chosen,), (bound,) = frames(recording, "schedule"), frames(recording, "bind")
    assert 1.0 == bound["t"] - chosen["t"]


@pytest.mark.parametrize(
    ("kind", "key", "why"),
    [
        (
            "PersistentVolumeClaim",
            {"namespace": "default", "name": "c"},
            'failed to check provisioning pvc: could not find v1.PersistentVolumeClaim "default/c"',
        ),
        ("Node", {"name": "n1"}, 'failed to get node "n1": node "n1" not found'),
    ],
)
def test_what_is_deleted_while_a_claim_is_being_bound_ends_the_binding_of_the_pod(
    kind: str, key: dict[str, str], why: str
) -> None:
    gone = {"at": 0.5, "kind": "delete", "object": {"kind": kind, **key}}
    recording = recorded(header(gone), LATE, node("n1"), claim("c", storageClassName="late"), using("p", "c"))

    failed = frames(recording, "bind")[0]
    text = f'running PreBind plugin "VolumeBinding": binding volumes: {why}'
    assert (1, "scheduler.bind_failed", text) == (
        failed["t"],
        failed["message"]["id"],
        failed["message"]["args"]["text"],
    )


def test_a_claim_without_consumer_stays_pending() -> None:
    recording = recorded(LATE, node("n1"), claim("c", storageClassName="late"))

    assert [] == kinds(recording)


def test_an_immediate_claim_is_bound_at_once_to_the_smallest_volume_that_suits() -> None:
    recording = recorded(
        volume("big", "9Gi"), volume("right", "2Gi"), volume("small", "1Gi"), claim("c", "2Gi")
    )

    assert ["volume.bound", "volume.claim_bound"] == kinds(recording)
    assert "right" == manifest(recording, "PersistentVolumeClaim", "default/c")["spec"]["volumeName"]


def test_without_volume_and_class_the_pod_says_that_its_claim_is_unbound() -> None:
    recording = recorded(node("n1"), claim("c"), using("p", "c"))

    assert message_of(recording, "p").startswith(
        "0/1 nodes are available: pod has unbound immediate PersistentVolumeClaims."
    )


def test_a_volume_that_comes_wakes_the_pod_whose_claim_it_serves() -> None:
    later = {"at": 5, "kind": "apply", "documents": [volume("v")]}
    recording = recorded(header(later), node("n1"), claim("c"), using("p", "c"))

    woken = [frame["hints"][0] for frame in frames(recording, "requeue") if "hints" in frame]

    assert woken
    assert "VolumeBinding" == woken[0]["plugins"][0]["plugin"]
    assert "Queue" == woken[0]["plugins"][0]["hint"]
    assert "n1" == pods(recording)["p"]["node"]


def test_two_pods_do_not_get_one_volume() -> None:
    recording = recorded(
        LOCAL,
        node("n1"),
        volume("v", storageClassName="local"),
        claim("c1", storageClassName="local"),
        claim("c2", storageClassName="local"),
        using("p1", "c1"),
        using("p2", "c2"),
    )

    assert [True, False] == [bool(pods(recording)[name]["node"]) for name in ("p1", "p2")]


def test_the_default_class_is_written_into_claims_that_name_none() -> None:
    mark = {"storageclass.kubernetes.io/is-default-class": "true"}
    recording = recorded(storage_class("standard", annotations=mark), node("n1"), claim("c"), using("p", "c"))

    assert "standard" == manifest(recording, "PersistentVolumeClaim", "default/c")["spec"]["storageClassName"]
    assert "n1" == pods(recording)["p"]["node"]


def test_a_node_takes_no_more_volumes_than_its_driver_allows() -> None:
    drivers = {"drivers": [{"name": "csi.example.com", "nodeID": "n1", "allocatable": {"count": 1}}]}
    limits = api_object("CSINode", "n1", spec=drivers)
    recording = recorded(
        LATE,
        node("n1"),
        limits,
        claim("c1", storageClassName="late"),
        claim("c2", storageClassName="late"),
        using("p1", "c1"),
        using("p2", "c2"),
    )

    assert "node(s) exceed max volume count" in message_of(recording, "p2")


def test_a_volume_goes_or_is_released_with_its_claim_as_its_policy_says() -> None:
    gone = [
        {"at": 5, "kind": "delete", "object": {"kind": "PersistentVolumeClaim", "name": name}}
        for name in ("c1", "c2")
    ]
    recording = recorded(
        header(*gone),
        volume("kept", persistentVolumeReclaimPolicy="Retain"),
        volume("left", "5Gi", persistentVolumeReclaimPolicy="Delete"),
        claim("c1"),
        claim("c2", "5Gi"),
    )

    assert [
        "protection.claim_unused",
        "volume.released",
        "protection.claim_unused",
        "volume.released",
        "volume.deleted",
        "protection.volume_unused",
    ] == kinds(recording)[-6:]
    assert "Released" == manifest(recording, "PersistentVolume", "kept")["status"]["phase"]
    assert manifest(recording, "PersistentVolume", "left") is None


def test_the_disk_of_a_running_pod_stays_when_its_claim_is_deleted_and_goes_with_the_pod() -> None:
    fast = api_object("StorageClass", "fast", provisioner="csi.example.com")
    template = {"metadata": {"name": "data"}, "spec": claim("data", storageClassName="fast")["spec"]}
    recording = recorded(
        header(
            {"at": 20, "kind": "delete", "object": {"kind": "PersistentVolumeClaim", "name": "data-db-0"}},
            {"at": 40, "kind": "delete", "object": {"kind": "Pod", "name": "db-0"}},
        ),
        node("n1"),
        fast,
        workload("StatefulSet", "db", 1, volumeClaimTemplates=[template]),
    )
    result = kinds(recording)
    messages = [id_ for id_ in result if id_.startswith(("protection.", "attach.", "volume."))]

    assert [
        "volume.provisioned",
        "volume.bound",
        "volume.claim_bound",
        "attach.attached",
        "protection.claim_used",
        "protection.claim_unused",
        "volume.released",
        "attach.detached",
        "volume.deleted",
    ] == messages[:9]
    assert "statefulset.failed_create" in result
    assert ["db-0"] == [view["name"] for view in recording.snapshot(recording.head_seq)["pods"]]  # type: ignore[union-attr, index, call-overload]


def bound(with_uid: bool = True) -> list[dict[str, Any]]:
    held = volume("v", claimRef={"namespace": "default", "name": "c", "uid": "u-1"})
    holds = claim("c", volumeName="v")
    holds["metadata"]["annotations"] = {"pv.kubernetes.io/bind-completed": "yes"}
    if with_uid:
        holds["metadata"]["uid"] = "u-1"
    held["status"] = holds["status"] = {"phase": "Bound"}
    return [held, holds]


def test_a_dump_stays_as_it_is_whole_in_parts_and_without_uids() -> None:
    held, holds = bound()

    assert [] == kinds(recorded(node("n1"), held, holds))
    assert [] == kinds(recorded(node("n1"), held))
    assert [] == kinds(recorded(node("n1"), holds))
    assert [
        "scheduler.chosen",
        "scheduler.bound",
    ] == kinds(recorded(node("n1"), *bound(with_uid=False), using("p", "c")))


def test_storage_objects_are_kept_and_what_breaks_a_rule_is_refused() -> None:
    wrong = claim("wrong")
    del wrong["spec"]["accessModes"]
    documents = [LOCAL, volume("v"), claim("c"), wrong]
    parsed = parse_scenario([SourceDocument(index, value) for index, value in enumerate(documents)])

    assert [
        ("StorageClass", "kept"),
        ("PersistentVolume", "kept"),
        ("PersistentVolumeClaim", "kept"),
    ] == [(entry.kind, entry.code) for entry in parsed.report if entry.document < 3]
    refused = next(entry for entry in parsed.report if entry.code == "invalid.refused")
    assert "spec.accessModes: Required value: at least 1 access mode is required" == refused.args["text"]


def test_a_run_with_volumes_is_the_same_when_it_is_played_again() -> None:
    documents = [LATE, node("n1"), claim("c", storageClassName="late"), using("p", "c")]
    first = recorded(*documents)
    again = Run(scenario_from(documents), checkpoint_every=1)
    again.reach(first.head_seq)

    assert [again.hash(seq) for seq in range(first.head_seq)] == [
        first.hash(seq) for seq in range(first.head_seq)
    ]


def test_who_writes_to_a_share_is_seen_on_its_node_though_nothing_is_attached() -> None:
    share = volume("share", nfs={"server": "10.0.0.8", "path": "/"})
    end = {"at": 2, "kind": "delete", "object": {"kind": "Pod", "name": "p"}}
    recording = recorded(header(end), node("n1"), share, claim("c", storageClassName=""), using("p", "c"))
    made: list[Any] = [recording.frame(seq) for seq in range(1, recording.head_seq + 1)]
    messages = [
        change["view"]["volumes"] for frame in made for change in frame["changes"] if change["kind"] == "node"
    ]
    writers = [len(volumes[0]["writers"]) if volumes else 0 for volumes in messages]

    assert [0, 1, 0] == [count for count, _ in groupby(writers)]
