"""DynamicResources in v1.36: scores of alternatives, extended resources, binding conditions, shared devices."""

from __future__ import annotations

from typing import Any

from scheduler_core.messages import say
from scheduler_core.objects.manifest import find
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.configuration.profile import build_profile
from tests import builders
from tests.builders import DRIVER, claim_spec, device, device_class, resource_slice
from tests.core.builders import recorded
from tests.core.scheduler.builders import in_version, judged, node, pod, reasons
from tests.core.scheduler.plugins.dynamic_resources.devices import asking, claim, put, with_devices

NEWEST = in_version("1.36")
GPU = device_class("gpu")
EXTENDED: Any = {**GPU, "spec": {"extendedResourceName": "example.com/gpu"}}
SIZE = f'device.attributes["{DRIVER}"].size'
VERSION = {"apiVersion": "podium/v1", "kind": "Scenario", "spec": {"version": "1.36"}}


def big_or_small(name: str) -> dict[str, Any]:
    alternatives = [
        {
            "name": size,
            "deviceClassName": "gpu",
            "selectors": [{"cel": {"expression": f'{SIZE} == "{size}"'}}],
        }
        for size in ("big", "small")
    ]
    return claim(name, spec={"devices": {"requests": [{"name": "r", "firstAvailable": alternatives}]}})


def wants_gpu(name: str, count: int = 1) -> PodInfo:
    amounts = {"example.com/gpu": str(count)}
    return pod(name, containers=[{"name": "c", "resources": {"requests": amounts, "limits": amounts}}])


def test_the_node_with_the_preferred_alternative_has_the_higher_score() -> None:
    snapshot = with_devices(
        node("n1"),
        node("n2"),
        GPU,
        resource_slice("n1", device("d", size="small")),
        resource_slice("n2", device("d", size="big")),
        big_or_small("c"),
    )

    decision = judged(snapshot, asking("p", "c"), config=NEWEST)

    scores = {name: row["DynamicResources"] for name, row in decision.scores.items()}
    assert {"n1": (7, 87, 174), "n2": (8, 100, 200)} == {
        name: (score.raw, score.normalized, score.weighted) for name, score in scores.items()
    }
    assert "n2" == decision.node
    assert "DynamicResources" not in judged(snapshot, asking("p", "c")).scores["n1"]


def test_scoring_fails_where_only_some_claims_of_a_pod_are_allocated() -> None:
    everywhere: Any = claim("old", on="net/d0")
    del everywhere["status"]["allocation"]["nodeSelector"]
    slices = (resource_slice(name, "d1") for name in ("n1", "n2"))
    snapshot = with_devices(node("n1"), node("n2"), GPU, *slices, everywhere, claim("new"))

    failed = judged(snapshot, asking("p", "old", "new"), config=NEWEST)
    text = 'plugin "DynamicResources" failed with: number of allocations 1 is smaller than number of claims'

    assert ("error", f"running Score plugins: {text}") == (failed.result, failed.fit_error)
    assert judged(snapshot, asking("p", "old", "new"), config=in_version("1.37")).node


def test_the_only_node_that_fits_is_not_scored_and_scoring_cannot_fail() -> None:
    everywhere: Any = claim("old", on="net/d0")
    del everywhere["status"]["allocation"]["nodeSelector"]
    snapshot = with_devices(node("n1"), GPU, resource_slice("n1", "d1"), everywhere, claim("new"))

    assert "n1" == judged(snapshot, asking("p", "old", "new"), config=NEWEST).node


def test_devices_provide_an_extended_resource_that_the_node_does_not_list() -> None:
    snapshot = with_devices(node("n1"), EXTENDED, resource_slice("n1", "d0"))

    assert "n1" == judged(snapshot, wants_gpu("p"), config=NEWEST).node
    assert "1 Insufficient example.com/gpu" in judged(snapshot, wants_gpu("p")).message
    assert {"n1": ("cannot allocate all claims",)} == reasons(
        judged(snapshot, wants_gpu("p", 2), config=NEWEST)
    )


