"""An input meets the API server: it becomes an act of "you", or a refusal in Kubernetes' words.

Nothing is half done: what is refused leaves the API server as it was.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TypeAlias

from scheduler_core.actor import Act, Message, message
from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Ok, Refused, Result
from scheduler_core.controllers.volume.attachments import break_attachment
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import text
from scheduler_core.objects.selectors import Taint
from scheduler_core.simulation.inputs.act_inputs import Evict, RemoveFinalizer, Rollback
from scheduler_core.simulation.inputs.fault_inputs import BreakAttachment
from scheduler_core.simulation.inputs.parse import (
    AddTaint,
    Apply,
    Cordon,
    Delete,
    ObjectRef,
    RemoveTaint,
    Scale,
    SetLabels,
    SwitchScheduler,
    Uncordon,
    Untimed,
)
from scheduler_core.simulation.kubectl.delete import delete_command
from scheduler_core.simulation.kubectl.rollback import roll_back

_FIRST_FIELD = re.compile(r'" is invalid: \[?([a-z]\w*(?:\.\w+|\[\d+\])*): ')


@dataclass(frozen=True, slots=True)
class Done:
    """The input went through; `api` is the API server to go on with (another one after an apply)."""

    api: ApiServer
    act: Act


INPUT = "input"
"""The path of a whole input."""

STORE_IS_SILENT = Refused(500, "", "etcdserver: request timed out", path=INPUT)
"""What the API server says while it does not reach its store."""

Outcome: TypeAlias = Done | Refused


def you(kind: str, said: Message, *, pods: tuple[str, ...] = (), nodes: tuple[str, ...] = ()) -> Act:
    """An act of the person at the board."""
    return Act("you", "you", f"input-{kind}", said, focus_pods=pods, focus_nodes=nodes)


def apply_input(api: ApiServer, value: Untimed, now_ms: int, *, asks: bool = False) -> Outcome:
    """Does `value` at virtual time `now_ms`. The scheduler's switch is not the API server's: see
    `state.py`. `asks`: kubectl deletes with no grace only what a person confirms."""
    match value:
        case Apply():
            return _apply(api, value, now_ms)
        case Delete(target=target):
            grace = value.grace_period_seconds
            if grace == 0 and not value.force and asks and api.get(target.kind, target.key) is not None:
                warned = message("you.must_confirm", kind=target.kind, name=target.name)
                return Done(api, you("delete", warned))
            if grace == 0 and not value.force:
                # To prevent accidental data loss kubectl sends 1 for --grace-period=0 without --force.
                grace = 1
            if value.force and grace is not None and grace > 0:
                return Refused(
                    400, "BadRequest", f"error: {delete_command(grace, force=True).error}", path=INPUT
                )
            options = DeleteOptions(
                grace_period_seconds=grace,
                force=value.force,
                precondition_uid=value.precondition_uid,
                # kubectl says it always; only other clients leave it to the API server.
                propagation=value.propagation or "Background",
            )
            said = message("you.deleted", kind=target.kind, name=target.name)
            if value.force:
                said = message("you.forced", kind=target.kind, name=target.name)
            elif grace is not None:
                # A negative one is 1 to the API server.
                said = message("you.deleted_grace", kind=target.kind, name=target.name, seconds=max(grace, 1))
            return _said(api, api.delete(target.kind, target.key, options, now_ms), "delete", said, target)
        case Cordon(node=node):
            result = api.set_node_unschedulable(node, True)
            return _said(api, result, "cordon", message("you.cordoned", node=node), _node(node))
        case Uncordon(node=node):
            result = api.set_node_unschedulable(node, False)
            return _said(api, result, "uncordon", message("you.uncordoned", node=node), _node(node))
        case AddTaint(node=node):
            taint = Taint(value.key, value.value, value.effect)
            spelled = (
                f"{value.key}={value.value}:{value.effect}" if value.value else f"{value.key}:{value.effect}"
            )
            said = message("you.tainted", node=node, taint=spelled)
            return _said(api, api.add_taint(node, taint), "taint", said, _node(node))
        case RemoveTaint(node=node):
            spelled = f"{value.key}:{value.effect}" if value.effect else value.key
            said = message("you.untainted", node=node, taint=spelled)
            return _said(api, api.remove_taint(node, value.key, value.effect), "untaint", said, _node(node))
        case SetLabels(target=target):
            changes = ", ".join(
                f"{key}={label}" if label is not None else f"{key}-" for key, label in value.labels.items()
            )
            said = message("you.labelled", kind=target.kind, name=target.name, labels=changes)
            return _said(api, api.set_labels(target.kind, target.key, value.labels), "label", said, target)
        case Scale(target=target):
            said = message("you.scaled", kind=target.kind, name=target.name, replicas=value.replicas)
            return _said(api, api.scale(target.kind, target.key, value.replicas), "scale", said, target)
        case SwitchScheduler():
            raise AssertionError("the scheduler is switched by the world, not by the API server")
        case Evict(pod=key):
            options = DeleteOptions(grace_period_seconds=value.grace_period_seconds)
            pod = ObjectRef("Pod", *key.split("/", 1))
            return _said(
                api, api.evict(key, options, now_ms), "evict", message("you.evicted", pod=pod.name), pod
            )
        case RemoveFinalizer(target=target, finalizer=finalizer):
            said = message("you.removed_finalizer", kind=target.kind, name=target.name, finalizer=finalizer)
            result = api.remove_finalizer(target.kind, target.key, finalizer)
            return _said(api, result, "remove-finalizer", said, target)
        case Rollback(target=target):
            said = message("you.rolled_back", kind=target.kind, name=target.name)
            if value.revision:
                said = message(
                    "you.rolled_back_to", kind=target.kind, name=target.name, revision=value.revision
                )
            return _said(
                api, roll_back(api, target.kind, target.key, value.revision), "rollback", said, target
            )
        case BreakAttachment():
            said = message("you.broke_attachment", volume=value.volume, node=value.node)
            result = break_attachment(api, value.volume, value.node, now_ms)
            return _said(api, result, "break-attachment", said, _node(value.node))
        case _:
            raise AssertionError(f"{value.kind} is not the API server's")


def _node(name: str) -> ObjectRef:
    return ObjectRef("Node", "", name)


def _said(api: ApiServer, result: Result, kind: str, said: Message, target: ObjectRef) -> Outcome:
    if isinstance(result, Refused):
        return replace(result, text=f"{result.text} {result.cause}".rstrip(), path=INPUT)
    if isinstance(result, Ok) and not result.changed:
        said = message("you.changed_nothing")
    pods = (target.key,) if target.kind == "Pod" else ()
    nodes = (target.name,) if target.kind == "Node" else ()
    return Done(api, you(kind, said, pods=pods, nodes=nodes))


def _field_of(refused: Refused) -> str:
    """`.spec.containers[0].name`: the first field that an Invalid is about, as its text begins; or ""."""
    found = _FIRST_FIELD.search(refused.text) if refused.reason == "Invalid" else None
    return f".{found[1]}" if found else ""


def _apply(api: ApiServer, value: Apply, now_ms: int) -> Outcome:
    # A copy, so that the third manifest's refusal does not leave the first two behind.
    trial = api.copy()
    names: list[str] = []
    pods: list[str] = []
    nodes: list[str] = []
    changed = False
    for index, document in enumerate(value.documents):
        result = trial.apply(document, now_ms)
        if isinstance(result, Refused):
            path = f"input.documents[{index}]{_field_of(result)}"
            return replace(result, path=path)
        changed = changed or result.changed
        meta, kind = result.object.meta, text(document.get("kind"))
        names.append(f"{KINDS[kind].name} {meta.name}")
        if kind == "Pod":
            pods.append(meta.key)
        elif kind == "Node":
            nodes.append(meta.name)
    said = message("you.applied", objects=tuple(names)) if changed else message("you.changed_nothing")
    return Done(trial, you("apply", said, pods=tuple(pods), nodes=tuple(nodes)))
