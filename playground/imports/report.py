"""The report of an import for people. Objects with the same remarks share a line, even thousands of pods."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from playground.imports.files import Places
from playground.texts.manifests import words
from playground.texts.manifests.object_reports import ObjectReport, Remark

FATES = ("refused", "ignored", "changed", "kept")
MAX_GROUPS = 200
MAX_NAMES = 40


@dataclass(frozen=True, slots=True)
class Group:
    """Objects of one kind with the same fate and the same remarks."""

    fate: str
    kind: str
    count: int
    names: tuple[str, ...]
    """At most `MAX_NAMES`, as namespace/name."""
    line: int
    """The line of the first object; 0 when it is not in the text."""
    remarks: tuple[Remark, ...]
    place: str = ""
    """`file:line` of the first object when the text consists of several files; else ""."""

    def to_json(self) -> dict[str, Any]:
        return {
            "fate": self.fate,
            "kind": self.kind,
            "count": self.count,
            "names": list(self.names),
            "line": self.line,
            "remarks": [[remark.code, dict(remark.args), remark.path] for remark in self.remarks],
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Group:
        remarks = tuple(Remark(code, args, path) for code, args, path in value["remarks"])
        return cls(
            value["fate"], value["kind"], value["count"], tuple(value["names"]), value["line"], remarks
        )

    def sentences(self) -> list[tuple[str, list[str]]]:
        """Each distinct sentence in the active language, with those of its paths that it does not name."""
        paths_by_sentence: dict[str, list[str]] = {}
        for remark in self.remarks:
            sentence = words.say(remark.code, remark.args)
            paths = paths_by_sentence.setdefault(sentence, [])
            if remark.path and remark.path not in paths and not _names(sentence, remark.path):
                paths.append(remark.path)
        return list(paths_by_sentence.items())

    @property
    def more(self) -> int:
        return self.count - len(self.names)


def grouped(report: Iterable[ObjectReport]) -> list[Group]:
    """Groups by fate, in the order of the text. Beyond `MAX_GROUPS` they are joined more coarsely."""
    members = list(report)
    groups = _group_by(members, lambda row: (row.fate, row.kind, _remarks(row)))
    if len(groups) > MAX_GROUPS:
        groups = _group_by(members, lambda row: (row.fate, row.kind, tuple(r.code for r in row.remarks)))
    if len(groups) > MAX_GROUPS:
        groups = _group_by(members, lambda row: (row.fate, row.kind, ()))
    return sorted(groups, key=lambda group: FATES.index(group.fate))


def placed(groups: Iterable[Group], places: Places) -> list[Group]:
    """The groups with their places in the uploaded files."""
    return [replace(group, place=places.line_name(group.line)) if group.line else group for group in groups]


def counts(groups: Iterable[Group]) -> dict[str, int]:
    """The number of objects for each fate."""
    numbers = dict.fromkeys(reversed(FATES), 0)
    for group in groups:
        numbers[group.fate] += group.count
    return numbers


def _names(sentence: str, path: str) -> bool:
    """Whether the sentence names exactly this path. A longer path that contains it does not count."""
    return re.search(rf"(?<![\w.]){re.escape(path)}(?![\w\[]|\.\w)", sentence, re.ASCII) is not None


def _remarks(row: ObjectReport) -> str:
    return repr([(remark.code, remark.args, remark.path) for remark in row.remarks])


def _group_by(members: list[ObjectReport], key: Any) -> list[Group]:
    """Groups reports by a key, in the order of the first of each group."""
    together: dict[Any, list[ObjectReport]] = {}
    for member in members:
        together.setdefault(key(member), []).append(member)
    return [_group(entry) for entry in together.values()]


def _group(members: list[ObjectReport]) -> Group:
    first = members[0]
    names = tuple(f"{m.namespace}/{m.name}" if m.namespace else m.name for m in members[:MAX_NAMES])
    return Group(first.fate, first.kind, len(members), names, first.line, first.remarks)
