"""The device taint eviction controller: deletes pods that use a device with a NoExecute taint which their
claim does not, or no longer, tolerate.

Source: pkg/controller/devicetainteviction (v1.36) evictionTime, handlePod, addConditionAndDeletePod. Claims
for extended resources do not count.
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
from scheduler_core.objects.device_slices import Device, DeviceID, ResourceSlice
from scheduler_core.objects.devices import AllocatedDevice, ResourceClaim
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.pod_resources.pod_claims import claim_name
from scheduler_core.objects.scalars.times import parse_time
from scheduler_core.objects.selection.selectors import Taint

EVENT = "DeviceTaintManagerEviction"
MARKING, CANCELLING = "Marking for deletion", "Cancelling deletion"
NO_EXECUTE = "NoExecute"
_CONDITION = {
    "type": "DisruptionTarget",
    "status": "True",
    "reason": "DeletionByDeviceTaintManager",
    "message": "Device Taint manager: deleting due to NoExecute taint",
}
_POD, _POOL = "pod", "pool"


class DeviceTaintEvictionController(Controller):
    """The controller; its queue holds `pod:namespace/name` and `pool:driver/pool`."""

    name = "device-taint-eviction-controller"
    watches = frozenset({"Pod", "ResourceClaim", "ResourceSlice"})
    rank = 28
    requeues = False

    def __init__(self) -> None:
        super().__init__()
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
                        self._add(_POD, f"{claim.meta.namespace}/{consumer.name}", now_ms)
        elif event.new is None:
            self._planned.pop(event.key, None)
            self._deleted.pop(event.key, None)
        elif isinstance(event.new, Pod) and event.new.spec.resource_claims and event.new.node_name:
            old = event.old
            bound = isinstance(old, Pod) and bool(old.node_name)
            named = isinstance(old, Pod) and old.resource_claim_statuses == event.new.resource_claim_statuses
            if not (bound and named):
                self._add(_POD, event.key, now_ms)

    def _add(self, what: str, key: str, now_ms: int) -> None:
        self.queue.add(f"{what}:{key}", now_ms + self.reaction_ms)

    def sync(self, api: ApiServer, key: str, now_ms: int, random: Random) -> Act | None:
        what, _, name = key.partition(":")
        if what == _POD:
            return self._sync_pod(api, name, now_ms)
        driver, _, pool = name.partition("/")
        for claim in _claims(api):
            devices = () if claim.allocation is None else claim.allocation.devices
            if any((device.id.driver, device.id.pool) == (driver, pool) for device in devices):
                for consumer in claim.reserved_for:
                    self.queue.add(f"{_POD}:{claim.meta.namespace}/{consumer.name}", now_ms)
        return None

    def _sync_pod(self, api: ApiServer, key: str, now_ms: int) -> Act | None:
        """Plans, keeps, cancels or carries out the deletion of a pod."""
        pod = api.pods.get(key)
        if pod is None or not pod.node_name:
            return None
        if self._deleted.get(key) == pod.uid:
            return None
        at_ms = _eviction_ms(api, pod)
        if at_ms is None:
            return self._cancel(api, pod, now_ms)
        if pod.finished:
            return None
        due_ms = at_ms - api.start_at
        if due_ms <= now_ms:
            return self._delete(api, pod, now_ms)
        planned = self._planned.get(key)
        since = planned[1] if planned is not None and planned[0] == pod.uid else now_ms
        self._planned[key] = (pod.uid, since, due_ms)
        self.queue.add(f"{_POD}:{key}", due_ms)
        return None

    def _cancel(self, api: ApiServer, pod: Pod, now_ms: int) -> Act | None:
        if self._planned.pop(pod.key, None) is None:
            return None
        self._record(api, pod, "Normal", EVENT, CANCELLING, now_ms)
        sentence = message("devicetaint.cancelled", pod=pod.name, node=pod.node_name)
        return self._act("update", sentence, pod.key, nodes=(pod.node_name,))

    def _delete(self, api: ApiServer, pod: Pod, now_ms: int) -> Act | None:
        self._planned.pop(pod.key, None)
        self._deleted[pod.key] = pod.uid
        self._record(api, pod, "Normal", EVENT, MARKING, now_ms)
        api.patch_pod_status(pod.key, {}, now_ms, (_CONDITION,))
        api.delete("Pod", pod.key, DeleteOptions(precondition_uid=pod.uid), now_ms)
        devices = tuple(str(device) for device in _tainted(api, pod))
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
        return [super().fingerprint(), planned, list(self._deleted)]


def _claims(api: ApiServer) -> Iterator[ResourceClaim]:
    for stored in api.objects("ResourceClaim").values():
        if isinstance(stored, ResourceClaim):
            yield stored


def _claims_of(api: ApiServer, pod: Pod) -> Iterator[ResourceClaim]:
    """The allocated claims of the pod's spec that are reserved for it."""
    for entry in pod.spec.resource_claims:
        named = claim_name(pod, entry)
        claim = api.get("ResourceClaim", f"{pod.namespace}/{named.name}") if named.name else None
        if not isinstance(claim, ResourceClaim) or not claim.is_reserved_for(pod.uid):
            continue
        owner = claim.meta.controller
        if not named.generated or (owner is not None and owner.uid == pod.uid):
            yield claim


def _device(api: ApiServer, sought: DeviceID) -> Device | None:
    """The device as the newest generation of its pool has it."""
    slices = [
        stored
        for stored in api.objects("ResourceSlice").values()
        if isinstance(stored, ResourceSlice) and (stored.driver, stored.pool) == (sought.driver, sought.pool)
    ]
    newest = max((entry.generation for entry in slices), default=0)
    devices = (device for entry in slices if entry.generation == newest for device in entry.devices)
    return next((device for device in devices if device.name == sought.device), None)


def _eviction_ms(api: ApiServer, pod: Pod) -> int | None:
    """When the pod has to go, in epoch milliseconds: the earliest time over its claims, their devices and the
    taints of these; None where it may stay (evictionTime)."""
    times = [
        at_ms
        for claim in _claims_of(api, pod)
        for device in (() if claim.allocation is None else claim.allocation.devices)
        for at_ms in _times(api, device)
    ]
    return min(times, default=None)


def _tainted(api: ApiServer, pod: Pod) -> Iterator[DeviceID]:
    """The devices of the pod's claims with a taint that is not tolerated for ever."""
    for claim in _claims_of(api, pod):
        for device in () if claim.allocation is None else claim.allocation.devices:
            if next(_times(api, device), None) is not None:
                yield device.id


def _times(api: ApiServer, allocated: AllocatedDevice) -> Iterator[int]:
    """When each NoExecute taint of the device is no longer tolerated, in epoch milliseconds."""
    device = _device(api, allocated.id)
    for taint in () if device is None else device.taints:
        seconds = _tolerated_s(taint, allocated)
        if taint.effect == NO_EXECUTE and seconds is not None:
            yield (parse_time(taint.time_added or "") or 0) + seconds * 1000


def _tolerated_s(taint: Taint, allocated: AllocatedDevice) -> int | None:
    """The shortest time of the tolerations for NoExecute that match; 0 where none does, None for ever."""
    times: list[int] = []
    for toleration in allocated.tolerations:
        if toleration.effect == NO_EXECUTE and toleration.tolerates(taint):
            if toleration.toleration_seconds is None:
                return None
            times.append(max(0, toleration.toleration_seconds))
    return min(times, default=0)
