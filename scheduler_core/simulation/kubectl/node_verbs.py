"""`kubectl cordon`, `uncordon` and `taint`."""

from __future__ import annotations

from scheduler_core.actor import message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.inputs.kubectl_inputs import AddTaint, Cordon, RemoveTaint, Uncordon
from scheduler_core.inputs.outcome import Done
from scheduler_core.objects.selection.selectors import Taint
from scheduler_core.simulation.kubectl.answer import answered, node_ref


def cordon(api: ApiServer, value: Cordon) -> Done | Refused:
    result = api.set_node_unschedulable(value.node, True)
    return answered(api, result, value.kind, message("you.cordoned", node=value.node), node_ref(value.node))


def uncordon(api: ApiServer, value: Uncordon) -> Done | Refused:
    result = api.set_node_unschedulable(value.node, False)
    return answered(api, result, value.kind, message("you.uncordoned", node=value.node), node_ref(value.node))


def add_taint(api: ApiServer, value: AddTaint) -> Done | Refused:
    named = f"{value.key}={value.value}" if value.value else value.key
    said = message("you.tainted", node=value.node, taint=f"{named}:{value.effect}")
    result = api.add_taint(value.node, Taint(value.key, value.value, value.effect))
    return answered(api, result, value.kind, said, node_ref(value.node))


def remove_taint(api: ApiServer, value: RemoveTaint) -> Done | Refused:
    named = f"{value.key}:{value.effect}" if value.effect else value.key
    said = message("you.untainted", node=value.node, taint=named)
    result = api.remove_taint(value.node, value.key, value.effect)
    return answered(api, result, value.kind, said, node_ref(value.node))
