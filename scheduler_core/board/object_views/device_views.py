"""What the board shows of devices: those of a node with the claims that have them, and the claims of
a pod."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.objects import Node, Pod
from scheduler_core.objects.device_slices import Device, DeviceID, ResourceSlice
from scheduler_core.objects.device_taint_rules import DeviceTaintRule
from scheduler_core.objects.devices import AllocatedDevice, ResourceClaim
from scheduler_core.objects.manifest import Json, text
from scheduler_core.objects.pod_resources.pod_claims import claim_name, pod_claims
from scheduler_core.objects.scalars.quantity import ZERO, Quantity
from scheduler_core.objects.selection.selectors import Taint
from scheduler_core.scheduler.plugins.dynamic_resources.allocated import allocated_state
from scheduler_core.scheduler.plugins.dynamic_resources.counters import available_counters
from scheduler_core.scheduler.plugins.dynamic_resources.pools import Place, Pool, Slices, gather_pools

_Left = tuple[Pool, Mapping[tuple[str, str], int]]
"""A pool, and what its devices leave of its counters in nano-units."""
_RULE = "DeviceTaintRule"
_REDRAWING = frozenset({"ResourceClaim", "ResourceSlice"}) | {_RULE}


def _claims(api: ApiServer) -> Mapping[str, ResourceClaim]:
    return cast("Mapping[str, ResourceClaim]", api.objects("ResourceClaim"))


def devices_of_pod(api: ApiServer, pod: Pod) -> dict[str, Json] | None:
    """The claims of a pod with their devices (`driver/pool/device`); None for a pod without claims.

    `configured` names the drivers that get parameters with the claim. `problem` says why a claim cannot be
    used, in the scheduler's words, or is null; `allocated` says that every claim has its devices.
    """
    if not _has_claims(pod):
        return None
    claims = _claims(api)
    of_pod = pod_claims(pod, claims)
    names = [(text(entry.get("name")), claim_name(pod, entry).name) for entry in pod.spec.resource_claims]
    if pod.extended_claim_name:
        names.append(("", pod.extended_claim_name))
    rows = [_claim_row(name, claim, claims.get(f"{pod.namespace}/{claim}")) for name, claim in names]
    if isinstance(of_pod, str):
        return {"claims": rows, "problem": of_pod, "allocated": False}
    extended = claims.get(f"{pod.namespace}/{pod.extended_claim_name}") if pod.extended_claim_name else None
    every = of_pod if extended is None else (*of_pod, extended)
    return {
        "claims": rows,
        "problem": None,
        "allocated": all(claim.allocation is not None for claim in every),
    }


def _has_claims(pod: Pod) -> bool:
    return bool(pod.spec.resource_claims or pod.extended_claim_name)


def _claim_row(name: str, named: str | None, claim: ResourceClaim | None) -> Json:
    allocation = None if claim is None else claim.allocation
    return {
        "name": name,
        "claim": named,
        "devices": [] if allocation is None else [str(device.id) for device in allocation.devices],
        "configured": [] if allocation is None else list(allocation.configured_drivers),
    }


def devices_of_node(api: ApiServer, node: Node) -> list[Json]:
    """`[{"id", "name", "claim", "pods"}]` of the devices that belong to the node alone: the claim
    (namespace/name) that has the device, or null, and the names of the pods that use it.

    Only where they apply: `shares` of a device that several claims may have, `{claim, pods, amounts, of}`
    with the largest fraction of a capacity that the claim takes, and its `capacity`, `{name, taken, all}`;
    `counters` that a device takes from its pool, `{name, needs, left, all}`, and `blocked` where too little
    of one is left; `taints`, those of DeviceTaintRules with the name of the rule.
    """
    places = [place for entry in slices_of(api) for place in places_of_node(entry, node.name)]
    if not places:
        return []
    holders: dict[DeviceID, list[tuple[ResourceClaim, AllocatedDevice]]] = {}
    for claim in _claims(api).values():
        for device in () if claim.allocation is None else claim.allocation.devices:
            if not device.admin_access:
                holders.setdefault(device.id, []).append((claim, device))
    parted = any(place.device.consumes for place in places)
    pools = gather_pools(Slices(slices_of(api), whole_pools=True), node) if parted else ()
    allocated = allocated_state(_claims(api).values())
    rules = rules_in_effect(api)
    left = {(pool.driver, pool.name): (pool, available_counters(pool, allocated)) for pool in pools}
    return [
        {
            **_device(place.id, holders.get(place.id, ())),
            **(_shares(place.device, holders.get(place.id, ())) if place.device.shareable else {}),
            **_part(place, left, taken=place.id in holders),
            **({"taints": words} if (words := list[Json](_taints(place, rules))) else {}),
        }
        for place in places
    ]


def slices_of(api: ApiServer) -> list[ResourceSlice]:
    """All ResourceSlices."""
    return [stored for stored in api.objects("ResourceSlice").values() if isinstance(stored, ResourceSlice)]


def places_of_node(entry: ResourceSlice, node: str) -> Iterator[Place]:
    """The devices of a slice that belong to this node alone."""
    for device in entry.devices:
        if node == (device.nodes.node_name if entry.selects_by_device else entry.node_name):
            yield Place(DeviceID(entry.driver, entry.pool, device.name), device, entry)


def _device(device: DeviceID, holders: Sequence[tuple[ResourceClaim, AllocatedDevice]]) -> dict[str, Json]:
    claim = holders[-1][0] if holders else None
    return {
        "id": str(device),
        "name": device.device,
        "claim": None if claim is None else claim.meta.key,
        "pods": [] if claim is None else [pod.name for pod in claim.reserved_for],
    }


def _shares(device: Device, holders: Sequence[tuple[ResourceClaim, AllocatedDevice]]) -> Mapping[str, Json]:
    """Who has which part of a device that several claims may have."""
    capacity: list[Json] = []
    for name, whole in device.capacity.items():
        taken = sum((got.consumed[name] for _, got in holders if name in got.consumed), ZERO)
        capacity.append({"name": name, "taken": str(taken), "all": str(whole)})
    shares: list[Json] = [
        {
            "claim": claim.meta.key,
            "pods": [pod.name for pod in claim.reserved_for],
            "amounts": [{"name": name, "amount": str(amount)} for name, amount in got.consumed.items()],
            "of": max(
                (
                    round(amount.nano / device.capacity[name].nano, 4)
                    for name, amount in got.consumed.items()
                    if name in device.capacity and device.capacity[name].nano
                ),
                default=0,
            ),
        }
        for claim, got in holders
    ]
    return {"shares": shares, "capacity": capacity}


def _part(place: Place, pools: Mapping[tuple[str, str], _Left], *, taken: bool) -> Mapping[str, Json]:
    """What a device takes of the counters of its pool."""
    pool, left = pools.get((place.id.driver, place.id.pool), (None, {}))
    if pool is None or not pool.usable or not place.device.consumes:
        return {}
    rows: list[Json] = []
    blocked = False
    for consumed in place.device.consumes:
        for name, amount in consumed.counters.items():
            rest = left.get((consumed.name, name), 0)
            blocked = blocked or rest < amount.nano
            rows.append(
                {
                    "name": name,
                    "needs": str(amount),
                    "left": str(Quantity(max(0, rest), amount.format)),
                    "all": str(pool.counters[consumed.name][name]),
                }
            )
    return {"counters": rows, "blocked": blocked and not taken}


def rules_in_effect(api: ApiServer) -> list[DeviceTaintRule]:
    """The DeviceTaintRules, where the release lets them have an effect."""
    if not api.options.release.device_taint_rules:
        return []
    return [rule for rule in api.objects(_RULE).values() if isinstance(rule, DeviceTaintRule)]


def _taints(place: Place, rules: Iterable[DeviceTaintRule]) -> Iterator[str]:
    for taint in place.device.taints:
        yield _words(taint)
    for rule in rules:
        if rule.matches(place.id):
            yield f"{_words(rule.taint)} ({_RULE} {rule.meta.name})"


def _words(taint: Taint) -> str:
    return f"{taint.key}={taint.value}:{taint.effect}" if taint.value else f"{taint.key}:{taint.effect}"


def redrawn_with_devices(
    api: ApiServer, touched: Iterable[tuple[str, str]], nodes: Iterable[Mapping[str, Json]]
) -> Iterator[tuple[str, str]]:
    """The (kind, key) of pods and nodes that may look different after these writes. `nodes` are the present
    views of nodes."""
    kinds = {kind for kind, _ in touched} & _REDRAWING
    if not kinds:
        return
    if "ResourceClaim" in kinds:
        yield from (("Pod", key) for key, pod in api.pods.items() if _has_claims(pod))
    for view in nodes:
        if view["devices"]:
            yield "Node", text(view["name"])
    for entry in slices_of(api):
        named = [device.nodes.node_name for device in entry.devices] if entry.selects_by_device else ()
        for name in dict.fromkeys((entry.node_name, *named)):
            if name in api.nodes:
                yield "Node", name
