"""Each command as the write that kubectl makes of it, and the sentence about it.

kubectl reads the object, changes it and writes it; so do these. Source: kubectl pkg/cmd/{label,taint,drain,
scale,delete,rollout} (v1.34).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scheduler_core.actor import Message, message
from scheduler_core.apiserver.patches.strategic import strategic_patched
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Refused, invalid_scale, not_found
from scheduler_core.inputs.api_inputs import KUBECTL, ApiWrite
from scheduler_core.inputs.kubectl_inputs import (
    AddTaint,
    Cordon,
    Delete,
    Evict,
    RemoveFinalizer,
    RemoveTaint,
    Rollback,
    Scale,
    SetCondition,
    SetLabels,
    Uncordon,
)
from scheduler_core.inputs.outcome import INPUT
from scheduler_core.inputs.reader import ObjectRef
from scheduler_core.inputs.untimed import Command
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json, Manifest, with_value
from scheduler_core.objects.node import Node
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.selection.selectors import Taint
from scheduler_core.simulation.kubectl.delete import request_for
from scheduler_core.simulation.kubectl.rollback import rollback_request

_NO_RESOURCE = Refused(404, "NotFound", "the server could not find the requested resource")


@dataclass(frozen=True, slots=True)
class Request:
    """A write, and the sentence for one that changed something."""

    write: ApiWrite
    sentence: Message


def request_of(api: ApiServer, value: Command) -> Request | Refused | None:
    """The request that a command leads to. Refused: there is nothing to write to. None: kubectl writes
    nothing.
    """
    match value:
        case Cordon():
            return _cordoned(api, value.node, True, message("you.cordoned", node=value.node))
        case Uncordon():
            return _cordoned(api, value.node, False, message("you.uncordoned", node=value.node))
        case AddTaint():
            return _tainted(api, value)
        case RemoveTaint():
            return _untainted(api, value)
        case SetLabels():
            return _labelled(api, value)
        case Scale():
            return _scaled(api, value)
        case RemoveFinalizer():
            return _without_finalizer(api, value)
        case SetCondition():
            return _condition_set(api, value)
        case Evict():
            return _evicted(value)
        case Delete():
            return _deleted(value)
        case Rollback():
            return _rolled_back(api, value)
        case _:
            raise TypeError(f"{value.kind} is no single write")


def pod_ref(key: str) -> ObjectRef:
    return ObjectRef("Pod", *key.split("/", 1))


def _changed(
    api: ApiServer, target: ObjectRef, sentence: Message, change: Callable[[Manifest], Manifest | Refused]
) -> Request | Refused:
    """The object with a change, as a PUT."""
    if target.kind not in KINDS:
        return _NO_RESOURCE
    stored = api.get(target.kind, target.key)
    if stored is None:
        return not_found(target.kind, target.name)
    document = change(stored.manifest)
    if isinstance(document, Refused):
        return document
    return Request(ApiWrite("update", KUBECTL, (target,), {"kind": target.kind, **document}), sentence)


def _node_changed(
    api: ApiServer, name: str, sentence: Message, change: Callable[[Node], Node | Refused]
) -> Request | Refused:
    def changed(manifest: Manifest) -> Manifest | Refused:
        made = change(api.nodes[name])
        return made if isinstance(made, Refused) else made.manifest

    return _changed(api, ObjectRef("Node", "", name), sentence, changed)


def _cordoned(api: ApiServer, name: str, on: bool, sentence: Message) -> Request | Refused:
    return _node_changed(
        api, name, sentence, lambda node: node if node.unschedulable == on else node.with_unschedulable(on)
    )


def _tainted(api: ApiServer, value: AddTaint) -> Request | Refused:
    """`--overwrite`: one taint per key and effect."""
    taint = Taint(value.key, value.value, value.effect)

    def change(node: Node) -> Node:
        same = [old for old in node.taints if (old.key, old.effect) == (taint.key, taint.effect)]
        if same == [taint]:
            return node
        kept = (old for old in node.taints if old not in same)
        return node.with_taints((*kept, taint))

    named = f"{value.key}={value.value}" if value.value else value.key
    sentence = message("you.tainted", node=value.node, taint=f"{named}:{value.effect}")
    return _node_changed(api, value.node, sentence, change)


def _untainted(api: ApiServer, value: RemoveTaint) -> Request | Refused:
    named = f"{value.key}:{value.effect}" if value.effect else value.key

    def change(node: Node) -> Node | Refused:
        kept = tuple(
            old for old in node.taints if old.key != value.key or value.effect not in (None, old.effect)
        )
        if len(kept) == len(node.taints):
            return Refused(404, "NotFound", f'taint "{named}" not found')
        return node.with_taints(kept)

    return _node_changed(api, value.node, message("you.untainted", node=value.node, taint=named), change)


def _labelled(api: ApiServer, value: SetLabels) -> Request | Refused:
    target = value.target
    changes = tuple(f"{key}-" if label is None else f"{key}={label}" for key, label in value.labels.items())

    def change(manifest: Manifest) -> Manifest:
        stored = api.get(target.kind, target.key)
        labels: dict[str, Json] = dict(stored.meta.labels) if stored is not None else {}
        labels.update(value.labels)
        kept: Json = {key: label for key, label in labels.items() if label is not None}
        return with_value(manifest, ("metadata", "labels"), kept)

    sentence = message("you.labelled", kind=target.kind, name=target.name, labels=changes)
    return _changed(api, target, sentence, change)


def _scaled(api: ApiServer, value: Scale) -> Request | Refused:
    target = value.target
    if target.kind not in KINDS or not KINDS[target.kind].scalable:
        return _NO_RESOURCE
    if value.replicas < 0:
        words = f"Invalid value: {value.replicas}: must be greater than or equal to 0"
        return invalid_scale(target.name, Problem.of("spec.replicas", "invalid", words))
    sentence = message("you.scaled", kind=target.kind, name=target.name, replicas=value.replicas)
    return _changed(
        api, target, sentence, lambda manifest: with_value(manifest, ("spec", "replicas"), value.replicas)
    )


def _without_finalizer(api: ApiServer, value: RemoveFinalizer) -> Request | Refused:
    target = value.target

    def change(manifest: Manifest) -> Manifest:
        stored = api.get(target.kind, target.key)
        kept = [name for name in stored.meta.finalizers if name != value.finalizer] if stored else []
        return with_value(manifest, ("metadata", "finalizers"), list[Json](kept))

    sentence = message("you.removed_finalizer", kind=target.kind, name=target.name, finalizer=value.finalizer)
    return _changed(api, target, sentence, change)


def _condition_set(api: ApiServer, value: SetCondition) -> Request | Refused:
    pod = api.pods.get(value.pod)
    target = pod_ref(value.pod)
    if pod is None:
        return not_found("Pod", target.name)
    condition: Json = {"type": value.condition, "status": value.status}
    document = strategic_patched(pod.manifest, {"status": {"conditions": [condition]}})
    args = {"pod": target.name, "condition": value.condition, "status": value.status}
    write = ApiWrite("update-status", KUBECTL, (target,), {"kind": "Pod", **document})
    return Request(write, message("you.set_condition", **args))


def _evicted(value: Evict) -> Request:
    pod = pod_ref(value.pod)
    write = ApiWrite("evict", KUBECTL, (pod,), grace_period_seconds=value.grace_period_seconds)
    return Request(write, message("you.evicted", pod=pod.name))


def _deleted(value: Delete) -> Request | Refused:
    target = value.target
    command = request_for(value)
    if command.error:
        return Refused(400, "BadRequest", f"error: {command.error}", path=INPUT)
    sentence = message("you.deleted", kind=target.kind, name=target.name)
    if value.force:
        sentence = message("you.forced", kind=target.kind, name=target.name)
    elif command.grace_period_seconds is not None:
        # The API server treats a negative grace period as 1 s.
        seconds = max(command.grace_period_seconds, 1)
        sentence = message("you.deleted_grace", kind=target.kind, name=target.name, seconds=seconds)
    write = ApiWrite(
        "delete",
        KUBECTL,
        (target,),
        grace_period_seconds=command.grace_period_seconds,
        # kubectl always sends a propagation policy; only other clients leave it to the API server.
        propagation=value.propagation or "Background",
        precondition_uid=value.precondition_uid,
    )
    return Request(write, sentence)


def _rolled_back(api: ApiServer, value: Rollback) -> Request | Refused | None:
    target = value.target
    write = rollback_request(api, target, value.revision)
    if write is None or isinstance(write, Refused):
        return write
    sentence = message("you.rolled_back", kind=target.kind, name=target.name)
    if value.revision:
        sentence = message("you.rolled_back_to", kind=target.kind, name=target.name, revision=value.revision)
    return Request(write, sentence)
