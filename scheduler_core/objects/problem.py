"""What is wrong with a given value, and where: one type for manifests, inputs and configurations.

An answer of the API server with a status code is something else: see `apiserver/storage/results.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from scheduler_core.objects.manifest import Json, text
from scheduler_core.objects.replacing import replace

Severity: TypeAlias = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True)
class Position:
    """A place in a text; line and column count from 1, as in editors."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, with the path of the field.

    `path` is written as the API server writes it (`spec.containers[1].image`); "" means the whole value.
    `code` is the id of a translated sentence and `args` are its arguments; where a Kubernetes component words
    the problem itself, `args["text"]` holds that text without the path. `document` is the index of the
    document in its file, None for a value from no file; the reader of the file adds the `position`.
    """

    path: str
    code: str
    args: Mapping[str, Json] = field(default_factory=dict)
    document: int | None = None
    position: Position | None = None
    severity: Severity = "error"

    @staticmethod
    def of(path: str, code: str, words: str, **args: Json) -> Problem:
        """A problem with the text of a Kubernetes component."""
        return Problem(path, code, {"text": words, **args})

    def below(self, path: str) -> Problem:
        """The same problem of a value that stands at `path` in a larger one."""
        if not path or not self.path:
            return replace(self, path=path or self.path)
        return replace(self, path=f"{path}{self.path}" if self.path[0] == "[" else f"{path}.{self.path}")

    @property
    def text(self) -> str:
        """The component's own text; "" where it has none."""
        return text(self.args.get("text"))

    @property
    def sentence(self) -> str:
        """The text after its path, as the API server lists problems."""
        return f"{self.path}: {self.text}"
