"""The start of a new lesson: the run that a teacher builds it from, as a file says it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import scheduler_core as core

Input = Mapping[str, Any]
_HEADER = ("seed", "version", "start", "scheduler", "kubelets", "applications", "inputs")
_USUAL = {"scheduler": {"running": True}, "start": "2030-01-01T00:00:00Z", "seed": 1}
#: Inputs in which null says something, such as "never".
_MEANS_NULL = ("behave",)


def tidy(given: Input) -> dict[str, Any]:
    """An input without the fields that say nothing."""
    if given.get("kind") in _MEANS_NULL:
        return dict(given)
    return {name: value for name, value in given.items() if value is not None and value is not False}


def start_of(scenario: core.Scenario, slug: str, seed: int, given: Sequence[Input]) -> dict[str, Any]:
    """One entry of `starts`. A scenario of the gallery (`slug`) is named, any other is written out.

    `given` are the inputs that a person gave the run, with their seconds; the script's stand before them.
    """
    made: dict[str, Any] = {"name": "main"}
    if slug and seed == scenario.seed:
        made["scenario"] = slug
    else:
        made["documents"] = _documents(scenario, seed)
    if given:
        script = [tidy(each.to_json()) for each in scenario.inputs]
        made["inputs"] = [*script, *(tidy(each) for each in given)]
    return made


def _documents(scenario: core.Scenario, seed: int) -> list[Any]:
    said = scenario.canonical() | {"seed": seed}
    spec = {name: said[name] for name in _HEADER if said.get(name) and said[name] != _USUAL.get(name)}
    if "inputs" in spec:
        spec["inputs"] = [tidy(each.to_json()) for each in scenario.inputs]
    header = {
        "apiVersion": "podium/v1",
        "kind": "Scenario",
        "metadata": {"name": scenario.name or "cluster"},
        "spec": spec,
    }
    return [*([header] if spec else []), *scenario.documents]
