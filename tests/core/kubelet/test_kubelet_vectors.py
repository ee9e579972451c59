"""Every recorded case beside this file agrees, field by field, with what the rule says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from scheduler_core.objects.manifest import Manifest
from scheduler_core.parity.differences import differences
from scheduler_core.parity.vectors import RULES

DATA = Path(__file__).parent / "data"


def _cases() -> Iterator[object]:
    for file in sorted(DATA.glob("*.json")):
        for index, case in enumerate(json.loads(file.read_text())):
            yield pytest.param(
                file.stem, case["input"], case["expected"], id=f"{file.stem}-{index}-{case['name']}"
            )


@pytest.mark.parametrize(("rule", "given", "expected"), list(_cases()))
def test_a_recorded_case_agrees(rule: str, given: Manifest, expected: Manifest) -> None:
    got = RULES[rule](given)

    told = {field: value for field, value in got.items() if field in expected}
    assert [] == differences(expected, told)
