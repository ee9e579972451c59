"""The fields of a Scenario document that decide how it runs, as a tree for who writes one."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.objects.manifest import Json
from scheduler_core.simulation.scenario.applications import RULE_FIELDS

_SPEC = ("seed", "version", "featureGates", "start")
_INPUT = (
    "at",
    "kind",
    "disabled",
    "documents",
    "object",
    "node",
    "pod",
    "between",
    "component",
    "gracePeriodSeconds",
    "force",
    "running",
    "replicas",
    "labels",
    "key",
    "value",
    "effect",
    "seconds",
    "on",
    "version",
    "memory",
    "over",
)
_OBJECT = ("kind", "namespace", "name")


def scenario_fields() -> Mapping[str, Json]:
    """name → fields below it, {} for a value; a list has the fields of an entry."""
    inputs: dict[str, Json] = {**_leaves(_INPUT), "object": _leaves(_OBJECT)}
    spec: dict[str, Json] = {
        **_leaves(_SPEC),
        "scheduler": _leaves(("running",)),
        "applications": _leaves(RULE_FIELDS),
        "kubelets": {"nodes": {}, "configuration": {}},
        "inputs": inputs,
    }
    return {**_leaves(("apiVersion", "kind")), "metadata": _leaves(("name",)), "spec": spec}


def _leaves(names: tuple[str, ...]) -> dict[str, Json]:
    return {name: {} for name in names}
