"""`python -m scheduler_core.simulation`: a scenario told line by line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scheduler_core.simulation.__main__ import main
from tests.builders import node, pod
from tests.core.playing import scenario_from

DOCUMENTS = [{"apiVersion": "podium/v1", "kind": "Scenario"}, node("n1"), pod("p")]


def test_a_list_of_documents_and_its_canonical_scenario_tell_the_same_story(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told: list[str] = []
    for value in (DOCUMENTS, scenario_from(DOCUMENTS).canonical()):
        file = tmp_path / "scenario.json"
        file.write_text(json.dumps(value), encoding="utf-8")
        assert 0 == main([str(file)])
        told.append(capsys.readouterr().out)

    assert told[0] == told[1]
    assert "kube-scheduler" in told[0]
    assert told[0].splitlines()[-1].startswith("step 4, hash ")


def test_documents_that_are_no_scenario_are_told_by_path(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "scenario.json"
    file.write_text(json.dumps([{**DOCUMENTS[0], "spec": {"seed": "x"}}]), encoding="utf-8")

    assert 1 == main([str(file)])
    assert "document 0: spec.seed" in capsys.readouterr().err
