"""The path of a field, such as `spec.containers[0].resources.requests.cpu` or `metadata.labels['a/b']`, and
what the table of fields says of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scheduler_core.apiserver.documents.known_fields import FIELD_VALUES
from scheduler_core.inputs.reader import short
from scheduler_core.objects.fields.table import TYPES
from scheduler_core.objects.manifest import Json, Manifest, find, integer
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.scalars.quantity import QuantityError, parse_quantity
from scheduler_core.queries.history.fields import member_path

_STEP = re.compile(r"\.?([A-Za-z_][A-Za-z0-9_-]*)|\[(\d{1,6})\]|\['([^']*)'\]")
_OF_IDENTITY = frozenset(("name", "namespace", "uid", "generateName", "resourceVersion"))
_OF_AUTHOR = frozenset(("labels", "annotations"))
_VALUES: Mapping[str, str] = {
    "b": "flag",
    "i": "number",
    "n": "number",
    "q": "quantity",
    "x": "number or text",
    "s": "text",
}
"""Shapes of the table of fields that one value fills, and what the value is."""
_REMOVABLE = frozenset(("taints", "tolerations", "topologySpreadConstraints", "schedulingGates"))
_ENTRY = "entry"
"""The shape of a whole entry of a removable list, such as a taint: it can only be taken away."""

Steps = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A field of a kind: its path in steps, the shape of its value, and the fields by which the lists on the
    way are merged, None where one of them is not."""

    path: str
    steps: Steps
    shape: str
    choices: tuple[str, ...] = ()

    @property
    def type(self) -> str:
        return _VALUES.get(self.shape, self.shape)

    def problem(self, value: Json) -> Problem | None:
        """What is wrong with a value before the API server sees it: one of another type. None takes the field
        away."""
        if value is None:
            return None
        match self.shape:
            case "entry":
                return Problem(self.path, "scalpel.not_a_value", {"path": self.path})
            case "b" if not isinstance(value, bool):
                return self._wrong("input.not_a_flag", value)
            case "i" if integer(value) is None:
                return self._wrong("input.not_a_whole_number", value)
            case "n" if isinstance(value, bool) or not isinstance(value, int | float):
                return self._wrong("input.not_a_whole_number", value)
            case "s" if not isinstance(value, str):
                return self._wrong("input.not_a_text", value)
            case "x" if isinstance(value, bool) or not isinstance(value, int | str):
                return self._wrong("input.not_a_whole_number", value)
            case "q":
                return self._quantity_problem(value)
        return None

    def _quantity_problem(self, value: Json) -> Problem | None:
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            return self._wrong("scalpel.not_a_quantity", value)
        try:
            parse_quantity(str(value))
        except QuantityError:
            return self._wrong("scalpel.not_a_quantity", value)
        return None

    def _wrong(self, code: str, value: Json) -> Problem:
        return Problem(self.path, code, {"got": short(value)})


def place_of(kind: str, path: str) -> Place | Problem:
    """The field of a kind at a path; a Problem where the kind has none, where it is more than one value, or
    where it is the identity of an object, which nothing changes."""
    steps = _steps(path)
    if steps is None:
        return Problem(path, "scalpel.unknown_path", {"kind": kind, "path": path})
    if steps[0] in ("kind", "apiVersion") or (
        steps[0] == "metadata" and steps[1:2] and steps[1] in _OF_IDENTITY
    ):
        return Problem(path, "scalpel.renames", {"kind": kind, "path": path})
    if steps[0] == "metadata" and not (len(steps) == 3 and steps[1] in _OF_AUTHOR):
        return Problem(path, "scalpel.of_server", {"kind": kind, "path": path})
    if steps[0] == "status" and kind != "Node":
        return Problem(path, "scalpel.of_status", {"kind": kind, "path": path})
    shape = _shape(kind, steps)
    if shape is None:
        return Problem(path, "scalpel.unknown_path", {"kind": kind, "path": path})
    if shape not in _VALUES:
        if isinstance(steps[-1], int) and steps[-2] in _REMOVABLE:
            return Place(path, steps, _ENTRY)
        return Problem(path, "scalpel.not_a_value", {"path": path})
    return Place(path, steps, shape, _choices(steps))


def _steps(path: str) -> Steps | None:
    steps: list[str | int] = []
    at = 0
    while at < len(path):
        match = _STEP.match(path, at)
        if match is None or (path[at] == ".") != (at > 0 and match[1] is not None):
            return None
        name, index, key = match.groups()
        steps.append(int(index) if index is not None else name if name is not None else key)
        at = match.end()
    return tuple(steps) or None


def _shape(kind: str, steps: Steps) -> str | None:
    """The shape of the value at a path, without the mark of zero values; None where the type has no such
    field."""
    shape = kind
    for step in steps:
        if isinstance(step, int):
            if shape[0] != "[":
                return None
            shape = shape[1:-1]
        elif shape[0] == "{":
            shape = shape[1:-1]
        else:
            row = TYPES.get(shape, {}).get(step)
            if row is None:
                return None
            shape = row.shape
    return shape


def _choices(steps: Steps) -> tuple[str, ...]:
    """The values of a field that has few."""
    names = [step for step in steps if isinstance(step, str)][-2:]
    return FIELD_VALUES.get(".".join(names)) or FIELD_VALUES.get(names[-1]) or ()


def value_at(manifest: Manifest, place: Place) -> Json:
    return find(manifest, *place.steps)


def with_value_at(manifest: Manifest, place: Place, value: Json) -> Manifest | Problem:
    """The object with another value in a field; None takes it away. A Problem where a list on the way has no
    such entry."""
    changed = _changed(manifest, place.steps, value)
    if isinstance(changed, Mapping):
        return changed
    return Problem(place.path, "scalpel.no_entry", {"path": place.path})


def _changed(value: Json, steps: Sequence[str | int], new: Json) -> Json:
    """None where a list has no such entry."""
    head, rest = steps[0], steps[1:]
    if isinstance(head, int):
        if not isinstance(value, list | tuple) or head >= len(value):
            return None
        if not rest and new is None:
            return [*value[:head], *value[head + 1 :]]
        inner = _changed(value[head], rest, new) if rest else new
        return None if inner is None else [*value[:head], inner, *value[head + 1 :]]
    if value is not None and not isinstance(value, Mapping):
        return None
    members: dict[str, Json] = dict(value or {})
    if rest:
        inner = _changed(members.get(head), rest, new)
        if inner is None:
            return None
        members[head] = inner
    elif new is None:
        members.pop(head, None)
    else:
        members[head] = new
    return members


def fields_of(kind: str, manifest: Manifest) -> Iterator[tuple[Place, Json]]:
    """The fields of an object that a chip may change, with their values, in the object's order."""
    for path, value in _leaves("", manifest):
        place = place_of(kind, path)
        if isinstance(place, Place):
            yield place, value


def _leaves(path: str, value: Json) -> Iterator[tuple[str, Json]]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _leaves(member_path(path, name), inner)
    elif isinstance(value, list | tuple):
        for index, inner in enumerate(value):
            yield from _leaves(f"{path}[{index}]", inner)
    elif value is not None:
        yield path, value
