"""The garbage collector: what belonged to an object that is gone goes too (background propagation).

Source: pkg/controller/garbagecollector (v1.34): an object is deleted when all its owners are gone.
"""

from __future__ import annotations

from random import Random

from scheduler_core.apiserver.actor import Act, message
from scheduler_core.apiserver.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.watch import EventType, WatchEvent
from scheduler_core.controllers.queue import REACTION_MS, Controller
from scheduler_core.objects.kinds import KINDS, Object
from scheduler_core.objects.manifest import text


class GarbageCollector(Controller):
    """An actor; its keys are `kind|key` of objects whose owner went."""

    name = "garbage-collector"
    rank = 24

    def __init__(self) -> None:
        super().__init__()
        # owner uid → `kind|key` of what names it as an owner.
        self._owned: dict[str, dict[str, None]] = {}

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        here = f"{event.kind}|{event.key}"
        if event.old is not None:
            for reference in event.old.meta.owner_references:
                self._owned.get(reference.uid, {}).pop(here, None)
        if event.new is not None:
            for reference in event.new.meta.owner_references:
                if reference.uid:
                    self._owned.setdefault(reference.uid, {})[here] = None
        if event.type is EventType.DELETED and event.old is not None:
            for dependent in self._owned.pop(event.old.meta.uid, {}):
                self.queue.add(dependent, now_ms + REACTION_MS)

    def sync(self, api: ApiServer, key: str, now_ms: int, random: Random) -> Act | None:
        kind, _, name = key.partition("|")
        value = api.get(kind, name)
        if value is None or value.meta.deletion_at is not None or _has_owner(api, value):
            return None
        api.delete(kind, name, DeleteOptions(), now_ms)
        said = message("garbage.deleted", kind=kind, name=value.meta.name)
        pods = (name,) if kind == "Pod" else ()
        return Act("controller", self.name, "delete", said, focus_pods=pods)

    def copy(self) -> GarbageCollector:
        twin = GarbageCollector()
        twin.queue = self.queue.copy()
        twin._owned = {uid: dict(keys) for uid, keys in self._owned.items() if keys}
        return twin


def _has_owner(api: ApiServer, value: Object) -> bool:
    """Whether any owner still exists (kinds the model does not know count as existing)."""
    for reference in value.meta.owner_references:
        if reference.kind not in KINDS:
            return True
        namespace = f"{value.meta.namespace}/" if KINDS[reference.kind].namespaced else ""
        owner = api.get(reference.kind, f"{namespace}{reference.name}")
        if owner is not None and text(owner.meta.uid) == reference.uid:
            return True
    return not value.meta.owner_references
