"""Finds the text of a template inside another text, in time that grows with the length of the text alone.

A regular expression with several values would try all ways to divide the text among them. Here each piece of
the template between two values is taken at its first place after the piece before: when any division fits,
this one does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

_VALUE = re.compile(r"%\((\w+)\)s")
_BEFORE, _AFTER = frozenset(" \t\n:["), frozenset(" \t\n,;]")


@dataclass(frozen=True, slots=True)
class Match:
    """`start` and `end` are offsets of the text, `starts` those of the values by name."""

    start: int
    end: int
    values: Mapping[str, str]
    starts: Mapping[str, int]


@cache
def pieces_of(template: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(the pieces of a template between its values, the names of the values)"""
    parts = _VALUE.split(template)
    return tuple(parts[::2]), tuple(parts[1::2])


def whole(template: str, text: str) -> Match | None:
    """The match of the whole text. A template that is a sentence may be followed by further sentences."""
    pieces, _names = pieces_of(template)
    if not text.startswith(pieces[0]):
        return None
    return _from(template, text, 0, sentence=template.endswith("."), to_end=True)


def within(template: str, text: str) -> Match | None:
    """The first match inside the text, between two words. A value at the end of the template reaches to the
    end of the text; one at its beginning is a word."""
    pieces, _names = pieces_of(template)
    first = pieces[0] or pieces[1]
    at = text.find(first)
    while at >= 0:
        start = at
        if not pieces[0]:
            start = max((text.rfind(character, 0, at) for character in _BEFORE), default=-1) + 1
        if start == 0 or text[start - 1] in _BEFORE:
            return _from(template, text, start, sentence=True, to_end=False)
        at = text.find(first, at + 1)
    return None


def _from(template: str, text: str, start: int, *, sentence: bool, to_end: bool) -> Match | None:
    """The match that begins at an offset. With `sentence` it may end before the end of the text, at the end
    of a word."""
    pieces, names = pieces_of(template)
    at = start + len(pieces[0])
    values: dict[str, str] = {}
    starts: dict[str, int] = {}
    for place, name in enumerate(names):
        piece, last = pieces[place + 1], place == len(names) - 1
        end = (
            len(text) if last and not piece else _place_of(piece, text, at, last and to_end and not sentence)
        )
        while last and piece and sentence and end >= 0 and not _ends(text, end + len(piece)):
            end = text.find(piece, end + 1)
        if end < 0 or values.get(name, text[at:end]) != text[at:end]:
            return None
        values[name], starts[name] = text[at:end], at
        at = end + len(piece)
    if at != len(text) and not (sentence and _ends(text, at)):
        return None
    return Match(start, at, values, starts)


def _place_of(piece: str, text: str, at: int, last: bool) -> int:
    """The offset of a piece from `at` on, that of the end of the text for the `last` one; -1 without it."""
    if not last:
        return text.find(piece, at)
    end = len(text) - len(piece)
    return end if end >= at and text.endswith(piece) else -1


def _ends(text: str, at: int) -> bool:
    return at >= len(text) or text[at] in _AFTER
