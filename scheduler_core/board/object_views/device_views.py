"""What the board shows of devices: those of a node with the claims that have them, and the claims of
a pod."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.objects import Node, Pod
from scheduler_core.objects.device_slices import DeviceID, ResourceSlice
from scheduler_core.objects.devices import ResourceClaim
from scheduler_core.objects.manifest import Json, text
from scheduler_core.objects.pod_resources.pod_claims import claim_name, pod_claims

_REDRAWING = frozenset({"ResourceClaim", "ResourceSlice"})


def _claims(api: ApiServer) -> Mapping[str, ResourceClaim]:
    return cast("Mapping[str, ResourceClaim]", api.objects("ResourceClaim"))


def devices_of_pod(api: ApiServer, pod: Pod) -> dict[str, Json] | None:
    """The claims of a pod with their devices (`driver/pool/device`); None for a pod without claims.

    `configured` names the drivers that get parameters with the claim. `problem` says why a claim cannot be
    used, in the scheduler's words, or is null; `allocated` says that every claim has its devices.
    """
    if not pod.spec.resource_claims:
        return None
    claims = _claims(api)
    of_pod = pod_claims(pod, claims)
    rows: list[Json] = []
    for entry in pod.spec.resource_claims:
        named = claim_name(pod, entry)
        claim = claims.get(f"{pod.namespace}/{named.name}") if named.name else None
        allocation = None if claim is None else claim.allocation
        devices = () if allocation is None else allocation.devices
        rows.append(
            {
                "name": text(entry.get("name")),
                "claim": named.name,
                "devices": [str(device.id) for device in devices],
                "configured": [] if allocation is None else list(allocation.configured_drivers),
            }
        )
    if isinstance(of_pod, str):
        return {"claims": rows, "problem": of_pod, "allocated": False}
    return {
        "claims": rows,
        "problem": None,
        "allocated": all(claim.allocation is not None for claim in of_pod),
    }


def devices_of_node(api: ApiServer, node: Node) -> list[Json]:
    """`[{"id", "name", "claim", "pods"}]` of the devices that belong to the node alone: the claim
    (namespace/name) that has the device, or null, and the names of the pods that use it."""
    slices = [
        stored
        for stored in api.objects("ResourceSlice").values()
        if isinstance(stored, ResourceSlice) and stored.node_name == node.name
    ]
    if not slices:
        return []
    holders: dict[DeviceID, ResourceClaim] = {}
    for claim in _claims(api).values():
        for device in () if claim.allocation is None else claim.allocation.devices:
            if not device.admin_access:
                holders[device.id] = claim
    return [
        _device(DeviceID(slice_.driver, slice_.pool, device.name), holders)
        for slice_ in slices
        for device in slice_.devices
    ]


def _device(device: DeviceID, holders: Mapping[DeviceID, ResourceClaim]) -> Json:
    claim = holders.get(device)
    return {
        "id": str(device),
        "name": device.device,
        "claim": None if claim is None else claim.meta.key,
        "pods": [] if claim is None else [pod.name for pod in claim.reserved_for],
    }


def redrawn_with_devices(
    api: ApiServer, touched: Iterable[tuple[str, str]], nodes: Iterable[Mapping[str, Json]]
) -> Iterator[tuple[str, str]]:
    """The (kind, key) of pods and nodes that may look different after these writes. `nodes` are the present
    views of nodes."""
    kinds = {kind for kind, _ in touched} & _REDRAWING
    if not kinds:
        return
    if "ResourceClaim" in kinds:
        yield from (("Pod", key) for key, pod in api.pods.items() if pod.spec.resource_claims)
    for view in nodes:
        if view["devices"]:
            yield "Node", text(view["name"])
    for stored in api.objects("ResourceSlice").values():
        if isinstance(stored, ResourceSlice) and stored.node_name in api.nodes:
            yield "Node", stored.node_name
