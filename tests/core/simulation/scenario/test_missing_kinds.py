"""What a text lacks although a decision about its objects may need it."""

from __future__ import annotations

import pytest

from scheduler_core import Scenario, SourceDocument, parse_scenario
from tests.builders import api_object, node, pod, workload


def missing(*documents: dict[str, object]) -> tuple[str, ...]:
    scenario = parse_scenario([SourceDocument(*item) for item in enumerate(documents)]).scenario
    assert isinstance(scenario, Scenario)
    return scenario.missing_kinds


SIZE = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}
CLAIM = {**SIZE, "storageClassName": "fast"}
FAST = api_object("StorageClass", "fast", provisioner="ebs.csi.aws.com")
NEAR = [{"topologyKey": "zone", "labelSelector": {}, "namespaceSelector": {"matchLabels": {"a": "b"}}}]


@pytest.mark.parametrize(
    ("document", "kinds_missing"),
    [
        (pod("p", volumes=[{"name": "v", "persistentVolumeClaim": {"claimName": "c"}}]), ("pvc",)),
        (api_object("PersistentVolumeClaim", "c", spec={**CLAIM, "volumeName": "v"}), ("pv", "csinodes")),
        (api_object("PersistentVolumeClaim", "c", spec={**SIZE, "storageClassName": "slow"}), ()),
        (
            workload("StatefulSet", "s", volumeClaimTemplates=[{"metadata": {"name": "d"}, "spec": CLAIM}]),
            ("csinodes",),
        ),
        (pod("p", priority="high"), ("priorityclasses",)),
        (pod("p", priority="system-node-critical"), ()),
        (
            pod("p", affinity={"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": NEAR}}),
            ("namespaces",),
        ),
        (node("n2", status={"conditions": []}), ()),
    ],
)
def test_what_a_text_needs_and_lacks_is_asked_for(
    document: dict[str, object], kinds_missing: tuple[str, ...]
) -> None:
    assert kinds_missing == missing(node("n1"), FAST, document)


def test_classes_are_asked_for_where_the_text_has_none() -> None:
    assert ("storageclasses",) == missing(node("n1"), api_object("PersistentVolumeClaim", "c", spec=CLAIM))


def test_a_claim_that_is_not_among_those_of_its_namespace_does_not_exist() -> None:
    volumes = [{"name": "v", "persistentVolumeClaim": {"claimName": "gone"}}]
    claim = api_object("PersistentVolumeClaim", "c", spec=SIZE)

    assert () == missing(node("n1"), claim, pod("p", volumes=volumes))


def test_a_dump_is_asked_for_leases_and_budgets() -> None:
    dumped = node("n1")
    dumped["metadata"]["creationTimestamp"] = "2027-01-01T00:00:00Z"

    assert ("leases", "pdb") == missing(dumped, pod("p", on="n1"))


@pytest.mark.parametrize(("made", "nodes_missing"), [(None, ()), ("2027-01-01T00:00:00Z", ("nodes",))])
def test_pods_of_a_cluster_are_not_judged_without_its_nodes(
    made: str | None, nodes_missing: tuple[str, ...]
) -> None:
    printed = pod("p")
    if made:
        printed["metadata"]["creationTimestamp"] = made
    added = node("n1", podium={"added": "true"})

    assert nodes_missing == missing(printed)
    assert nodes_missing == missing(printed, added)
