"""Judges conditions, written as in a file, about runs of the gallery."""

from __future__ import annotations

from typing import Any

from scheduler_core.engine.stretch import judge
from scheduler_core.inputs.conditions.parse import parse_condition
from scheduler_core.messages import say
from scheduler_core.objects.problem import Problem
from tests.core.play import Play


def judged(play: Play, seq: int, written: Any) -> tuple[bool, str]:
    """Whether the condition holds at step `seq`, and the English sentence of the verdict."""
    condition = parse_condition(written, "c")
    assert not isinstance(condition, Problem), condition
    verdict = judge(play.recording, condition, seq)
    return verdict.holds, say(verdict.to_json()["said"])  # type: ignore[arg-type]
