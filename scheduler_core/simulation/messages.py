"""Every sentence the core can say: message id → English template with `{argument}` placeholders.

Each room keeps a table of its own; here they are one. `MESSAGE_IDS` (id → names of arguments) is what the
playground translates. What Kubernetes says comes as an argument (`{text}`) and stays English.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from string import Formatter
from types import MappingProxyType

from scheduler_core.objects.manifest import Json, mapping, text
from scheduler_core.simulation.faults.messages import MESSAGES as FAULT_MESSAGES
from scheduler_core.simulation.kubectl.drain import DRAIN_MESSAGES

MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        # What you did
        "you.applied": "You applied {objects}",
        "you.deleted": "You deleted {kind} {name}",
        "you.deleted_grace": "You deleted {kind} {name} with a grace period of {seconds} s",
        "you.forced": "You force-deleted {kind} {name}",
        "you.must_confirm": (
            "kubectl warns that {kind} {name} may keep running. Nothing is deleted until you confirm."
        ),
        "you.cordoned": "You cordoned {node}: the scheduler places no new pods on it",
        "you.uncordoned": "You uncordoned {node}",
        "you.tainted": "You tainted {node} with {taint}",
        "you.untainted": "You removed the taint {taint} from {node}",
        "you.labelled": "You labelled {kind} {name}: {labels}",
        "you.scaled": "You scaled {kind} {name} to {replicas}",
        "you.started_scheduler": "You started the scheduler",
        "you.stopped_scheduler": "You stopped the scheduler",
        "you.changed_nothing": "Nothing to change: the cluster already looks like this",
        "you.were_refused": "The API server refused: {text}",
        # Why a pod waits
        "waits.new": "{pod} has not been tried yet",
        "waits.no_scheduler": "{pod} waits, because the scheduler is not running",
        "waits.nobody": "{pod} waits, because no scheduler named {scheduler} exists",
        "waits.active": "{pod} is in the activeQ and is tried when its turn comes",
        "waits.cycle": "{pod} is being scheduled",
        "waits.backoff": "{pod} is in the backoffQ until second {until}",
        "waits.gates": "{pod} is not scheduled while it has the scheduling gates {gates}",
        "waits.victims": "{pod} waits for room on {node}, its nominated node",
        "waits.refused": "{text}",
        "waits.terminating": "{pod} is being deleted",
        # What is wrong with an input
        "input.not_a_map": "must be a map",
        "input.unknown_kind": "unknown input {kind}; known are {known}",
        "input.not_a_time": "must be a number of seconds, not negative; got {got}",
        "input.not_a_name": "must be a name; got {got}",
        "input.not_a_text": "must be a text; got {got}",
        "input.too_long": "must be at most {limit} characters long",
        "input.not_a_flag": "must be true or false; got {got}",
        "input.not_a_whole_number": "must be a whole number; got {got}",
        "input.out_of_range": "must be between {low} and {high}; got {got}",
        "input.not_a_behaviour": "must be {wanted}; got {got}",
        "input.unknown_effect": "must be one of {known}; got {got}",
        "input.no_documents": "must be a list of at least one manifest",
        "input.too_many_objects": "at most {limit} objects are allowed; got {got}",
        "input.lists_too_deep": "lists may be nested at most {limit} levels deep",
        "input.unknown_choice": "must be one of {known}; got {got}",
        "input.unknown_field": "unknown field; known are {known}",
        "input.not_seconds": "must be a number of seconds; got {got}",
        "input.not_a_quantity": "must be a quantity like 200Mi, not negative; got {got}",
        "input.not_two_endpoints": "must be a list of two endpoints",
        "input.unknown_endpoint": "must be one of {known}; got {got}",
        "input.no_way": "there is no connection between {first} and {second}",
        "input.node_or_pod": "must name either a node or a pod",
        "input.container_of_node": "a node has no containers; name a pod",
        "input.nothing_given": "must contain at least one of {known}",
        # What no JSON can hold
        "value.not_finite": "must be a finite number; got {got}",
        "value.too_deep": "is nested more than {limit} levels deep",
        "value.key_not_text": "keys must be texts; got {got}",
        "value.not_json": "must be a text, a number, true, false, null, a list or a map; got {got}",
        # What is wrong with a Scenario document
        "scenario.two_headers": "this is a second Scenario document; a file holds one scenario",
        "scenario.not_a_map": "must be a map",
        "scenario.not_a_text": "must be a text; got {got}",
        "scenario.too_long": "must be at most {limit} characters long",
        "scenario.not_a_name": "must be a name of small letters, digits and hyphens; got {got}",
        "scenario.not_a_whole_number": "must be a whole number; got {got}",
        "scenario.not_a_time": "must be a time like 2030-01-01T00:00:00Z; got {got}",
        "scenario.not_seconds": "must be a number of seconds, not negative; got {got}",
        "scenario.not_an_exit_code": "must be a whole number from 0 to 255; got {got}",
        "scenario.not_a_behaviour": "must be {wanted}; got {got}",
        "scenario.not_times": "must be times like 10-40, 60-; got {got}",
        "scenario.not_an_amount": "must be an amount, or amounts over time like 0:200Mi,60:1560Mi; got {got}",
        "scenario.not_a_flag": "must be true or false; got {got}",
        "scenario.not_a_list": "must be a list",
        "scenario.unknown_field": "unknown field; known are {known}",
        "scenario.unknown_version": 'must be "1.16" to "1.36", "1.4" or "proposal"; got {got}',
        "scenario.no_nodes": "must name at least one node",
        "scenario.no_selection": "must have pods or a selector",
        "scenario.too_many": "at most {limit} are allowed; got {got}",
        # What is wrong with a KubeSchedulerConfiguration
        "config.refused": "{text}",
        "config.second": "this is a second KubeSchedulerConfiguration; there is only one scheduler",
        "config.weight": (
            "a weight must be from {low} to {high}; got {got}; to leave a plugin out of the score, disable it"
        ),
        "config.unknown_plugin": "{text}; plugins of this server's own: {own}",
        "config.needs_point": (
            "{plugin} at {point} needs data that it prepares at {source}, where it is disabled"
        ),
        # What is wrong with a KubeletConfiguration
        "kubelet_config.refused": "{text}",
        "kubelet_config.second": (
            "this is a second KubeletConfiguration; use spec.kubelets to configure some nodes differently"
        ),
    }
)

_ROOMS = ("apiserver", "scheduler", "kubelet", "controllers")


def _collect() -> dict[str, str]:
    collected = {**MESSAGES, **FAULT_MESSAGES, **DRAIN_MESSAGES}
    for room in _ROOMS:
        try:
            table = import_module(f"scheduler_core.{room}.messages").MESSAGES
        except ModuleNotFoundError:
            continue
        for message_id, template in table.items():
            if collected.setdefault(message_id, template) != template:
                raise ValueError(f"message id {message_id!r} has two templates")
    return collected


def arguments(template: str) -> tuple[str, ...]:
    """The names of a template's placeholders, each once, in the order in which they appear."""
    return tuple(dict.fromkeys(name for _, name, _, _ in Formatter().parse(template) if name))


TEMPLATES: Mapping[str, str] = MappingProxyType(_collect())
MESSAGE_IDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {message_id: arguments(template) for message_id, template in TEMPLATES.items()}
)


def say(message: Json) -> str:
    """A message's JSON (`{"id", "args"}`) in English; lists are joined by commas."""
    if isinstance(message, Mapping) and "id" in message:
        template = TEMPLATES.get(text(message.get("id")), text(message.get("id")))
        return template.format_map({name: say(value) for name, value in mapping(message.get("args")).items()})
    if isinstance(message, (list, tuple)):
        return ", ".join(say(entry) for entry in message)
    return str(message)
