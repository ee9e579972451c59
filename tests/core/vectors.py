"""Recorded cases of a rule: files of input and expected output in the folder `data` of a room."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scheduler_core.objects.manifest import Manifest
from scheduler_core.parity.differences import Difference, differences
from scheduler_core.parity.vectors import RULES


def recorded_cases(room: Path) -> list[Any]:
    """(name of the rule, input, expected output) of every recorded case of the room, as parameters of a test."""
    cases = [
        pytest.param(file.stem, case["input"], case["expected"], id=f"{file.stem}-{index}-{case['name']}")
        for file in sorted((room / "data").glob("*.json"))
        for index, case in enumerate(json.loads(file.read_text()))
    ]
    assert cases, f"nothing is recorded in {room}"
    return cases


def disagreements(rule: str, given: Manifest, expected: Manifest) -> list[Difference]:
    """The fields in which the rule's answer differs from the recorded one."""
    by_name = {field: value for field, value in RULES[rule](given).items() if field in expected}
    return differences(expected, by_name)
