"""Sentences about invalid Scenario documents and configurations."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        "scenario.two_headers": "this is a second Scenario document; a file holds one scenario",
        "scenario.not_a_map": "must be a map",
        "scenario.not_a_text": "must be a text; got {got}",
        "scenario.too_long": "must be at most {limit} characters long",
        "scenario.not_a_name": "must be a name of small letters, digits and hyphens; got {got}",
        "scenario.not_a_whole_number": "must be a whole number; got {got}",
        "scenario.not_a_time": "must be a time like 2030-01-01T00:00:00Z; got {got}",
        "scenario.not_seconds": "must be a number of seconds, not negative; got {got}",
        "scenario.not_an_exit_code": "must be a whole number from 0 to 255; got {got}",
        "scenario.not_times": "must be times like 10-40, 60-; got {got}",
        "scenario.not_an_amount": "must be an amount, or amounts over time like 0:200Mi,60:1560Mi; got {got}",
        "scenario.not_a_flag": "must be true or false; got {got}",
        "scenario.not_a_list": "must be a list",
        "scenario.unknown_field": "unknown field; known fields: {supported}",
        "release.gate_refused": "{text}",
        "release.unknown": "{got} is no release of Kubernetes that podium knows; choose one of {supported}",
        "scenario.unknown_version": 'must be "1.8" to "1.37", "1.4" or "proposal"; got {got}',
        "scenario.no_nodes": "must name at least one node",
        "scenario.no_selection": "must have pods or a selector",
        "scenario.too_many": "at most {limit} are allowed; got {got}",
        "config.refused": "{text}",
        "config.second": "this is a second KubeSchedulerConfiguration; there is only one scheduler",
        "config.weight": (
            "a weight must be from {low} to {high}; got {got}; to leave a plugin out of the score, disable it"
        ),
        "config.unknown_plugin": "{text}; plugins of this server's own: {own}",
        "config.needs_point": (
            "{plugin} at {point} needs data that it prepares at {source}, where it is disabled"
        ),
        "kubelet_config.refused": "{text}",
        "kubelet_config.second": (
            "this is a second KubeletConfiguration; use spec.kubelets to configure some nodes differently"
        ),
    }
)
