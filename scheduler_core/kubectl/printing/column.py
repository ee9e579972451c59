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
"""The cell's value for an object as the API serves it, at an epoch millisecond."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a Table. kubectl shows a `wide` column only with `-o wide`."""

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
    """The age of a timestamp; `<unknown>` when it is missing or unreadable."""
    at = parse_time(text(stamp))
    return UNKNOWN if at is None else human_duration(now - at)


def age(manifest: Manifest, now: int) -> Json:
    return since(find(manifest, "metadata", "creationTimestamp"), now)


NAME = Column("Name", name_of, format="name")
AGE = Column("Age", age)


def field(name: str, *path: str | int, default: str = "", wide: bool = False) -> Column:
    """A column with the text of the field at a path, or `default` when that is empty."""
    return Column(name, lambda manifest, now: text(find(manifest, *path)) or default, wide=wide)


def number(name: str, *path: str | int) -> Column:
    return Column(name, lambda manifest, now: count(manifest, *path), type="integer")


def length(name: str, *path: str | int) -> Column:
    return Column(name, lambda manifest, now: len(items(find(manifest, *path))), type="integer")


def count(manifest: Manifest, *path: str | int) -> int:
    value = find(manifest, *path)
    return int(value) if isinstance(value, (int, float)) else 0


def containers_column(name: str, part: str, *above: str) -> Column:
    """A field of the containers of the pod template at `spec` below `above`, separated by commas."""

    def cell(manifest: Manifest, now: int) -> Json:
        containers = items(find(manifest, *above, "spec", "template", "spec", "containers"))
        return ",".join(text(find(container, part)) for container in containers)

    return Column(name, cell, wide=True)


CONTAINERS, IMAGES = containers_column("Containers", "name"), containers_column("Images", "image")


def _selector(manifest: Manifest, now: int) -> Json:
    return labels_text(find(manifest, "spec", "selector"))


def labels_text(value: Json) -> str:
    """A label selector or a map of labels in one line; `<none>` when it is empty or selects everything."""
    if not isinstance(value, Mapping) or not value:
        return NONE
    if "matchLabels" in value or "matchExpressions" in value:
        shown = selector_text(LabelSelector.parse(value))
        return NONE if shown == "<all>" else shown
    return selector_text(map_selector({key: text(entry) for key, entry in value.items()}))


SELECTOR = Column("Selector", _selector, wide=True)
MODES: Mapping[str, str] = {
    "ReadWriteOnce": "RWO",
    "ReadOnlyMany": "ROX",
    "ReadWriteMany": "RWX",
    "ReadWriteOncePod": "RWOP",
}


def access_modes(value: Json) -> str:
    modes = {text(mode) for mode in items(value)}
    return ",".join(short for mode, short in MODES.items() if mode in modes)


def terminating(manifest: Manifest) -> bool:
    return bool(mapping(manifest.get("metadata")).get("deletionTimestamp"))
