"""Claims and volumes on the board: what they are tied to, whom they belong to, and that frames carry them."""

from __future__ import annotations

from typing import Any

from scheduler_core.board.object_views.storage_views import claims_of, volume_view
from scheduler_core.objects import Pod
from scheduler_core.objects.storage import PersistentVolume
from tests.builders import node, pod
from tests.core.browser_frames import apply_frame, model_of
from tests.core.builders import LATE, claim, recorded, using, volume

HOST = "kubernetes.io/hostname"


def tied(*terms: dict[str, Any]) -> tuple[Any, Any]:
    spec = {"nodeAffinity": {"required": {"nodeSelectorTerms": list(terms)}}} if terms else {}
    view = volume_view(PersistentVolume.parse(volume("v", **spec)))
    return view["nodes"], view["zone"]


def among(key: str, *values: str, kind: str = "matchExpressions") -> dict[str, Any]:
    return {kind: [{"key": key, "operator": "In", "values": list(values)}]}


def test_a_volume_is_tied_to_the_nodes_or_zones_that_all_its_terms_name() -> None:
    assert (None, None) == tied()
    assert (["n1"], None) == tied(among(HOST, "n1"))
    assert (["n1", "n2"], None) == tied(among(HOST, "n1"), among("metadata.name", "n2", kind="matchFields"))
    assert (None, "a, b") == tied(among("topology.kubernetes.io/zone", "a", "b"))
    assert (None, None) == tied(among(HOST, "n1"), among("disk", "ssd"))


def test_a_pod_names_its_claims_each_once() -> None:
    given = pod(
        "p",
        "1",
        volumes=[
            {"name": "a", "persistentVolumeClaim": {"claimName": "data"}},
            {"name": "b", "persistentVolumeClaim": {"claimName": "data"}},
            {"name": "c", "emptyDir": {}},
            {"name": "d", "ephemeral": {"volumeClaimTemplate": {"spec": {}}}},
        ],
    )

    assert ["data", "p-d"] == claims_of(Pod.parse(given))


def test_frames_carry_a_claim_from_pending_to_its_volume() -> None:
    recording = recorded(
        node("n1"),
        LATE,
        volume("disk", storageClassName="late"),
        claim("data", storageClassName="late"),
        using("p", "data"),
    )
    model: Any = model_of(recording.snapshot(0))
    observed = [model["claim"]["default/data"]["phase"]]
    for seq in range(1, recording.head_seq + 1):
        apply_frame(model, recording.frame(seq))
        observed.append(model["claim"]["default/data"]["phase"])

    assert ("Pending", "Bound") == (observed[0], observed[-1])
    assert model_of(recording.snapshot(recording.head_seq)) == model
    bound = model["claim"]["default/data"]
    kept = model["volume"]["disk"]
    assert ("disk", "late", ["ReadWriteOnce"]) == (bound["volume"], bound["class"], bound["modes"])
    assert ("default/data", "Bound", 2**30, []) == (
        kept["claim"],
        kept["phase"],
        kept["capacity"],
        kept["attached"],
    )
    assert {"names": ["data"], "bound": True} == model["pod"]["default/p"]["claims"]


def test_what_is_being_deleted_but_in_use_is_terminating() -> None:
    going = {"deletionTimestamp": "2030-01-01T00:00:00Z", "finalizers": ["kubernetes.io/pv-protection"]}
    manifest = volume("v")
    view = volume_view(PersistentVolume.parse({**manifest, "metadata": {**manifest["metadata"], **going}}))

    assert ("Available", "Terminating") == (view["phase"], view["state"])
    assert "Available" == volume_view(PersistentVolume.parse(manifest))["state"]


def test_a_pod_says_whether_all_its_claims_are_bound() -> None:
    recording = recorded(
        node("n1"),
        LATE,
        volume("disk", storageClassName="late"),
        claim("data", storageClassName="late"),
        using("p", "data"),
        using("q", "missing"),
        pod("r"),
    )

    def bound(seq: int) -> dict[str, Any]:
        views: Any = recording.snapshot(seq)["pods"]
        return {view["name"]: view["claims"] and view["claims"]["bound"] for view in views}

    assert {"p": False, "q": False, "r": None} == bound(0)
    assert {"p": True, "q": False, "r": None} == bound(recording.head_seq)
