"""Twelve "what if" questions of a class: each is answered by a true sentence and a difference that can be lit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import scheduler_core as core
from playground.texts.manifests import importer
from playground.workers import changed_document
from tools.bench.what_if_questions import QUESTIONS

SCENARIOS = Path(changed_document.__file__).parents[1] / "gallery" / "scenarios"


def recording(slug: str) -> core.Run:
    imported = importer.import_text((SCENARIOS / f"{slug}.yaml").read_text(), add_nodes=False)
    return core.Run(core.Scenario.from_canonical(json.loads(imported.canonical or "")))


@pytest.mark.parametrize("question", QUESTIONS)
def test_what_if(question: str) -> None:
    slug, (old, new), expected = QUESTIONS[question]
    run = recording(slug)
    text: str = changed_document.document(run)["text"]
    assert old in text
    result: dict[str, Any] = json.loads(
        changed_document.changed(run, text.replace(old, new, 1) if old else text + new, False)
    )

    assert [] == result["problems"]
    says = result["comparison"]["says"]
    assert expected == core.say(says)
    assert result["comparison"]["changed"] or "Nothing changes" in expected


def test_a_run_that_breaks_is_shown_and_kept_up_to_there(monkeypatch: pytest.MonkeyPatch) -> None:
    run = recording("gap-and-reservation")
    text: str = changed_document.document(run)["text"]
    changed_document.base_of(run).played()
    advance = core.Run.advance

    def broken(self: core.Run, at: int, *args: Any, **named: Any) -> int:
        advance(self, at, "act")
        if at < 12:
            return at + 1
        raise ArithmeticError("broken by the test")

    monkeypatch.setattr(core.Run, "advance", broken)
    result = json.loads(changed_document.changed(run, text.replace("seed: 1", "seed: 2"), False))
    kept = changed_document.kept(run, text.replace("seed: 1", "seed: 2"), 99)

    assert (True, False, len(result["now"]["frames"])) == (
        result["now"]["broken"],
        result["comparison"]["whole"],
        kept["steps"],
    )
