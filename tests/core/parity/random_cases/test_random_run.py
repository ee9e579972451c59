"""The command on random cases: what it counts, prints and writes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scheduler_core.parity.__main__ import main
from scheduler_core.parity.random_cases import promises, random_run
from scheduler_core.parity.random_cases.promises import PROMISES, Broken
from scheduler_core.parity.random_cases.random_run import run_random


def test_the_command_counts_cases_and_tells_every_promise(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["--random", "3", "--seed", "command"])

    lines = capsys.readouterr().out.splitlines()
    assert 0 == code
    assert lines[:-1] == [f"random, seed command: {name}: kept by 3 of 3" for name in PROMISES]
    assert "3 passed, 0 failed" == lines[-1]


def test_a_broken_promise_is_shown_and_ends_with_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def breaking(case: dict[str, object], _: object) -> tuple[Broken, ...]:
        return (Broken(str(case["id"]), "memo_changes_nothing", "differs"),)

    monkeypatch.setattr(random_run, "broken_promises", breaking)
    code = main(["--random", "2", "--seed", "s", "--show", "1"])

    lines = capsys.readouterr().out.splitlines()
    assert 1 == code
    assert "random-s-0: memo_changes_nothing: differs" == lines[0]
    assert "random, seed s: memo_changes_nothing: kept by 0 of 2" in lines
    assert "0 passed, 2 failed" == lines[-1]


def test_several_processes_find_what_one_finds() -> None:
    assert run_random(4, "jobs", 2) == run_random(4, "jobs")


def test_written_cases_are_a_recorded_file_of_the_model_s_own_verdicts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, result = tmp_path / "own.sequence.jsonl.gz", tmp_path / "result.json"
    main(["--random", "2", "--seed", "w", "--write", str(file), "--json", str(result)])

    assert 0 == main([str(file)])
    assert "2 passed, 0 failed" == capsys.readouterr().out.splitlines()[-1]
    (release,) = json.loads(result.read_text())["releases"].values()
    assert release["random"] == {
        "seed": "w",
        "cases": 2,
        "promises": dict.fromkeys(promises.PROMISES, 2),
    }


@pytest.mark.parametrize(
    "arguments", [[], ["--random", "1", "--write", "cases.txt"], ["--write", "a.sequence.jsonl"]]
)
def test_arguments_that_say_nothing_to_compare_are_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)

    assert 2 == ended.value.code
