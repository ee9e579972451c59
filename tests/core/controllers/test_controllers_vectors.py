"""Every recorded case beside this file agrees, field by field, with what the rule says."""

from __future__ import annotations

from pathlib import Path

import pytest

from scheduler_core.objects.manifest import Manifest
from tests.core.vectors import disagreements, recorded_cases


@pytest.mark.parametrize(("rule", "given", "expected"), recorded_cases(Path(__file__).parent))
def test_a_recorded_case_agrees(rule: str, given: Manifest, expected: Manifest) -> None:
    assert [] == disagreements(rule, given, expected)
