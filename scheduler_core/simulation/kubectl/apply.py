"""`kubectl apply`: all documents or none; a refused document leaves the API server as it was."""

from __future__ import annotations

from dataclasses import replace

from scheduler_core.actor import message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.inputs.api_inputs import KUBECTL, ApiWrite
from scheduler_core.inputs.kubectl_inputs import Apply
from scheduler_core.inputs.outcome import Done, you
from scheduler_core.inputs.reader import ObjectRef
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Manifest, mapping, text
from scheduler_core.simulation.kubectl.api_requests import performed


def apply(api: ApiServer, value: Apply, now_ms: int) -> Done | Refused:
    # A copy, so that the refusal of the third manifest does not leave the first two applied.
    trial = api.copy()
    names: list[str] = []
    pods: list[str] = []
    nodes: list[str] = []
    changed = False
    for index, document in enumerate(value.documents):
        result = performed(trial, apply_request(trial, document), now_ms)
        if isinstance(result, Refused):
            field = result.problems[0].path if result.problems else ""
            return replace(result, path=f"input.documents[{index}].{field}".rstrip("."))
        changed = changed or result.changed
        meta, kind = result.object.meta, text(document.get("kind"))
        names.append(f"{KINDS[kind].name} {meta.name}")
        if kind == "Pod":
            pods.append(meta.key)
        elif kind == "Node":
            nodes.append(meta.name)
    sentence = message("you.applied", objects=tuple(names)) if changed else message("you.changed_nothing")
    return Done(trial, you(value.kind, sentence, pods=tuple(pods), nodes=tuple(nodes)))


def apply_request(api: ApiServer, document: Manifest) -> ApiWrite:
    """What kubectl sends for a document: a POST of a new object, a PATCH of one that exists."""
    kind, metadata = text(document.get("kind")), mapping(document.get("metadata"))
    namespaced = kind in KINDS and KINDS[kind].namespaced
    namespace = (text(metadata.get("namespace")) or "default") if namespaced else ""
    target = ObjectRef(kind, namespace, text(metadata.get("name")))
    exists = kind in KINDS and api.get(kind, target.key) is not None
    return ApiWrite("patch" if exists else "create", KUBECTL, (target,), document)
