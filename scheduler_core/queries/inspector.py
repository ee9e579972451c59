"""Describe, events and manifest at one step, for the inspector. They only read."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.apiserver.always import always_object
from scheduler_core.apiserver.storage.events import Event
from scheduler_core.engine.world import World
from scheduler_core.kubectl.describe.describers import DESCRIBERS
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.scalars.seconds import seconds


def describe(
    world: World, kind: str, key: str, events: bool | None = None, several: bool | None = None
) -> str | None:
    """The text of `kubectl describe`; None when there is no such object. Objects that every cluster has need
    not be stored. `events` says whether the text ends with the Events; without `events` it does, but not from
    1.36 on if the object is one of `several`.
    """
    stored = world.api.get(kind, key)
    if stored is None:
        manifest = always_object(world.api, kind, key, world.now_ms)
        if manifest is None:
            return None
        stored = KINDS[kind].parse(manifest)
    about = world.api.events_about(kind, key)
    about = tuple(event for event in about if event.involved_uid in ("", stored.meta.uid))
    if events is None:
        events = not (several and world.api.options.release.describes_several_without_events)
    return DESCRIBERS[kind](stored, world.api, about if events else None, world.now_ms)


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
