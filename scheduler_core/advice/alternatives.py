"""Alternatives: sets of changes that would clear one obstacle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice, product
from typing import TypeAlias

from scheduler_core.advice.changes import Change

MAX_ALTERNATIVES = 6

Alternative: TypeAlias = tuple[Change, ...]
"""Changes that clear an obstacle together."""

CLEARED_BY_OTHERS: tuple[Alternative, ...] = ((),)
"""The empty alternative: the change that clears another obstacle clears this one as well."""


def together(options: Iterable[Sequence[Alternative]]) -> tuple[Alternative, ...]:
    """Alternatives that combine one alternative of each option; empty when an option has none."""
    chosen = islice(product(*options), MAX_ALTERNATIVES)
    return tuple(tuple(change for part in parts for change in part) for parts in chosen)
