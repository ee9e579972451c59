"""An SVG under construction: boxes, texts cut to fit, stripes; colours by name, fonts embedded."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from playground.pictures import letters
from playground.pictures.palette import Theme, colours

WIDTH, HEIGHT = 1200, 630
"""Pixels: the size in which other sites show a link (Open Graph)."""


_HATCHES = ("M-1 6L6 -1M-1 1L1 -1M4 6L6 4", "M-1 -1L6 6M4 -1L6 1M-1 4L1 6", "M0 2.5H5", "M2.5 0V5")
HATCHES = len(_HATCHES)
"""So many patterns tell reasons of refusals apart; static/js/board/landscape/canvas/paint.js has the same."""


def number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


class Sheet:
    """`texts` collects all texts of the picture, so that their letters can be embedded."""

    def __init__(self, theme: Theme, title: str, description: str) -> None:
        self.theme: Theme = theme
        self.colours = colours(theme)
        self.texts: list[str] = []
        size = {"width": str(WIDTH), "height": str(HEIGHT), "viewBox": f"0 0 {WIDTH} {HEIGHT}"}
        labels = {"role": "img", "aria-labelledby": "title desc", "font-family": letters.FAMILY}
        self.root = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", **size, **labels})
        ET.SubElement(self.root, "title", {"id": "title"}).text = title
        ET.SubElement(self.root, "desc", {"id": "desc"}).text = description
        self._style = ET.SubElement(self.root, "style")
        self._defs = ET.SubElement(self.root, "defs")
        self._hatches: set[str] = set()
        self._stripes(self._defs)
        self.into = self.root
        self.box(0, 0, WIDTH, HEIGHT, fill="bg", radius=0)

    def _stripes(self, defs: ET.Element) -> None:
        """The stripes of an ending pod, which are recognisable without colour."""
        how = {"id": "ending", "width": "8", "height": "8", "patternUnits": "userSpaceOnUse"}
        pattern = ET.SubElement(defs, "pattern", {**how, "patternTransform": "rotate(45)"})
        stripe = {"width": "3.5", "height": "8", "fill": self.colours["bad"], "fill-opacity": "0.45"}
        ET.SubElement(pattern, "rect", stripe)

    def hatch(self, kind: int) -> str:
        """The paint of one of HATCHES patterns in the colour of refusals: reasons differ without colour."""
        name = f"hatch{kind % HATCHES}"
        if name not in self._hatches:
            self._hatches.add(name)
            size = {"id": name, "width": "5", "height": "5", "patternUnits": "userSpaceOnUse"}
            pattern = ET.SubElement(self._defs, "pattern", size)
            lines = {"d": _HATCHES[kind % HATCHES], "stroke": self.colours["bad"], "stroke-width": "1"}
            ET.SubElement(pattern, "path", {**lines, "stroke-opacity": "0.55", "fill": "none"})
        return f"url(#{name})"

    def boxes(
        self,
        places: Iterable[tuple[float, float, float, float]],
        paint: str,
        *,
        opacity: float = 1,
        line: str = "",
    ) -> None:
        """Many boxes `(x, y, width, height)` of one look as one path. `paint` is a name of a colour, a
        hatch, or ""."""
        path = "".join(
            f"M{number(x)} {number(y)}h{number(wide)}v{number(tall)}h-{number(wide)}z"
            for x, y, wide, tall in places
            if wide > 0 and tall > 0
        )
        if not path:
            return
        shade = "none" if not paint else self.colours.get(paint, paint)
        drawn = {"d": path, "fill": shade}
        if opacity < 1:
            drawn["fill-opacity"] = str(opacity)
        if line:
            drawn |= {"stroke": self.colours[line], "stroke-width": "1"}
        ET.SubElement(self.into, "path", drawn)

    @contextmanager
    def group(self, **attributes: str) -> Iterator[ET.Element]:
        """Puts everything drawn inside the block into a group."""
        outer = self.into
        self.into = ET.SubElement(outer, "g", attributes)
        yield self.into
        self.into = outer

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str = "",
        line: str = "",
        radius: float = 6,
        dashed: bool = False,
        thick: float = 1.0,
    ) -> None:
        """`fill` and `line` are names of colours; `fill` may also be "ending", the stripes."""
        if width <= 0 or height <= 0:
            return
        shade = "none" if not fill else "url(#ending)" if fill == "ending" else self.colours[fill]
        place = {"x": number(x), "y": number(y), "width": number(width), "height": number(height)}
        drawn = {**place, "fill": shade}
        if radius:
            drawn["rx"] = number(radius)
        if line:
            drawn |= {"stroke": self.colours[line], "stroke-width": number(thick)}
        if dashed:
            drawn["stroke-dasharray"] = "5 3"
        ET.SubElement(self.into, "rect", drawn)

    def path(
        self,
        path: str,
        x: float,
        y: float,
        scale: float,
        fill: str,
        line: str,
        thick: float,
        dashes: str,
    ) -> None:
        """A path in a system of its own, at `x`, `y` and `scale` times as large. `fill` and `line` are names
        of colours or ""."""
        place = f"translate({number(x)} {number(y)}) scale({scale:.2f})"
        drawn = {"d": path, "transform": place, "fill": self.colours[fill] if fill else "none"}
        if line:
            drawn |= {"stroke": self.colours[line], "stroke-width": number(thick), "stroke-linejoin": "round"}
        if dashes:
            drawn["stroke-dasharray"] = dashes
        ET.SubElement(self.into, "path", drawn)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        most: float,
        fill: str = "ink",
        bold: bool = False,
        anchor: str = "start",
        behind: str = "",
    ) -> float:
        """Writes a line of text, cut to `most` pixels; `y` is its baseline. Returns its width. `behind` is a
        background colour that keeps stripes from crossing the text (for lines that begin at `x`)."""
        shown = letters.cut(text, most, size, bold=bold)
        if not shown:
            return 0.0
        how = {"x": number(x), "y": number(y), "font-size": number(size), "fill": self.colours[fill]}
        if bold:
            how["font-weight"] = str(letters.BOLD)
        if anchor != "start":
            how["text-anchor"] = anchor
        taken = letters.width(shown, size, bold=bold)
        if behind:
            self.box(x - 2, y - size, taken + 4, size * 1.3, fill=behind, radius=2)
        ET.SubElement(self.into, "text", how).text = shown
        self.texts.append(shown)
        return taken

    def finished(self, *, embedded: bool = True) -> str:
        """The picture as SVG text. Without embedded fonts it is meant for a renderer that has the font
        files."""
        self._style.text = letters.style(self.texts) if embedded else ""
        return ET.tostring(self.root, encoding="unicode")
