"""The device taint eviction controller: deletes pods that use a device with a NoExecute taint which their
claim does not, or no longer, tolerate; the taint is in the slice of the device, or a DeviceTaintRule adds it.

Source: pkg/controller/devicetainteviction (v1.36) claimEvictionTime, handlePod, addConditionAndDeletePod,
handleRuleChange. Claims for extended resources do not count. What the status of a rule says is in
`rule_status.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from scheduler_core.actor import Act, message
from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.controllers.common.controller import Controller
from scheduler_core.controllers.common.timers import Timer
from scheduler_core.controllers.devicetainteviction.eviction_times import Eviction, eviction_of
from scheduler_core.controllers.devicetainteviction.rule_status import (
    RULE_KIND,
    RULE_STATUS_MS,
    next_status_ms,
    rule_status,
)
from scheduler_core.objects.device_slices import ResourceSlice
from scheduler_core.objects.device_taint_rules import DeviceTaintRule
from scheduler_core.objects.devices import POD_GROUPS, ResourceClaim
from scheduler_core.objects.kinds import Object
from scheduler_core.objects.manifest import Json, find, items, text
from scheduler_core.objects.pod import Pod

EVENT = "DeviceTaintManagerEviction"
MARKING, CANCELLING = "Marking for deletion", "Cancelling deletion"
_CONDITION = {
    "type": "DisruptionTarget",
    "status": "True",
    "reason": "DeletionByDeviceTaintManager",
    "message": "Device Taint manager: deleting due to NoExecute taint",
}
_POD, _POOL, _RULE, _CLAIMS = "pod", "pool", "rule", "claims"


class DeviceTaintEvictionController(Controller):
    """The controller; its queue holds `pod:namespace/name`, `pool:driver/pool`, `rule:name` for the status of
    a rule, and `claims:` for all of them. `with_rules` means that DeviceTaintRules have an effect.
    """

    name = "device-taint-eviction-controller"
    watches = frozenset({"Pod", "ResourceClaim", "ResourceSlice", RULE_KIND})
    rank = 28
    requeues = False

    def __init__(self, *, with_rules: bool = False) -> None:
        super().__init__()
        self._with_rules = with_rules
        # How many pods were deleted because of a rule, by the rule's uid.
        self._evicted: dict[str, int] = {}
        # Key of a pod → its uid, and from when until when (virtual ms) it may stay.
        self._planned: dict[str, tuple[str, int, int]] = {}
        # The uids of the pods that were deleted, by key; a pod is deleted once.
        self._deleted: dict[str, str] = {}

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        if event.kind == "ResourceSlice":
            for entry in (event.old, event.new):
                if isinstance(entry, ResourceSlice):
                    self._add(_POOL, f"{entry.driver}/{entry.pool}", now_ms)
        elif event.kind == "ResourceClaim":
            for claim in (event.old, event.new):
                if isinstance(claim, ResourceClaim) and claim.allocation is not None:
                    for consumer in claim.reserved_for:
                        if consumer.resource == POD_GROUPS:
                            self._add(_CLAIMS, "", now_ms)
                        else:
                            self._add(_POD, f"{claim.meta.namespace}/{consumer.name}", now_ms)
        elif event.kind == RULE_KIND:
            self._observe_rule(event, now_ms)
        elif event.new is None:
            self._planned.pop(event.key, None)
            self._deleted.pop(event.key, None)
        elif isinstance(event.new, Pod) and event.new.spec.resource_claims and event.new.node_name:
            old = event.old
            bound = isinstance(old, Pod) and bool(old.node_name)
            named = isinstance(old, Pod) and old.resource_claim_statuses == event.new.resource_claim_statuses
            if not (bound and named):
                self._add(_POD, event.key, now_ms)

    def _observe_rule(self, event: WatchEvent, now_ms: int) -> None:
        """A rule with another spec gets a status before any pod goes, and all claims are looked at again."""
        old, new = event.old, event.new
        if not self._with_rules or (old is not None and new is not None and not _differs(old, new)):
            return
        if new is None and old is not None:
            self._evicted.pop(old.meta.uid, None)
        elif new is not None:
            self._add(_RULE, event.key, now_ms)
        self._add(_CLAIMS, "", now_ms)

    def _add(self, what: str, key: str, now_ms: int) -> None:
        self.queue.add(f"{what}:{key}", now_ms + self.reaction_ms)

    def sync(self, api: ApiServer, key: str, now_ms: int, random: Random) -> Act | None:
        what, _, name = key.partition(":")
        if what == _POD:
            return self._sync_pod(api, name, now_ms)
        if what == _RULE:
            return self._sync_rule(api, name, now_ms)
        driver, _, pool = name.partition("/")
        for claim in _claims(api):
            devices = () if claim.allocation is None else claim.allocation.devices
            of_pool = any((device.id.driver, device.id.pool) == (driver, pool) for device in devices)
            if of_pool or (what == _CLAIMS and devices):
                for pod in _users(api, claim):
                    self.queue.add(f"{_POD}:{pod}", now_ms)
        return None

    def _sync_pod(self, api: ApiServer, key: str, now_ms: int) -> Act | None:
        """Plans, keeps, cancels or carries out the deletion of a pod."""
        pod = api.pods.get(key)
        if pod is None or not pod.node_name:
            return None
        if self._deleted.get(key) == pod.uid:
            return None
        eviction = eviction_of(api, pod, self._rules(api))
        if eviction is None:
            return self._cancel(api, pod, now_ms)
        if pod.finished or pod.terminating:
            return None
        for rule in eviction.rules:
            self.queue.add(f"{_RULE}:{rule.meta.name}", now_ms + RULE_STATUS_MS)
        due_ms = eviction.at_ms - api.start_at
        if due_ms <= now_ms:
            return self._delete(api, pod, eviction, now_ms)
        planned = self._planned.get(key)
        since = planned[1] if planned is not None and planned[0] == pod.uid else now_ms
        self._planned[key] = (pod.uid, since, due_ms)
        self.queue.add(f"{_POD}:{key}", due_ms)
        return None

    def _sync_rule(self, api: ApiServer, name: str, now_ms: int) -> Act | None:
        """Writes the status of a rule, at most every 10 s for one version of its spec."""
        rule = api.get(RULE_KIND, name)
        if not isinstance(rule, DeviceTaintRule):
            return None
        later_ms = next_status_ms(rule, api.start_at + now_ms)
        if later_ms:
            self.queue.add(f"{_RULE}:{name}", now_ms + later_ms)
            return None
        status = rule_status(api, rule, self._rules(api), self._evicted.get(rule.meta.uid, 0), now_ms)
        if status is None:
            return None
        api.update_status(RULE_KIND, name, status)
        condition = items(status["conditions"])[0]
        status_text, reason = (text(find(condition, field)) for field in ("status", "reason"))
        sentence = message("devicetaint.rule", rule=name, status=status_text, reason=reason)
        return self._act("update", sentence)

    def _rules(self, api: ApiServer) -> tuple[DeviceTaintRule, ...]:
        """The rules that have an effect."""
        if not self._with_rules:
            return ()
        return tuple(rule for rule in api.objects(RULE_KIND).values() if isinstance(rule, DeviceTaintRule))

    def _cancel(self, api: ApiServer, pod: Pod, now_ms: int) -> Act | None:
        if self._planned.pop(pod.key, None) is None:
            return None
        self._record(api, pod, "Normal", EVENT, CANCELLING, now_ms)
        sentence = message("devicetaint.cancelled", pod=pod.name, node=pod.node_name)
        return self._act("update", sentence, pod.key, nodes=(pod.node_name,))

    def _delete(self, api: ApiServer, pod: Pod, eviction: Eviction, now_ms: int) -> Act | None:
        self._planned.pop(pod.key, None)
        self._deleted[pod.key] = pod.uid
        self._record(api, pod, "Normal", EVENT, MARKING, now_ms)
        api.patch_pod_status(pod.key, {}, now_ms, (_CONDITION,))
        api.delete("Pod", pod.key, DeleteOptions(precondition_uid=pod.uid), now_ms)
        for rule in eviction.rules:
            self._evicted[rule.meta.uid] = self._evicted.get(rule.meta.uid, 0) + 1
        devices = tuple(str(device) for device in eviction.devices)
        sentence = message("devicetaint.deleted", pod=pod.name, node=pod.node_name, devices=devices)
        return self._act("delete", sentence, pod.key, nodes=(pod.node_name,))

    def timers(self) -> tuple[Timer, ...]:
        """The tolerations of claims that count down, by pod."""
        return tuple(
            Timer(
                "toleration",
                since,
                due,
                message("timer.device_toleration", pod=key.rpartition("/")[2]),
                pod=key,
            )
            for key, (_, since, due) in self._planned.items()
        )

    def fingerprint(self) -> Json:
        planned: list[Json] = [[key, *values] for key, values in self._planned.items()]
        return [
            super().fingerprint(),
            planned,
            list(self._deleted),
            *([self._evicted] if self._evicted else []),
        ]


def _claims(api: ApiServer) -> Iterator[ResourceClaim]:
    for stored in api.objects("ResourceClaim").values():
        if isinstance(stored, ResourceClaim):
            yield stored


def _users(api: ApiServer, claim: ResourceClaim) -> Iterator[str]:
    """The keys of the pods for which the claim is reserved, alone or with their PodGroup."""
    for consumer in claim.reserved_for:
        if consumer.resource != POD_GROUPS:
            yield f"{claim.meta.namespace}/{consumer.name}"
            continue
        for pod in api.pods.values():
            if (pod.namespace, pod.spec.group) == (claim.meta.namespace, consumer.name):
                yield pod.key


def _differs(old: Object, new: Object) -> bool:
    return old.meta.uid != new.meta.uid or old.spec_manifest != new.spec_manifest
