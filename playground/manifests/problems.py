"""What is wrong with a text, as a value: where, which code, with which arguments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True)
class Position:
    """A place in a text; both numbers count from 1, as editors do."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class TextProblem:
    """One thing to say about a text. `code` names the sentence in `playground.manifests.words`."""

    code: str
    args: Mapping[str, object] = field(default_factory=dict)
    position: Position | None = None
    path: str = ""
    document: int | None = None
    severity: Severity = "error"
