"""POST: new objects, bindings and evictions. Source: apiserver endpoints/handlers/create.go (v0.34)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256

from scheduler_core.apiserver.admission.service_account import account_of, account_refusal
from scheduler_core.apiserver.patches.field_sets import FieldSet
from scheduler_core.apiserver.patches.managed_fields import APPLY
from scheduler_core.inputs.reader import ObjectRef
from scheduler_core.objects.manifest import Json, Manifest, find, mapping, text, with_value
from scheduler_core.rest.reads.get import NO_PROCESSES
from scheduler_core.rest.served import served_object
from scheduler_core.rest.status import cause, failure, invalid, not_allowed, not_found, refused, success
from scheduler_core.rest.writes.base import RefusedError, Write, WriteResult, already_exists
from scheduler_core.rest.writes.delete import deletion

_SUFFIX = "bcdfghjklmnpqrstvwxz2456789"


@dataclass(frozen=True, slots=True)
class Create(Write):
    """A POST."""

    def done(self) -> WriteResult:
        sub = self.target.subresource
        if sub == "eviction":
            return self._evict()
        if sub == "binding" or self.row.kind == "Binding":
            return self._bind()
        if sub:
            if served_object(self.api, self.row.kind, self.target.key, self.world.now_ms) is None:
                raise RefusedError(not_found(self.row, self.target.name))
            return WriteResult(failure(400, f"podium: {NO_PROCESSES[sub]}"))
        return self.create(self.body())

    def create(self, body: Manifest, applied: FieldSet | None = None) -> WriteResult:
        """Stores a new object; `applied` are its fields if a server-side apply creates it."""
        row = self.row
        if self.target.name:
            raise RefusedError(not_allowed(row, "create"))
        document, warnings = self.decoded(body)
        self._check_account(document)
        name = text(find(document, "metadata", "name"))
        if not name and text(find(document, "metadata", "generateName")):
            name = self._generated(text(find(document, "metadata", "generateName")))
            document = with_value(document, ("metadata", "name"), name)
        if not name:
            words = "Required value: name or generateName is required"
            raise RefusedError(invalid(row, "", [cause("FieldValueRequired", words, "metadata.name")]))
        if row.namespaced and served_object(self.api, "Namespace", self.target.namespace, 0) is None:
            message = f'namespaces "{self.target.namespace}" not found'
            details: dict[str, Json] = {"name": self.target.namespace, "kind": "namespaces"}
            raise RefusedError(failure(404, message, details=details))
        if self.api.get(row.kind, self._key(name)) is None and self._always(name):
            raise RefusedError(already_exists(row, name))
        write = self.write("create", self.reference(name), document=document)
        if applied is not None:
            write = replace(write, writer=self.writer(APPLY), applied=applied)
        return self.stored(write, 201, warnings)

    def _check_account(self, document: Manifest) -> None:
        """A pod's ServiceAccount is there. Pods of controllers are let in without one."""
        account = account_of(document) if self.row.kind == "Pod" else ""
        if account and served_object(self.api, "ServiceAccount", self._key(account), 0) is None:
            refusal = account_refusal(document, self.target.namespace, self.api.pods.values())
            if refusal is not None:
                raise RefusedError(refused(self.row, text(find(document, "metadata", "name")), refusal))

    def _always(self, name: str) -> bool:
        return served_object(self.api, self.row.kind, self._key(name), self.world.now_ms) is not None

    def _key(self, name: str) -> str:
        return f"{self.target.namespace}/{name}" if self.row.namespaced else name

    def _generated(self, base: str) -> str:
        """`base` with five more characters, derived from the store's resourceVersion."""
        digest = sha256(f"{base}/{self.api.resource_version}/{self.world.seq}".encode()).digest()
        return base[:58] + "".join(_SUFFIX[byte % len(_SUFFIX)] for byte in digest[:5])

    def _bind(self) -> WriteResult:
        body = self.body()
        name = self.target.name or text(find(body, "metadata", "name"))
        node = text(find(body, "target", "name"))
        if not name or not node:
            missing = cause("FieldValueRequired", "Required value", "target.name")
            raise RefusedError(invalid(replace(self.row, kind="Binding"), name, [missing]))
        pod = ObjectRef("Pod", self.target.namespace, name)
        write = replace(
            self.write("bind", pod, node=node),
            labels=_texts(find(body, "metadata", "labels")),
            annotations=_texts(find(body, "metadata", "annotations")),
        )
        return self.status_of(write, success(201))

    def _evict(self) -> WriteResult:
        options = mapping(mapping(self.request.body).get("deleteOptions"))
        dry = "All" in (options.get("dryRun") or ())  # type: ignore[operator]
        result = self.status_of(deletion(self, "evict", options, self.reference()), success(201))
        return WriteResult(result.response) if dry else result


def _texts(value: Json) -> dict[str, str]:
    return {key: entry for key, entry in mapping(value).items() if isinstance(entry, str)}
