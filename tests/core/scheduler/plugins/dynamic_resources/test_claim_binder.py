"""What the plugin writes about claims."""

from __future__ import annotations

from scheduler_core.apiserver.defaults.defaulting import with_defaults
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.objects.device_slices import DeviceID
from scheduler_core.objects.devices import FINALIZER, AllocatedDevice, Allocation, ResourceClaim
from scheduler_core.objects.manifest import Json, find
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.plugins.dynamic_resources.claim_binder import (
    ClaimWork,
    bind_claim,
    deallocate,
    forget_allocations,
    unreserve_claim,
)
from tests.builders import DRIVER
from tests.core.scheduler.builders import pod
from tests.core.scheduler.plugins.dynamic_resources.devices import claim, parsed

CHOSEN = Allocation((AllocatedDevice("device", DeviceID(DRIVER, "n1", "gpu-0")),), None)


def server(*claims: dict[str, Json]) -> ApiServer:
    api = ApiServer(start_at=0)
    for item in claims:
        api.load("ResourceClaim", with_defaults("ResourceClaim", item))
    return api


def stored(api: ApiServer, *path: str) -> Json:
    result = api.get("ResourceClaim", "default/c")
    assert result is not None
    return find(result.manifest, *path)


def test_the_allocation_the_finalizer_and_the_reservation_are_written() -> None:
    api = server(claim("c"))

    bound = bind_claim(api, "default/c", CHOSEN, pod("p"))

    assert isinstance(bound, ResourceClaim)
    assert CHOSEN == bound.allocation
    assert [{"resource": "pods", "name": "p", "uid": "uid-p"}] == stored(api, "status", "reservedFor")
    assert [FINALIZER] == stored(api, "metadata", "finalizers")


def test_a_second_pod_is_added_to_a_shared_claim() -> None:
    api = server(claim("c", on="n1/gpu-0"))

    for name in ("p", "q"):
        bind_claim(api, "default/c", None, pod(name))

    claimed = api.get("ResourceClaim", "default/c")
    assert isinstance(claimed, ResourceClaim)
    assert ["p", "q"] == [item.name for item in claimed.reserved_for]


def test_a_claim_that_changed_meanwhile_is_an_error_in_upstream_s_words() -> None:
    full = {
        "reservedFor": [{"resource": "pods", "name": str(index), "uid": str(index)} for index in range(256)]
    }
    deleted = claim("c", metadata={"deletionTimestamp": "2030-01-01T00:00:00Z", "finalizers": [FINALIZER]})

    errors = [
        bind_claim(server(), "default/c", None, pod("p")),
        bind_claim(server(deleted), "default/c", None, pod("p")),
        bind_claim(server(claim("c", on="n1/gpu-0")), "default/c", CHOSEN, pod("p")),
        bind_claim(server(claim("c", on="n1/gpu-0", status=full)), "default/c", None, pod("p")),
    ]

    assert [
        'add reservation to claim default/c: resourceclaims.resource.k8s.io "c" not found',
        "claim default/c got deleted in the meantime",
        "claim default/c got allocated elsewhere in the meantime",
        'add reservation to claim default/c: ResourceClaim.resource.k8s.io "c" is invalid: status.reservedFor: '
        "Too many: 257: must have at most 256 items",
    ] == errors


def test_a_reservation_is_taken_back_and_the_allocation_stays() -> None:
    api = server(claim("c"))
    bind_claim(api, "default/c", CHOSEN, pod("p"))

    unreserve_claim(api, "default/c", pod("p"))

    assert [] == stored(api, "status", "reservedFor")
    assert stored(api, "status", "allocation") is not None


def test_deallocating_clears_the_status() -> None:
    api = server(claim("c", on="n1/gpu-0"))

    deallocate(api, "default/c", 0)

    assert stored(api, "status") is None


def test_forgotten_allocations_are_free_again() -> None:
    snapshot, work = Snapshot(), ClaimWork((("default/c", CHOSEN),))
    snapshot.pending_allocations["default/c"] = parsed(claim("c", on="n1/gpu-0"))

    forget_allocations(work, snapshot)

    assert {} == snapshot.pending_allocations
    assert (CHOSEN, None) == (work.of("default/c"), work.of("default/d"))
    assert [["default/c", [f"{DRIVER}/n1/gpu-0"]]] == work.to_json()
