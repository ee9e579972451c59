"""DynamicResources: claims decide the node, devices are allocated, and what wakes a pod that waits for them."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Run
from scheduler_core.objects.manifest import find
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.events import Resource
from scheduler_core.scheduler.framework.status import SUCCESS, Code
from scheduler_core.scheduler.plugins.dynamic_resources.allocated import allocated_state
from scheduler_core.scheduler.plugins.dynamic_resources.claim_binder import ClaimWork
from scheduler_core.scheduler.plugins.dynamic_resources.dynamic_resources import DynamicResources
from tests import builders
from tests.builders import claim_spec, claiming, device_class, resource_claim, resource_slice
from tests.core.builders import decided, pods, recorded
from tests.core.scheduler.builders import cluster, judged, node, pod, reasons
from tests.core.scheduler.plugins.dynamic_resources.devices import asking, claim, parsed, put, with_devices
from tests.core.scheduler.plugins.plugin_answers import skips_filter
from tests.core.scheduler.plugins.storage import using, with_storage

GPU = device_class("gpu")
PLUGIN = DynamicResources()


def two_nodes(*things: Any) -> Snapshot:
    """n1 and n2 with one device each."""
    slices = [resource_slice(name, f"{name}-gpu") for name in ("n1", "n2")]
    return with_devices(node("n1"), node("n2"), GPU, *slices, *things)


def test_a_pod_without_resource_claims_is_not_filtered() -> None:
    assert skips_filter("DynamicResources", pod("p"), node("n1"))


def test_where_nothing_fits_its_words_come_before_those_of_preemption() -> None:
    text = judged(cluster(node("n1", "1")), pod("p", "2")).message

    assert text.startswith(
        "0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: "
    )


def test_where_an_earlier_prefilter_broke_off_it_finds_no_state_and_says_so() -> None:
    text = judged(with_storage(node("n1")), using("p", "gone")).message

    assert text.endswith("not found")
    assert "preemption" not in text


def test_a_pod_stays_out_of_the_queue_until_its_claim_exists() -> None:
    waiting = asking("p", "missing")
    snapshot = cluster(node("n1"))

    before = PLUGIN.pre_enqueue(snapshot, waiting, frozenset())
    put(snapshot, claim("missing"))

    assert (Code.UNRESOLVABLE, 'could not find ResourceClaim "default/missing"') == (
        before.code,
        before.message,
    )
    assert SUCCESS == PLUGIN.pre_enqueue(snapshot, waiting, frozenset())


def test_only_nodes_with_a_free_device_are_left() -> None:
    snapshot = two_nodes(claim("mine"), claim("other", on="n1/n1-gpu"))

    decision = judged(snapshot, asking("p", "mine"))

    assert ("bound", "n2") == (decision.result, decision.node)
    assert ("cannot allocate all claims",) == reasons(decision)["n1"]


def test_an_allocated_claim_leads_to_its_node() -> None:
    decision = judged(two_nodes(claim("shared", on="n2/n2-gpu")), asking("p", "shared"))

    assert ("bound", "n2") == (decision.result, decision.node)
    assert ("resourceclaim not available on the node",) == reasons(decision)["n1"]


@pytest.mark.parametrize(
    ("expected", "words"),
    [
        (claim("c", of="tpu"), "request device: device class tpu does not exist"),
        (
            claim(
                "c",
                on="n1/n1-gpu",
                status={
                    "reservedFor": [{"resource": "pods", "name": str(i), "uid": str(i)} for i in range(256)]
                },
            ),
            "resourceclaim in use",
        ),
    ],
)
def test_what_no_node_can_cure_is_said_before_the_filters(expected: dict[str, Any], words: str) -> None:
    decision = judged(two_nodes(expected), asking("p", "c"))

    assert ("unschedulable", words) == (decision.result, decision.prefilter.message)


def test_a_selector_without_an_answer_ends_the_attempt_in_an_error() -> None:
    decision = judged(two_nodes(claim("c", 'device.attributes["x.io"].model == "a"')), asking("p", "c"))

    assert "error" == decision.result
    assert decision.fit_error.endswith("claim default/c: selector #0: CEL runtime error: no such key: model")


def test_reserved_devices_are_taken_before_the_api_server_knows_of_them() -> None:
    snapshot = two_nodes(claim("one"), claim("two"))

    result = PLUGIN.reserve(snapshot, asking("p", "one"), "n1")

    assert isinstance(result.reserved, ClaimWork)
    assert ["n1-gpu"] == [
        device.device for device in allocated_state(snapshot.pending_allocations.values()).devices
    ]
    assert "n2" == judged(snapshot, asking("q", "two")).node
    assert "resource claim default/one is in the process of being allocated" == (
        judged(snapshot, asking("r", "one")).prefilter.message
    )


def test_an_unused_claim_that_is_allocated_elsewhere_is_deallocated() -> None:
    full = pod("full", "4", on="n2")

    decision = judged(two_nodes(full, claim("c", on="n2/n2-gpu")), asking("p", "c", cpu="3"))

    assert decision.post_filter is not None
    assert "default/c" == decision.post_filter.deallocate
    assert "deallocation of ResourceClaim completed" in decision.message


def test_a_claim_that_another_pod_uses_keeps_its_devices() -> None:
    used = {"reservedFor": [{"resource": "pods", "name": "q", "uid": "uid-q"}]}

    decision = judged(
        two_nodes(pod("full", "4", on="n2"), claim("c", on="n2/n2-gpu", status=used)),
        asking("p", "c", cpu="3"),
    )

    assert decision.post_filter is not None
    assert "" == decision.post_filter.deallocate
    assert "still not schedulable" in decision.message


def woken(resource: Resource, waiting: PodInfo, snapshot: Snapshot, old: Any, new: Any) -> bool:
    (entry,) = [item for item in PLUGIN.events_to_register() if item.resource is resource]
    return entry.wakes(snapshot, waiting, old, new)


def test_a_claim_wakes_its_own_pod_when_it_comes_or_its_status_changes() -> None:
    mine, other = claim("c"), claim("other")
    snapshot, waiting = with_devices(mine, other), asking("p", "c")
    reserved = claim("c", status={"reservedFor": []})

    answers = [
        woken(Resource.RESOURCE_CLAIM, waiting, snapshot, None, parsed(mine)),
        woken(Resource.RESOURCE_CLAIM, waiting, snapshot, None, parsed(other)),
        woken(Resource.RESOURCE_CLAIM, waiting, snapshot, parsed(mine), parsed(reserved)),
        woken(
            Resource.RESOURCE_CLAIM,
            waiting,
            snapshot,
            parsed(mine),
            parsed(claim("c", metadata={"labels": {}})),
        ),
    ]

    assert [True, False, True, False] == answers


def test_devices_that_become_free_wake_every_pod_whose_claims_exist() -> None:
    snapshot = with_devices(claim("c"))
    before, after = parsed(claim("other", on="n1/n1-gpu")), parsed(claim("other"))

    answers = [
        woken(Resource.RESOURCE_CLAIM, asking(name, of), snapshot, before, after)
        for name, of in (("p", "c"), ("q", "missing"))
    ]

    assert [True, False] == answers


def test_the_name_of_a_generated_claim_wakes_the_pod_itself() -> None:
    named = {"resourceClaimStatuses": [{"name": "c0"}]}
    waiting, after = asking("p", "template:t"), asking("p", "template:t", status=named)

    answers = [
        woken(Resource.POD, who, Snapshot(), waiting, after) for who in (waiting, asking("q", "template:t"))
    ]

    assert [True, False] == answers


# In a run


def claim_of(recording: Run, name: str) -> Any:
    return recording.ask("manifest", recording.head_seq, kind="ResourceClaim", key=f"default/{name}")


def test_the_pod_is_bound_with_its_device_in_the_claim_s_status() -> None:
    recording = recorded(
        builders.node("n1"),
        builders.node("n2"),
        GPU,
        resource_slice("n2", "gpu-0"),
        resource_claim("c", claim_spec("gpu")),
        builders.pod("p", **claiming(gpu="c")),
    )

    result = claim_of(recording, "c")

    assert "n2" == decided(recording)["default/p"]["node"]
    assert ["gpu-0"] == [
        find(item, "device") for item in find(result, "status", "allocation", "devices", "results") or ()
    ]
    assert ["p"] == [find(item, "name") for item in find(result, "status", "reservedFor") or ()]


def test_two_pods_never_get_the_same_device() -> None:
    recording = recorded(
        builders.node("n1"),
        GPU,
        resource_slice("n1", "gpu-0"),
        *[resource_claim(f"c{index}", claim_spec("gpu")) for index in range(2)],
        *[builders.pod(f"p{index}", **claiming(gpu=f"c{index}")) for index in range(2)],
    )

    allocated = [
        find(claim_of(recording, f"c{index}"), "status", "allocation") is not None for index in range(2)
    ]

    assert [True, False] == allocated
    assert "cannot allocate all claims" in decided(recording)["default/p1"]["message"]


def test_pods_of_a_deployment_get_claims_of_their_own_and_wait_for_devices() -> None:
    template = builders.resource_claim_template("one-gpu", claim_spec("gpu"))
    replicas = builders.workload("Deployment", "d", 3, pod_spec=claiming(gpu="template:one-gpu"))

    recording = recorded(
        builders.node("n1"), GPU, resource_slice("n1", "gpu-0", "gpu-1"), template, replicas, limit=400
    )

    placed = sorted(str(view["node"]) for view in pods(recording).values())
    assert ["None", "n1", "n1"] == placed
