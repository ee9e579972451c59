"""Every recorded file of every release agrees, case by case: every third case, or each with PODIUM_EVERY=1."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scheduler_core.objects.releases.releases import release
from scheduler_core.objects.releases.version import HELD
from scheduler_core.parity.results import row
from scheduler_core.parity.runner import run_file
from tests.harness.series import EVERY

HERE = Path(__file__).parent
DATA = {"1.34": HERE / "data", "1.36": HERE / "data-1.36"}
FIGURES = json.loads((HERE.parents[2] / "playground/site/exactness.json").read_text("utf-8"))["releases"]
FILES = [
    (minor, str(path.relative_to(DATA[minor])))
    for minor in DATA
    for path in sorted(DATA[minor].rglob("*.gz"), key=lambda path: path.name)
]


@pytest.mark.parametrize(("minor", "name"), FILES)
def test_every_case_of_the_file_agrees(minor: str, name: str) -> None:
    report = run_file(str(DATA[minor] / name), release=release(minor), every=EVERY)

    failed = [
        (problem.case, problem.text, [d.lines() for d in problem.differences[:3]])
        for problem in report.problems
    ]

    figure = next(file for file in FIGURES[minor]["files"] if file["file"] == row(report)["file"])
    taken = {key: -(-figure[key] // EVERY) for key in ("cases", "agreed")}
    assert report.passed > 0
    assert [] == failed
    assert row(report) == figure | taken, "the figures of /exact are old: run `make parity`"


@pytest.mark.parametrize("minor", DATA)
def test_all_nine_themes_are_there(minor: str) -> None:
    themes = {Path(name).name.split(".")[0] for of, name in FILES if of == minor and ".decide.jsonl" in name}

    assert 9 == len(themes)


@pytest.mark.parametrize("minor", DATA)
def test_the_figures_of_the_page_are_of_these_files_and_this_version(minor: str) -> None:
    files = [Path(name).name.split(".json")[0] for of, name in FILES if of == minor]
    assert [entry["file"] for entry in FIGURES[minor]["files"]] == files
    assert HELD[minor] == FIGURES[minor]["modelled"]


def test_the_releases_that_are_said_to_be_held_are_compared() -> None:
    assert HELD.keys() == DATA.keys() == FIGURES.keys()
