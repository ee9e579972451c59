"""kubectl's JSONPath templates: `{.items[*].metadata.name}`, `{range …}{end}`, filters.

Source: client-go util/jsonpath (v0.34), without recursive descent and unions."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from playground.console.output import LineError

_PIECE = re.compile(r"\{((?:[^{}\"']|\"[^\"]*\"|'[^']*')*)\}|([^{]+)")
_STEP = re.compile(
    r"\.(?P<name>(?:\\.|[^.\[\\ ])+)|\[(?P<place>-?\d+)\]|\[(?P<all>\*)\]|\[(?P<from>-?\d*):(?P<to>-?\d*)\]"
    r"|\[(?P<quote>['\"])(?P<key>[^'\"]+)(?P=quote)\]"
    r"|\[\?\(@(?P<path>[^=!<> ]+)\s*(?P<op>==|!=)\s*(?P<value>\"[^\"]*\"|'[^']*'|[^)]+)\)\]"
)
_ESCAPES = {"\\n": "\n", "\\t": "\t", '\\"': '"', "\\\\": "\\"}
MOST = 100_000


def render(template: str, value: Any) -> str:
    """The text of a template for a value."""
    pieces = _pieces(template)
    text, _ = _rendered(pieces, 0, value)
    return text


def results(path: str, value: Any) -> list[Any]:
    """The values at a path such as `.status.phase` or `{.status.phase}`."""
    inner = path.strip().removeprefix("{").removesuffix("}").strip().removeprefix("$")
    return _walk([value], inner if inner.startswith((".", "[")) else f".{inner}")


def _pieces(template: str) -> list[tuple[str, str]]:
    """Splits a template into text and actions."""
    pieces: list[tuple[str, str]] = []
    at = 0
    while at < len(template):
        piece = _PIECE.match(template, at)
        if piece is None:
            raise LineError("error: error parsing jsonpath: unclosed action")
        pieces.append(("text", piece[2]) if piece[1] is None else ("action", piece[1].strip()))
        at = piece.end()
    return pieces


def _rendered(pieces: Sequence[tuple[str, str]], at: int, value: Any) -> tuple[str, int]:
    """The text up to the matching `end`, and the index after it."""
    parts: list[str] = []
    size = 0
    while at < len(pieces):
        kind, piece = pieces[at]
        at += 1
        if kind == "text":
            part = piece
        elif piece == "end":
            return "".join(parts), at
        elif piece.startswith("range "):
            part, behind = "", at
            listed = results(piece.removeprefix("range "), value)
            for item in listed or [None]:
                text, behind = _rendered(pieces, at, item)
                part += text if listed else ""
                if size + len(part) > MOST:
                    raise LineError("error: the result is too long")
            at = behind
        elif piece[:1] in "\"'":
            part = re.sub(r"\\[nt\"\\]", lambda escape: _ESCAPES[escape[0]], piece[1:-1])
        else:
            part = " ".join(_text(item) for item in results(piece, value))
        parts.append(part)
        size += len(part)
        if size > MOST:
            raise LineError("error: the result is too long")
    return "".join(parts), at


def _walk(values: list[Any], path: str) -> list[Any]:
    """The values at a path, starting from several values."""
    at = 0
    while at < len(path):
        step = _STEP.match(path, at)
        if step is None:
            if path[at:].strip(". ") == "":
                break
            raise LineError(f"error: error parsing jsonpath {path[:80]}, unrecognized character in action")
        values = [inner for value in values for inner in _step(value, step)][:MOST]
        at = step.end()
    return values


def _step(value: Any, step: re.Match[str]) -> list[Any]:
    if step["name"] is not None or step["key"] is not None:
        key = step["key"] or re.sub(r"\\(.)", r"\1", step["name"])
        if key == "*":
            return list(value.values()) if isinstance(value, dict) else list(value or ())
        return [value[key]] if isinstance(value, dict) and key in value else []
    if not isinstance(value, list):
        return []
    if step["place"] is not None:
        return value[int(step["place"]) :][:1] if -len(value) <= int(step["place"]) < len(value) else []
    if step["all"]:
        return value
    if step["path"] is not None:
        constant = step["value"].strip().strip("\"'")
        return [
            item
            for item in value
            if (constant in [_text(inner) for inner in results(step["path"], item)]) == (step["op"] == "==")
        ]
    start, end = (int(step[name]) if step[name] not in ("", None, "-") else None for name in ("from", "to"))
    return value[start:end]


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