def test_a_node_that_lists_the_resource_gives_it_itself() -> None:
    lists: Any = builders.node("n1")
    lists["status"]["capacity"]["example.com/gpu"] = "1"
    recording = recorded(VERSION, lists, EXTENDED, resource_slice("n1", "d0"), wants_gpu("p").pod.manifest)

    bound = recording.ask("manifest", recording.head_seq, kind="Pod", key="default/p")
    assert ("n1", None) == (
        find(bound, "spec", "nodeName"),
        find(bound, "status", "extendedResourceClaimStatus"),
    )


def test_a_claim_left_over_from_an_earlier_attempt_is_deleted_first() -> None:
    waiting = wants_gpu("p")
    left_over = claim("p-extended-resources-x")
    left_over["metadata"].update(
        annotations={"resource.kubernetes.io/extended-resource-claim": "true"},
        ownerReferences=[{"kind": "Pod", "name": "p", "uid": waiting.uid, "controller": True}],
    )
    snapshot = with_devices(node("n1"), EXTENDED, resource_slice("n1", "d0"), left_over)

    decision = judged(snapshot, waiting, config=NEWEST)

    assert {"n1": ("cannot schedule extended resource claim",)} == reasons(decision)
    assert decision.post_filter is not None
    assert "default/p-extended-resources-x" == decision.post_filter.deallocate


def test_shared_devices_are_given_as_far_as_their_capacity_reaches() -> None:
    policy = {"default": "2Gi", "validRange": {"min": "2Gi", "step": "2Gi"}}
    shared = {
        "name": "d",
        "allowMultipleAllocations": True,
        "capacity": {"memory": {"value": "16Gi", "requestPolicy": policy}},
    }
    snapshot = with_devices(node("n1"), GPU, resource_slice("n1", shared))
    profile = build_profile(NEWEST)
    plugin = next(entry for entry in profile.reserve if entry.name == "DynamicResources")
    for name in ("a", "b", "c"):
        put(snapshot, claim(name, spec=claim_spec("gpu", capacity={"requests": {"memory": "5Gi"}})))

    for name in ("a", "b"):
        assert "n1" == judged(snapshot, asking(name, name), config=NEWEST).node
        plugin.reserve(snapshot, asking(name, name), "n1")

    assert {"n1": ("cannot allocate all claims",)} == reasons(
        judged(snapshot, asking("c", "c"), config=NEWEST)
    )
    results = [entry.allocation.devices[0] for entry in snapshot.pending_allocations.values()]  # type: ignore[union-attr]
    assert ["6Gi", "6Gi"] == [str(result.consumed["memory"]) for result in results]
    assert 2 == len({result.share for result in results})


def test_why_says_in_figures_what_holds_shared_devices_back() -> None:
    shared = {"name": "d", "allowMultipleAllocations": True, "capacity": {"memory": {"value": "16Gi"}}}
    asks = [claim_spec("gpu", capacity={"requests": {"memory": "12Gi"}}), claim_spec("gpu")]
    recording = recorded(
        VERSION,
        builders.node("n1"),
        GPU,
        resource_slice("n1", shared),
        *[builders.resource_claim(f"c{index}", spec) for index, spec in enumerate(asks)],
        *[builders.pod(f"p{index}", **builders.claiming(g=f"c{index}")) for index in range(2)],
    )

    answer: Any = recording.ask("obstacles", recording.head_seq, pod="default/p1")

    assert [
        "claim default/c1 needs 1 devices for its request device; 1 devices of this node are suitable, and 0 of "
        "them are free",
        "d, memory: nothing requested, which takes 16Gi; 12Gi of 16Gi taken",
    ] == [say(entry) for obstacle in answer["nodes"]["n1"] for entry in obstacle["details"]]
