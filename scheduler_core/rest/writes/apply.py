"""PATCH with `application/apply-patch+yaml`: server-side apply with field managers and conflicts.

Source: apimachinery util/managedfields, structured-merge-diff v6 merge/update.go, apiserver
endpoints/handlers/fieldmanager conflict texts (v1.34).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scheduler_core.apiserver.documents.written import as_written
from scheduler_core.apiserver.patches.field_sets import FieldSet, fields_of, paths
from scheduler_core.apiserver.patches.managed_fields import (
    APPLY,
    UPDATE,
    Conflict,
    Managed,
    before_first_apply,
    conflicts,
    managers_of,
    pruned,
)
from scheduler_core.objects.manifest import Json, Manifest, find, mapping, with_value
from scheduler_core.rest.reads.presented import as_stored
from scheduler_core.rest.requests import TRUE
from scheduler_core.rest.status import Response, cause, failure, invalid
from scheduler_core.rest.writes.base import RefusedError, Write, WriteResult, without_status
from scheduler_core.rest.writes.create import Create
from scheduler_core.rest.writes.structured_merge import applied_patch


@dataclass(frozen=True, slots=True)
class Apply(Write):
    """A server-side apply."""

    def done(self, current: Manifest | None) -> WriteResult:
        """`current` is the object as the API serves it; None when it does not exist."""
        self._check_options()
        body = self.body()
        if find(body, "metadata", "managedFields"):
            raise RefusedError(failure(400, "metadata.managedFields must be nil"))
        if current is None:
            collection = replace(self.target, name="")
            named = with_value(body, ("metadata", "name"), self.target.name)
            create = Create(self.world, self.request, collection, self.may_write)
            return create.create(named, self._fields(named))
        _, warnings = self.decoded(applied_patch(current, body))
        self.check_version(body, current)
        return self._changed(current, self._fields(body), warnings)

    def _check_options(self) -> None:
        row = replace(self.row, kind="PatchOptions", group="meta.k8s.io")
        if not self.request.query.get("fieldManager"):
            words = "Required value: is required for apply patch"
            raise RefusedError(invalid(row, "", [cause("FieldValueRequired", words, "fieldManager")]))

    def _fields(self, body: Manifest) -> FieldSet:
        if self.target.subresource == "status":
            return fields_of({"status": body.get("status")})
        return fields_of(without_status(body))

    def _changed(self, current: Manifest, applied: FieldSet, warnings: Sequence[str]) -> WriteResult:
        """Applies the configuration to an existing object. Conflicts without `force` raise RefusedError."""
        status = self.target.subresource == "status"
        stored = self.api.get(self.row.kind, self.target.key)
        old = current if stored is None else stored.manifest
        time = self.api.timestamp(self.world.now_ms)
        managers = managers_of(old) or before_first_apply(old, time)
        writer = self.writer(APPLY)
        named = {**self.body(), "apiVersion": self.row.api_version, "kind": self.row.kind}
        body = as_written({**named, "metadata": mapping(named.get("metadata"))})
        configuration = body if status else without_status(body)
        document = pruned(applied_patch(current, configuration), managers, writer, applied)
        if self.request.query.get("force", "") not in TRUE:
            overlaps = conflicts(managers, writer, current, document, applied)
            if overlaps:
                raise RefusedError(conflict_of(overlaps))
        if status:
            write = self.write("update-status", document=document)
        else:
            document = without_status(mapping(as_stored(old, current, document)), self.row)
            write = self.write("update", document=document)
        return self.stored(replace(write, writer=writer, applied=applied), 200, warnings)


def conflict_of(overlaps: Sequence[Conflict]) -> Response:
    """409 with a cause for each field. Source: managedfields/internal/conflict.go."""
    fields = [(_manager(overlap.manager), path) for overlap in overlaps for path in paths(overlap.fields)]
    causes: list[Json] = [
        cause("FieldManagerConflict", f"conflict with {manager}", path) for manager, path in fields
    ]
    if len(fields) == 1:
        text = f"Apply failed with 1 conflict: conflict with {fields[0][0]}: {fields[0][1]}"
    else:
        lines = []
        for manager in sorted({manager for manager, _ in fields}):
            lines.append(f"conflicts with {manager}:")
            lines += [f"- {path}" for whose, path in fields if whose == manager]
        text = f"Apply failed with {len(fields)} conflicts: " + "\n".join(lines)
    return failure(409, text, reason="Conflict", details={"causes": causes})


def _manager(managed: Managed) -> str:
    shown = f'"{managed.writer.name}"'
    if managed.writer.subresource:
        shown = f'{shown} with subresource "{managed.writer.subresource}"'
    return f"{shown} using {managed.api_version}" if managed.writer.operation == UPDATE else shown
