"""The start of a new lesson: the teacher's run in the form of a lesson's file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import scheduler_core as core
from playground.texts.manifests.writer import Input, documents_of, tidy


def start_of(scenario: core.Scenario, slug: str, seed: int, given: Sequence[Input]) -> dict[str, Any]:
    """One entry of `starts`. A gallery scenario is named by its `slug`, any other is written out.

    `given` are people's inputs to the run, with their seconds; the script's inputs come before them."""
    made: dict[str, Any] = {"name": "main"}
    if slug and seed == scenario.seed:
        made["scenario"] = slug
    else:
        made["documents"] = documents_of(scenario, seed)
    if given:
        script = [tidy(timed.to_json()) for timed in scenario.inputs]
        made["inputs"] = [*script, *(tidy(value) for value in given)]
    return made
