"""The values that CEL selectors compare: strings, numbers, quantities, semantic versions, maps and lists.

Source: k8s.io/dynamic-resource-allocation/cel/compile.go (v0.34); semver.org 2.0.0 for the order of versions.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from scheduler_core.objects.scalars.quantity import Quantity

_SEMVER = re.compile(
    r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)"
    r"(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?"
    r"(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?",
    re.ASCII,
)
MAX_VERSION_LENGTH = 64


@dataclass(frozen=True, slots=True)
class Version:
    """A semantic version. `pre` are the identifiers of the pre-release; build metadata does not count in the
    order."""

    major: int
    minor: int
    patch: int
    pre: tuple[str, ...]
    build: str
    text: str

    @property
    def order(self) -> tuple[object, ...]:
        """The key by which versions are ordered; a release comes after its pre-releases."""
        parts = tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in self.pre)
        return self.major, self.minor, self.patch, not self.pre, parts


def parse_version(text: str) -> Version | None:
    """The version; None when the text is not a semantic version in its minimal form."""
    match = _SEMVER.fullmatch(text) if len(text) <= MAX_VERSION_LENGTH else None
    if match is None:
        return None
    pre = tuple(match[4].split(".")) if match[4] else ()
    return Version(int(match[1]), int(match[2]), int(match[3]), pre, match[5] or "", text)


Attribute: TypeAlias = bool | int | str | Version
"""The value of an attribute of a device."""

Value: TypeAlias = (
    "bool | int | float | str | Quantity | Version | tuple[Value, ...] | Mapping[str, Value] | None"
)


@dataclass(frozen=True, slots=True)
class Failure:
    """Why an expression has no answer for a device, in CEL's words."""

    text: str


@dataclass(frozen=True, slots=True)
class CelDevice:
    """A device as selectors see it.

    `attributes` and `capacity` map a domain to the values of that domain by their short names. A name without
    a domain belongs to the domain of the driver. `answers` keeps what expressions answered for the device, by
    their text: every attempt of a pod asks the same ones.
    """

    driver: str
    attributes: Mapping[str, Mapping[str, Attribute]]
    capacity: Mapping[str, Mapping[str, Quantity]]
    shareable: bool = False
    answers: dict[str, bool | Failure] = field(default_factory=dict, compare=False, repr=False)


def cel_device(
    driver: str,
    attributes: Mapping[str, Attribute],
    capacity: Mapping[str, Quantity],
    *,
    shareable: bool = False,
) -> CelDevice:
    """The device of `driver` with qualified or short names of attributes and capacities."""
    by_domain: dict[str, dict[str, Attribute]] = {}
    for name, value in attributes.items():
        domain, short = _split(driver, name)
        by_domain.setdefault(domain, {})[short] = value
    amounts: dict[str, dict[str, Quantity]] = {}
    for name, amount in capacity.items():
        domain, short = _split(driver, name)
        amounts.setdefault(domain, {})[short] = amount
    return CelDevice(driver, by_domain, amounts, shareable)


def _split(driver: str, name: str) -> tuple[str, str]:
    domain, slash, short = name.partition("/")
    return (domain, short) if slash else (driver, name)


def type_name(value: Value) -> str:
    """The name of the value's type in CEL."""
    if value is None:
        return "null_type"
    if isinstance(value, bool):
        return "bool"
    names: tuple[tuple[type, str], ...] = (
        (int, "int"),
        (float, "double"),
        (str, "string"),
        (Quantity, "kubernetes.Quantity"),
        (Version, "kubernetes.Semver"),
        (tuple, "list"),
    )
    return next((name for kind, name in names if isinstance(value, kind)), "map")
