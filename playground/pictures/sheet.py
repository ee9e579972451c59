"""An SVG under construction: boxes, texts cut to fit, stripes; colours by name, fonts embedded."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from contextlib import contextmanager

from playground.pictures import letters
from playground.pictures.palette import Theme, colours

WIDTH, HEIGHT = 1200, 630
"""Pixels: the size in which other sites show a link (Open Graph)."""


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
        self._stripes(ET.SubElement(self.root, "defs"))
        self.into = self.root
        self.box(0, 0, WIDTH, HEIGHT, fill="bg", radius=0)

    def _stripes(self, defs: ET.Element) -> None:
        """The stripes of an ending pod, which are recognisable without colour."""
        how = {"id": "ending", "width": "8", "height": "8", "patternUnits": "userSpaceOnUse"}
        pattern = ET.SubElement(defs, "pattern", {**how, "patternTransform": "rotate(45)"})
        stripe = {"width": "3.5", "height": "8", "fill": self.colours["bad"], "fill-opacity": "0.45"}
        ET.SubElement(pattern, "rect", stripe)

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
