"""Sentences about invalid inputs and values, and about the cluster's answers to an input."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        "you.were_refused": "The API server refused the request: {text}",
        "input.no_json": "is not JSON: {detail}",
        "input.text_too_deep": "is nested too deeply to be read",
        "input.two_at_a_step": "is one of two inputs at the same step",
        "input.not_kept": "would be read as another input than it is",
        "input.not_a_map": "must be a map",
        "input.not_a_list": "must be a list; got {got}",
        "input.unknown_kind": "unknown kind of input {kind}; known kinds: {supported}",
        "input.not_a_time": "must be a number of seconds, not negative; got {got}",
        "input.not_a_name": "must be a name; got {got}",
        "input.not_a_text": "must be a text; got {got}",
        "input.too_long": "must be at most {limit} characters long",
        "input.not_a_flag": "must be true or false; got {got}",
        "input.not_a_whole_number": "must be a whole number; got {got}",
        "input.out_of_range": "must be between {low} and {high}; got {got}",
        "input.unknown_effect": "must be one of {supported}; got {got}",
        "input.no_documents": "must be a list of at least one manifest",
        "acts.too_long": "playing the run again takes more than {most} steps",
        "maintenance.refused": "{text}",
        "input.no_nodes": "must be a list of at least one node",
        "input.too_many_nodes": "at most {limit} nodes are allowed; got {got}",
        "input.no_pods": "must be a list of at least one pod",
        "input.too_many_pods": "at most {limit} pods are allowed; got {got}",
        "input.unknown_pod": "there is no pod {pod}",
        "input.pod_has_finalizer": "a finalizer keeps pod {pod}, so it cannot be removed at once",
        "you.reset": "Start of the next variant: the cluster no longer has {pods}",
        "input.too_many_objects": "at most {limit} objects are allowed; got {got}",
        "input.lists_too_deep": "lists may be nested at most {limit} levels deep",
        "input.unknown_choice": "must be one of {supported}; got {got}",
        "input.unknown_field": "unknown field; known fields: {supported}",
        "input.not_seconds": "must be a number of seconds; got {got}",
        "input.not_a_quantity": "must be a quantity like 200Mi, not negative; got {got}",
        "input.not_two_endpoints": "must be a list of two endpoints",
        "input.unknown_endpoint": "must be one of {supported}; got {got}",
        "input.no_way": "there is no connection between {first} and {second}",
        "input.node_or_pod": "must name either a node or a pod",
        "input.container_of_node": "a node has no containers; name a pod",
        "input.nothing_given": "must contain at least one of {supported}",
        "value.not_a_behaviour": "must be {expected}; got {got}",
        "value.not_finite": "must be a finite number; got {got}",
        "value.too_deep": "is nested more than {limit} levels deep",
        "value.nul": "must not hold the character NUL (U+0000)",
        "value.surrogate": "must not hold {character}, which is half of a surrogate pair and no character",
        "value.key_not_text": "keys must be texts; got {got}",
        "value.not_json": "must be a text, a number, true, false, null, a list or a map; got {got}",
        "you.could_not": "The cluster could not do that: {why}",
    }
)
