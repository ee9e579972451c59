"""The kubectl lines that do the same as the inputs of a proposal."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.inputs.parse import TimedInput, parse_input
from scheduler_core.inputs.reader import ObjectRef
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text
from scheduler_core.objects.problem import Problem
from scheduler_core.queries.advising.json_patch import json_patch
from scheduler_core.queries.verbs.kubectl_line import kubectl_line
from scheduler_core.queries.verbs.verb import named

CREATED_AGAIN = " --dry-run=client -o yaml | kubectl replace --force -f -"
"""Behind a patch: the object as the cluster has it is deleted and created again with the changes. What podium
holds of it would not do, because commands, variables and other fields are left out of an import. Source:
kubectl/pkg/cmd/patch/patch.go (v1.36), which with `--dry-run=client` patches what it has read and writes
nothing."""
_NOT_COMPARED = ("apiVersion", "kind", "metadata", "status")


def lines_of(api: ApiServer, inputs: Sequence[Json]) -> Iterator[dict[str, Json]]:
    """`{"line", "documents"}` for each step: a line of kubectl, and the manifests that it reads."""
    deleted: set[ObjectRef] = set()
    for index, value in enumerate(inputs):
        kind = text(find(value, "kind"))
        if kind == "delete":
            target = _reference(mapping(find(value, "object")))
            if any(target in _targets(later) for later in inputs[index + 1 :]):
                deleted.add(target)  # `kubectl replace --force` below deletes it
                continue
        if kind != "apply":
            parsed = parse_input(value)
            if not isinstance(parsed, Problem | TimedInput):
                yield {"line": kubectl_line(parsed), "documents": []}
            continue
        for document in items(find(value, "documents")):
            if not KINDS[text(find(document, "kind"))].of_machine:
                yield _applied(api, mapping(document), deleted)


def _targets(value: Json) -> list[ObjectRef]:
    documents = items(find(value, "documents")) if find(value, "kind") == "apply" else []
    return [_of_document(mapping(document)) for document in documents]


def _applied(api: ApiServer, document: Manifest, deleted: set[ObjectRef]) -> dict[str, Json]:
    target = _of_document(document)
    old = api.get(target.kind, target.key) if target.kind in KINDS else None
    if old is None:
        return {"line": f"kubectl apply -f -  # {target.kind.lower()}/{target.name}", "documents": [document]}
    fields = [name for name in document if name not in _NOT_COMPARED]
    before = {name: value for name, value in old.manifest.items() if name in fields}
    operations = [*json_patch(before, {name: document[name] for name in fields})]
    patch = json.dumps(operations, separators=(",", ":"), ensure_ascii=False).replace("'", "'\\''")
    line = f"kubectl patch {named(target)} --type=json -p '{patch}'"
    if target in deleted:
        line += CREATED_AGAIN
    return {"line": line, "documents": []}


def _of_document(document: Manifest) -> ObjectRef:
    return _reference({"kind": document.get("kind"), **mapping(document.get("metadata"))})


def _reference(value: Manifest) -> ObjectRef:
    kind = text(value.get("kind"))
    namespaced = kind in KINDS and KINDS[kind].namespaced
    namespace = (text(value.get("namespace")) or "default") if namespaced else ""
    return ObjectRef(kind, namespace, text(value.get("name")))
