"""A chip: one field of one object with another value, and the text by which a link holds chips."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scheduler_core.inputs.json_check import not_json
from scheduler_core.inputs.reader import short
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json, integer
from scheduler_core.objects.problem import Problem

MOST_CHIPS = 200
MOST_NAME, MOST_PATH, MOST_VALUE = 600, 400, 1_000
"""Characters of a key, of a path and of a value."""
MOST_TEXT = 8_000
"""Characters of the text of a link, so that an address with it is shorter than servers allow."""
_MOST_UNPACKED = 400_000


@dataclass(frozen=True, slots=True)
class Chip:
    """`at` is the step at which kubectl sends the patch, None for a change of the start. `was` is the value
    that a person saw there, `now` the new one, None for a field without a value. One that is `off` stays in
    the list without effect.
    """

    at: int | None
    kind: str
    key: str
    path: str
    was: Json
    now: Json
    off: bool = False

    @property
    def place(self) -> tuple[str, str, str]:
        """The field that it changes."""
        return self.kind, self.key, self.path

    def to_json(self) -> dict[str, Json]:
        return {
            "at": self.at,
            "kind": self.kind,
            "key": self.key,
            "path": self.path,
            "from": self.was,
            "to": self.now,
            "off": self.off,
        }


_MEMBERS = ("at", "kind", "key", "path", "from", "to", "off")


def parse_chips(value: Json, path: str = "chips") -> tuple[Chip, ...] | Problem:
    """Reads a list of chips, `{"at", "kind", "key", "path", "from", "to", "off"}` each, of which `at`, `from`
    and `off` may be missing. A chip may also be a list of these values in this order."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        return Problem(path, "input.not_a_list", {"got": short(value)})
    if len(value) > MOST_CHIPS:
        return Problem(path, "scalpel.too_many", {"limit": MOST_CHIPS, "got": len(value)})
    chips: list[Chip] = []
    for number, entry in enumerate(value):
        chip = _chip(entry, f"{path}[{number}]")
        if isinstance(chip, Problem):
            return chip
        chips.append(chip)
    return tuple(chips)


def _chip(value: Json, path: str) -> Chip | Problem:
    if isinstance(value, Sequence) and not isinstance(value, str):
        if len(value) > len(_MEMBERS):
            return Problem(path, "input.not_a_map", {"got": short(value)})
        value = dict(zip(_MEMBERS, value, strict=False))
    if not isinstance(value, Mapping):
        return Problem(path, "input.not_a_map", {"got": short(value)})
    for name in value:
        if name not in _MEMBERS:
            return Problem(
                f"{path}.{short(name)}", "scenario.unknown_field", {"supported": ", ".join(_MEMBERS)}
            )
    at = value.get("at")
    if at is not None and (integer(at) is None or not 0 <= (integer(at) or 0) < 10**9):
        return Problem(f"{path}.at", "input.not_a_whole_number", {"got": short(at)})
    for name, most in (("kind", 63), ("key", MOST_NAME), ("path", MOST_PATH)):
        given = value.get(name)
        if not isinstance(given, str) or not given:
            return Problem(f"{path}.{name}", "input.not_a_text", {"got": short(given)})
        if len(given) > most:
            return Problem(f"{path}.{name}", "text.too_long", {"limit": most})
    kind = str(value["kind"])
    if kind not in KINDS:
        return Problem(f"{path}.kind", "scalpel.unknown_kind", {"kind": kind})
    for name in ("from", "to"):
        problem = _value_problem(value.get(name), f"{path}.{name}")
        if problem is not None:
            return problem
    off = value.get("off", False)
    if off not in (True, False):
        return Problem(f"{path}.off", "input.not_a_flag", {"got": short(off)})
    key, field = str(value["key"]), str(value["path"])
    return Chip(integer(at), kind, key, field, value.get("from"), value.get("to"), bool(off))


def _value_problem(value: Json, path: str) -> Problem | None:
    """A value is a text, a number, a flag or nothing: chips change single fields."""
    if value is None or isinstance(value, bool | int | float):
        big = isinstance(value, int | float) and not isinstance(value, bool) and not abs(value) < 2**63
        return Problem(path, "input.not_a_whole_number", {"got": short(value)}) if big else None
    if isinstance(value, str):
        return Problem(path, "text.too_long", {"limit": MOST_VALUE}) if len(value) > MOST_VALUE else None
    return Problem(path, "scalpel.not_a_value", {"path": path})


def chips_text(chips: Iterable[Chip]) -> str:
    """The text of a link: the chips as JSON, packed. "" without chips."""
    rows = [[*chip.to_json().values()] if chip.off else [*chip.to_json().values()][:-1] for chip in chips]
    if not rows:
        return ""
    packed = zlib.compress(json.dumps(rows, separators=(",", ":")).encode(), 9)
    return base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")


def read_chips(text: str, path: str = "chips") -> tuple[Chip, ...] | Problem:
    """The chips of a link's text, or of their JSON. "" has none."""
    if not text:
        return ()
    if len(text) > (_MOST_UNPACKED if text[0] == "[" else MOST_TEXT):
        return Problem(path, "text.too_long", {"limit": MOST_TEXT})
    try:
        if text[0] != "[":
            packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
            unpacker = zlib.decompressobj()
            data = unpacker.decompress(packed, _MOST_UNPACKED)
            if not unpacker.eof:
                return Problem(path, "scalpel.unreadable")
            text = data.decode()
        value = json.loads(text)
    except (ValueError, binascii.Error, zlib.error, RecursionError):
        return Problem(path, "scalpel.unreadable")
    return not_json(value, path) or parse_chips(value, path)
