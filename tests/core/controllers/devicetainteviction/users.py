"""A pod whose claim has a device, as tests of device taints need it."""

from __future__ import annotations

from typing import Any

from scheduler_core.controllers.devicetainteviction.device_taint_eviction import DeviceTaintEvictionController
from tests.builders import DRIVER, claim_spec, claiming, pod, resource_claim, resource_slice
from tests.core.controllers.silence import Plane, node, plane

KEY = "default/p"
MARKING = ("DeviceTaintManagerEviction", "Marking for deletion")
CANCELLING = ("DeviceTaintManagerEviction", "Cancelling deletion")


def tolerates(seconds: int | None = None, effect: str = "NoExecute") -> dict[str, Any]:
    made: dict[str, Any] = {"key": "sick", "operator": "Exists", "effect": effect}
    return made if seconds is None else {**made, "tolerationSeconds": seconds}


def using(
    *tolerations: dict[str, Any], devices: tuple[str, ...] = ("d0",), with_rules: bool = False
) -> Plane:
    """A pod on n1 whose claim has the device d0, one of `devices`, with these tolerations."""
    uses = {**pod("p", nodeName="n1", **claiming(g="c")), "status": {"phase": "Running"}}
    uses["metadata"]["uid"] = "uid-p"
    result: Any = {"request": "device", "driver": DRIVER, "pool": "n1", "device": "d0"}
    if tolerations:
        result["tolerations"] = list(tolerations)
    status = {
        "allocation": {"devices": {"results": [result]}},
        "reservedFor": [{"resource": "pods", "name": "p", "uid": "uid-p"}],
    }
    claim = resource_claim("c", claim_spec("gpu"), status=status)
    controller = DeviceTaintEvictionController(with_rules=with_rules)
    return plane([controller], node("n1"), resource_slice("n1", *devices), claim, uses)
