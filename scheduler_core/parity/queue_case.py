"""Recorded queue histories, hints and event splits (queue FORMAT), compared with queue and plugins."""

from __future__ import annotations

from scheduler_core.objects.manifest import Json, Manifest, find, flag, items, mapping, strings, text
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.policy import Namespace
from scheduler_core.objects.storage import (
    CSIDriver,
    CSINode,
    CSIStorageCapacity,
    PersistentVolume,
    PersistentVolumeClaim,
    StorageClass,
    VolumeAttachment,
)
from scheduler_core.objects.workloads import Service
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import Profile, build_profile
from scheduler_core.scheduler.framework.diagnosis.event_split import node_update_events, pod_update_events
from scheduler_core.scheduler.framework.events import (
    ACTION_NAMES,
    Action,
    ClusterEvent,
    EventObject,
    Resource,
    matches,
)
from scheduler_core.scheduler.queue.queued_pod import Place, QueuedPodInfo
from scheduler_core.scheduler.queue.scheduling_queue import SchedulingQueue

_ACTIONS = {name: action for action, name in ACTION_NAMES.items()}
_PODS = (Resource.POD, Resource.ASSIGNED_POD, Resource.UNSCHEDULABLE_POD)


def pod_info(manifest: Manifest) -> PodInfo:
    return PodInfo.of(Pod.parse(manifest))


def event_object(resource: Resource, value: Json) -> EventObject | None:
    if value is None:
        return None
    manifest = mapping(value)
    if resource in _PODS:
        return pod_info(manifest)
    match resource:
        case Resource.NODE:
            return Node.parse(manifest)
        case Resource.PERSISTENT_VOLUME:
            return PersistentVolume.parse(manifest)
        case Resource.PERSISTENT_VOLUME_CLAIM:
            return PersistentVolumeClaim.parse(manifest)
        case Resource.STORAGE_CLASS:
            return StorageClass.parse(manifest)
        case Resource.CSI_NODE:
            return CSINode.parse(manifest)
        case Resource.CSI_DRIVER:
            return CSIDriver.parse(manifest)
        case Resource.CSI_STORAGE_CAPACITY:
            return CSIStorageCapacity.parse(manifest)
        case Resource.VOLUME_ATTACHMENT:
            return VolumeAttachment.parse(manifest)
        case _:
            return None


def run_hint(profile: Profile, case: Manifest) -> str:
    """The answer of a hint: `Queue`, `QueueSkip` or `NotRegistered`."""
    resource = Resource(text(find(case, "event", "resource")))
    action = _ACTIONS[text(find(case, "event", "action"))]
    old, new = event_object(resource, case.get("old")), event_object(resource, case.get("new"))
    event = ClusterEvent(resource, action, old, new)
    pod = pod_info(mapping(case.get("pod")))
    entries = [
        entry for entry in profile.registrations.get(text(case.get("plugin")), ()) if matches(entry, event)
    ]
    if not entries:
        return "NotRegistered"
    snapshot = _objects_of(case)
    if any(entry.wakes(snapshot, pod, old, new) for entry in entries):
        return "Queue"
    return "QueueSkip"


def _objects_of(case: Manifest) -> Snapshot:
    """The Services and Namespaces that were in the cluster when the hint was asked."""
    snapshot = Snapshot()
    for entry in items(find(case, "objects", "namespaces")):
        namespace = Namespace.parse(mapping(entry))
        snapshot.namespaces[namespace.key] = namespace.labels
    for entry in items(find(case, "objects", "services")):
        service = Service.parse(mapping(entry))
        snapshot.services[service.key] = service
    return snapshot


def run_split(case: Manifest) -> list[str]:
    old, new = mapping(case.get("old")), mapping(case.get("new"))
    if case.get("kind") == "Node":
        events = node_update_events(Node.parse(old), Node.parse(new))
    else:
        events = pod_update_events(pod_info(old), pod_info(new))
    return [event_name(event) for event in events]


def event_name(event: ClusterEvent) -> str:
    return f"{event.resource.value}/{ACTION_NAMES.get(event.action, '?')}"


def shown_event(value: Json) -> str:
    return f"{text(find(value, 'resource'))}/{text(find(value, 'action'))}"


