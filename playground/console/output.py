"""The output of a command: lines of parts, some of which link to an object on the board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

MOST_LINES = 5_000
MOST_CHARACTERS = 1_000_000
CUT = "… (cut off here: the console prints so much of one command)"


@dataclass(frozen=True, slots=True)
class Link:
    """A text that links to a pod (`namespace/name`) or a node on the board."""

    text: str
    kind: str
    key: str


Part = str | Link


def link(kind: str, namespace: str, name: str, text: str = "") -> Part:
    """The name of an object, as a link when the board can show it."""
    label = text or name
    if kind == "Pod":
        return Link(label, "pod", f"{namespace}/{name}")
    return Link(label, "node", name) if kind == "Node" else label


@dataclass
class Output:
    """`code` is the exit code. `next` is the command that the console repeats while it waits; `edit` is a
    text for the editor and the command that receives it afterwards."""

    lines: list[tuple[Part, ...]] = field(default_factory=list)
    code: int = 0
    next: str = ""
    edit: tuple[str, str] | None = None
    changed: bool = False
    namespace: str = ""
    size: int = 0

    @property
    def full(self) -> bool:
        """Whether the limit of output has been reached."""
        return len(self.lines) > MOST_LINES or self.size > MOST_CHARACTERS

    def say(self, *parts: Part) -> None:
        if self.full:
            return
        self.size += sum(len(part.text if isinstance(part, Link) else part) for part in parts)
        full = len(self.lines) == MOST_LINES or self.size > MOST_CHARACTERS
        self.lines.append((CUT,) if full else parts)

    def text(self, words: str) -> None:
        for line in words.rstrip("\n").split("\n"):
            self.say(line)

    def tell(self, warnings: Iterable[str]) -> None:
        for warning in warnings:
            self.say(f"Warning: {warning}")

    def to_json(self) -> dict[str, Any]:
        members: dict[str, Any] = {"lines": [_line(line) for line in self.lines], "code": self.code}
        if self.next:
            members["next"] = self.next
        if self.edit is not None:
            members["edit"] = {"text": self.edit[0], "line": self.edit[1]}
        if self.namespace:
            members["namespace"] = self.namespace
        return {**members, "changed": self.changed}


def _line(parts: tuple[Part, ...]) -> Any:
    if all(isinstance(part, str) for part in parts):
        return "".join(part for part in parts if isinstance(part, str))
    return [{"text": text.text, text.kind: text.key} if isinstance(text, Link) else text for text in parts]


class LineError(Exception):
    """kubectl's message on stderr; the command ends with this exit code."""

    def __init__(self, text: str, code: int = 1) -> None:
        super().__init__(text)
        self.text, self.code = text, code
