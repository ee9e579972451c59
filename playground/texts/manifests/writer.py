"""Writes a scenario as the documents of a file: its cluster and its inputs, without its sentences for
people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import scheduler_core as core

Input = Mapping[str, Any]
_HEADER = ("seed", "version", "featureGates", "start", "scheduler", "kubelets", "applications", "inputs")
_USUAL = {"scheduler": {"running": True}, "seed": 1}
#: Fields that come first, in this order, because people look for them; the others follow.
_FIRST = (
    "at",
    "apiVersion",
    "kind",
    "disabled",
    "name",
    "namespace",
    "metadata",
    "seed",
    "version",
    "scheduler",
)
_LAST = ("spec", "inputs", "status")


def tidy(given: Input) -> dict[str, Any]:
    """An input without fields that are null or false and mean the same when they are absent."""
    kept = dict(given)
    same = core.parse_input(kept)
    for name in [name for name, value in given.items() if value is None or value is False]:
        less = {field: value for field, value in kept.items() if field != name}
        if core.parse_input(less) == same:
            kept = less
    return kept


def documents_of(scenario: core.Scenario, seed: int) -> list[Any]:
    """The documents of a scenario with another seed; the header is left out when it would be empty."""
    spec = _unusual(scenario, scenario.canonical() | {"seed": seed})
    spec["version"] = scenario.version
    if "inputs" in spec or scenario.switched_off:
        spec["inputs"] = _inputs(scenario)
    return [*([_header(scenario, spec)] if spec else []), *scenario.documents]


def whole_documents(scenario: core.Scenario) -> list[Any]:
    """The documents of a scenario for editing: the header always has seed, version and inputs, and fields are
    in a readable order."""
    spec = _unusual(scenario, scenario.canonical())
    spec["inputs"] = _inputs(scenario)
    spec |= {"seed": scenario.seed, "version": scenario.version}
    return [_ordered(document) for document in (_header(scenario, spec), *scenario.documents)]


def _unusual(scenario: core.Scenario, canonical: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a header that a reader of the documents would not assume. The start is left out only
    where it is the usual one and the objects name no other."""
    usual = dict(_USUAL)
    if scenario.start == core.DEFAULT_START:
        sources = [core.SourceDocument(*item) for item in enumerate(scenario.documents)]
        usual["start"] = core.second_zero(sources).start
    return {
        name: canonical[name]
        for name in _HEADER
        if canonical.get(name) and canonical[name] != usual.get(name)
    }


def _inputs(scenario: core.Scenario) -> list[dict[str, Any]]:
    """All inputs by time; disabled ones are marked as such."""
    on = [(timed.at_ms, tidy(timed.to_json())) for timed in scenario.inputs]
    off = [(name.at_ms, {**tidy(name.to_json()), "disabled": True}) for name in scenario.switched_off]
    return [value for _, value in sorted((*on, *off), key=lambda row: row[0])]


def _header(scenario: core.Scenario, spec: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "apiVersion": "podium/v1",
        "kind": "Scenario",
        "metadata": {"name": scenario.name or "cluster"},
        "spec": dict(spec),
    }


def _ordered(value: Any) -> Any:
    """The same value with its fields in the order of `_FIRST`, the rest, `_LAST`."""
    if isinstance(value, Mapping):
        return {name: _ordered(value[name]) for name in sorted(value, key=_place)}
    return [_ordered(item) for item in value] if isinstance(value, list | tuple) else value


def _place(name: str) -> tuple[int, int, str]:
    if name in _FIRST:
        return 0, _FIRST.index(name), name
    return (2, _LAST.index(name), name) if name in _LAST else (1, 0, name)
