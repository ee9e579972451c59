"""Sentences about patches of single fields on a copy of a run."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        "scalpel.too_many": "At most {limit} changes can be held at once, got {got}.",
        "scalpel.unreadable": "These changes cannot be read. The link may have been cut.",
        "scalpel.unknown_kind": "There is no kind {kind} in this model.",
        "scalpel.unknown_path": "A {kind} has no field {path}.",
        "scalpel.not_a_value": "{path} holds more than one value. Change a single field below it.",
        "scalpel.not_a_quantity": "A quantity such as 500m or 2Gi is expected, got {got}.",
        "scalpel.renames": (
            "{path} says which {kind} this is. An object cannot be renamed; create another one."
        ),
        "scalpel.of_server": (
            "The API server writes {path} itself. Of the metadata only labels and annotations can be changed "
            "here."
        ),
        "scalpel.of_status": "{path} is written by controllers and kubelets, who would write it again.",
        "scalpel.no_object": "There is no {kind} {key} at this step.",
        "scalpel.no_entry": "The object has no entry at {path}.",
        "scalpel.no_step": "The run never comes to step {step}.",
        "scalpel.not_in_start": (
            "Kubernetes does not change this field, and the run does not begin with {kind} {name}: {owner} "
            "makes it. Change the template of {owner} instead."
        ),
        "scalpel.made_later": (
            "Kubernetes does not change this field, and the run does not begin with {kind} {name}."
        ),
        "scalpel.made_again": (
            "{owner} makes its next pods without this change. Change the template of {top} if they are to "
            "have it too."
        ),
        "scalpel.set_back": "{owner} sets this field back. Change {owner} instead.",
        "scalpel.refused": "{text}",
        "scalpel.machine": "The machine decides this amount: the run begins with another machine.",
    }
)
