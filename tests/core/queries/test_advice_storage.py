"""Advice about storage: claims, volumes, classes and limits; whoever follows it gets the pod onto the node."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import ZONE, Manifest, api_object, node, pod
from tests.core.builders import claim, storage_class, volume
from tests.core.queries.advice import advice_for, follow, recording, sentences

LATE = storage_class("late", volumeBindingMode="WaitForFirstConsumer")
SOON = storage_class("soon")
LOCAL = storage_class("local", "kubernetes.io/no-provisioner", volumeBindingMode="WaitForFirstConsumer")
DEFAULT = storage_class("usual", annotations={"storageclass.kubernetes.io/is-default-class": "true"})


def using(*claims: str, name: str = "p", **spec: Any) -> Manifest:
    volumes = [{"name": item, "persistentVolumeClaim": {"claimName": item}} for item in claims]
    return pod(name, volumes=volumes, **spec)


def bound(name: str, to: str, **spec: Any) -> Manifest:
    made = claim(name, volumeName=to, **spec)
    made["metadata"]["annotations"] = {"pv.kubernetes.io/bind-completed": "yes"}
    return {**made, "status": {"phase": "Bound"}}


def held(name: str, by: str, **more: Any) -> Manifest:
    reference = {"namespace": "default", "name": by}
    labels = more.pop("labels", {})
    made = volume(name, claimRef=reference, **more)
    made["metadata"]["labels"] = labels
    return {**made, "status": {"phase": "Bound"}}


def csi_node(name: str, count: int) -> Manifest:
    drivers = [{"name": "csi.example.com", "nodeID": name, "allocatable": {"count": count}}]
    metadata = {"name": name}
    return {
        "apiVersion": "storage.k8s.io/v1",
        "kind": "CSINode",
        "metadata": metadata,
        "spec": {"drivers": drivers},
    }


def attached(name: str, by: str) -> list[Manifest]:
    """A claim and its volume of csi.example.com."""
    csi = {"driver": "csi.example.com", "volumeHandle": name}
    return [bound(by, name), held(name, by, csi=csi)]


def sentences_for(*documents: Manifest) -> list[str]:
    return [words for words, _ in sentences(advice_for(recording(*documents)))]


# --- before any node ------------------------------------------------------------------------------


def test_a_missing_claim_is_to_be_made_in_the_default_class_first() -> None:
    assert [
        "Create the claim data of 1Gi in class usual",
        "Create the claim data of 1Gi in class late",
    ] == sentences_for(node("n1"), LATE, DEFAULT, using("data"))


def test_a_missing_claim_can_have_the_volume_that_is_free() -> None:
    assert ["Create the claim data of 5Gi in class local"] == sentences_for(
        node("n1"), LOCAL, volume("v", "5Gi", storageClassName="local"), using("data")
    )


def test_without_class_and_volume_both_are_to_be_made() -> None:
    assert ["Create a volume of 1Gi for the claim data + Create the claim data of 1Gi"] == sentences_for(
        node("n1"), using("data")
    )


def test_two_missing_claims_are_made_together() -> None:
    assert [
        "Create the claim one of 1Gi in class late + Create the claim two of 1Gi in class late"
    ] == sentences_for(node("n1"), LATE, using("one", "two"))


def test_the_claim_of_an_ephemeral_volume_is_made_after_its_template() -> None:
    template = {"spec": claim("x", "3Gi", storageClassName="late")["spec"]}
    waiting = pod("p", volumes=[{"name": "scratch", "ephemeral": {"volumeClaimTemplate": template}}])

    assert ["Create the claim p-scratch of 3Gi in class late"] == sentences_for(node("n1"), LATE, waiting)


def test_a_claim_that_should_be_bound_wants_its_class_or_a_volume() -> None:
    waiting = claim("data", "2Gi", storageClassName="gold")

    assert [
        "Create the storage class gold with the provisioner csi.example.com",
        "Create a volume of 2Gi for the claim data",
    ] == sentences_for(node("n1"), LATE, waiting, using("data"))
    assert ["Create a volume of 2Gi for the claim data"] == sentences_for(node("n1"), waiting, using("data"))


def test_a_claim_that_names_its_volume_wants_that_one() -> None:
    result = advice_for(recording(node("n1"), claim("data", volumeName="pv-7"), using("data")))

    assert [("Create a volume of 1Gi for the claim data", "n1")] == sentences(result)
    assert "pv-7" == result[0]["inputs"][0]["documents"][0]["metadata"]["name"]


def test_a_bound_claim_whose_volume_is_gone_wants_it_back() -> None:
    assert ["Create a volume of 1Gi for the claim data"] == sentences_for(
        node("n1"), bound("data", "pv-7"), using("data")
    )


def test_a_pod_pinned_to_nodes_that_are_not_there_is_to_be_freed() -> None:
    pinned = {"key": "metadata.name", "operator": "In", "values": ["n9"]}
    required = {"nodeSelectorTerms": [{"matchFields": [pinned]}]}
    affinity = {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": required}}

    assert ["Remove metadata.name=n9 from the pod's node affinity"] == sentences_for(
        node("n1"), pod("p", affinity=affinity)
    )


def test_a_pod_pinned_to_two_nodes_at_once_is_to_be_freed() -> None:
    fields = [{"key": "metadata.name", "operator": "In", "values": [name]} for name in ("n1", "n2")]
    required = {"nodeSelectorTerms": [{"matchFields": fields}]}
    affinity = {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": required}}

    assert ["Remove metadata.name=n1, metadata.name=n2 from the pod's node affinity"] == sentences_for(
        node("n1"), node("n2"), pod("p", affinity=affinity)
    )


# --- on one node ----------------------------------------------------------------------------------


def test_a_volume_in_another_zone_asks_for_a_node_there() -> None:
    full = pod("old", "3900m", nodeName="b")
    documents = [
        node("a", zone="z1"),
        node("b", zone="z2"),
        full,
        bound("data", "v"),
        held("v", "data", zone="z2"),
    ]

    result = sentences(advice_for(recording(*documents, using("data", containers=CONTAINERS))))

    assert ("Add a node like b", "b-2") in result
    assert not any("Label" in words for words, _ in result)
    assert ("Add a node like a", "a-2") not in result


CONTAINERS = [{"name": "c", "image": "app:v1", "resources": {"requests": {"cpu": "1"}}}]


def test_a_volume_stays_where_it_is_so_a_node_there_is_needed() -> None:
    documents = [
        node("a", zone="z1"),
        bound("data", "v"),
        held("v", "data", labels={ZONE: "z2"}),
        using("data"),
    ]

    assert sentences(advice_for(recording(*documents))) == [
        (f"Add a node with {ZONE}=z2, otherwise like a", "a-2")
    ]


def test_a_local_volume_is_to_be_made_where_the_pod_can_go() -> None:
    waiting = claim("data", "2Gi", storageClassName="local")

    assert [("Create a volume of 2Gi on n1 for the claim data", "n1")] == sentences(
        advice_for(recording(node("n1"), LOCAL, waiting, using("data")))
    )


def test_a_class_that_is_not_allowed_here_can_be_allowed() -> None:
    terms = [{"matchLabelExpressions": [{"key": ZONE, "values": ["z2"]}]}]
    narrow = storage_class("late", volumeBindingMode="WaitForFirstConsumer", allowedTopologies=terms)
    documents = [node("a", zone="z1"), narrow, claim("data", storageClassName="late"), using("data")]

    assert sentences(advice_for(recording(*documents))) == [
        (f"Allow {ZONE}=z1 in the storage class late", "a"),
    ]


def test_too_little_storage_is_what_the_driver_states_and_nobody_changes_that() -> None:
    driver = api_object("CSIDriver", "csi.example.com", spec={"storageCapacity": True})
    capacity = api_object(
        "CSIStorageCapacity",
        "rack-1",
        metadata={"namespace": "default"},
        storageClassName="late",
        nodeTopology={"matchLabels": {ZONE: "z1"}},
        capacity="1Gi",
    )
    documents = [node("a", zone="z1"), LATE, driver, capacity, claim("data", "5Gi", storageClassName="late")]

    assert [] == sentences(advice_for(recording(*documents, using("data"))))


def test_at_the_limit_of_its_driver_a_node_asks_for_another_one() -> None:
    documents = [node("n1"), csi_node("n1", 1), *attached("v1", "one"), *attached("v2", "two")]
    documents += [using("one", name="old", nodeName="n1"), using("two")]

    result = advice_for(recording(*documents))

    # A new node has drivers with the same limits.
    assert ("Add a node like n1", "n1-2") == sentences(result)[-1]
    assert ["Node", "CSINode"] == [document["kind"] for document in result[-1]["inputs"][0]["documents"]]


def test_a_claim_for_one_pod_alone_asks_for_the_end_of_its_user() -> None:
    alone = {"accessModes": ["ReadWriteOncePod"]}
    documents = [node("n1"), node("n2"), bound("data", "v", **alone), held("v", "data", **alone)]
    documents += [using("data", name="old", nodeName="n2"), using("data")]

    assert "Delete default/old on n2" in sentences_for(*documents)


def test_two_pods_that_read_a_disk_are_not_ended_for_one_that_writes() -> None:
    def disk(name: str, *, read_only: bool, **spec: Any) -> Manifest:
        source = {"pdName": "d", "readOnly": read_only}
        return pod(name, volumes=[{"name": "v", "gcePersistentDisk": source}], **spec)

    documents = [node("n1"), *(disk(f"old{i}", read_only=True, nodeName="n1") for i in range(2))]

    assert not any("Delete" in words for words in sentences_for(*documents, disk("p", read_only=False)))


TERMS = [{"matchLabelExpressions": [{"key": ZONE, "values": ["z2"]}]}]
SITUATIONS = [
    pytest.param([node("n1"), LATE, DEFAULT, using("data")], id="missing claim"),
    pytest.param([node("n1"), using("data")], id="missing claim, class and volume"),
    pytest.param([node("n1"), SOON, using("one", "two")], id="two missing claims"),
    pytest.param(
        [node("n1"), LATE, claim("data", storageClassName="gold"), using("data")], id="missing class"
    ),
    pytest.param([node("n1"), claim("data", volumeName="pv-7"), using("data")], id="missing named volume"),
    pytest.param([node("n1"), bound("data", "pv-7"), using("data")], id="missing bound volume"),
    pytest.param(
        [node("a", zone="z1"), bound("data", "v"), held("v", "data", labels={ZONE: "z2"}), using("data")],
        id="another zone",
    ),
    pytest.param(
        [node("n1"), LOCAL, claim("data", storageClassName="local"), using("data")], id="no local volume"
    ),
    pytest.param(
        [
            node("a", zone="z1"),
            storage_class("late", volumeBindingMode="WaitForFirstConsumer", allowedTopologies=TERMS),
            claim("data", storageClassName="late"),
            using("data"),
        ],
        id="not allowed here",
    ),
    pytest.param(
        [
            node("n1"),
            csi_node("n1", 1),
            *attached("v1", "one"),
            *attached("v2", "two"),
            using("one", name="old", nodeName="n1"),
            using("two"),
        ],
        id="limit",
    ),
]


@pytest.mark.parametrize("documents", SITUATIONS)
def test_whoever_follows_advice_about_storage_gets_the_pod_onto_that_node(documents: list[Manifest]) -> None:
    offered = advice_for(recording(*documents))

    assert offered
    for entry in offered:
        assert follow(recording(*documents), entry) == entry["node"], entry["messages"]
        assert entry["price"], entry["messages"]


def test_a_claim_on_its_way_out_gets_no_advice() -> None:
    leaving = claim("data")
    leaving["metadata"].update(deletionTimestamp="2030-01-01T00:00:00Z", finalizers=["example.com/backup"])

    assert [] == sentences_for(node("n1"), LATE, leaving, using("data"))


def test_no_claim_is_made_for_a_pod_of_a_text_without_claims() -> None:
    old, new = using("c"), using("c")
    old["metadata"]["creationTimestamp"] = "2020-01-01T00:00:00Z"

    near = node("n1")
    near["metadata"]["creationTimestamp"] = "2020-01-01T00:05:00Z"

    assert [0, 1] == [len(advice_for(recording(near, waiting))) for waiting in (old, new)]
