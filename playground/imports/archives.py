"""Archives (tar, packed or not, and zip), read from their beginning to their end without writing a file.

Names in an archive only name places in the report. Sizes are counted while unpacking, because a few kilobytes
may expand to many gigabytes."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import IO, Self, TypeAlias, cast

from playground import limits
from playground.imports.gathered import DamagedError, Entry, Gathered, RefusedError, What, gathered
from scheduler_core import Problem

_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_TAR, _TAR_AT = b"ustar", 257
_Opener: TypeAlias = Callable[[IO[bytes]], IO[bytes]]
_PACKED: Mapping[bytes, _Opener] = {
    b"\x1f\x8b": lambda file: cast(IO[bytes], gzip.GzipFile(fileobj=file)),
    b"BZh": lambda file: cast(IO[bytes], bz2.BZ2File(file)),
    b"\xfd7zXZ\x00": lambda file: cast(IO[bytes], lzma.LZMAFile(file)),  # noqa: SIM115
}
"""The first bytes of packed files → what unpacks them."""
_BLOCK = 512
MOST_HEADER_BYTES = 1024 * 1024
"""The most bytes of a header with long names; tarfile holds it in memory."""
_HEADERS = (
    tarfile.XHDTYPE,
    tarfile.XGLTYPE,
    tarfile.SOLARIS_XHDTYPE,
    tarfile.GNUTYPE_LONGNAME,
    tarfile.GNUTYPE_LONGLINK,
)
_BROKEN = (
    EOFError,
    OSError,
    RecursionError,
    ValueError,
    lzma.LZMAError,
    tarfile.TarError,
    zipfile.BadZipFile,
    zlib.error,
)


def is_archive(data: bytes) -> bool:
    """Whether bytes are an archive, packed or not."""
    return data.startswith(_ZIP) or _is_tar(data) or _is_tar(_begin(data))


def _is_tar(data: bytes) -> bool:
    return data[_TAR_AT : _TAR_AT + len(_TAR)] == _TAR


def _begin(data: bytes) -> bytes:
    """The first block of packed bytes; b"" where they are not packed or broken."""
    opener = _opener(data)
    if opener is None:
        return b""
    try:
        with opener(io.BytesIO(data)) as file:
            return bytes(file.read(_BLOCK))
    except _BROKEN:
        return b""


def _opener(data: bytes) -> _Opener | None:
    return next((opener for magic, opener in _PACKED.items() if data.startswith(magic)), None)


def unpacked(data: bytes | Path) -> Gathered | Problem:
    """The manifests of an archive as one text, or why there are none."""
    whole = data.read_bytes() if isinstance(data, Path) else data
    return gathered(_of_zip(whole) if whole.startswith(_ZIP) else _of_tar(whole))


class _Counted(io.RawIOBase):
    """A stream that ends with a refusal where more was unpacked than the limit."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file
        self.left = limits.ARCHIVE_UNPACKED_BYTES

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        piece = self.file.read(min(size, self.left + 1) if size >= 0 else self.left + 1)
        self.left -= len(piece)
        if self.left < 0:
            raise RefusedError("text.archive_unpacks_too_large", limit=limits.ARCHIVE_UNPACKED_BYTES)
        return piece


class _Member(tarfile.TarInfo):
    """A header, refused where it says that a name is a megabyte long."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        member = super().frombuf(buf, encoding, errors)
        if member.type in _HEADERS and member.size > MOST_HEADER_BYTES:
            raise RefusedError("text.archive_header", limit=MOST_HEADER_BYTES)
        return member


def _of_tar(data: bytes) -> Iterator[Entry]:
    opener = _opener(data)
    file = io.BytesIO(data) if opener is None else opener(io.BytesIO(data))
    try:
        counted = cast(IO[bytes], _Counted(file))
        with tarfile.open(mode="r|", fileobj=counted, tarinfo=_Member) as archive:
            for member in archive:
                content = archive.extractfile(member) if member.isreg() else None
                read = content.read if content else _nothing
                yield Entry(member.name, _what(member), _guarded(read))
    except _BROKEN as error:
        raise DamagedError from error


def _nothing(_: int) -> bytes:
    return b""


def _guarded(read: Callable[[int], bytes]) -> Callable[[int], bytes]:
    def guarded(size: int) -> bytes:
        try:
            return read(size)
        except (*_BROKEN, NotImplementedError, RuntimeError) as error:
            raise DamagedError from error

    return guarded


def _what(member: tarfile.TarInfo) -> What:
    if member.isreg():
        return "file"
    return "folder" if member.isdir() else "link" if member.issym() or member.islnk() else "other"


def _of_zip(data: bytes) -> Iterator[Entry]:
    left = limits.ARCHIVE_UNPACKED_BYTES
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            what: What
            for member in archive.infolist():
                if member.is_dir() or member.flag_bits & 1:  # encrypted
                    what = "folder" if member.is_dir() else "other"
                    yield Entry(member.filename, what, _nothing)
                    continue
                if member.file_size > left:
                    raise RefusedError("text.archive_unpacks_too_large", limit=limits.ARCHIVE_UNPACKED_BYTES)
                with archive.open(member) as content:
                    counted = _Counted(content)
                    counted.left = left
                    link = member.external_attr >> 16 & 0o170000 == 0o120000
                    what = "link" if link else "file"
                    yield Entry(member.filename, what, _guarded(counted.read))
                    left = counted.left
    except (*_BROKEN, NotImplementedError, RuntimeError) as error:
        raise DamagedError from error
