"""The run that a builder stands beside, and what was chosen on its board."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import scheduler_core as core
from playground.runs import questions, revisions, stepper
from playground.runs.services import Standing


@dataclass(frozen=True, slots=True)
class Here:
    """`at` is the step on screen, `pod` the key of the pod that is chosen there, `picked` are names that a
    teacher clicked on: keys of pods and names of nodes.
    """

    known: Standing
    at: int
    pod: str = ""
    picked: tuple[str, ...] = ()

    def scenario(self) -> core.Scenario:
        return revisions.scenario_named(self.known.revision)

    def board(self, seq: int | None = None) -> dict[str, Any]:
        """The snapshot at a step, or at the one on screen."""
        told = stepper.inspect(self.known, self.at if seq is None else seq, "snapshot")
        made: dict[str, Any] = json.loads(told or "{}")
        return made

    def given(self, after: int, upto: int) -> list[dict[str, Any]]:
        """The inputs of persons in the steps after `after` up to `upto`, each with its second."""
        answer = json.loads(stepper.inspect(self.known, upto, "given") or "[]")
        return [each["input"] for each in answer if after < each["seq"]]

    def scripted(self) -> int:
        """How many inputs the scenario's script has given up to the step on screen."""
        answer = json.loads(stepper.inspect(self.known, self.at, "script") or "{}")
        return int(answer.get("given", 0))

    def failing(self, conditions: list[Any]) -> list[int]:
        """The places of the conditions that do not hold at the step on screen."""
        found = questions.judged(self.known, self.at, conditions, "quiet")
        return [place for place, verdict in enumerate(found["verdicts"]) if not verdict["holds"]]
