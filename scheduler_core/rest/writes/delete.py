"""DELETE of an object and of a collection. Source: apiserver endpoints/handlers/delete.go (v0.34)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scheduler_core.apiserver.always import comes_back
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.inputs.api_inputs import ApiWrite
from scheduler_core.inputs.kubectl_inputs import PROPAGATIONS
from scheduler_core.inputs.reader import MAX_SECONDS, ObjectRef, short
from scheduler_core.objects.manifest import Json, Manifest, find, mapping, text, with_value
from scheduler_core.objects.scalars.whole_number import whole_number
from scheduler_core.rest.reads.get import Scene, chosen, select
from scheduler_core.rest.reads.presented import presented
from scheduler_core.rest.status import Response, cause, details_of, invalid, refused, success
from scheduler_core.rest.writes.base import RefusedError, Write, WriteResult, key_of
from scheduler_core.simulation.kubectl.api_requests import performed

_OF_THE_DELETED = "00000000-0000-4000-a000-000000000000"
"""The uid in the answer for an object that the control plane recreates: clients wait for another uid."""


@dataclass(frozen=True, slots=True)
class Delete(Write):
    """A DELETE."""

    def done(self) -> WriteResult:
        options = mapping(self.request.body)
        if "All" in (options.get("dryRun") or ()):  # type: ignore[operator]
            answer = replace(self, request=replace(self.request, body={**options, "dryRun": None})).done()
            return WriteResult(answer.response)
        if not self.target.name:
            return self._delete_collection(options)
        current = self.current()
        preconditions = mapping(options.get("preconditions"))
        self.check_version({"metadata": preconditions}, current)
        write = deletion(self, "delete", options, self.reference())
        if comes_back(self.row.kind) and self.api.get(self.row.kind, self.target.key) is None:
            return WriteResult(Response(200, with_value(current, ("metadata", "uid"), _OF_THE_DELETED)))
        trial = self.api.copy()
        result = performed(trial, write, self.world.now_ms)
        if isinstance(result, Refused):
            return WriteResult(refused(self.row, self.target.name, result))
        body = presented(self.row.kind, result.object, self.api.options.git_version)
        uid = find(body, "metadata", "uid")
        if self.row.answers_whole or not result.removed:
            code = 202 if write.propagation == "Foreground" and not result.removed else 200
            response = Response(code, body)
        else:
            response = success(200, {**details_of(self.row, self.target.name), "uid": uid})
        changed = result.changed and not self.dry()
        return WriteResult(response, write if changed else None)

    def _delete_collection(self, options: Manifest) -> WriteResult:
        selection = chosen(self.request, self.row)
        if isinstance(selection, Response):
            raise RefusedError(selection)
        manifests = select(Scene(self.world), self.target, selection)
        table = self.api.objects(self.row.kind)
        stored = [manifest for manifest in manifests if key_of(manifest) in table]
        metadata: dict[str, Json] = {"resourceVersion": str(self.api.resource_version)}
        response = Response(
            200,
            {
                "kind": f"{self.row.kind}List",
                "apiVersion": self.row.api_version,
                "metadata": metadata,
                "items": list[Json](stored),
            },
        )
        if not stored:
            return WriteResult(response)
        targets = [
            ObjectRef(
                self.row.kind,
                text(find(manifest, "metadata", "namespace")),
                text(find(manifest, "metadata", "name")),
            )
            for manifest in stored
        ]
        result = self.status_of(deletion(self, "delete", options, *targets), response)
        return WriteResult(result.response) if self.dry() else result


def deletion(operation: Write, verb: str, options: Manifest, *targets: ObjectRef) -> ApiWrite:
    """The deletion or eviction with the DeleteOptions of the body and of the query."""
    query = operation.request.query
    grace = options.get("gracePeriodSeconds")
    if grace is None:
        grace = whole_number(query.get("gracePeriodSeconds", ""))
    policy = options.get("propagationPolicy") or query.get("propagationPolicy") or None
    orphans = options.get("orphanDependents")
    if policy is None and isinstance(orphans, bool):
        policy = "Orphan" if orphans else "Background"
    row = replace(operation.row, kind="DeleteOptions", group="meta.k8s.io")
    if policy is not None and policy not in PROPAGATIONS:
        supported = ", ".join(f'"{value}"' for value in PROPAGATIONS)
        words = f'Unsupported value: "{str(policy)[:40]}": supported values: {supported}'
        raise RefusedError(invalid(row, "", [cause("FieldValueNotSupported", words, "propagationPolicy")]))
    seconds = grace if isinstance(grace, int) and not isinstance(grace, bool) else None
    if grace is not None and (seconds is None or abs(seconds) > MAX_SECONDS):
        words = f"Invalid value: {short(grace)}: must be a number of seconds"
        raise RefusedError(invalid(row, "", [cause("FieldValueInvalid", words, "gracePeriodSeconds")]))
    return operation.write(verb, *targets, grace_period_seconds=seconds, propagation=policy)
