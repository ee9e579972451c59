"""The devices of a node in more detail than its view has: their taints with author and time, the
DeviceTaintRules that taint them with their status, and the counters of partitioned devices with the parts
that are taken.
"""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.board.object_views.device_views import places_of_node, rules_in_effect, slices_of
from scheduler_core.objects.device_taint_rules import DeviceTaintRule
from scheduler_core.objects.devices import ResourceClaim
from scheduler_core.objects.manifest import Json, find, text
from scheduler_core.objects.node import Node
from scheduler_core.objects.scalars.quantity import Quantity
from scheduler_core.objects.scalars.seconds import seconds
from scheduler_core.objects.scalars.times import parse_time
from scheduler_core.objects.selection.selectors import Taint
from scheduler_core.scheduler.plugins.dynamic_resources.allocated import allocated_state
from scheduler_core.scheduler.plugins.dynamic_resources.counters import available_counters
from scheduler_core.scheduler.plugins.dynamic_resources.pools import Place, Slices, gather_pools


def node_devices(api: ApiServer, node: Node) -> dict[str, Json]:
    """`{"taints", "rules", "counters"}` of the devices that belong to the node alone.

    - `taints`: `{"driver/pool/device": [{"key", "value", "effect", "since", "driver", "rule"}]}`, those of
      the slice (`rule` null) before those of rules; `since` in seconds of virtual time, null when unknown
    - `rules`: `[{"name", "key", "value", "effect", "since", "devices", "status", "reason", "message"}]`, the
      DeviceTaintRules that select a device of the node, with the names of these and the condition
      EvictionInProgress; `status` is null until the controller has written it
    - `counters`: `[{"pool", "counter", "all", "left", "parts": [{"device", "amount", "of"}]}]`, the devices
      of the node that have a claim and what they take; `of` is the fraction of all
    """
    places = [place for entry in slices_of(api) for place in places_of_node(entry, node.name)]
    rules = rules_in_effect(api)
    return {
        "taints": {str(place.id): rows for place in places if (rows := _taints(api, place, rules))},
        "rules": [
            _rule(api, rule, devices)
            for rule in rules
            if (devices := [place.id.device for place in places if rule.matches(place.id)])
        ],
        "counters": _counters(api, node, places) if any(place.device.consumes for place in places) else [],
    }


def _taints(api: ApiServer, place: Place, rules: Sequence[DeviceTaintRule]) -> list[Json]:
    of_slice: list[Json] = [
        {**_taint(api, taint), "driver": place.id.driver, "rule": None} for taint in place.device.taints
    ]
    of_rules: list[Json] = [
        {**_taint(api, rule.taint), "driver": place.id.driver, "rule": rule.meta.name}
        for rule in rules
        if rule.matches(place.id)
    ]
    return of_slice + of_rules


def _taint(api: ApiServer, taint: Taint) -> dict[str, Json]:
    return {
        "key": taint.key,
        "value": taint.value,
        "effect": taint.effect,
        "since": _since(api, taint.time_added),
    }


def _rule(api: ApiServer, rule: DeviceTaintRule, devices: Sequence[str]) -> Json:
    conditions = [entry for entry in rule.condition_manifests if find(entry, "type") == "EvictionInProgress"]
    condition = conditions[0] if conditions else None
    return {
        "name": rule.meta.name,
        **_taint(api, rule.taint),
        "devices": [*devices],
        "status": None if condition is None else text(find(condition, "status")),
        "reason": text(find(condition, "reason")),
        "message": text(find(condition, "message")),
    }


def _since(api: ApiServer, moment: str | None) -> Json:
    at = parse_time(moment or "")
    return None if at is None else seconds(at - api.start_at)


def _counters(api: ApiServer, node: Node, places: Sequence[Place]) -> list[Json]:
    claims = [claim for claim in api.objects("ResourceClaim").values() if isinstance(claim, ResourceClaim)]
    allocated = allocated_state(claims)
    taken = {
        device.id
        for claim in claims
        for device in (() if claim.allocation is None else claim.allocation.devices)
        if not device.admin_access
    }
    rows: list[Json] = []
    for pool in gather_pools(Slices(slices_of(api), whole_pools=True), node):
        if not pool.usable:
            continue
        left = available_counters(pool, allocated)
        for set_name, counters in pool.counters.items():
            for name, whole in counters.items():
                parts: list[Json] = [
                    {
                        "device": place.id.device,
                        "amount": str(consumed.counters[name]),
                        "of": round(consumed.counters[name].nano / whole.nano, 4) if whole.nano else 0,
                    }
                    for place in places
                    if place.id in taken and (place.id.driver, place.id.pool) == (pool.driver, pool.name)
                    for consumed in place.device.consumes
                    if consumed.name == set_name and name in consumed.counters
                ]
                rest = max(0, left.get((set_name, name), 0))
                rows.append(
                    {
                        "pool": pool.name,
                        "counter": f"{set_name}/{name}",
                        "all": str(whole),
                        "left": str(Quantity(rest, whole.format)),
                        "parts": parts,
                    }
                )
    return rows
