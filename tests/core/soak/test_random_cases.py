"""Many random cases keep every promise of a decision; `make soak` draws as many as it is asked for."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import HealthCheck, given, settings

from scheduler_core.parity.random_cases.promises import broken_promises
from tests.core.parity.random_cases.strategies import cases

EXAMPLES = int(os.environ.get("PODIUM_SOAK", "0"))
"""How many cases a soak draws; 0: the few of the test suite, always the same."""


@settings(
    max_examples=EXAMPLES or 10,
    derandomize=not EXAMPLES,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    print_blob=False,
)
@given(case=cases)
def test_random_cases_keep_every_promise(case: dict[str, Any]) -> None:
    assert () == broken_promises(case)
