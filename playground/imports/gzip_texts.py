"""Texts that gzip packed. They are unpacked where texts are read, piece by piece, to no more than a limit:
a few kilobytes may stand for many gigabytes.
"""

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
    """The bytes that a text has unpacked, as the end of its file says; no less than it has now, and no more
    than may be unpacked.
    """
    return max(len(data), min(limits.IMPORT_UNPACKED_BYTES, int.from_bytes(data[-4:], "little")))


def unpacked(data: bytes | Path, most: int | None = None) -> bytearray | Problem:
    """The text, or what is wrong with its file. `most` bytes may come out of it (None:
    IMPORT_UNPACKED_BYTES).
    """
    most = limits.IMPORT_UNPACKED_BYTES if most is None else most
    plain = bytearray()
    try:
        with gzip.open(io.BytesIO(data) if isinstance(data, bytes) else data) as file:
            while piece := file.read(_PIECE_BYTES):
                plain += piece
                if len(plain) > most:
                    return Problem("", "text.unpacks_too_large", {"limit": most}, position=Position(1, 1))
    except (EOFError, OSError, zlib.error):  # cut off, or no gzip after all
        return Problem("", "text.not_gzip", position=Position(1, 1))
    return plain


def joined(parts: Sequence[tuple[str, bytes]]) -> bytes:
    """`files.join` of parts of which some are packed, without unpacking one: what gzip packed may stand one
    after another.
    """
    made = []
    for number, (name, data) in enumerate(parts):
        before = ("\n---\n" if number else "") + marked(name, "")
        made.append(gzip.compress(before.encode() + (b"" if is_packed(data) else data), _FAST))
        if is_packed(data):
            made.append(data)
    return b"".join(made)
