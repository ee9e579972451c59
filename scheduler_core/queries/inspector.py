"""Describe, events and manifest at one step, for the inspector. They only read."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.apiserver.storage.events import Event
from scheduler_core.engine.world import World
from scheduler_core.kubectl.describe.describe_cron_job import describe_cron_job
from scheduler_core.kubectl.describe.describe_node import describe_node
from scheduler_core.kubectl.describe.describe_object import describe_object
from scheduler_core.kubectl.describe.describe_pod import describe_pod
from scheduler_core.kubectl.describe.describe_service import describe_endpoint_slice, describe_service
from scheduler_core.kubectl.describe.describe_workload import describe_workload
from scheduler_core.objects import Node, Pod
from scheduler_core.objects.cron_job import CronJob
from scheduler_core.objects.endpoint_slices import EndpointSlice
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.lease import Lease, node_lease_key
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.scalars.seconds import seconds
from scheduler_core.objects.workloads import Service, Workload


def describe(world: World, kind: str, key: str) -> str | None:
    """The text of `kubectl describe`; None when there is no such object."""
    stored = world.api.get(kind, key)
    if stored is None:
        return None
    about = world.api.events_about(kind, key)
    about = tuple(event for event in about if event.involved_uid in ("", stored.meta.uid))
    if isinstance(stored, Pod):
        return describe_pod(stored, about, world.now_ms, world.api.start_at)
    if isinstance(stored, Node):
        pods = [pod for pod in world.api.pods.values() if pod.node_name == stored.name]
        lease = world.api.get("Lease", node_lease_key(stored.name))
        renewed = lease if isinstance(lease, Lease) else None
        return describe_node(stored, pods, about, world.now_ms, world.api.start_at, renewed)
    if isinstance(stored, Workload):
        return describe_workload(stored, world.api, about, world.now_ms)
    if isinstance(stored, CronJob):
        return describe_cron_job(stored, about, world.now_ms)
    if isinstance(stored, Service):
        return describe_service(stored, world.api, about, world.now_ms)
    if isinstance(stored, EndpointSlice):
        return describe_endpoint_slice(stored, about, world.now_ms)
    return describe_object(stored, about, world.now_ms)


def events(world: World, key: str | None) -> list[Json]:
    """The Events about objects with this key (None means all), the one reported last at the end."""
    stored: Sequence[Event] = world.api.events()
    return [_event(event) for event in stored if key is None or event.involved_key == key]


def _event(event: Event) -> dict[str, Json]:
    return {
        "t": seconds(event.last_ms),
        "firstT": seconds(event.first_ms),
        "count": event.count,
        "type": event.type,
        "reason": event.reason,
        "message": event.message,
        "from": f"{event.component}, {event.host}" if event.host else event.component,
        "kind": event.involved_kind,
        "key": event.involved_key,
    }


def manifest(world: World, kind: str, key: str) -> dict[str, Json] | None:
    """The stored object with the fields in kubectl's order."""
    stored = world.api.get(kind, key) if kind in KINDS else None
    return None if stored is None else dict(stored.manifest)
