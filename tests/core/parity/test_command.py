"""The parity command: what it prints and how it ends."""

import gzip
import json
from pathlib import Path

import pytest

from scheduler_core.parity.__main__ import main
from scheduler_core.parity.differences import MISSING, Difference, differences

DATA = Path(__file__).parent / "data"


@pytest.fixture
def first_case() -> dict[str, object]:
    with gzip.open(DATA / "taints.decide.jsonl.gz", "rt") as lines:
        return json.loads(next(lines))


def test_the_last_line_counts_and_success_exits_with_0(
    tmp_path: Path, first_case: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "own.decide.jsonl"
    file.write_text(json.dumps(first_case) + "\n")

    code = main([str(file)])

    assert 0 == code
    assert "1 passed, 0 failed" == capsys.readouterr().out.splitlines()[-1]


def test_a_difference_is_shown_as_path_expected_got_and_exits_with_1(
    tmp_path: Path, first_case: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    first_case["verdict"]["pods"][0]["pod"] = "default/somebody-else"
    file = tmp_path / "own.decide.jsonl"
    file.write_text(json.dumps(first_case) + "\n")

    code = main([str(file), "--show", "1"])

    lines = capsys.readouterr().out.splitlines()
    assert 1 == code
    assert "  $.pods[0].pod" == lines[1]
    assert '    expected "default/somebody-else"' == lines[2]
    assert lines[3].startswith('    got      "default/')
    assert "0 passed, 1 failed" == lines[-1]


def test_an_unknown_rule_is_said_plainly_and_counts_as_failed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "made_up.json"
    file.write_text(
        '[{"name": "a", "input": {}, "expected": {}}, {"name": "b", "input": {}, "expected": {}}]'
    )

    code = main([str(file)])

    lines = capsys.readouterr().out.splitlines()
    assert 1 == code
    assert "no adapter for the rule 'made_up'" in lines[0]
    assert "0 passed, 2 failed" == lines[-1]


def test_a_file_that_cannot_be_read_counts_as_failed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main([str(tmp_path / "nowhere.decide.jsonl")])

    assert 1 == code
    assert "0 passed, 1 failed" == capsys.readouterr().out.splitlines()[-1]


def test_two_processes_count_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    code = main([str(DATA / "taints.sequence.jsonl.gz"), "--jobs", "2"])

    assert 0 == code
    assert "25 passed, 0 failed" == capsys.readouterr().out.splitlines()[-1]


def test_differences_name_missing_and_superfluous_values() -> None:
    assert differences({"a": 1, "b": [1]}, {"b": [1, 2], "c": 3}) == [
        Difference("$.a", 1, MISSING),
        Difference("$.b[1]", MISSING, 2),
        Difference("$.c", MISSING, 3),
    ]


def test_the_figures_are_written_to_a_file_without_a_date(
    tmp_path: Path, first_case: dict[str, object]
) -> None:
    file, result = tmp_path / "own.decide.jsonl", tmp_path / "result.json"
    file.write_text(json.dumps(first_case) + "\n")

    main([str(file), "--json", str(result)])

    row = {"file": "own.decide", "theme": "own", "kind": "decide", "cases": 1, "agreed": 1}
    assert {"1.34": {"modelled": "v1.34.1", "files": [row]}} == json.loads(result.read_text())["releases"]


def test_the_figures_of_another_release_stay(tmp_path: Path, first_case: dict[str, object]) -> None:
    file, result = tmp_path / "own.decide.jsonl", tmp_path / "result.json"
    file.write_text(json.dumps(first_case) + "\n")

    for release in ("1.36", "1.34"):
        main([str(file), "--release", release, "--json", str(result)])

    written = json.loads(result.read_text())["releases"]
    assert [("1.34", "v1.34.1", 1), ("1.36", "v1.36.2", 0)] == [
        (minor, item["modelled"], item["files"][0]["agreed"]) for minor, item in written.items()
    ]


def test_of_a_folder_every_recorded_file_below_it_is_taken(
    tmp_path: Path, first_case: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    for name in ("x.decide.jsonl", "notes.md", "package.json"):
        (below / name).write_text(json.dumps(first_case) + "\n")
    with gzip.open(tmp_path / "y.decide.jsonl.gz", "wt") as lines:
        lines.write(json.dumps(first_case) + "\n")

    assert 0 == main([str(tmp_path)])
    lines = capsys.readouterr().out.splitlines()
    assert ["x.decide.jsonl", "y.decide.jsonl.gz"] == [Path(line.split(": ")[0]).name for line in lines[:-1]]
    assert "2 passed, 0 failed" == lines[-1]
