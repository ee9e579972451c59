"""A long YAML list read by two processes at once: each half of its entries by one.

Both halves are read by the one reader of YAML that there is. A cut is right exactly where the first half is
a document that ends inside its list `items`, and the second half, with that key above it, a document that
begins with it. A text for which this does not hold, or in which anything is wrong, is read by one process,
so that its problems have their places."""

from __future__ import annotations

import marshal
import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playground.limits import IMPORT_SECONDS
from playground.texts.manifests.yaml_values import Budget, Builder, UnreadableError

LEAST_CHARACTERS = 2_000_000
"""A shorter text is read as soon by one process."""
_ENTRY, _LIST = "\n- ", "items:\n"
_PIECE_BYTES = 1024 * 1024


@dataclass(slots=True)
class LongList:
    """The only document of a text, with its line and those of the entries of its lists, as of a `Builder`."""

    value: dict[str, Any]
    line: int
    item_lines: list[int]
    inner_lines: dict[int, list[int]]
    given: bool = False

    def next_document(self) -> tuple[bool, Any, int]:
        """As that of `Builder`."""
        if self.given:
            return False, None, 0
        self.given = True
        return True, self.value, self.line


def read_in_halves(text: str, progress: Callable[[float], None] | None = None) -> LongList | None:
    """The list that a text is; None where it must be read as a whole. `progress` is as in `Builder`."""
    if len(text) < LEAST_CHARACTERS or not _has_two_cores():
        return None
    cut = text.find(_ENTRY, len(text) // 2) + 1
    if not cut:
        return None
    reader, writer = os.pipe()
    parent, helper = os.getpid(), os.fork()
    if not helper:
        _help(writer, _LIST + text[cut:], parent)
    os.close(writer)
    try:
        first = _read(text[:cut], progress)
        second = None if first is None else _received(reader)
    finally:
        os.close(reader)
        os.kill(helper, signal.SIGKILL)
        os.waitpid(helper, 0)
    return None if first is None or second is None else _joined(text, cut, first, second)


def _has_two_cores() -> bool:
    return hasattr(os, "sched_getaffinity") and len(os.sched_getaffinity(0)) > 1


def _help(writer: int, text: str, parent: int) -> None:
    """Reads the second half in this process, sends it and ends the process, which does nothing else. It also
    ends when its parent has ended, or after as much CPU time as its parent may take."""
    try:
        import resource  # there is none on Windows

        # no pipe by which others see that the parent has ended is held open here
        os.closerange(3, writer)
        os.closerange(writer + 1, os.sysconf("SC_OPEN_MAX"))
        resource.setrlimit(resource.RLIMIT_CPU, (int(IMPORT_SECONDS), int(IMPORT_SECONDS)))

        def go_on(_: float) -> None:
            if os.getppid() != parent:
                os._exit(1)

        half = _read(text, go_on)
        if half is not None:
            parts = half.value, half.line, half.item_lines, half.inner_lines
            with os.fdopen(writer, "wb") as pipe:
                pipe.write(marshal.dumps(parts))
    finally:
        os._exit(0)


def _received(reader: int) -> LongList | None:
    """What the helper sends; None where it ends without it."""
    pieces = []
    while piece := os.read(reader, _PIECE_BYTES):
        pieces.append(piece)
    try:
        return LongList(*marshal.loads(b"".join(pieces)))
    except EOFError:
        return None


def _read(text: str, progress: Callable[[float], None] | None) -> LongList | None:
    """The only document of a text, a map with a list `items`; None for another text and for one with aliases,
    which may stand for values in the other half."""
    builder = Builder(text, Budget(0), progress)
    try:
        _, value, line = builder.next_document()
        lines = builder.item_lines, builder.inner_lines
        more, _, _ = builder.next_document()
    except UnreadableError:
        return None
    is_list = isinstance(value, dict) and isinstance(value.get("items"), list) and not more
    return LongList(value, line, *lines) if is_list else None


def _joined(text: str, cut: int, first: LongList, second: LongList) -> LongList | None:
    """The whole of two halves; None where the second does not go on with the list of the first."""
    above, below = first.value, second.value
    if (
        next(reversed(above)) != "items"
        or next(iter(below)) != "items"
        or len(above.keys() & below.keys()) > 1
    ):
        return None
    last_entry = text.rfind(_ENTRY, 0, cut - 1) + 1
    if not last_entry or [text.count("\n", 0, last_entry)] != first.item_lines[-1:]:
        return None  # the entries of the first half stand otherwise than at the beginning of lines
    count, lines = len(above["items"]), text.count("\n", 0, cut) - 1
    inner = {
        place + count: [line + lines for line in entries] for place, entries in second.inner_lines.items()
    }
    return LongList(
        {**above, **below, "items": above["items"] + below["items"]},
        first.line,
        [*first.item_lines, *(line + lines for line in second.item_lines)],
        {**first.inner_lines, **inner},
    )
