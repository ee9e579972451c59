"""A row for each field of each type of Kubernetes' API, read from `types.txt`.

A line there is a type and its fields; one that begins with a blank goes on. A field is written

    name:shape#number^keys=policy?feature!check+rule

of which all but name and shape may be missing:

- `shape`: `s` text, `i` integer, `n` number, `b` flag, `t` time, `q` quantity, `x` integer or text, `y`
  bytes, `o` anything, `[…]` a list, `{…}` a map with keys of the author's choice, else the name of a type. A
  `*` before it says that a zero or an empty text is a value, not a missing one.
- `number`: its number as protobuf; `2.5` is number 5 of a message that stands under number 2 and is no field
  of its own in JSON
- `keys`: the fields by which entries of the list are told apart when two lists are merged, the first one
  alone for a strategic merge patch; `^` alone is a list of texts that is merged as a set
- `policy`: what is kept of it when a document comes from outside (`apiserver/documents/kept`): `=` alone
  keeps a value as it is, and of a map the kept fields of its type. Without it the field goes.
- `feature`: the field of `Release` without which the API server drops it
- `check`: how its value is validated (`apiserver/validation`). `!` alone checks what the shape says, `!!`
  also that the field is there. After it may stand what is checked in place of the shape: `A|B`, one of these
  texts; `1..65535`, a whole number within these bounds; `max32`, a list of at most so many entries; or the
  name of a rule (`dns_label`). `!*` leaves the field to a rule of a type around it; `!-` says that upstream
  checks it and this model does not, because nothing depends on it
- `rule`: the name of a rule about the whole value, after the check; several have a `+` each. `+immutable` is
  a field that an update may not change

Rules over several fields stand behind the name of their type: `Toleration+toleration`.

A `~` before the name: only older releases have it; it is kept, and known to no schema.

`python -m tools.kube_fields` renews what comes from upstream: names, shapes, numbers, keys.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

FILE = Path(__file__).with_name("types.txt")
_TOKEN = re.compile(
    r"(~?)(\w+):(\*?)([^#^=?!]+)(?:#([\d.]+))?(?:\^([\w,]*))?(?:=(/.*/|\w*))?(?:\?(\w+))?"
    r"(?:(!!?)([-*\w.|]*)((?:\+\w+)*))?"
)
BY_TYPE, UNCHECKED = "*", "-"
"""The checks `!*` and `!-`."""
IMMUTABLE = "immutable"


class Field(NamedTuple):
    """A field of a type; see above. `keys`, `policy` and `check` are None where the row has none; without
    `number` it is not sent as protobuf.
    """

    name: str
    shape: str
    number: str = ""
    keys: tuple[str, ...] | None = None
    policy: str | None = None
    feature: str = ""
    zero: bool = False
    old: bool = False
    check: str | None = None
    rules: tuple[str, ...] = ()
    required: bool = False

    @property
    def place(self) -> list[int]:
        """Its place among the fields of the type, as upstream's source has them."""
        return [int(part) for part in self.number.split(".") if part]

    def __str__(self) -> str:
        return "".join(
            (
                "~" * self.old,
                f"{self.name}:{'*' * self.zero}{self.shape}",
                f"#{self.number}" if self.number else "",
                "" if self.keys is None else f"^{','.join(self.keys)}",
                "" if self.policy is None else f"={self.policy}",
                f"?{self.feature}" if self.feature else "",
                "" if self.check is None else "!" + "!" * self.required + self.check,
                *(f"+{rule}" for rule in self.rules),
            )
        )


def _field(token: str) -> Field:
    row = _TOKEN.fullmatch(token)
    if row is None:
        raise ValueError(f"{FILE.name}: {token!r} is no field")
    old, name, zero, shape, number, keys, policy, feature, checked, check, rules = row.groups()
    merged = None if keys is None else tuple(keys.split(",")) if keys else ()
    return Field(
        name,
        shape,
        number or "",
        merged,
        policy,
        feature or "",
        bool(zero),
        bool(old),
        check,
        tuple((rules or "").split("+")[1:]),
        checked == "!!",
    )


def _read(text: str) -> Iterator[tuple[str, tuple[str, ...], Mapping[str, Field]]]:
    for line in text.strip().replace("\n ", " ").split("\n"):
        head, *tokens = line.split()
        name, *rules = head.split("+")
        yield name, tuple(rules), MappingProxyType({row.name: row for row in map(_field, tokens)})


_LINES = tuple(_read(FILE.read_text(encoding="utf-8")))
TYPES: Mapping[str, Mapping[str, Field]] = MappingProxyType({name: rows for name, _, rows in _LINES})
TYPE_RULES: Mapping[str, tuple[str, ...]] = MappingProxyType({name: rules for name, rules, _ in _LINES})
"""Type → its rules over several fields."""
