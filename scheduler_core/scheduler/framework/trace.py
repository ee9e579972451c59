"""Traces: the state of plugins as the DecisionView of docs/protocol.md shows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TypeAlias

from scheduler_core.objects.manifest import Json


class Trace(Protocol):
    """An immutable value that the DecisionView shows under a field of its own."""

    def to_json(self) -> Json: ...


Traces: TypeAlias = Mapping[str, Trace]
"""Traces by the name of their field in the view."""

NO_TRACES: Traces = {}


class Journal(Protocol):
    """A record that is written while a dry run adds and removes pods."""

    def trace(self) -> Trace | None:
        """The record so far; None when it is empty."""
        ...
