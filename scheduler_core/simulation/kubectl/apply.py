"""`kubectl apply`: all documents or none; a refused document leaves the API server as it was."""

from __future__ import annotations

from dataclasses import replace

from scheduler_core.actor import message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.inputs.kubectl_inputs import Apply
from scheduler_core.inputs.outcome import Done, you
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import text


def apply(api: ApiServer, value: Apply, now_ms: int) -> Done | Refused:
    # A copy, so that the refusal of the third manifest does not leave the first two applied.
    trial = api.copy()
    names: list[str] = []
    pods: list[str] = []
    nodes: list[str] = []
    changed = False
    for index, document in enumerate(value.documents):
        result = trial.apply(document, now_ms)
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
