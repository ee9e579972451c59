"""Renews the table of Kubernetes' fields from upstream's Go types: `python -m tools.kube_fields API
APIMACHINERY`, the folders of k8s.io/api and k8s.io/apimachinery.

Names, shapes, numbers and merge keys come from there; what is kept of a field, which feature it belongs to
and how it is validated stays. So do rows that the source has not. Types are those that the kinds in the table
reach.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from scheduler_core.objects.fields.table import FILE, TYPE_RULES, TYPES, Field

WIDTH = 119
_SCALARS = {
    "string": "s",
    "UID": "s",
    "int": "i",
    "int32": "i",
    "int64": "i",
    "float64": "n",
    "bool": "b",
    "Time": "t",
    "MicroTime": "t",
    "Quantity": "q",
    "IntOrString": "x",
    "[]byte": "y",
    "RawExtension": "o",
    "FieldsV1": "o",
}
_OTHER_NAMES = {
    "core.ResourceClaim": "CoreV1ResourceClaim",
    "core.Event": "CoreEvent",
    "storage.TokenRequest": "StorageV1TokenRequest",
}
"""Types of which another group has one of the same name."""
_STRUCT = re.compile(r"^type (\w+) struct \{\n(.*?)^\}", re.M | re.S)
_ALIAS = re.compile(r"^type (\w+) (string|int32|map\[\w+\]\S+|\[\]\S+)\s*$", re.M)
_FIELD = re.compile(r"^\t(?:\w+[ \t]+)?([\w.*\[\]]+)[ \t]+`([^`]*)`")
_MAP_KEY = re.compile(r"^\t// \+listMapKey=(\w+)")


class Member(NamedTuple):
    """A line of a Go struct: its type, its tags, and the keys of the list."""

    type: str
    tags: Mapping[str, str]
    keys: tuple[str, ...]


class Upstream:
    """The structs of all groups, by `group.Name`."""

    def __init__(self, api: Path, machinery: Path) -> None:
        paths = sorted(api.glob("*/v1*/types.go"), key=lambda path: path.parent.name != "v1")  # v1 decides
        files = [(path.parent.parent.name, path) for path in paths]
        self.structs: dict[str, list[Member]] = {}
        self.aliases: dict[str, str] = {}
        for group, path in [*files, ("meta", machinery / "pkg/apis/meta/v1/types.go")]:
            text = path.read_text(encoding="utf-8")
            self.aliases = {**dict(_ALIAS.findall(text)), **self.aliases}
            for name, body in _STRUCT.findall(text):
                self.structs.setdefault(f"{group}.{name}", list(_members(body)))

    def shape(self, go: str, group: str) -> str:
        go = go.lstrip("*")
        if go in _SCALARS:
            return _SCALARS[go]
        if go.startswith("[]"):
            return f"[{self.shape(go[2:], group)}]"
        if of_map := re.fullmatch(r"map\[[\w.]+\](.*)", go):
            return "{" + self.shape(of_map[1], group) + "}"
        name = go.rpartition(".")[2]
        if name in self.aliases:
            return self.shape(self.aliases[name], group)
        return _SCALARS.get(name) or _OTHER_NAMES.get(f"{group}.{name}", name)

    def find(self, name: str) -> str:
        """`group.Name` of a type of the table: of several that with the most fields in common."""
        for full, other in _OTHER_NAMES.items():
            if other == name:
                return full
        names = set(TYPES.get(name, ()))
        named = [
            full for full in self.structs if full.rpartition(".")[2] == name and full not in _OTHER_NAMES
        ]
        return max(named, key=lambda full: len({row.name for row in self.rows(full)} & names), default="")

    def rows(self, full: str, inside: str = "") -> Iterator[Field]:
        group = full.partition(".")[0]
        for go, tags, keys in self.structs.get(full, ()):
            name, *options = tags.get("json", "").split(",")
            number = tags["protobuf"].split(",")[1] if "protobuf" in tags else ""
            if not name:
                inner = go.rpartition(".")[2]
                home = "meta" if f"meta.{inner}" in self.structs else group
                rows = self.rows(f"{home}.{inner}", f"{number}." if number else "")
                sent = inner != "TypeMeta"  # of an object around it
                yield from rows if sent else (row._replace(number="") for row in rows)
                continue
            shape = self.shape(go, group)
            zero = (shape in "is" and go.startswith("*")) or (shape == "i" and "omitempty" not in options)
            first = tags.get("patchMergeKey", "")
            merged = (first, *(key for key in keys if key != first)) if first else ()
            merges = "merge" in tags.get("patchStrategy", "").split(",")
            yield Field(name, shape, inside + number if number else "", merged if merges else None, zero=zero)


def _members(body: str) -> Iterator[Member]:
    keys: list[str] = []
    for line in body.split("\n"):
        if key := _MAP_KEY.match(line):
            keys.append(key[1])
        elif member := _FIELD.match(line):
            yield Member(member[1], dict(re.findall(r'(\w+):"([^"]*)"', member[2])), tuple(keys))
            keys = []


def renewed(upstream: Upstream) -> dict[str, dict[str, Field]]:
    types: dict[str, dict[str, Field]] = {}
    todo = [name for name, rows in TYPES.items() if "kind" in rows and "apiVersion" in rows]
    while todo:
        name = todo.pop()
        if name in types:
            continue
        rows = dict(TYPES.get(name, {}))
        for row in upstream.rows(upstream.find(name)):
            old = rows.get(row.name, row)
            kept = {name: getattr(old, name) for name in ("policy", "feature", "check", "rules", "required")}
            rows[row.name] = old if old.old else row._replace(**kept)
        types[name] = {field: rows[field] for field in sorted(rows)}
        todo += [inner for row in rows.values() if len(inner := row.shape.strip("[]{}")) > 1]
    return types


def wrapped(line: str) -> Iterator[str]:
    """The line in pieces; those after the first begin with a blank."""
    piece, *words = line.split(" ")
    for word in words:
        if len(piece) + len(word) >= WIDTH:
            yield piece
            piece = ""
        piece += f" {word}"
    yield piece


def text_of(types: Mapping[str, Mapping[str, Field]]) -> str:
    """The text of the table."""
    heads = {name: "+".join((name, *TYPE_RULES.get(name, ()))) for name in types}
    lines = [" ".join((heads[name], *map(str, types[name].values()))) for name in sorted(types)]
    return "".join(f"{piece}\n" for line in lines for piece in wrapped(line))


def main(api: str, machinery: str) -> None:
    FILE.write_text(text_of(renewed(Upstream(Path(api), Path(machinery)))), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
