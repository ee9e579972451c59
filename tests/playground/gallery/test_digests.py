"""The state hashes and frames of all scenarios of the gallery and of all starts of the course, as one data file.

A change that only moves code leaves every digest as it is. A change of a rule, of a frame or of a scenario
changes some, and the file is written again on purpose, after a look at which ones it names:

    PODIUM_DIGESTS=renew .venv/bin/python -m pytest -n 0 tests/playground/gallery/test_digests.py
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from playground import limits
from playground.lessons.files import COURSE, open_lesson
from playground.paths import SCENARIOS
from playground.runs.new_runs import play_until_quiet
from playground.texts.manifests import importer
from scheduler_core import Run, Scenario

DATA = Path(__file__).with_name("digests.json")
PINNED: dict[str, list[str | int]] = json.loads(DATA.read_text()) if DATA.exists() else {}
RENEWS = os.environ.get("PODIUM_DIGESTS") == "renew"


def scenario(path: Path) -> Scenario:
    imported = importer.import_text(path.read_bytes(), add_nodes=False, with_source=True)
    assert imported.canonical is not None
    return Scenario.from_canonical(json.loads(imported.canonical))


def starts(path: Path) -> Iterator[tuple[str, Scenario]]:
    """Name and scenario of each start of a lesson."""
    lesson = open_lesson(path.read_text(encoding="utf-8")).lesson
    assert lesson is not None
    for start in lesson.starts:
        yield f"{path.stem}#{start.name}", start.played


def digest(recording: Run, head: int) -> list[str | int]:
    """The last step, the state hashes at the start, halfway and at the end, and a SHA-256 of all frames."""
    frames = hashlib.sha256()
    for seq in range(1, head + 1):
        frames.update(recording.encoded_frame(seq))
    hashes = (recording.hash(seq) for seq in (0, head // 2, head))
    return [head, *hashes, frames.hexdigest()]


def held(name: str, played: Scenario) -> tuple[list[str | int] | None, list[str | int]]:
    """The pinned digest and the one of today; where digests are renewed, both are that of today."""
    recording, head = play_until_quiet(played)
    today = digest(recording, min(head, limits.CANONICAL_FRAMES_MAX))
    if RENEWS:
        PINNED[name] = today
        DATA.write_text(json.dumps(dict(sorted(PINNED.items())), indent=1) + "\n")
    return PINNED.get(name), today


@pytest.mark.parametrize("path", sorted(SCENARIOS.glob("*.yaml")), ids=lambda path: path.stem)
def test_a_scenario_plays_the_same_frames_to_the_same_states(path: Path) -> None:
    expected, actual = held(path.stem, scenario(path))

    assert expected == actual


@pytest.mark.parametrize("path", sorted(COURSE.glob("*.yaml")), ids=lambda path: path.stem)
def test_the_starts_of_a_lesson_play_the_same_frames_to_the_same_states(path: Path) -> None:
    both = [held(name, played) for name, played in starts(path)]

    assert [expected for expected, _ in both] == [actual for _, actual in both]


def test_no_digest_is_left_of_a_scenario_or_lesson_that_went() -> None:
    scenarios = [path.stem for path in SCENARIOS.glob("*.yaml")]
    lessons = [name for path in COURSE.glob("*.yaml") for name, _ in starts(path)]

    assert sorted(scenarios + lessons) == sorted(PINNED)
