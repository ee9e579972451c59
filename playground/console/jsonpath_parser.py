"""Reads kubectl's JSONPath templates into actions.

Source: k8s.io/client-go util/jsonpath/parser.go (v0.35)."""

from __future__ import annotations

import re
from dataclasses import dataclass

_QUOTED_KEY = re.compile(r"'([^']*)'")
_SLICE = re.compile(r"(-?\d*)(:-?\d*)?(:-?\d*)?")
_COMPARISON = re.compile(r"([^!<>=]+)([!<>=]+)(.+)", re.DOTALL)
_NUMBER = re.compile(r"[+-]?[\d.]*")
_WORD = re.compile(r"[^ \t\r\n.,\[\]$@{}]+")
_FIELD = re.compile(r"(?:\\.|[^ \t\r\n.,\[\]$@{}\\])*")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "\\": "\\"}


class PathError(Exception):
    """What is wrong with a template, in the words of kubectl."""


@dataclass(frozen=True, slots=True)
class Literal:
    """A text, a number or a boolean."""

    value: str | int | float


@dataclass(frozen=True, slots=True)
class Identifier:
    """A word without a dot: `range`, `end`, or a mistake."""

    name: str


@dataclass(frozen=True, slots=True)
class Field:
    name: str


@dataclass(frozen=True, slots=True)
class Wildcard:
    pass


@dataclass(frozen=True, slots=True)
class Recursion:
    """`..`"""


@dataclass(frozen=True, slots=True)
class Array:
    """`[start:end:step]`; `single` is one index, whose end follows from it."""

    start: int | None
    end: int | None
    step: int | None
    single: bool = False


@dataclass(frozen=True, slots=True)
class Union:
    """`[0,2]`, `['a','b']`"""

    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Filter:
    """`[?(left operator right)]`; the operator is `exists` where there is none."""

    left: Action
    operator: str
    right: Action


Node = Literal | Identifier | Field | Wildcard | Recursion | Array | Union | Filter


@dataclass(frozen=True, slots=True)
class Action:
    """What stands between braces, or the text between two actions."""

    nodes: tuple[Node, ...] = ()

    def names(self, name: str) -> bool:
        return Identifier(name) in self.nodes


def parse(template: str) -> list[Action]:
    """The actions of a template. Raises PathError."""
    actions: list[Action] = []
    at = 0
    while at < len(template):
        brace = template.find("{", at)
        if brace < 0:
            brace = len(template)
        if brace > at:
            actions.append(Action((Literal(template[at:brace]),)))
        at = brace
        if at < len(template):
            action, at = _action(template, at + 1)
            actions.append(action)
    return actions


def _action(text: str, at: int) -> tuple[Action, int]:
    """The action that begins behind a brace, and the place behind its closing one."""
    nodes: list[Node] = []
    while True:
        character = text[at : at + 1]
        if character == "}":
            return Action(tuple(nodes)), at + 1
        if character in ("", "\r", "\n"):
            raise PathError("unclosed action")
        if text.startswith("[?(", at):
            node, at = _filter(text, at)
            nodes.append(node)
        elif text.startswith("..", at):
            if nodes and isinstance(nodes[-1], Recursion):
                raise PathError("invalid multiple recursive descent")
            nodes.append(Recursion())
            at += 2
            if _is_word(text[at : at + 1]):
                node, at = _field(text, at)
                nodes.append(node)
        elif character == "[":
            inside, at = _array(text, at)
            nodes += inside
        elif character in "\"'":
            node, at = _quote(text, at)
            nodes.append(node)
        elif character == ".":
            node, at = _field(text, at + 1)
            nodes.append(node)
        elif character in " @$":
            at += 1
        elif character in "+-0123456789":
            node, at = _number(text, at)
            nodes.append(node)
        elif _is_word(character):
            node, at = _identifier(text, at)
            nodes.append(node)
        else:
            raise PathError(f"unrecognized character in action: U+{ord(character):04X} '{character}'")


def _single(inside: str) -> Action:
    action, _ = _action(f"{inside}}}", 0)
    return action


def _is_word(character: str) -> bool:
    return character == "_" or character.isalnum()


def _field(text: str, at: int) -> tuple[Node, int]:
    match = _FIELD.match(text, at)
    name = match[0] if match else ""
    end = at + len(name)
    if name == "*":
        return Wildcard(), end
    return Field(name.replace("\\", "")), end


def _identifier(text: str, at: int) -> tuple[Node, int]:
    match = _WORD.match(text, at)
    name = match[0] if match else ""
    end = at + len(name)
    return (Literal(name == "true") if name in ("true", "false") else Identifier(name)), end


def _number(text: str, at: int) -> tuple[Node, int]:
    match = _NUMBER.match(text, at)
    number = match[0] if match else ""
    try:
        return Literal(float(number) if "." in number else int(number)), at + len(number)
    except ValueError:
        raise PathError(f"cannot parse number {number}") from None


def _quote(text: str, at: int) -> tuple[Node, int]:
    mark, end = text[at], at + 1
    while text[end : end + 1] != mark or text[end - 1] == "\\":
        if text[end : end + 1] in ("", "\n"):
            raise PathError("unterminated quoted string")
        end += 1

    def character(escape: re.Match[str]) -> str:
        if escape[1] or escape[2]:
            return chr(int(escape[1] or escape[2], 16))
        if escape[3] == mark:
            return mark
        if escape[3] not in _ESCAPES:
            raise PathError(f"unquote string {text[at : end + 1]} error invalid syntax")
        return _ESCAPES[escape[3]]

    return Literal(_ESCAPE.sub(character, text[at + 1 : end])), end + 1


def _array(text: str, at: int) -> tuple[tuple[Node, ...], int]:
    """The nodes of what stands in brackets, and the place behind them."""
    end = text.find("]", at)
    if end < 0 or "\n" in text[at:end]:
        raise PathError("unterminated array")
    inside = text[at + 1 : end]
    if "," in inside:
        parts = (_single(f"[{part.strip(' ')}]") for part in inside.split(","))
        return (Union(tuple(parts)),), end + 1
    if key := _QUOTED_KEY.fullmatch(inside):
        return _single(f".{key[1]}").nodes, end + 1
    bounds = _SLICE.fullmatch(":" if inside == "*" else inside)
    if bounds is None:
        raise PathError(f"invalid array index {inside}")
    try:
        start, stop, step = (
            int(bound.removeprefix(":")) if bound and bound != ":" else None for bound in bounds.groups()
        )
    except ValueError:
        raise PathError(f"array index {inside} is not a number") from None
    if bounds[2] is None:
        return (Array(start, (start or 0) + 1, step, single=True),), end + 1
    return (Array(start, stop, step),), end + 1


def _filter(text: str, at: int) -> tuple[Node, int]:
    """A filter. A quoted text in it may hold a bracket; there is one such text at most."""
    begin, mark, closed = at + 3, "", False
    end = begin
    while True:
        character = text[end : end + 1]
        if character in ("", "\n"):
            raise PathError("unterminated filter")
        if character in "\"'":
            if not mark:
                mark = character
            elif character == mark and text[end - 1] != "\\":
                closed = True
        elif character == ")" and bool(mark) == closed:
            break
        end += 1
    if text[end + 1 : end + 2] != "]":
        raise PathError("unclosed array expect ]")
    inside = text[begin:end]
    if comparison := _COMPARISON.fullmatch(inside):
        return Filter(_single(comparison[1]), comparison[2], _single(comparison[3])), end + 2
    return Filter(_single(inside), "exists", Action()), end + 2
