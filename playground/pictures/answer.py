"""The answer about a waiting pod as a picture: a sentence, a bar for each reason, and sections of lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from playground.pictures import letters
from playground.pictures.palette import Theme
from playground.pictures.sheet import HEIGHT, WIDTH, Sheet

_EDGE, _GUTTER = 36.0, 40.0
_HEADLINE, _SIZE, _SMALL = 30.0, 17.0, 15.0
_LEADING = 22.0
_BAR, _ROW = 10.0, 52.0
_MOST_BARS = 8
_MOST_LINES = (5, 3, 2, 1)
"""The most rows of one line: the first number with which all sections fit."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A reason of `count` nodes (0: of the pod as a whole); `share` (0 to 1) is the length of its bar. Its
    `meaning` is shown where there is room."""

    text: str
    count: int
    share: float
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """`about` is a line below the headline, `notes` stand below the bars, `sections` are titles with
    lines."""

    headline: str
    tag: str
    about: str
    bars: Sequence[Bar]
    notes: Sequence[str]
    sections: Sequence[tuple[str, Sequence[str]]]


def svg(answer: Answer, theme: Theme, *, embedded: bool = True) -> str:
    """The picture as SVG text."""
    sentences = [answer.about, *(f"{bar.count} {bar.text}" for bar in answer.bars), *answer.notes]
    sentences += [line for title, lines in answer.sections for line in (title, *lines)]
    sheet = Sheet(theme, answer.headline, "\n".join(filter(None, sentences)))
    below = _head(sheet, answer)
    wide = WIDTH - 2 * _EDGE
    half = (wide - _GUTTER) / 2 if answer.bars and answer.sections else wide
    if answer.bars or answer.notes:
        _bars(sheet, answer, below, half)
    if answer.sections:
        left = _EDGE + (half + _GUTTER if answer.bars else 0)
        top = below if answer.bars else below + _LEADING * (len(answer.notes) + bool(answer.notes))
        _sections(sheet, answer.sections, left, top, half)
    sheet.text(WIDTH - _EDGE, HEIGHT - 16, "podium", _SMALL, most=wide, fill="ink-3", anchor="end")
    return sheet.finished(embedded=embedded)


def _head(sheet: Sheet, answer: Answer) -> float:
    """Draws the headline and what stands below it; returns the y at which the rest begins."""
    wide, y = WIDTH - 2 * _EDGE, 26.0
    for row in letters.wrapped(answer.headline, wide, _HEADLINE, 2):
        y += _HEADLINE * 1.15
        sheet.text(_EDGE, y, row, _HEADLINE, most=wide, bold=True)
    y += _LEADING + 6
    x = _EDGE
    if answer.tag:
        x += sheet.text(x, y, answer.tag, _SIZE, most=wide / 2, bold=True, fill="warn") + 14
    sheet.text(x, y, answer.about, _SIZE, most=WIDTH - _EDGE - x, fill="ink-2")
    return y + _LEADING


def _bars(sheet: Sheet, answer: Answer, top: float, wide: float) -> None:
    y = top
    bars = answer.bars[:_MOST_BARS]
    meanings = [letters.wrapped(bar.meaning, wide, _SMALL, 2) if bar.meaning else [] for bar in bars]
    tall = sum(_ROW + len(rows) * _LEADING for rows in meanings)
    notes = sum(len(letters.wrapped(note, wide, _SMALL, 3)) for note in answer.notes)
    if top + tall + notes * _LEADING > HEIGHT - _EDGE:  # the reasons alone are worth more
        meanings = [[] for _bar in bars]
    for bar, rows in zip(bars, meanings, strict=True):
        if y + _ROW > HEIGHT - _EDGE:
            break
        x = _EDGE
        if bar.count:
            x += sheet.text(x, y + _SIZE, str(bar.count), _SIZE, most=wide, bold=True) + 10
        sheet.text(x, y + _SIZE, bar.text, _SIZE, most=_EDGE + wide - x)
        sheet.box(_EDGE, y + 26, wide, _BAR, fill="surface-3", radius=_BAR / 2)
        sheet.box(
            _EDGE, y + 26, max(_BAR, wide * min(1.0, bar.share)), _BAR, fill="bad-solid", radius=_BAR / 2
        )
        y += _ROW - (_LEADING - _BAR if rows else 0)
        for row in rows:
            y += _LEADING
            sheet.text(_EDGE, y - 4, row, _SMALL, most=wide, fill="ink-2")
        y += _LEADING - _BAR if rows else 0
    for note in answer.notes:
        for row in letters.wrapped(note, wide, _SMALL, 3):
            if y + _LEADING > HEIGHT - _EDGE:
                return
            y += _LEADING
            sheet.text(_EDGE, y, row, _SMALL, most=wide, fill="ink-2")
        y += 4


def _sections(
    sheet: Sheet, sections: Sequence[tuple[str, Sequence[str]]], left: float, top: float, wide: float
) -> None:
    room = HEIGHT - _EDGE - top
    most = next((n for n in _MOST_LINES if _tall(sections, wide, n) <= room), _MOST_LINES[-1])
    y = top
    for title, lines in sections:
        if y + 2 * _LEADING > HEIGHT - _EDGE:
            return
        y += _LEADING
        sheet.text(left, y - 4, title, _SIZE, most=wide, bold=True)
        for line in lines:
            for row in letters.wrapped(line, wide, _SMALL, most):
                if y + _LEADING > HEIGHT - _EDGE:
                    return
                y += _LEADING
                sheet.text(left, y - 4, row, _SMALL, most=wide, fill="ink-2")
        y += 12


def _tall(sections: Sequence[tuple[str, Sequence[str]]], wide: float, most: int) -> float:
    rows = sum(len(letters.wrapped(line, wide, _SMALL, most)) for _title, lines in sections for line in lines)
    return rows * _LEADING + len(sections) * (_LEADING + 12)
