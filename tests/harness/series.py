"""Long series of cases, of which `make test` takes every third and `PODIUM_EVERY=1 make test` each."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

EVERY = int(os.environ.get("PODIUM_EVERY", "3"))

T = TypeVar("T")


def sampled(series: Sequence[T], every: int = EVERY) -> Sequence[T]:
    """Every third case, or each with PODIUM_EVERY=1. The first is always among them."""
    return series[::every]
