"""The run beside a builder, and the selection on its board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import scheduler_core as core
from playground.runs import questions, revisions
from playground.runs.services import Standing


@dataclass(frozen=True, slots=True)
class BoardSelection:
    """`at` is the step on screen, `pod` the key of the pod selected there, `picked` the keys of pods and
    names of nodes that the teacher clicked."""

    standing: Standing
    at: int
    pod: str = ""
    picked: tuple[str, ...] = ()

    def scenario(self) -> core.Scenario:
        return revisions.scenario_named(self.standing.revision)

    def board(self, seq: int | None = None) -> dict[str, Any]:
        """The snapshot at a step; by default at the one on screen."""
        snapshot: dict[str, Any] = questions.value(self.standing, "snapshot", self.at if seq is None else seq)
        return snapshot

    def inputs_between(self, after: int, upto: int) -> list[dict[str, Any]]:
        """People's inputs in the steps after `after` up to `upto`, each with its second."""
        rows = questions.value(self.standing, "given_inputs", upto)
        return [row["input"] for row in rows if after < row["seq"]]

    def scripted(self) -> int:
        """The number of inputs that the scenario's script has given up to the step on screen."""
        return int(questions.value(self.standing, "script", self.at).get("given", 0))

    def failing(self, conditions: list[Any]) -> list[int]:
        """The indexes of the conditions that do not hold at the step on screen."""
        answer = questions.value(self.standing, "judge", self.at, conditions=conditions, stop="quiet")
        return [place for place, verdict in enumerate(answer["verdicts"]) if not verdict["holds"]]
