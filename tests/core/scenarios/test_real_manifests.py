"""Whatever real file is pasted: it plays, it replays to the same hash, and its frames are the whole truth."""

from __future__ import annotations

import json
import os
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

from scheduler_core import Recording, Scenario, SourceDocument, parse_scenario
from scheduler_core.queries.questions import Questions
from tests.core.applying import apply_frame, model_of

FRAMES = 80
_named = os.environ.get("PODIUM_MANIFESTS")
FOLDER = Path(_named) if _named else Path(__file__).parents[4] / "shared" / "manifests"
INDEX = FOLDER / "index.tsv"
FILES = (
    [line.split("\t")[0] for line in INDEX.read_text().splitlines() if line.endswith("\tyes")]
    if INDEX.exists()
    else []
)


def test_the_real_manifests_are_here() -> None:
    if not FILES:
        pytest.skip("THE REAL MANIFESTS ARE NOT HERE: set PODIUM_MANIFESTS to their folder (with index.tsv)")

    assert len(FILES) > 50


@pytest.mark.parametrize("name", FILES)
def test_a_real_file_plays_and_replays(name: str) -> None:
    loaded = list(yaml.load_all((FOLDER / name).read_text(encoding="utf-8"), Loader=yaml.CSafeLoader))
    documents = json.loads(json.dumps(loaded, default=_as_text))

    parsed = parse_scenario([SourceDocument(place, value) for place, value in enumerate(documents)])

    assert parsed.report or parsed.problems or not any(documents)
    if parsed.scenario is None:
        assert parsed.problems
        return
    recording = Recording(parsed.scenario)
    last = recording.advance(0, "quiet", limit=FRAMES)
    model = model_of(recording.snapshot(0))
    for seq in range(1, last + 1):
        apply_frame(model, recording.frame(seq))
    assert model_of(recording.snapshot(last)) == model
    canonical = json.loads(json.dumps(parsed.scenario.canonical()))
    again = Recording(Scenario.from_canonical(canonical))
    assert recording.hash(last) == again.hash(last)
    _inspect(recording, last)


def _as_text(value: object) -> str:
    """YAML 1.1 makes times of what JSON has as texts."""
    assert isinstance(value, date)
    return f"{value.isoformat()}Z"


def _inspect(recording: Recording, seq: int) -> None:
    shown: dict[str, Any] = recording.snapshot(seq)
    for view in shown["pods"]:
        assert Questions(recording).describe(seq, "Pod", view["key"])
        assert Questions(recording).why(seq, view["key"])
        assert Questions(recording).manifest(seq, "Pod", view["key"])
    for view in shown["nodes"]:
        assert Questions(recording).describe(seq, "Node", view["name"])
