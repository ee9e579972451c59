"""Objects that kubectl sends as protobuf: `create namespace|deployment|…`, `auth can-i`, `auth whoami`.

Numbers of fields are those of k8s.io/api (`objects/fields`); others are skipped. The wire format is that of
proto2.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TypeAlias

from scheduler_core.objects.fields.table import TYPES, Field
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.scalars.times import format_time

MAGIC = b"k8s\0"
_MOST_DEPTH = 40
_TYPE_OF: Mapping[str, str] = {"Event": "CoreEvent"}
"""The name of a kind's type where the two differ."""
_SENT_EMPTY = ("selector", "metadata")
"""The fields that stay in the document although their message is empty."""
_TRUE_OR_MISSING = frozenset(
    (
        "globalDefault",
        "hostIPC",
        "hostNetwork",
        "hostPID",
        "paused",
        "publishNotReadyAddresses",
        "readOnly",
        "stdin",
        "stdinOnce",
        "tty",
        "unschedulable",
    )
)
"""Flags without a pointer: Go writes them as protobuf also where they are false, and leaves them out of JSON
then."""


class ProtobufError(ValueError):
    """The error of a body that is not the protobuf message of a known kind."""


def from_protobuf(data: bytes) -> Json:
    """The object in a body. Raises `ProtobufError`."""
    if not data.startswith(MAGIC):
        raise ProtobufError(
            "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]"
        )
    kind, version, raw = "", "", b""
    for number, value in _fields(data[len(MAGIC) :]):
        if number == 1 and isinstance(value, bytes):
            named = {inner: field for inner, field in _fields(value) if isinstance(field, bytes)}
            version, kind = _text(named.get(1, b"")), _text(named.get(2, b""))
        elif number == 2 and isinstance(value, bytes):
            raw = value
    shape = _TYPE_OF.get(kind, kind)
    if "kind" not in TYPES.get(shape, ()):
        raise ProtobufError(f"no kind {kind[:80]!r} is known as protobuf; send JSON")
    document = _message(_numbered(shape), raw, 0)
    return {"apiVersion": version, "kind": kind, **document}


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        if at >= len(data) or shift > 63:
            raise ProtobufError("unexpected EOF")
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value & 0xFFFF_FFFF_FFFF_FFFF, at
        shift += 7


def _fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    """The numbers and the raw values of a message's fields."""
    at = 0
    while at < len(data):
        key, at = _varint(data, at)
        number, kind = key >> 3, key & 7
        if kind == 0:
            value, at = _varint(data, at)
            yield number, value
            continue
        if kind == 2:
            size, at = _varint(data, at)
        elif kind in (1, 5):
            size = 8 if kind == 1 else 4
        else:
            raise ProtobufError(f"illegal wire type {kind}")
        if at + size > len(data):
            raise ProtobufError("unexpected EOF")
        yield number, data[at : at + size]
        at += size


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise ProtobufError("a text is no UTF-8") from None


_Numbered: TypeAlias = "Mapping[int, Field | _Numbered]"
"""The fields of a message by number; a nested map for a message whose fields are inlined in JSON."""


@cache
def _numbered(name: str) -> _Numbered:
    return _below([(row.number.split("."), row) for row in TYPES[name].values() if row.number])


def _below(rows: Sequence[tuple[Sequence[str], Field]]) -> _Numbered:
    """The fields by the first step of their numbers (`3.1` has the steps 3 and 1)."""
    numbered: dict[int, Field | _Numbered] = {}
    for number in dict.fromkeys(steps[0] for steps, _ in rows):
        inside = [(steps[1:], row) for steps, row in rows if steps[0] == number]
        numbered[int(number)] = _below(inside) if inside[0][0] else inside[0][1]
    return numbered


def _message(numbered: _Numbered, data: bytes, depth: int) -> dict[str, Json]:
    if depth > _MOST_DEPTH:
        raise ProtobufError("exceeded max depth")
    document: dict[str, Json] = {}
    for number, value in _fields(data):
        row = numbered.get(number)
        if row is None:
            continue
        if not isinstance(row, Field):
            document.update(_message(row, value if isinstance(value, bytes) else b"", depth + 1))
            continue
        inner = row.shape[1:-1]
        if row.shape[0] == "{":
            entry = dict(_fields(value)) if isinstance(value, bytes) else {}
            key = entry.get(1, b"")
            entries = document.setdefault(row.name, {})
            assert isinstance(entries, dict)
            entries[_text(key) if isinstance(key, bytes) else ""] = _value(inner, entry.get(2, b""), depth)
        elif row.shape[0] == "[":
            listed = document.setdefault(row.name, [])
            assert isinstance(listed, list)
            listed.append(_value(inner, value, depth))
        else:
            read = _value(row.shape, value, depth)
            if read is False and row.name in _TRUE_OR_MISSING:
                continue
            if read is not None and (row.zero or read != "") and (row.zero or read != 0 or row.shape in "bx"):
                document[row.name] = read
    return {name: value for name, value in document.items() if value != {} or name in _SENT_EMPTY}


def _value(shape: str, value: int | bytes, depth: int) -> Json:
    """The JSON value of a field with this shape (`objects/fields`); None for what kubectl never sends."""
    if shape in ("i", "b"):
        number = value if isinstance(value, int) else 0
        if shape == "b":
            return bool(number)
        return number - (1 << 64) if number >= 1 << 63 else number
    data = value if isinstance(value, bytes) else b""
    if shape == "s":
        return _text(data)
    if shape == "y":
        return b64encode(data).decode()
    if shape in ("o", "n"):  # JSON in bytes, and floats: kubectl sends none
        return None
    if len(shape) > 1:
        return _message(_numbered(shape), data, depth + 1)
    fields = dict(_fields(data))
    first = fields.get(1, 0 if shape != "q" else b"")
    if shape == "q":
        return _text(first) if isinstance(first, bytes) else "0"
    if shape == "t":
        return format_time(first * 1000) if isinstance(first, int) and 0 < first < 1 << 40 else None
    string = fields.get(3, b"")
    if first == 1:
        return _text(string) if isinstance(string, bytes) else ""
    return _value("i", fields.get(2, 0), depth)
