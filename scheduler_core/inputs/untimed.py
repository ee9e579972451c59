"""The base classes of all inputs, and how their fields stand in JSON.

An input is a dataclass whose fields are annotated with what reads and writes them; `node: Name` stands as
`"node": "n1"`. An input with rules between its fields has a `read` of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from inspect import get_annotations
from typing import Annotated, ClassVar, Self, dataclass_transform

from scheduler_core.inputs.reader import MAX_SECONDS, ObjectRef, Reader
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.scalars.seconds import seconds


@dataclass(frozen=True, slots=True)
class InJson:
    """How a field is read from JSON and written to it.

    `name` is its name there; "" stands for the attribute in camelCase. A field that is `omitted` is not
    written where it is None.
    """

    read: Callable[[Reader, str], object]
    write: Callable[..., Json] = lambda value: value
    name: str = ""
    omitted: bool = False


def whole(low: int, high: int, name: str = "") -> InJson:
    """A field that is a whole number from `low` to `high`."""
    return InJson(lambda read, field: read.whole(field, low, high), name=name)


def optional_whole(low: int, high: int, missing: int | None = None, name: str = "") -> InJson:
    """A whole number within bounds, or `missing` where it is null or not given."""

    def value(read: Reader, field: str) -> int | None:
        number = read.optional_whole(field, low, high)
        return missing if number is None else number

    return InJson(value, name=name)


def in_seconds(low: int, high: int) -> InJson:
    """The field `seconds`, kept in milliseconds."""
    return InJson(lambda read, field: read.milliseconds(field, low, high), seconds, name="seconds")


Name = Annotated[str, InJson(Reader.name)]
OptionalName = Annotated[str | None, InJson(Reader.optional_name, omitted=True)]
Text = Annotated[str, InJson(Reader.text)]
Flag = Annotated[bool, InJson(Reader.flag)]
OptionalFlag = Annotated[bool, InJson(lambda read, field: read.flag(field, False))]
PodKey = Annotated[str, InJson(Reader.pod)]
PodKeys = Annotated[tuple[str, ...], InJson(Reader.pods, list)]
Target = Annotated[
    ObjectRef, InJson(lambda read, field: read.target(), lambda value: value.to_json(), name="object")
]
Endpoints = Annotated[tuple[str, str], InJson(lambda read, field: read.endpoints(), list)]
GracePeriod = Annotated[int | None, optional_whole(-MAX_SECONDS, MAX_SECONDS)]


@cache
def json_fields(input_class: type[Untimed]) -> Mapping[str, tuple[str, InJson]]:
    """Attribute → name in JSON, and how it is read and written; in the order of the class."""
    fields: dict[str, tuple[str, InJson]] = {}
    for attribute, hint in get_annotations(input_class, eval_str=True).items():
        for row in getattr(hint, "__metadata__", ()):
            first, *others = attribute.split("_")
            fields[attribute] = row.name or first + "".join(map(str.capitalize, others)), row
    return fields


@dataclass_transform(frozen_default=True)
class Untimed:
    """One thing that a person does to the cluster, without its time. Each class is a frozen dataclass; `kind`
    is its name in JSON.
    """

    kind: ClassVar[str]

    def __init_subclass__(cls, kind: str = "") -> None:
        cls.kind = kind
        dataclass(frozen=True)(cls)

    @classmethod
    def read(cls, read: Reader) -> Self:
        """Reads the fields from JSON; the reader raises a problem of any of them."""
        fields = json_fields(cls)  # type: ignore[arg-type]  # a class is hashable
        return cls(**{attribute: row.read(read, name) for attribute, (name, row) in fields.items()})

    def to_json(self) -> dict[str, Json]:
        """The JSON that `read` reads."""
        answer: dict[str, Json] = {"kind": self.kind}
        fields = json_fields(type(self))  # type: ignore[arg-type]
        for attribute, (name, row) in fields.items():
            value = getattr(self, attribute)
            if value is not None or not row.omitted:
                answer[name] = None if value is None else row.write(value)
        return answer


class Command(Untimed):
    """An input that sends a request to the API server, as kubectl does."""


class Fault(Untimed):
    """An input that changes the network, a process, a machine or an application."""
