"""Every recorded file agrees, case by case."""

import json
from pathlib import Path

import pytest

from scheduler_core.parity.results import MODELLED, row
from scheduler_core.parity.runner import run_file

DATA = Path(__file__).parent / "data"
FIGURES = json.loads(
    (Path(__file__).parents[3] / "playground" / "site" / "exactness.json").read_text(encoding="utf-8")
)
FILES = sorted(path.name for path in DATA.glob("*.gz"))


@pytest.mark.parametrize("name", FILES)
def test_every_case_of_the_file_agrees(name: str) -> None:
    report = run_file(str(DATA / name))

    failed = [
        (problem.case, problem.text, [d.lines() for d in problem.differences[:3]])
        for problem in report.problems
    ]

    assert [] == failed
    assert report.passed > 0
    assert row(report) in FIGURES["files"], "the figures of /exact are old: run `make parity`"


def test_all_nine_themes_are_there() -> None:
    themes = {name.split(".")[0] for name in FILES if ".jsonl" in name} - {"queue"}

    assert 9 == len(themes)


def test_the_figures_of_the_page_are_of_these_files_and_this_version() -> None:
    assert [entry["file"] for entry in FIGURES["files"]] == [name.split(".json")[0] for name in FILES]
    assert MODELLED == FIGURES["modelled"]
