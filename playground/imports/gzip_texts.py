"""Texts compressed with gzip. They are unpacked where texts are read, piece by piece, up to a limit, because
a few kilobytes may expand to many gigabytes."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Sequence
from pathlib import Path

from playground import limits
from playground.imports.files import marked
from scheduler_core import Position, Problem

_MAGIC = b"\x1f\x8b"
_PIECE_BYTES = 256 * 1024
_FAST = 1


def is_packed(data: bytes) -> bool:
    return data[: len(_MAGIC)] == _MAGIC


def stated_size(data: bytes) -> int:
    """The unpacked size from the end of the file; at least the compressed size, and at most the limit."""
    return max(len(data), min(limits.IMPORT_UNPACKED_BYTES, int.from_bytes(data[-4:], "little")))


def unpacked(data: bytes | Path, most: int | None = None) -> bytearray | Problem:
    """The unpacked text, or the problem of its file. At most `most` bytes are unpacked (None:
    IMPORT_UNPACKED_BYTES)."""
    most = limits.IMPORT_UNPACKED_BYTES if most is None else most
    plain = bytearray()
    try:
        with gzip.open(io.BytesIO(data) if isinstance(data, bytes) else data) as file:
            while piece := file.read(_PIECE_BYTES):
                plain += piece
                if len(plain) > most:
                    return Problem("", "text.unpacks_too_large", {"limit": most}, position=Position(1, 1))
    except (EOFError, OSError, zlib.error):  # truncated, or not gzip at all
        return Problem("", "text.not_gzip", position=Position(1, 1))
    return plain


def joined(parts: Sequence[tuple[str, bytes]]) -> bytes:
    """`files.join` for parts of which some are compressed, without unpacking: gzip members may be
    concatenated."""
    made = []
    for number, (name, data) in enumerate(parts):
        before = ("\n---\n" if number else "") + marked(name, "")
        made.append(gzip.compress(before.encode() + (b"" if is_packed(data) else data), _FAST))
        if is_packed(data):
            made.append(data)
    return b"".join(made)
