"""The part of the API server that records the managers of fields (metadata.managedFields)."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.apiserver.patches.field_sets import FieldSet
from scheduler_core.apiserver.patches.managed_fields import (
    Writer,
    after_create,
    after_write,
    entries,
    managers_of,
)
from scheduler_core.apiserver.registry.delete import DeletingRegistry
from scheduler_core.apiserver.storage.results import Ok
from scheduler_core.objects.kinds import KINDS, Object
from scheduler_core.objects.manifest import Json, Manifest, find, items, with_value, without

_FIELDS = ("metadata", "managedFields")


class ManagingRegistry(DeletingRegistry):
    """Notes writers of objects after each write."""

    def note_writer(
        self,
        kind: str,
        old: Object | None,
        result: Ok,
        writer: Writer,
        now_ms: int,
        *,
        applied: FieldSet | None = None,
        managers: Sequence[Json] | None = None,
    ) -> Ok:
        """Completes a write with its managers; `old` is the object before it. `applied` are the fields of the
        configuration of a server-side apply, `managers` what the client put in the place of those noted.
        """
        new, time = result.object.manifest, self.timestamp(now_ms)
        if old is None:
            listed = entries(after_create(new, writer, applied, time))
        else:
            before = old.manifest if managers is None else with_value(old.manifest, _FIELDS, managers)
            listed = entries(after_write(managers_of(before), old.manifest, new, writer, applied, time))
        if listed == list(items(find(new, *_FIELDS))):
            return result
        manifest = _with_managers(new, listed)
        if result.changed:
            return Ok(self._store.amend(kind, result.object.meta.key, manifest))
        return Ok(self._store.put(kind, KINDS[kind].parse(manifest)))

    def note_writes_since(self, version: int, writer: Writer, now_ms: int) -> None:
        """Notes the writer of all writes after a resourceVersion that changed an object whose managers are
        known.
        """
        for event in self._store.pending_since(version):
            if event.old is None or event.new is None:
                continue
            old, new = event.old.manifest, event.new.manifest
            managers = managers_of(old)
            if not managers:
                continue
            noted = after_write(managers, old, new, writer, None, self.timestamp(now_ms))
            self._store.amend(event.kind, event.key, _with_managers(new, entries(noted)))


def _with_managers(manifest: Manifest, listed: list[Json]) -> Manifest:
    return with_value(manifest, _FIELDS, listed) if listed else without(manifest, _FIELDS)
