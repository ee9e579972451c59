"""What the status of a DeviceTaintRule says: how many pods are to be evicted, were evicted, or would be.

Source: pkg/controller/devicetainteviction (v1.36) maybeUpdateRuleStatus, countPendingPods,
countTaintedDevices.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.controllers.devicetainteviction.eviction_times import NO_EXECUTE, eviction_of
from scheduler_core.objects.device_slices import DeviceID, ResourceSlice
from scheduler_core.objects.device_taint_rules import DeviceTaintRule
from scheduler_core.objects.devices import ResourceClaim
from scheduler_core.objects.manifest import Json, integer, text
from scheduler_core.objects.scalars.times import parse_time

RULE_KIND: Final = "DeviceTaintRule"
RULE_STATUS_MS = 10_000
"""Milliseconds between two updates of a status for one version of the spec (ruleStatusPeriod)."""
CONDITION: Final = "EvictionInProgress"
_ONCE = "This information will not be updated again. Recreate the DeviceTaintRule to trigger an update."


def next_status_ms(rule: DeviceTaintRule, now: int) -> int:
    """Milliseconds from `now` (epoch milliseconds) until the status may change; 0 where it may."""
    condition = _condition(rule)
    if not condition or integer(condition.get("observedGeneration")) != rule.meta.generation:
        return 0
    since = now - (parse_time(text(condition.get("lastTransitionTime"))) or 0)
    return max(0, RULE_STATUS_MS - since)


def rule_status(
    api: ApiServer, rule: DeviceTaintRule, rules: Sequence[DeviceTaintRule], evicted: int, now_ms: int
) -> dict[str, Json] | None:
    """The status with the condition of the moment; None where it is the stored one. `rules` are those that
    have an effect, and `evicted` pods went because of this one."""
    reason, status, note = _state(api, rule, rules, evicted)
    if evicted:
        note = f"{note} {_counted(evicted, 'pod')} evicted since starting the controller.".lstrip()
    before = _condition(rule)
    condition: dict[str, Json] = {
        "type": CONDITION,
        "status": status,
        "observedGeneration": rule.meta.generation,
        "lastTransitionTime": before.get("lastTransitionTime"),
        "reason": reason,
        "message": note,
    }
    if condition == before:
        return None
    condition["lastTransitionTime"] = api.timestamp(now_ms)
    others = [entry for entry in rule.condition_manifests if entry != before]
    return {"conditions": [*others, condition]}


def _condition(rule: DeviceTaintRule) -> Mapping[str, Json]:
    for entry in rule.condition_manifests:
        if isinstance(entry, Mapping) and entry.get("type") == CONDITION:
            return entry
    return {}


def _state(
    api: ApiServer, rule: DeviceTaintRule, rules: Sequence[DeviceTaintRule], evicted: int
) -> tuple[str, str, str]:
    """Reason, status and message of the condition, without the pods that were evicted."""
    if rule.taint.effect == NO_EXECUTE:
        pods, namespaces = _pending(api, rule, rules)
        if pods:
            need = "needs" if pods == 1 else "need"
            note = f"{_counted(pods, 'pod')} {need} to be evicted in {_places(namespaces)}."
            return "PodsPendingEviction", "True", note
        return ("Completed" if evicted else "NotStarted"), "False", ""
    if rule.taint.effect == "None":
        acting = replace(rule, taint=replace(rule.taint, effect=NO_EXECUTE))
        pods, namespaces = _pending(api, acting, (acting,))
        published, allocated = _devices(api, rule)
        note = (
            f"{_counted(published, 'published device')} selected. "
            f"{_counted(allocated, 'allocated device')} selected. "
            f"{_counted(pods, 'pod')} would be evicted in {_places(namespaces)} if the effect was NoExecute. "
        )
        return "NoEffect", "False", note + _ONCE
    return "OtherEffect", "False", "Eviction only happens for the NoExecute effect."


def _pending(api: ApiServer, rule: DeviceTaintRule, rules: Sequence[DeviceTaintRule]) -> tuple[int, int]:
    """How many pods have to go because of the rule, and in how many namespaces they are."""
    namespaces: list[str] = []
    for pod in api.pods.values():
        if not pod.node_name or pod.terminating or not pod.spec.resource_claims:
            continue
        eviction = eviction_of(api, pod, rules)
        if eviction is not None and any(entry.meta.uid == rule.meta.uid for entry in eviction.rules):
            namespaces.append(pod.namespace)
    return len(namespaces), len(set(namespaces))


def _devices(api: ApiServer, rule: DeviceTaintRule) -> tuple[int, int]:
    """How many devices of the newest generations the rule selects, and how many allocated ones."""
    slices = [entry for entry in api.objects("ResourceSlice").values() if isinstance(entry, ResourceSlice)]
    newest: dict[tuple[str, str], int] = {}
    for entry in slices:
        pool = (entry.driver, entry.pool)
        newest[pool] = max(newest.get(pool, entry.generation), entry.generation)
    published = sum(
        rule.matches(DeviceID(entry.driver, entry.pool, device.name))
        for entry in slices
        if entry.generation == newest[entry.driver, entry.pool]
        for device in entry.devices
    )
    claims = (claim for claim in api.objects("ResourceClaim").values() if isinstance(claim, ResourceClaim))
    allocated = sum(
        rule.matches(device.id)
        for claim in claims
        for device in (() if claim.allocation is None else claim.allocation.devices)
    )
    return published, allocated


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _places(namespaces: int) -> str:
    return "1 namespace" if namespaces == 1 else f"{namespaces} different namespaces"
