"""Writes of clients of the Kubernetes API."""

from __future__ import annotations

from dataclasses import replace

from scheduler_core.actor import Act, Message, message
from scheduler_core.apiserver.documents.reported import about_key
from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.events import Occurrence
from scheduler_core.apiserver.storage.results import Ok, Refused, Result
from scheduler_core.inputs.api_inputs import ApiWrite
from scheduler_core.inputs.outcome import INPUT, Done, you
from scheduler_core.inputs.reader import ObjectRef
from scheduler_core.objects.kinds import KINDS, Inert
from scheduler_core.objects.manifest import Manifest, find, items, mapping, text

_MESSAGES = {
    "create": "api.created",
    "update": "api.changed",
    "update-status": "api.changed_status",
    "resize": "api.resized",
    "delete": "api.deleted",
    "evict": "api.evicted",
    "bind": "api.bound",
    "observe": "api.observed",
    "report": "api.reported",
}
_ACTS = {"delete": "delete", "evict": "evict"}


def api_write(api: ApiServer, value: ApiWrite, now_ms: int) -> Done | Refused:
    """Carries out a write: all objects of a collection are written, or none. Of the objects observed in
    another cluster, those that the API server refuses are left out.
    """
    trial = api.copy() if len(value.targets) > 1 else api
    for place in range(len(value.targets)):
        result = performed(trial, value, now_ms, place)
        if isinstance(result, Refused) and value.verb != "observe":
            return replace(result, path=INPUT)
    return Done(trial, _act(value))


def performed(api: ApiServer, value: ApiWrite, now_ms: int, place: int = 0) -> Result:
    """What the API server answers for one of the targets."""
    target = value.targets[place]
    if value.verb == "report":
        return _reported(api, mapping(value.document), now_ms)
    if target.kind not in KINDS:
        return Refused(404, "NotFound", "the server could not find the requested resource")
    if value.verb == "observe":
        return _observed(api, value, now_ms, target)
    old = api.get(target.kind, target.key)
    result = _performed(api, value, now_ms, target)
    if value.writer is None or isinstance(result, Refused) or result.removed:
        return result
    return api.note_writer(
        target.kind, old, result, value.writer, now_ms, applied=value.applied, managers=value.managers
    )


def _performed(api: ApiServer, value: ApiWrite, now_ms: int, target: ObjectRef) -> Result:
    document = mapping(value.document)
    match value.verb:
        case "create":
            return api.create(target.kind, document, now_ms)
        case "update":
            return api.update(target.kind, document, now_ms)
        case "patch":
            return api.patch(target.kind, document, now_ms)
        case "update-status":
            return api.update_status(target.kind, target.key, mapping(document.get("status")))
        case "resize":
            return api.resize(target.key, document)
        case "delete":
            return api.delete(target.kind, target.key, _options(value), now_ms)
        case "evict":
            return api.evict(target.key, _options(value), now_ms)
        case _:
            bound = api.bind(
                target.namespace,
                target.name,
                value.node,
                now_ms,
                labels=value.labels,
                annotations=value.annotations,
            )
            return replace(bound, changed=True) if isinstance(bound, Ok) else bound


def _reported(api: ApiServer, event: Manifest, now_ms: int) -> Result:
    about = mapping(event.get("involvedObject"))
    named: Manifest = {"kind": about.get("kind"), "metadata": about}
    involved = Inert.parse(named)
    source = mapping(event.get("source"))
    occurrence = Occurrence(
        involved,
        text(event.get("type")),
        text(event.get("reason")),
        text(event.get("message")),
        text(source.get("component")),
        text(source.get("host")),
        correlates=False,
    )
    api.record_event(occurrence, now_ms)
    return Ok(involved)


def _observed(api: ApiServer, value: ApiWrite, now_ms: int, target: ObjectRef) -> Result:
    for entry in items(mapping(value.document).get("items")):
        document = mapping(entry)
        metadata = mapping(document.get("metadata"))
        same = document.get("kind") == target.kind and metadata.get("name") == target.name
        if same and text(metadata.get("namespace")) == target.namespace:
            return api.observe(target.kind, document, now_ms)
    return api.forget(target.kind, target.key)


def _options(value: ApiWrite) -> DeleteOptions:
    return DeleteOptions(
        grace_period_seconds=value.grace_period_seconds,
        propagation=value.propagation,
        precondition_uid=value.precondition_uid,
    )


def _act(value: ApiWrite) -> Act:
    if value.verb == "report":
        event = mapping(value.document)
        about = [about_key(event)] if find(event, "involvedObject", "kind") == "Pod" else []
        return you("apply", _sentence(value), pods=tuple(about))
    pods = tuple(target.key for target in value.targets if target.kind == "Pod")
    nodes = tuple(target.name for target in value.targets if target.kind == "Node")
    if value.node:
        nodes = (*nodes, value.node)
    return you(_ACTS.get(value.verb, "apply"), _sentence(value), pods=pods, nodes=nodes)


def _sentence(value: ApiWrite) -> Message:
    target, client = value.target, value.client or "kubectl"
    if value.verb == "observe":
        document = mapping(value.document)
        time, changed = (
            text(find(document, "metadata", "creationTimestamp")),
            len(items(document.get("items"))),
        )
        gone = len(value.targets) - changed
        return message("api.observed", client=client, time=time, changed=changed, gone=gone)
    if value.verb == "report":
        event = mapping(value.document)
        about = mapping(event.get("involvedObject"))
        kind, name = text(about.get("kind")), text(about.get("name"))
        component = text(find(event, "source", "component")) or client
        return message(
            "api.reported", client=component, kind=kind, name=name, reason=text(event.get("reason"))
        )
    if len(value.targets) > 1:
        return message("api.deleted_several", client=client, number=len(value.targets), kind=target.kind)
    message_id = _MESSAGES[value.verb]
    if value.verb == "bind":
        return message(message_id, client=client, name=target.name, node=value.node)
    if value.verb == "evict":
        return message(message_id, client=client, name=target.name)
    return message(message_id, client=client, kind=target.kind, name=target.name)
