"""The text from a form: pasted or as files. The size is checked before anything is read whole."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest

from playground import limits
from playground.imports import archives, files, gzip_texts
from playground.texts import releases
from playground.texts.manifests.yaml_source import decode
from scheduler_core import DOCUMENTS, ChosenRelease, Json, Position, Problem


@dataclass(frozen=True, slots=True)
class Sent:
    """The content of a form. `data` may be compressed; it is empty when there is a `problem`: too much text,
    or an unreadable file."""

    data: bytes
    problem: Problem | None = None
    add_nodes: bool = True
    hide_names: bool = False
    chosen: ChosenRelease = DOCUMENTS
    file: str = ""
    """The name of the only file; "" for pasted text and for several files."""

    @property
    def text(self) -> str:
        """The data as text, for showing it in the editor again."""
        return self.data.decode("utf-8", "replace")


def too_large(count: int, limit: int = limits.IMPORT_BYTES) -> Problem:
    args: dict[str, Json] = {"bytes": count, "limit": limit, "packed": limits.IMPORT_UNPACKED_BYTES}
    return Problem("", "text.dump_too_large", args, position=Position(1, 1))


def declared_size(request: HttpRequest) -> int:
    """The body's size in bytes from the request's headers."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    return int(length) if length.isdecimal() and len(length) < 20 else 0


def read_form(request: HttpRequest) -> Sent:
    """The text of a form and of its files, one after another, and the release that was chosen for it."""
    sent, choice = _read_text(request), releases.chosen(request.POST)
    if isinstance(choice, ChosenRelease):
        return replace(sent, chosen=choice)
    return replace(sent, problem=sent.problem or replace(choice[0], position=Position(1, 1)))


def _read_text(request: HttpRequest) -> Sent:
    add_nodes, hide_names = "no_nodes" not in request.POST, "hide_names" in request.POST
    parts = [("", request.POST.get("text", "").encode())]
    parts += [(file.name or "", _read(file)) for file in _files(request)]
    parts = [(name, part) for name, part in parts if part.strip()]
    count = sum(len(part) for _name, part in parts)
    if count > limits.IMPORT_BYTES:
        return Sent(b"", too_large(count), add_nodes, hide_names)
    if len(parts) > 1 and any(archives.is_archive(part) for _name, part in parts):
        return Sent(b"", Problem("", "text.archive_alone", position=Position(1, 1)), add_nodes, hide_names)
    if len(parts) > 1 and any(gzip_texts.is_packed(part) for _name, part in parts):
        return _together_packed(parts, add_nodes, hide_names)
    if len(parts) == 1:
        return Sent(parts[0][1], None, add_nodes, hide_names, file=parts[0][0])
    texts = []
    for name, part in parts:  # each file may have its own encoding
        text, problem = decode(part)
        if problem is not None:
            return Sent(b"", problem, add_nodes, hide_names)
        texts.append((name, text))
    return Sent(files.join(texts).encode(), None, add_nodes, hide_names)


def _together_packed(parts: list[tuple[str, bytes]], add_nodes: bool, hide_names: bool) -> Sent:
    """Joins files of which some are compressed. These stay compressed, because their unpacked size is
    unknown."""
    packed = []
    for name, part in parts:
        text, problem = ("", None) if gzip_texts.is_packed(part) else decode(part)
        if problem is not None:
            return Sent(b"", problem, add_nodes, hide_names)
        packed.append((name, text.encode() or part))
    return Sent(gzip_texts.joined(packed), None, add_nodes, hide_names)


def _files(request: HttpRequest) -> list[UploadedFile]:
    return [file for name in request.FILES for file in request.FILES.getlist(name)]


def _read(file: UploadedFile) -> bytes:
    return bytes(file.read(limits.IMPORT_BYTES + 1))
