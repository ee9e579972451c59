"""Output of kubectl that ends in the middle of an object: everything before that object is read.

kubectl writes the keys of a list in the order apiVersion, items, kind, so a list that ends before its kind
was cut."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from playground.texts.manifests.yaml_source import Source
from scheduler_core import Position, Problem

_TOKEN = re.compile(r'"(?:[^"\\]++|\\.?)*+(?:"|\Z)|[\[\]{}]', re.DOTALL)
_DOCUMENT = re.compile(r"^---(?=[ \t\n])", re.MULTILINE)
_ITEMS = re.compile(r"^items:[ \t]*\n(?=([ ]*)- )", re.MULTILINE)
_KIND = re.compile(r'(?:^|[{,])[- \t]*"?kind"?[ \t]*:[ \t]*"?(\w+)', re.MULTILINE)
_METADATA = re.compile(r'^[- ]*"?metadata"?[ \t]*:[ \t]*\{?[ \t]*\n(?=([ ]+))', re.MULTILINE)
_NAME, _NAMESPACE = (
    rf'(?:^|[{{,])[ \t]*"?{field}"?[ \t]*:[ \t]*"?([-.\w]{{1,253}})' for field in ("name", "namespace")
)
_OF_A_CLUSTER = re.compile(r"^[ ]*(?:uid|creationTimestamp|resourceVersion|status):", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Whole:
    """A text without the object at its end that was cut, and the problem that names it."""

    text: str
    problem: Problem


def without_cut(text: str, source: Source) -> Whole | None:
    """The text up to the object in whose middle it ends; None for a text that was not cut."""
    if text.lstrip()[:1] == "{":
        return _of_json(text) if source.problems else None
    last = source.documents[-1] if source.documents else None
    if last is not None and not source.problems and _is_open_list(last.value):
        return _of_list(text, "text.cut_list")
    if _fails_at_end(text, source):
        return _of_list(text, "text.cut") or _of_document(text)
    return None


def _is_open_list(value: Any) -> bool:
    """Whether a value is a list as kubectl writes it, without the kind that stands at its end."""
    return isinstance(value, dict) and value.keys() == {"apiVersion", "items"} and bool(value["items"])


def _fails_at_end(text: str, source: Source) -> bool:
    """Whether the last problem is one of syntax in the last two lines with content."""
    problem = source.problems[-1] if source.problems else None
    if problem is None or problem.position is None or problem.code not in ("yaml.syntax", "yaml.key_type"):
        return False
    lines = 1 + text.rstrip().count("\n")
    return problem.position.line >= lines - 1


def _of_json(text: str) -> Whole | None:
    """Cut at the beginning of the last entry of the list of items, after which its brackets are closed."""
    brackets: list[str] = []
    begin = end = 0
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in ("{", "["):
            if brackets == ["{", "["]:
                begin = match.start()
            brackets.append(token)
        elif token in ("}", "]") and brackets:
            brackets.pop()
            end = match.end() if brackets == ["{", "["] else end
    if brackets[:2] != ["{", "["] or not end:
        return None
    if begin < end:  # cut between two entries
        begin = end
    kept = text[:begin].rstrip().rstrip(",")
    return Whole(f"{kept}]}}\n", _problem(text, begin, "text.cut"))


def _of_list(text: str, code: str) -> Whole | None:
    """Cut at the beginning of the last entry of the list in the last document."""
    begin = max((match.start() for match in _DOCUMENT.finditer(text)), default=0)
    items = _ITEMS.search(text, begin)
    if items is None:
        return None
    entry = f"\n{items[1]}- "
    last = text.rfind(entry, items.end())
    if last < 0:
        return None
    return Whole(text[: last + 1], _problem(text, last + 1, code))


def _of_document(text: str) -> Whole | None:
    """Cut at the beginning of the last document, where it is one that a cluster has written."""
    begin = max((match.start() for match in _DOCUMENT.finditer(text)), default=0)
    if not text[:begin].strip() or _OF_A_CLUSTER.search(text, begin) is None:
        return None
    return Whole(text[:begin], _problem(text, begin, "text.cut"))


def _problem(text: str, begin: int, code: str) -> Problem:
    rest = text[begin:]
    metadata = _metadata(rest)
    kind = _KIND.search(rest)
    name, namespace = (re.search(pattern, metadata, re.MULTILINE) for pattern in (_NAME, _NAMESPACE))
    key = "/".join(match[1] for match in (namespace, name) if match is not None)
    shown = f"{kind[1] if kind else ''} {key}".strip() or "?"
    position = Position(1 + text.count("\n", 0, begin) + (len(rest) - len(rest.lstrip("\n"))), 1)
    return Problem("", code, {"object": shown}, position=position, severity="warning")


def _metadata(entry: str) -> str:
    """The lines of an object's metadata without those of what is nested in it, such as labels and the keys of
    managedFields (`k:{"name":"app"}`); the whole entry where its metadata does not stand in lines of its own.
    """
    match = _METADATA.search(entry)
    if match is None:
        return entry
    lines = []
    for line in entry[match.end() :].split("\n"):
        indent = len(line) - len(line.lstrip(" "))
        if line.strip() and indent < len(match[1]):
            break
        if indent == len(match[1]):
            lines.append(line)
    return "\n".join(lines)
