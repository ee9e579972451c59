"""The fate of each object of a text: kept, changed, ignored or refused, and why."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import scheduler_core as core
from playground.texts.manifests.yaml_source import Source


@dataclass(frozen=True, slots=True)
class Remark:
    """One remark about an object: a code with arguments, and the path that it concerns."""

    code: str
    args: Mapping[str, Any] = field(default_factory=dict)
    path: str = ""


@dataclass(frozen=True, slots=True)
class ObjectReport:
    """The fate of one object: kept, changed, ignored or refused; `line` counts from 1 and is 0 for an object
    that the text does not contain."""

    fate: str
    kind: str
    namespace: str
    name: str
    line: int
    remarks: tuple[Remark, ...]


@dataclass(slots=True)
class _Object:
    """An object while its remarks are collected."""

    kind: str
    namespace: str
    name: str
    remarks: list[Remark] = field(default_factory=list)


_Key = tuple[int, tuple[int, ...]]
"""The document, then the index in its list of items, in the list at that place, and so on; the indexes are
empty for an object that is a document of its own."""
_PLACE = re.compile(r"(?:items\[\d+\]\.?)+")
_NUMBER = re.compile(r"\d+")


def object_reports(
    source: Source, entries: Iterable[core.ReportEntry], headers: Mapping[int, tuple[core.Dropped, ...]]
) -> Iterator[ObjectReport]:
    """Combines the core's entries with what was dropped from Scenario documents, object by object."""
    objects: dict[_Key, _Object] = {}
    # Remarks about dropped fields come last.
    for entry in sorted(entries, key=lambda entry: "names" in entry.args):
        item = _Object(entry.kind, entry.namespace, entry.name)
        place, inside = ((), entry.path) if entry.index_in_list is None else _place_of(entry.path)
        report = objects.setdefault((entry.document, place), item)
        if entry.code != "kept":
            report.remarks.append(Remark(entry.code, _args(entry.args), inside))
    for index, dropped in headers.items():
        remarks = [Remark(entry.code, _args(entry.args), entry.path) for entry in dropped]
        if remarks:
            objects[index, ()] = _Object("Scenario", "", "", remarks)
    yield from _placed(source, objects)


def _placed(source: Source, objects: Mapping[_Key, _Object]) -> Iterator[ObjectReport]:
    documents = {document.index: document for document in source.documents}
    for index, place in sorted(objects):
        item = objects[index, place]
        document = documents.get(index)
        line = 1 if document is None else document.line_of(place)
        fate = _fate([remark.code for remark in item.remarks])
        yield ObjectReport(fate, item.kind, item.namespace, item.name, line, tuple(item.remarks))


def _args(args: Mapping[str, core.Json]) -> dict[str, core.Json]:
    """The arguments of a sentence; for dropped fields their number becomes `n`."""
    return {"n" if name == "count" and "names" in args else name: value for name, value in args.items()}


def _fate(codes: list[str]) -> str:
    """The fate of an object from the codes of its remarks."""
    for prefix, fate in (("invalid.", "refused"), ("ignored.", "ignored"), ("changed.", "changed")):
        if any(code.startswith(prefix) for code in codes):
            return fate
    silent = ("dropped.managed_fields", "dropped.fields")
    dropped = any(code.startswith("dropped.") and code not in silent for code in codes)
    return "changed" if dropped else "kept"


def _place_of(path: str) -> tuple[tuple[int, ...], str]:
    """(indexes in the lists, path inside the object): items[3].items[0].spec → ((3, 0), spec)."""
    lists = _PLACE.match(path)
    if lists is None:
        return (), path
    return tuple(map(int, _NUMBER.findall(lists.group()))), path[lists.end() :]
