"""The fields that an update may not change, as the table of fields names them."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.objects.fields.table import IMMUTABLE, TYPES
from scheduler_core.objects.manifest import Json, Manifest, mapping


def changed_immutable(type_name: str, old: Manifest, new: Manifest, path: str) -> Iterator[tuple[str, Json]]:
    """Path and new value of each immutable field that differs, in upstream's order. Fields below a template
    may change: they are those of other objects.
    """
    for row in sorted(TYPES[type_name].values(), key=lambda row: row.place):
        before, after = old.get(row.name), new.get(row.name)
        here = f"{path}.{row.name}" if path else row.name
        if before == after:
            continue
        if IMMUTABLE in row.rules:
            yield here, after
        elif row.shape in TYPES and not row.shape.endswith("TemplateSpec"):
            yield from changed_immutable(row.shape, mapping(before), mapping(after), here)
