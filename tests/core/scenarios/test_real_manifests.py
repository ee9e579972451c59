"""Whatever real file is pasted: it plays, it replays to the same hash, and its frames are the whole truth."""

from __future__ import annotations

import json
import os
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

from scheduler_core import Run, Scenario, SourceDocument, parse_scenario
from tests.core.browser_frames import apply_frame, model_of

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
    recording = Run(parsed.scenario)
    last = recording.advance(0, "quiet", limit=FRAMES)
    model = model_of(recording.snapshot(0))
    for seq in range(1, last + 1):
        apply_frame(model, recording.frame(seq))
    assert model_of(recording.snapshot(last)) == model
    canonical = json.loads(json.dumps(parsed.scenario.canonical()))
    again = Run(Scenario.from_canonical(canonical))
    assert recording.hash(last) == again.hash(last)
    _inspect(recording, last)


def _as_text(value: object) -> str:
    """YAML 1.1 makes times of what JSON has as texts."""
    assert isinstance(value, date)
    return f"{value.isoformat()}Z"


def _inspect(recording: Run, seq: int) -> None:
    shown: dict[str, Any] = recording.snapshot(seq)
    for view in shown["pods"]:
        assert recording.ask("describe", seq, kind="Pod", key=view["key"])
        assert recording.ask("why", seq, pod=view["key"])
        assert recording.ask("manifest", seq, kind="Pod", key=view["key"])
    for view in shown["nodes"]:
        assert recording.ask("describe", seq, kind="Node", key=view["name"])
