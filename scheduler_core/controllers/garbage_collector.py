"""The garbage collector: deletes objects whose owners are gone, and handles the dependents of deleted owners.

Source: pkg/controller/garbagecollector (v1.34) `attemptToDeleteItem`, `classifyReferences`,
`processDeletingDependentsItem`, `attemptToOrphan`. Unlike upstream, a pod whose owner never existed is kept,
so that a pasted list of pods without owners survives.
"""

from __future__ import annotations

from random import Random
from typing import Self

from scheduler_core.actor import Act, Message, message
from scheduler_core.apiserver.registry.deletion import FOREGROUND_FINALIZER, ORPHAN_FINALIZER, DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.watch import EventType, WatchEvent
from scheduler_core.controllers.common.controller import Controller
from scheduler_core.objects.kinds import KINDS, Object
from scheduler_core.objects.manifest import Json, Manifest, find, text
from scheduler_core.objects.meta import OwnerReference, owner_manifests

_ABSENT_OWNERS = 500
"""Number of uids of deleted objects that are remembered, as in upstream's absentOwnerCache."""


class GarbageCollector(Controller):
    """The garbage collector. Its queue holds `kind|key` of objects whose owner is deleted or being deleted,
    and of objects that wait for their dependents.
    """

    name = "garbage-collector"
    watches = frozenset(KINDS)
    rank = 24

    def __init__(self) -> None:
        super().__init__()
        # Owner uid → `kind|key` of its dependents.
        self._owned: dict[str, dict[str, None]] = {}
        # Keys of `_owned` written since the last checkpoint; the entries of all others may be shared with
        # copies.
        self._copied: set[str] = set()
        # uid of an object that is deleted in the foreground → its `kind|key`.
        self._waiting: dict[str, str] = {}
        self._absent: dict[str, None] = {}

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        place, due = f"{event.kind}|{event.key}", now_ms + self.reaction_ms
        before = event.old.meta.owner_references if event.old is not None else ()
        after = event.new.meta.owner_references if event.new is not None else ()
        if before != after:
            for reference in before:
                self._writable(reference.uid).pop(place, None)
                if reference.uid in self._waiting:
                    self.queue.add(self._waiting[reference.uid], due)
            for reference in after:
                if not reference.uid:
                    continue
                self._writable(reference.uid)[place] = None
                if reference.uid in self._absent or reference.uid in self._waiting:
                    self.queue.add(place, due)
        if event.type is EventType.DELETED and event.old is not None:
            uid = event.old.meta.uid
            self._waiting.pop(uid, None)
            self._absent[uid] = None
            if len(self._absent) > _ABSENT_OWNERS:
                del self._absent[next(iter(self._absent))]
            for dependent in self._owned.pop(uid, {}):
                self.queue.add(dependent, due)
        elif event.new is not None and _awaits_collector(event.new):
            if event.old is None or not _awaits_collector(event.old):
                self.queue.add(place, due)
            if FOREGROUND_FINALIZER in event.new.meta.finalizers:
                self._waiting[event.new.meta.uid] = place

    def _writable(self, uid: str) -> dict[str, None]:
        """The dependents of an owner, copied before the first write since the last checkpoint."""
        if uid not in self._copied:
            self._owned[uid] = dict(self._owned.get(uid, {}))
            self._copied.add(uid)
        return self._owned.setdefault(uid, {})

    def sync(self, api: ApiServer, key: str, now_ms: int, random: Random) -> Act | None:
        kind, _, name = key.partition("|")
        value = api.get(kind, name)
        if value is None:
            return None
        if value.meta.deletion_at is not None:
            if ORPHAN_FINALIZER in value.meta.finalizers:
                return self._orphan(api, kind, value)
            if FOREGROUND_FINALIZER in value.meta.finalizers:
                return self._wait(api, kind, value, now_ms)
            return None
        return self._collect(api, kind, value, now_ms)

    def _collect(self, api: ApiServer, kind: str, value: Object, now_ms: int) -> Act | None:
        """Deletes `value` if it has no owner left that stays."""
        solid, dangling, waiting = _classified(api, value)
        if not (dangling or waiting):
            return None
        if solid:
            uids = [reference.uid for reference in (*dangling, *waiting)]
            return self._release(api, kind, value, uids)
        propagation = "Background"
        if waiting and self._owned.get(value.meta.uid):
            propagation = "Foreground"
        elif ORPHAN_FINALIZER in value.meta.finalizers:
            propagation = "Orphan"
        elif FOREGROUND_FINALIZER in value.meta.finalizers:
            propagation = "Foreground"
        options = DeleteOptions(propagation=propagation, precondition_uid=value.meta.uid)
        api.delete(kind, value.meta.key, options, now_ms)
        sentence = message(
            "garbage.deleted_first" if waiting else "garbage.deleted", kind=kind, name=value.meta.name
        )
        return self._object_act("delete", sentence, kind, value)

    def _wait(self, api: ApiServer, kind: str, value: Object, now_ms: int) -> Act | None:
        """Removes an owner that is deleted in the foreground once no dependent blocks it any more."""
        blocking = [
            (place, dependent)
            for place, dependent in self._dependents(api, value)
            if any(
                reference.uid == value.meta.uid and reference.block_owner_deletion
                for reference in dependent.meta.owner_references
            )
        ]
        if not blocking:
            return self._finish(api, kind, value, FOREGROUND_FINALIZER)
        for place, dependent in blocking:
            if dependent.meta.deletion_at is None:
                self.queue.add(place, now_ms)
        return None

    def _orphan(self, api: ApiServer, kind: str, value: Object) -> Act | None:
        """Releases the dependents of an owner that is deleted with Orphan, then removes its finalizer."""
        for place, dependent in self._dependents(api, value):
            return self._release(api, place.partition("|")[0], dependent, [value.meta.uid])
        return self._finish(api, kind, value, ORPHAN_FINALIZER)

    def _release(self, api: ApiServer, kind: str, value: Object, uids: list[str]) -> Act:
        references: list[Manifest] = [
            entry for entry in owner_manifests(value) if text(find(entry, "uid")) not in uids
        ]
        api.set_owner_references(kind, value.meta.key, references)
        sentence = message("garbage.released", kind=kind, name=value.meta.name)
        return self._object_act("update", sentence, kind, value)

    def _finish(self, api: ApiServer, kind: str, value: Object, finalizer: str) -> Act:
        api.remove_finalizer(kind, value.meta.key, finalizer)
        sentence = message("garbage.finished", kind=kind, name=value.meta.name, finalizer=finalizer)
        removed = api.get(kind, value.meta.key) is None
        return self._object_act("removed" if removed else "update", sentence, kind, value)

    def _dependents(self, api: ApiServer, owner: Object) -> list[tuple[str, Object]]:
        """The stored objects that still refer to the owner, each with its `kind|key`."""
        dependents: list[tuple[str, Object]] = []
        for place in self._owned.get(owner.meta.uid, {}):
            kind, _, key = place.partition("|")
            value = api.get(kind, key)
            if value is not None and any(
                reference.uid == owner.meta.uid for reference in value.meta.owner_references
            ):
                dependents.append((place, value))
        return dependents

    def _object_act(self, action: str, sentence: Message, kind: str, value: Object) -> Act:
        pods = (value.meta.key,) if kind == "Pod" else ()
        return self._act(action, sentence, *pods)

    def copy(self) -> Self:
        self._copied.clear()
        twin = super().copy()
        twin._owned = {uid: keys for uid, keys in self._owned.items() if keys}
        return twin

    def fingerprint(self) -> Json:
        return [self.queue.fingerprint(), list(self._waiting), list(self._absent)[-1:]]


