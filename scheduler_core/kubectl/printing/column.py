"""A column of a table, and what the cells of many kinds share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from scheduler_core.kubectl.describe.tab_writer import human_duration
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text
from scheduler_core.objects.scalars.times import parse_time
from scheduler_core.objects.selection.selectors import LabelSelector, map_selector, selector_text

NONE, UNKNOWN, UNSET = "<none>", "<unknown>", "<unset>"
Cell: TypeAlias = Callable[[Manifest, int], Json]
"""The cell of an object (as it is served) at an epoch millisecond."""


@dataclass(frozen=True, slots=True)
class Column:
    """`wide` columns are shown by `-o wide` alone."""

    name: str
    cell: Cell
    type: str = "string"
    wide: bool = False
    format: str = ""

    def definition(self) -> dict[str, Json]:
        return {
            "name": self.name,
            "type": self.type,
            "format": self.format,
            "description": self.name,
            "priority": 1 if self.wide else 0,
        }


def name_of(manifest: Manifest, now: int) -> Json:
    return text(find(manifest, "metadata", "name"))


def since(stamp: Json, now: int) -> str:
    """The age of a moment, `<unknown>` without one."""
    at = parse_time(text(stamp))
    return UNKNOWN if at is None else human_duration(now - at)


def age(manifest: Manifest, now: int) -> Json:
    return since(find(manifest, "metadata", "creationTimestamp"), now)


NAME = Column("Name", name_of, format="name")
AGE = Column("Age", age)


def field(name: str, *path: str | int, default: str = "", wide: bool = False) -> Column:
    """A column with the text of a field."""
    return Column(name, lambda manifest, now: text(find(manifest, *path)) or default, wide=wide)


def number(name: str, *path: str | int) -> Column:
    return Column(name, lambda manifest, now: count(manifest, *path), type="integer")


def count(manifest: Manifest, *path: str | int) -> int:
    found = find(manifest, *path)
    return int(found) if isinstance(found, (int, float)) else 0


def template_of(manifest: Manifest) -> Json:
    return find(manifest, "spec", "template", "spec")


def _containers(manifest: Manifest, part: str) -> str:
    return ",".join(text(find(each, part)) for each in items(find(template_of(manifest), "containers")))


CONTAINERS = Column("Containers", lambda manifest, now: _containers(manifest, "name"), wide=True)
IMAGES = Column("Images", lambda manifest, now: _containers(manifest, "image"), wide=True)


def _selector(manifest: Manifest, now: int) -> Json:
    return labels_text(find(manifest, "spec", "selector"))


def labels_text(value: Json) -> str:
    """A selector in one line; `<none>` for none."""
    if not isinstance(value, Mapping) or not value:
        return NONE
    if "matchLabels" in value or "matchExpressions" in value:
        said = selector_text(LabelSelector.parse(value))
        return NONE if said == "<all>" else said
    return selector_text(map_selector({key: text(entry) for key, entry in value.items()}))


SELECTOR = Column("Selector", _selector, wide=True)
MODES: Mapping[str, str] = {
    "ReadWriteOnce": "RWO",
    "ReadOnlyMany": "ROX",
    "ReadWriteMany": "RWX",
    "ReadWriteOncePod": "RWOP",
}


def access_modes(value: Json) -> str:
    given = {text(each) for each in items(value)}
    return ",".join(short for mode, short in MODES.items() if mode in given)


def terminating(manifest: Manifest) -> bool:
    return bool(mapping(manifest.get("metadata")).get("deletionTimestamp"))
