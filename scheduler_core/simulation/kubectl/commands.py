"""Carries out each command, except `kubectl drain`, which is an actor because it takes time."""

from __future__ import annotations

from dataclasses import replace

from scheduler_core.actor import Message, message
from scheduler_core.apiserver.patches.managed_fields import Writer
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Ok, Refused, Result
from scheduler_core.controllers.volume.attachments import break_attachment
from scheduler_core.inputs.api_inputs import KUBECTL, ApiWrite, CatchUp
from scheduler_core.inputs.kubectl_inputs import Apply, BreakAttachment, Delete
from scheduler_core.inputs.outcome import INPUT, Done, you
from scheduler_core.inputs.reader import ObjectRef
from scheduler_core.inputs.untimed import Command
from scheduler_core.simulation.kubectl.api_requests import api_write, performed
from scheduler_core.simulation.kubectl.apply import apply
from scheduler_core.simulation.kubectl.requests import request_of

BOARD = "podium"
"""Who manages the fields that a person changes at the board."""


def run(api: ApiServer, value: Command, now_ms: int, *, asks: bool = False) -> Done | Refused:
    """Does what the command asks for at virtual time `now_ms`. With `asks`, kubectl wants a confirmation
    (--force) before it deletes an object with grace period 0.
    """
    if isinstance(value, ApiWrite):
        return api_write(api, value, now_ms)
    if isinstance(value, CatchUp):
        return Done(api, you(value.kind, message("api.caught_up", client=value.client or KUBECTL)))
    if asks and isinstance(value, Delete) and _must_confirm(api, value):
        target = value.target
        return Done(api, you(value.kind, message("you.must_confirm", kind=target.kind, name=target.name)))
    before = api.resource_version
    made = _run(api, value, now_ms)
    if isinstance(made, Done):
        made.api.note_writes_since(before, Writer(BOARD), now_ms)
    return made


def _must_confirm(api: ApiServer, value: Delete) -> bool:
    exists = api.get(value.target.kind, value.target.key) is not None
    return value.grace_period_seconds == 0 and not value.force and exists


def _run(api: ApiServer, value: Command, now_ms: int) -> Done | Refused:
    match value:
        case Apply():
            return apply(api, value, now_ms)
        case BreakAttachment():
            sentence = message("you.broke_attachment", volume=value.volume, node=value.node)
            result = break_attachment(api, value.volume, value.node, now_ms)
            return _answered(api, result, value.kind, sentence, ObjectRef("Node", "", value.node))
    request = request_of(api, value)
    if isinstance(request, Refused):
        return _refused(request)
    if request is None:
        return Done(api, you(value.kind, message("you.changed_nothing")))
    result = performed(api, request.write, now_ms)
    return _answered(api, result, value.kind, request.sentence, request.write.target)


def _answered(
    api: ApiServer, result: Result, kind: str, sentence: Message, target: ObjectRef
) -> Done | Refused:
    """The outcome; `sentence` is about a request that changed something."""
    if isinstance(result, Refused):
        return _refused(result)
    if isinstance(result, Ok) and not result.changed:
        sentence = message("you.changed_nothing")
    pods = (target.key,) if target.kind == "Pod" else ()
    nodes = (target.name,) if target.kind == "Node" else ()
    return Done(api, you(kind, sentence, pods=pods, nodes=nodes))


def _refused(refused: Refused) -> Refused:
    return replace(refused, text=f"{refused.text} {refused.cause}".rstrip(), path=INPUT)
