"""The API server's answer to a request, as the outcome of the input that made it."""

from __future__ import annotations

from dataclasses import replace

from scheduler_core.actor import Message, message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Ok, Refused, Result
from scheduler_core.inputs.outcome import INPUT, Done, you
from scheduler_core.inputs.reader import ObjectRef


def node_ref(name: str) -> ObjectRef:
    return ObjectRef("Node", "", name)


def pod_ref(key: str) -> ObjectRef:
    return ObjectRef("Pod", *key.split("/", 1))


def answered(api: ApiServer, result: Result, kind: str, said: Message, target: ObjectRef) -> Done | Refused:
    """The outcome; `said` is the sentence for a request that changed something."""
    if isinstance(result, Refused):
        return replace(result, text=f"{result.text} {result.cause}".rstrip(), path=INPUT)
    if isinstance(result, Ok) and not result.changed:
        said = message("you.changed_nothing")
    pods = (target.key,) if target.kind == "Pod" else ()
    nodes = (target.name,) if target.kind == "Node" else ()
    return Done(api, you(kind, said, pods=pods, nodes=nodes))
