"""The start of a new lesson: the teacher's run in the form of a lesson's file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import scheduler_core as core
from playground.texts.manifests.writer import Input, documents_of, tidy


def start_of(scenario: core.Scenario, slug: str, seed: int, inputs: Sequence[Input]) -> dict[str, Any]:
    """One entry of `starts`. A gallery scenario is named by its `slug`, any other is written out.

    `given` are people's inputs to the run, with their seconds; the script's inputs come before them."""
    start: dict[str, Any] = {"name": "main"}
    if slug and seed == scenario.seed:
        start["scenario"] = slug
    else:
        start["documents"] = documents_of(scenario, seed)
    if inputs:
        script = [tidy(timed.to_json()) for timed in scenario.inputs]
        start["inputs"] = [*script, *(tidy(value) for value in inputs)]
    return start
