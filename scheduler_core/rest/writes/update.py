"""PUT and PATCH. Source: apiserver endpoints/handlers/update.go, patch.go (v0.34)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scheduler_core.apiserver.patches.json_patch import PatchError, json_patched
from scheduler_core.apiserver.patches.merge_patch import merge_patched
from scheduler_core.apiserver.patches.strategic import strategic_patched
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, with_value
from scheduler_core.rest.reads.presented import as_stored
from scheduler_core.rest.reads.scale import scale_of
from scheduler_core.rest.served import served_object
from scheduler_core.rest.status import cause, failure, invalid
from scheduler_core.rest.writes.apply import Apply
from scheduler_core.rest.writes.base import RefusedError, Write, WriteResult, without_status

JSON_PATCH, MERGE, STRATEGIC, APPLY = (
    "application/json-patch+json",
    "application/merge-patch+json",
    "application/strategic-merge-patch+json",
    "application/apply-patch+yaml",
)
_MANAGED = ("metadata", "managedFields")
_PATCHES = (JSON_PATCH, MERGE, STRATEGIC, APPLY)


@dataclass(frozen=True, slots=True)
class Change(Write):
    """A PUT or a PATCH."""

    def put(self, body: Manifest) -> WriteResult:
        current = self.current()
        if self.target.subresource == "scale":
            return self._scale(current, body)
        document, warnings = self.decoded(body)
        self.check_version(document, current)
        return self._written(document, current, warnings)

    def _written(self, document: Manifest, current: Manifest, warnings: Sequence[str]) -> WriteResult:
        if self.target.subresource == "status":
            return self._with_status(document, warnings)
        if self.target.subresource == "resize":
            return self.stored(self.write("resize", document=document), 200, warnings)
        return self._updated(document, current, warnings)

    def _updated(self, document: Manifest, shown: Manifest, warnings: Sequence[str]) -> WriteResult:
        old = self.api.get(self.row.kind, self.target.key)
        if old is not None:
            document = mapping(as_stored(old.manifest, shown, document))
        write = self.write("update", document=document)
        sent, recorded = (items(find(manifest, *_MANAGED)) for manifest in (document, shown))
        if sent != recorded and find(document, *_MANAGED) is not None:
            write = replace(write, managers=sent)
        return self.stored(write, 200, warnings)

    def _scale(self, current: Manifest, body: Manifest) -> WriteResult:
        self.check_version(body, current)
        replicas = find(body, "spec", "replicas") or 0
        row = replace(self.row, kind="Scale", group="autoscaling")
        if isinstance(replicas, bool) or not isinstance(replicas, int):
            raise RefusedError(failure(400, "Scale.spec.replicas: must be an integer"))
        if replicas < 0:
            words = f"Invalid value: {replicas}: must be greater than or equal to 0"
            wrong = cause("FieldValueInvalid", words, "spec.replicas")
            raise RefusedError(invalid(row, self.target.name, [wrong]))
        scaled = with_value(current, ("spec", "replicas"), replicas)
        result = self._updated(without_status(scaled), current, ())
        if result.response.code != 200:
            return result
        body = scale_of(mapping(result.response.body))
        return replace(result, response=replace(result.response, body=body))

    def _with_status(self, document: Manifest, warnings: Sequence[str]) -> WriteResult:
        status = {
            name: document[name] for name in ("apiVersion", "kind", "metadata", "status") if name in document
        }
        return self.stored(self.write("update-status", document=status), 200, warnings)

    def patch(self) -> WriteResult:
        kind = self.request.content_type.partition(";")[0].strip()
        if kind not in _PATCHES:
            accepted = ", ".join(_PATCHES)
            text = "the body of the request was in an unknown format - accepted media types include"
            raise RefusedError(failure(415, f"{text}: {accepted}"))
        if kind == APPLY and self.target.subresource != "scale":
            new = not self.target.subresource and not self._exists()
            return Apply(*self.parts).done(None if new else self.current())
        if kind != APPLY and "force" in self.request.query:
            row = replace(self.row, kind="PatchOptions", group="meta.k8s.io")
            words = "Forbidden: may not be specified for non-apply patch"
            raise RefusedError(invalid(row, "", [cause("FieldValueForbidden", words, "force")]))
        current = self.current()
        if self.target.subresource == "scale":
            return self._scale(current, mapping(self._patched(kind, scale_of(current))))
        document, warnings = self.decoded(mapping(self._patched(kind, current)))
        self.check_version(document, current)
        return self._written(document, current, warnings)

    def _exists(self) -> bool:
        return served_object(self.api, self.row.kind, self.target.key, self.world.now_ms) is not None

    def _patched(self, kind: str, current: Manifest) -> Json:
        patch = self.request.body
        if kind == JSON_PATCH:
            return json_patched(current, patch)
        if not isinstance(patch, Mapping):
            raise PatchError("json: cannot unmarshal into Go value of type map[string]interface {}")
        if kind == STRATEGIC:
            return strategic_patched(current, patch)
        return merge_patched(current, patch)
