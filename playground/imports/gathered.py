"""The manifests among many files: those of an archive or of a folder, as one text with a marker before
each.

Files are chosen by what they hold, not by their names, because every tool that gathers a cluster's state
names them in its own way (`oc adm must-gather`, `kubectl cluster-info dump`, sos)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from playground import limits
from playground.imports.files import join
from playground.texts.manifests.object_reports import ObjectReport, Remark
from playground.texts.manifests.yaml_source import decode
from scheduler_core import Json, Position, Problem

What: TypeAlias = Literal["file", "folder", "link", "other"]
HEAD_BYTES = 4_096
"""Bytes at the beginning of a file that say whether it holds manifests."""
NAME_CHARACTERS = 200
_MANIFEST = re.compile(
    rb"^[ \t]{0,8}\"?(?:apiVersion|kind|items)\"?[ \t]*:|^[\[{].{0,200}\"(?:apiVersion|kind)\"", re.M
)
_KIND = re.compile(r'^([ \t]*)"?kind"?[ \t]*:[ \t]*"?(\w{1,80})', re.M)
_SKIPPED_KINDS = frozenset(
    (
        *("APIRequestCount", "APIService", "CertificateSigningRequest", "ClusterRole", "ClusterRoleBinding"),
        *("ComponentStatus", "ConfigMap", "CustomResourceDefinition", "Endpoints", "EndpointSlice", "Event"),
        *("Image", "ImageStream", "ImageStreamTag", "NodeMetrics", "PackageManifest", "PodMetrics"),
        *("Role", "RoleBinding", "Secret", "ServiceAccount"),
    )
)
"""Kinds of which a cluster has many objects and by which nothing is scheduled. A file with one of them alone
is not read."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A file or something else in an archive or a folder. `read(n)` gives its next bytes, at most n."""

    name: str
    what: What
    read: Callable[[int], bytes]


@dataclass(frozen=True, slots=True)
class Gathered:
    """`text` holds the files with manifests; `reports` say what was left out."""

    text: str
    reports: tuple[ObjectReport, ...]


@dataclass(slots=True)
class _Count:
    """What was seen so far: the files that are read, and why others are not: code → how many."""

    texts: list[tuple[str, str]] = field(default_factory=list)
    size: int = 0
    entries: int = 0
    gone: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)


class DamagedError(Exception):
    """An archive ends too early, or cannot be unpacked further."""


class RefusedError(Exception):
    """An archive is refused for a problem."""

    def __init__(self, code: str, **args: Json) -> None:
        super().__init__(code)
        self.problem = Problem("", code, args, position=Position(1, 1))


def gathered(entries: Iterable[Entry]) -> Gathered | Problem:
    """The manifests of all entries, or why they are refused as a whole. What was read before an archive is
    damaged counts."""
    count = _Count()
    try:
        for entry in entries:
            _take(count, entry)
    except RefusedError as refused:
        return refused.problem
    except DamagedError:
        if not count.texts:
            return Problem("", "text.archive_damaged", position=Position(1, 1))
        last = count.texts[-1][0]
        count.gone["ignored.archive_end"] += 1
        return Gathered(join(count.texts), tuple(_reports(count, last)))
    if not count.texts:
        args: dict[str, Json] = {"n": count.entries}
        return Problem("", "text.archive_empty", args, position=Position(1, 1))
    return Gathered(join(count.texts), tuple(_reports(count, "")))


def _take(count: _Count, entry: Entry) -> None:
    count.entries += 1
    if count.entries > limits.ARCHIVE_ENTRIES:
        raise RefusedError("text.archive_too_many", limit=limits.ARCHIVE_ENTRIES)
    if ".." in re.split(r"[/\\]", entry.name):
        raise RefusedError("text.archive_leads_out", name=entry.name[:NAME_CHARACTERS])
    if entry.what == "folder":
        return
    if entry.what != "file":
        count.gone["ignored.archive_links" if entry.what == "link" else "ignored.archive_others"] += 1
        return
    head = entry.read(HEAD_BYTES)
    if b"\0" in head or _MANIFEST.search(head.removeprefix(b"\xef\xbb\xbf")) is None:
        count.gone["ignored.archive_files"] += 1
        return
    room = limits.IMPORT_UNPACKED_BYTES - count.size
    data = head + _rest(entry, room) if len(head) == HEAD_BYTES else head
    if len(data) > room:
        raise RefusedError("text.archive_text_too_large", limit=limits.IMPORT_UNPACKED_BYTES)
    text, problem = decode(data)
    kind = "" if problem is not None else _kind_of(text)
    if problem is not None or kind in _SKIPPED_KINDS:
        count.gone["ignored.archive_files" if problem is not None else "ignored.archive_kinds"] += 1
        count.kinds.update([kind] if kind else [])
        return
    count.size += len(data)
    count.texts.append((entry.name[-NAME_CHARACTERS:], text))


def _rest(entry: Entry, most: int) -> bytes:
    """What follows the head, read in pieces; one byte more than `most` at most."""
    pieces: list[bytes] = []
    while most >= 0 and (piece := entry.read(min(most + 1, 1024 * 1024))):
        pieces.append(piece)
        most -= len(piece)
    return b"".join(pieces)


def _kind_of(text: str) -> str:
    """The kind of the objects of a file, without `List`: that of the least indented line `kind:`; "" where
    documents of several kinds are in it."""
    least, kinds = 1_000, set[str]()
    for match in _KIND.finditer(text):
        indentation = len(match[1])
        if indentation < least:
            least, kinds = indentation, set()
        if indentation == least:
            kinds.add(match[2].removesuffix("List") or "List")
    return kinds.pop() if len(kinds) == 1 else ""


def _reports(count: _Count, last: str) -> Iterable[ObjectReport]:
    args: Mapping[str, Mapping[str, Json]] = {
        "ignored.archive_kinds": {"kinds": [kind for kind, _ in count.kinds.most_common()]},
        "ignored.archive_end": {"name": last},
    }
    for code, number in count.gone.items():
        yield ObjectReport("ignored", "", "", "", 0, (Remark(code, {"n": number, **args.get(code, {})}),))
