"""The kubectl lines that do the same as the inputs of a proposal."""

from __future__ import annotations

import json
import re
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

_SERVERS_OWN = ("/spec/priority", "/spec/preemptionPolicy", "/spec/nodeName", "/spec/selector")
"""Fields that the API server wrote into an object and writes again into the next one, as labels of a Job's
template are."""
_PLACE = re.compile(r"\.(\d+)(?=\.|$)")
"""The place in a list, as a step of a path."""
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
    if target in deleted:
        return {
            "line": f"kubectl replace --force -f -  # {named(target)}: {_in_words(operations)}",
            "documents": [],
        }
    patch = json.dumps(operations, separators=(",", ":"), ensure_ascii=False).replace("'", "'\\''")
    return {"line": f"kubectl patch {named(target)} --type=json -p '{patch}'", "documents": []}


def _in_words(operations: Sequence[dict[str, Json]]) -> str:
    """The operations as a comment: `without spec.nodeSelector, spec.priorityClassName="gold"`."""
    words: list[str] = []
    for operation in operations:
        removed = operation["op"] == "remove"
        if removed and (operation["path"] in _SERVERS_OWN or "/labels/" in text(operation["path"])):
            continue
        path = _PLACE.sub(r"[\1]", text(operation["path"]).strip("/").replace("/", "."))
        path = path.replace("~1", "/").replace("~0", "~")
        value = json.dumps(operation.get("value"), separators=(",", ":"), ensure_ascii=False)
        words.append(f"without {path}" if removed else f"{path}={value}")
    return ", ".join(words)


def _of_document(document: Manifest) -> ObjectRef:
    return _reference({"kind": document.get("kind"), **mapping(document.get("metadata"))})


def _reference(value: Manifest) -> ObjectRef:
    kind = text(value.get("kind"))
    namespaced = kind in KINDS and KINDS[kind].namespaced
    namespace = (text(value.get("namespace")) or "default") if namespaced else ""
    return ObjectRef(kind, namespace, text(value.get("name")))
