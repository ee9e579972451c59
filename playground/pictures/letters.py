"""The project's fonts in pictures: the width of a text, fonts embedded in an SVG, files for a renderer."""

from __future__ import annotations

import base64
import io
import re
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from playground.paths import ASSETS

FOLDER = ASSETS / "static" / "fonts"
FAMILY = "Inter, 'Noto Sans SC', system-ui, sans-serif"
BOLD = 600
BOLDER = 1.05
"""Factor by which Inter is wider at weight 600."""
_WORD = re.compile(r"\s*(?:[⺀-鿿＀-￯]|[^\s⺀-鿿＀-￯]+)")
_MISSING = 0.6
"""Width in ems of a letter that no font has."""
#: Font files, each with its family and its weights.
_FILES = (
    ("inter-latin.woff2", "Inter", "100 900"),
    ("inter-latin-ext.woff2", "Inter", "100 900"),
    ("inter-cyrillic.woff2", "Inter", "100 900"),
    ("inter-cyrillic-ext.woff2", "Inter", "100 900"),
    ("inter-symbols.woff2", "Inter", "100 900"),
    ("noto-sans-sc-400.woff2", "Noto Sans SC", "400"),
    ("noto-sans-sc-600.woff2", "Noto Sans SC", "600"),
)


@dataclass(frozen=True, slots=True)
class _Face:
    """A font file and the widths of its letters in ems."""

    file: str
    family: str
    weights: str
    widths: dict[int, float]


@cache
def _faces() -> tuple[_Face, ...]:
    return tuple(_face(*file) for file in _FILES)


def font_file(name: str) -> Any:
    """One of the font files, opened. The first picture imports the font library, so that a server without
    pictures starts without it."""
    from fontTools.ttLib import TTFont

    return TTFont(FOLDER / name)


def _face(file: str, family: str, weights: str) -> _Face:
    with font_file(file) as font:
        em, metrics = font["head"].unitsPerEm, font["hmtx"]
        widths = {code: metrics[name][0] / em for code, name in font.getBestCmap().items()}
    return _Face(file, family, weights, widths)


_TOLD_APART = 5
"""The letters at the end of a generated name."""


@lru_cache(maxsize=4_096)
def _letter(letter: str) -> float:
    code = ord(letter)
    return next((face.widths[code] for face in _faces() if code in face.widths), _MISSING)


def width(text: str, size: float, *, bold: bool = False) -> float:
    """The width in pixels of a text at a size in pixels."""
    return sum(map(_letter, text)) * size * (BOLDER if bold else 1.0)


def cut(text: str, most: float, size: float, *, bold: bool = False) -> str:
    """The text, or its beginning and an ellipsis, in at most `most` pixels; "" when not even two letters
    fit."""
    if width(text, size, bold=bold) <= most:
        return text
    beginning = text
    while beginning and width(f"{beginning}…", size, bold=bold) > most:
        beginning = beginning[:-1]
    return f"{beginning.rstrip()}…" if len(beginning) > 1 else ""


def without_middle(text: str, most: float, size: float, *, bold: bool = False) -> str:
    """A name in at most `most` pixels: its end stays, by which pods of one workload are told apart."""
    if width(text, size, bold=bold) <= most:
        return text
    beginning, end = text[:-_TOLD_APART], text[-_TOLD_APART:]
    while beginning and width(f"{beginning}…{end}", size, bold=bold) > most:
        beginning = beginning[:-1]
    return f"{beginning.rstrip('-')}…{end}" if len(beginning) > 1 else cut(text, most, size, bold=bold)


def wrapped(text: str, most: float, size: float, lines: int) -> list[str]:
    """The text in lines of at most `most` pixels, broken at spaces and between Chinese characters; the last
    line may be cut."""
    rows: list[str] = [""]
    for word in _WORD.findall(text):
        longer = f"{rows[-1]}{word}".strip()
        if rows[-1] and width(longer, size) > most:
            if len(rows) == lines:
                rows[-1] = cut(f"{longer}…", most, size)
                break
            rows.append(word.strip())
        else:
            rows[-1] = longer
    return [cut(row, most, size) for row in rows]


def style(texts: Iterable[str]) -> str:
    """CSS that embeds the letters of `texts`, so that the picture needs no fonts of the reader's machine."""
    codes = frozenset(ord(letter) for text in texts for letter in text)
    rules, missing = [], set(codes)
    for face in _faces():
        available = frozenset(missing & face.widths.keys())
        if not available:
            continue
        if face.family == "Inter":
            missing -= available
        rules.append(
            f"@font-face{{font-family:'{face.family}';font-weight:{face.weights};"
            f"src:url(data:font/woff2;base64,{_part(face.file, available)})format('woff2')}}"
        )
    return "".join(rules)


@lru_cache(maxsize=64)
def _part(file: str, codes: frozenset[int]) -> str:
    """A font file reduced to these letters, as base64."""
    from fontTools import subset

    options = subset.Options()
    options.flavor = "woff2"
    options.layout_features = ["kern", "tnum"]
    options.notdef_outline = True
    options.name_IDs = []
    out = io.BytesIO()
    with subset.load_font(FOLDER / file, options) as font:
        chosen = subset.Subsetter(options)
        chosen.populate(unicodes=codes)
        chosen.subset(font)
        font.flavor = "woff2"
        font.save(out)
    return base64.b64encode(out.getvalue()).decode()


@cache
def _unpacked() -> tuple[Any, tuple[str, ...]]:
    """The fonts unpacked as TrueType: the folder, which lives as long as the process, and its files."""
    folder = tempfile.TemporaryDirectory(prefix="podium-letters-")
    paths = []
    for name, _, _ in _FILES:
        with font_file(name) as font:
            font.flavor = None
            path = Path(folder.name) / f"{Path(name).stem}.ttf"
            font.save(path)
            paths.append(str(path))
    return folder, tuple(paths)


def files() -> list[str]:
    """The font files in the format that the PNG renderer reads."""
    return list(_unpacked()[1])
