"""What the kubelet asks of drivers before a pod's start and at its end."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.kubelet.dra.drivers import DriverState
from scheduler_core.kubelet.dra.manager import PreparedClaim, failed, prepare_resources, unprepare_error
from scheduler_core.objects.pod import Pod
from tests.builders import DRIVER, claim_spec, claiming, pod, resource_claim
from tests.core.cluster import load, new_server

GPU = PreparedClaim("default/gpu", "uid-gpu", (DRIVER,))
ABSENT = {DRIVER: DriverState(registered=False)}
FAILS = {DRIVER: DriverState(error="no such device")}
NO_DRIVER = f"DRA driver {DRIVER} is not registered"
USER = Pod.parse(
    {**pod("p", nodeName="n1", **claiming(gpu="gpu")), "metadata": {"name": "p", "uid": "uid-p"}}
)


def gpu(**status: Any) -> dict[str, Any]:
    result = {"request": "device", "driver": DRIVER, "pool": "n1", "device": "gpu-0"}
    whole = {
        "allocation": {"devices": {"results": [result]}},
        "reservedFor": [{"resource": "pods", "name": "p", "uid": "uid-p"}],
        **status,
    }
    return dict(resource_claim("gpu", claim_spec("gpu"), metadata={"uid": "uid-gpu"}, status=whole))


def prepared(
    drivers: dict[str, DriverState], claim: dict[str, Any] | None, *run_state: PreparedClaim
) -> tuple[PreparedClaim, ...] | str:
    api = new_server()
    if claim is not None:
        load(api, "ResourceClaim", claim)
    return prepare_resources(USER, api, drivers, run_state)


def test_a_claim_that_is_allocated_and_reserved_is_prepared_by_its_driver() -> None:
    assert (GPU,) == prepared({}, gpu())


@pytest.mark.parametrize(
    ("drivers", "claim", "error"),
    [
        (ABSENT, gpu(), NO_DRIVER),
        (FAILS, gpu(), "NodePrepareResources failed for ResourceClaim gpu: no such device"),
        ({}, None, 'fetch ResourceClaim gpu: resourceclaims.resource.k8s.io "gpu" not found'),
        ({}, gpu(reservedFor=[]), "pod p (uid-p) is not allowed to use ResourceClaim gpu (uid-gpu)"),
    ],
)
def test_an_error_is_in_the_words_of_the_kubelet(
    drivers: dict[str, DriverState], claim: dict[str, Any] | None, error: str
) -> None:
    assert error == prepared(drivers, claim)
    assert f"Failed to prepare dynamic resources: prepare dynamic resources: {error}" == failed(error)


def test_a_claim_that_another_pod_has_prepared_needs_its_driver_but_does_not_call_it() -> None:
    assert (GPU,) == prepared(FAILS, gpu(), GPU)
    assert NO_DRIVER == prepared(ABSENT, gpu(), GPU)


def test_only_an_absent_driver_keeps_a_claim_prepared_at_the_end() -> None:
    assert NO_DRIVER == unprepare_error([GPU], ABSENT, [])
    assert "" == unprepare_error([GPU], FAILS, [])


def test_a_claim_that_another_pod_still_uses_is_not_unprepared() -> None:
    assert "" == unprepare_error([GPU], ABSENT, [GPU])


def test_the_claim_that_the_scheduler_made_for_an_extended_resource_is_prepared_too() -> None:
    api = new_server()
    owner = {"apiVersion": "v1", "kind": "Pod", "name": "p", "uid": "uid-p", "controller": True}
    metadata = {**gpu()["metadata"], "ownerReferences": [owner]}
    load(api, "ResourceClaim", {**gpu(), "metadata": metadata})
    user = Pod.parse(
        {
            **pod("p", nodeName="n1"),
            "metadata": {"name": "p", "uid": "uid-p"},
            "status": {"extendedResourceClaimStatus": {"resourceClaimName": "gpu", "requestMappings": []}},
        }
    )

    assert (GPU,) == prepare_resources(user, api, {}, ())
