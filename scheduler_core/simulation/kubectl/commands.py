"""The function that carries out each command, except `kubectl drain`, which is an actor because it takes
time."""

from __future__ import annotations

from scheduler_core.apiserver.patches.managed_fields import Writer
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.inputs.api_inputs import ApiWrite
from scheduler_core.inputs.kubectl_inputs import (
    AddTaint,
    Apply,
    BreakAttachment,
    Cordon,
    Delete,
    Evict,
    RemoveFinalizer,
    RemoveTaint,
    Rollback,
    Scale,
    SetLabels,
    Uncordon,
)
from scheduler_core.inputs.outcome import Done
from scheduler_core.inputs.untimed import Command
from scheduler_core.simulation.kubectl.api_requests import api_write
from scheduler_core.simulation.kubectl.apply import apply
from scheduler_core.simulation.kubectl.delete import delete
from scheduler_core.simulation.kubectl.node_verbs import add_taint, cordon, remove_taint, uncordon
from scheduler_core.simulation.kubectl.object_verbs import (
    break_volume_attachment,
    evict,
    remove_finalizer,
    rollback,
    scale,
    set_labels,
)

BOARD = "podium"
"""Who manages the fields that a person changes at the board."""


def run(api: ApiServer, value: Command, now_ms: int, *, asks: bool = False) -> Done | Refused:
    """Does what the command asks for at virtual time `now_ms`. For `asks` see `delete`."""
    before = api.resource_version
    made = _run(api, value, now_ms, asks=asks)
    if isinstance(made, Done) and not isinstance(value, ApiWrite):
        made.api.note_writes_since(before, Writer(BOARD), now_ms)
    return made


def _run(api: ApiServer, value: Command, now_ms: int, *, asks: bool) -> Done | Refused:
    match value:
        case Apply():
            return apply(api, value, now_ms)
        case ApiWrite():
            return api_write(api, value, now_ms)
        case Delete():
            return delete(api, value, now_ms, asks=asks)
        case Cordon():
            return cordon(api, value)
        case Uncordon():
            return uncordon(api, value)
        case AddTaint():
            return add_taint(api, value)
        case RemoveTaint():
            return remove_taint(api, value)
        case SetLabels():
            return set_labels(api, value)
        case Scale():
            return scale(api, value)
        case Evict():
            return evict(api, value, now_ms)
        case Rollback():
            return rollback(api, value)
        case RemoveFinalizer():
            return remove_finalizer(api, value)
        case BreakAttachment():
            return break_volume_attachment(api, value, now_ms)
        case _:
            raise TypeError(f"{value.kind} is no command of this room")