def _awaits_collector(value: Object) -> bool:
    """Whether the object waits for the garbage collector."""
    finalizers = value.meta.finalizers
    return value.meta.deletion_at is not None and (
        FOREGROUND_FINALIZER in finalizers or ORPHAN_FINALIZER in finalizers
    )


def _classified(
    api: ApiServer, value: Object
) -> tuple[list[OwnerReference], list[OwnerReference], list[OwnerReference]]:
    """The owners that stay, those that are gone, and those that wait for their dependents to be deleted."""
    solid: list[OwnerReference] = []
    dangling: list[OwnerReference] = []
    waiting: list[OwnerReference] = []
    for reference in value.meta.owner_references:
        owner = _owner(api, value, reference)
        if owner is None:
            dangling.append(reference)
        elif (
            owner is not value
            and owner.meta.deletion_at is not None
            and FOREGROUND_FINALIZER in owner.meta.finalizers
        ):
            waiting.append(reference)
        else:
            solid.append(reference)
    return solid, dangling, waiting


def _owner(api: ApiServer, value: Object, reference: OwnerReference) -> Object | None:
    """The owner, found by uid. An owner of an unknown kind is taken to exist; `value` itself is returned for
    it.
    """
    if reference.kind not in KINDS:
        return value
    namespace = f"{value.meta.namespace}/" if KINDS[reference.kind].namespaced else ""
    owner = api.get(reference.kind, f"{namespace}{reference.name}")
    return owner if owner is not None and owner.meta.uid == reference.uid else None
