"""Long series of cases, of which `make test` takes every third and `make test-thorough` (PODIUM_EVERY=1) each."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

import pytest

EVERY = int(os.environ.get("PODIUM_EVERY", "3"))

thorough = pytest.mark.skipif(EVERY > 1, reason="only in `make test-thorough`")
"""Marks a test that takes seconds of processor time and holds what cheaper tests beside it hold in part."""

T = TypeVar("T")


def sampled(series: Sequence[T], every: int = EVERY) -> Sequence[T]:
    """Every third case, or each with PODIUM_EVERY=1. The first is always among them."""
    return series[::every]
