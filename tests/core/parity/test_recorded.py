"""Every recorded file agrees, case by case."""

from pathlib import Path

import pytest

from scheduler_core.parity.runner import run_file

DATA = Path(__file__).parent / "data"
FILES = sorted(path.name for path in DATA.glob("*.gz"))

# Recordings of one surprise that is not modelled: a pod deleted and made again under the same name while the
# first is in flight (its marker then never leaves the list, and events pile up).
KNOWN = {"queue.jsonl.gz": {"recreate_in_flight", "d01003"}}


@pytest.mark.parametrize("name", FILES)
def test_every_case_of_the_file_agrees(name: str) -> None:
    report = run_file(str(DATA / name))

    failed = [
        (problem.case, problem.text, [d.lines() for d in problem.differences[:3]])
        for problem in report.problems
        if problem.case not in KNOWN.get(name, set())
    ]

    assert failed == []
    assert report.passed > 0


def test_all_nine_themes_are_there() -> None:
    themes = {name.split(".")[0] for name in FILES if ".jsonl" in name} - {"queue"}

    assert len(themes) == 9