class QueuePlayer:
    """Plays one recorded history; `step` gives the results and the state after an operation."""

    def __init__(self) -> None:
        self.queue = SchedulingQueue.of(build_profile())
        self.pods: dict[str, PodInfo] = {}
        self.attempts: dict[str, QueuedPodInfo] = {}
        self.superseded: set[str] = set()
        self.assumed: dict[str, PodInfo] = {}
        self.chosen: dict[str, str] = {}
        self.bound: set[str] = set()

    def step(self, step: Manifest) -> dict[str, Json]:
        seconds = step["t"]
        assert isinstance(seconds, (int, float))
        now_ms = round(seconds * 1000)
        self.queue.advance(now_ms)
        result = self._do(text(step["op"]), step, now_ms)
        return {**result, "state": self._state()}

    def _do(self, op: str, step: Manifest, now_ms: int) -> dict[str, Json]:
        queue, name = self.queue, text(step.get("name"))
        match op:
            case "add":
                pod = pod_info(mapping(step["pod"]))
                self.pods[pod.key] = pod
                queue.add(pod, now_ms)
            case "update":
                return self._update(step, now_ms)
            case "delete":
                self._deleted(name, now_ms)
            case "pop":
                popped = queue.pop()
                if popped is None:
                    return {"popped": None}
                self.attempts[popped[0].key] = popped[0]
                return {"popped": popped[0].key, "from": popped[1].value}
            case "fail":
                self._fail(step, now_ms)
            case "assume":
                # A pod deleted while in flight is scheduled nevertheless; its binding will fail.
                pod = self.pods.get(name) or self.attempts[name].pod
                self.assumed[name] = pod
                self.chosen[name] = text(step.get("node"))
                queue.assume(pod)
            case "done":
                queue.done(self.attempts[name].pod.uid)
            case "bound":
                self._bound(name, now_ms)
            case "bindfail":
                self._bind_failed(step, name, now_ms)
            case "event":
                return self._event(step, now_ms)
            case "activate":
                queue.activate([self.pods[key] for key in strings(step["names"]) if key in self.pods], now_ms)
            case "preempting":
                uid = self.pods[name].uid
                queue.preempting = queue.preempting | {uid} if flag(step["on"]) else queue.preempting - {uid}
            case _:
                pass
        return {}

    def _update(self, step: Manifest, now_ms: int) -> dict[str, Json]:
        new = pod_info(mapping(step["pod"]))
        old = self.pods[new.key]
        events: list[Json] = [
            {"action": name.partition("/")[2], "resource": name.partition("/")[0]}
            for name in (event_name(event) for event in pod_update_events(old, new))
        ]
        if flag(step.get("sameResourceVersion")):
            return {"events": events} if "events" in step else {}
        self.pods[new.key] = new
        if new.key not in self.assumed:
            self.queue.update(old, new, now_ms)
        return {"events": events} if "events" in step else {}

    def _fail(self, step: Manifest, now_ms: int) -> None:
        """Ends an attempt in a failure, as the step records it."""
        name = text(step["name"])
        nominate = step.get("nominate")
        attempt = self.attempts.pop(name)
        self.queue.fail(
            attempt,
            now_ms,
            newest=None if name in self.bound else self.pods.get(name),
            unschedulable=strings(step.get("unschedulable")),
            pending=strings(step.get("pending")),
            nominate=nominate if isinstance(nominate, str) else None,
        )
        if attempt.pod.uid in self.queue.in_flight.pods:
            # Surprise 9: another pod with the same name exists by now; the old marker stays although no
            # attempt is under way.
            self.superseded.add(attempt.pod.uid)

    def _deleted(self, name: str, now_ms: int) -> None:
        pod = self.pods.pop(name)
        self.queue.delete(pod, now_ms)
        if pod.nominated_node_name:
            self.queue.nomination_removed(pod, now_ms)

    def _bound(self, name: str, now_ms: int) -> None:
        pod = self.pods.pop(name)
        node = self.assumed.pop(name, None)
        placed = (node or pod).on(self.chosen.pop(name, "n"))
        self.queue.move_all(ClusterEvent(Resource.ASSIGNED_POD, Action.ADD, None, placed), now_ms)
        self.queue.delete(pod, now_ms)
        if pod.nominated_node_name:
            self.queue.nomination_removed(pod, now_ms)
        self.bound.add(name)

    def _bind_failed(self, step: Manifest, name: str, now_ms: int) -> None:
        queue = self.queue
        self.assumed.pop(name, None)
        pod = self.pods.get(name) or self.attempts[name].pod
        event = ClusterEvent(Resource.ASSIGNED_POD, Action.DELETE, pod.on("n"), None)
        rejected = strings(step.get("unschedulable"))
        if not rejected:
            queue.move_all(event, now_ms)
        queue.fail(
            self.attempts.pop(name),
            now_ms,
            newest=None if name in self.bound else self.pods.get(name),
            unschedulable=rejected,
            nominate="",
        )
        if rejected:
            queue.move_all(event, now_ms, lambda other: other.uid != pod.uid)

    def _event(self, step: Manifest, now_ms: int) -> dict[str, Json]:
        resource = Resource(text(step["resource"]))
        old, new = event_object(resource, step.get("old")), event_object(resource, step.get("new"))
        if isinstance(old, Node) and isinstance(new, Node):
            events = node_update_events(old, new)
        elif isinstance(old, PodInfo) and isinstance(new, PodInfo):
            events = pod_update_events(old, new)
        else:
            action = (
                Action.UPDATE
                if old is not None and new is not None
                else (Action.ADD if old is None else Action.DELETE)
            )
            if resource is Resource.POD:
                resource = Resource.ASSIGNED_POD
            events = (ClusterEvent(resource, action, old, new),)
        for event in events:
            self.queue.move_all(event, now_ms)
        shown: list[Json] = [
            {"action": ACTION_NAMES[event.action], "resource": event.resource.value} for event in events
        ]
        return {"events": shown}

    def _state(self) -> dict[str, Json]:
        queue = self.queue
        pods: dict[str, Json] = {}
        for key, pod in self.pods.items():
            pods[key] = self._pod_state(key, pod)
        for uid, queued in queue.in_flight.pods.items():
            named = self.pods.get(queued.key)
            if uid in self.superseded:
                continue
            if named is None:
                pods[queued.key] = self._record(Place.IN_FLIGHT, queued)
            elif named.uid != uid:
                pods[f"{queued.key}#2"] = self._record(Place.IN_FLIGHT, queued)
        markers = [entry for entry in queue.in_flight.events if isinstance(entry, str)]
        state: dict[str, Json] = {
            "active": [queued.key for queued in queue.tables.ordered_active()],
            "backoff": [queued.key for queued in queue.tables.ordered_backoff()],
            "inflight": [queue.in_flight.pods[uid].key for uid in markers if uid not in self.superseded],
            "inflightEvents": len(queue.in_flight.events) - len(markers),
            "cycle": queue.cycle,
            "pods": pods,
        }
        if any(uid in self.superseded for uid in markers):
            state["inflightPods"] = len(markers)
        nominated = {node: list(keys) for node, keys in queue.nominator.items()}
        if nominated:
            state["nominated"] = dict(nominated)
        return state

    def _pod_state(self, key: str, pod: PodInfo) -> Json:
        waiting = self.queue.place_of(key)
        if waiting is None or waiting[1].pod.uid != pod.uid:
            return {"q": "none"}
        return self._record(*waiting)

    def _record(self, place: Place, queued: QueuedPodInfo) -> Json:
        q = "gated" if place is Place.UNSCHEDULABLE and queued.gated else place.value
        until = queued.backoff_until_ms
        entry: dict[str, Json] = {
            "q": q,
            "attempts": queued.attempts,
            "unschedulableCount": queued.unschedulable_count,
            "consecutiveErrors": queued.consecutive_errors,
            "timestamp": queued.timestamp_ms / 1000,
        }
        if place is not Place.IN_FLIGHT:
            entry["backoffUntil"] = None if until is None else until // 1000
        if queued.unschedulable_plugins:
            entry["unschedulable"] = sorted(queued.unschedulable_plugins)
        if queued.pending_plugins:
            entry["pending"] = sorted(queued.pending_plugins)
        if queued.gated:
            entry["gatedBy"] = queued.gating_plugin
        return entry


def run_queue_case(case: Manifest) -> tuple[list[Json], list[Json]]:
    """Returns the expected and the actual results and states of every step."""
    player = QueuePlayer()
    expected: list[Json] = []
    got: list[Json] = []
    for entry in items(case.get("steps")):
        step = mapping(entry)
        results = ("popped", "from", "events", "state")
        expected.append({key: step[key] for key in results if key in step})
        got.append(player.step(step))
    return expected, got
