"""Pictures of a moment: what stands in them, that nothing leaves its place, letters, PNG, films."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from PIL import Image

import scheduler_core as core
from playground.commandline.arguments import recording_of, scenario_from
from playground.gallery.loader import FOLDER
from playground.pictures import board, film, letters, palette, raster
from playground.pictures.board import Moment
from playground.pictures.sheet import HEIGHT, WIDTH

SVG = "{http://www.w3.org/2000/svg}"


@cache
def played(name: str) -> tuple[core.Run, int]:
    path = FOLDER / f"{name}.yaml"
    recording = recording_of(scenario_from([(path.name, path.read_bytes())]))
    return recording, recording.advance(0, "quiet", limit=300)


def moment(name: str, seq: int, pod: str = "") -> Moment:
    return Moment(played(name)[0].snapshot(seq), "A <title> & more", pod)


def texts(svg: str) -> list[str]:
    return [each.text or "" for each in ET.fromstring(svg).iter(f"{SVG}text")]


def test_the_reserved_slot_the_seconds_of_the_victim_and_the_sentence_stand_in_the_picture() -> None:
    recording, last = played("basic-preemption")
    seq = next(n for n in range(1, last) if recording.snapshot(n)["t"] > 0)  # type: ignore[operator]
    found = texts(board.svg(moment("basic-preemption", seq - 1), "dark"))

    assert "A <title> & more" in found
    assert "reserved" in found
    assert any(text.endswith("s left") for text in found)


def test_the_moment_has_a_title_and_a_description_for_who_does_not_see_it() -> None:
    root = ET.fromstring(board.svg(moment("basic-preemption", 3), "light"))

    assert "A <title> & more" == root.findtext(f"{SVG}title")
    assert root.findtext(f"{SVG}desc") == moment("basic-preemption", 3).sentence != ""


def outside(svg: str) -> list[str]:
    """The boxes and texts that leave the picture."""
    root = ET.fromstring(svg)
    found = []
    for box in root.iter(f"{SVG}rect"):
        x, y, wide, tall = (float(box.get(key, "0")) for key in ("x", "y", "width", "height"))
        if x + wide > WIDTH + 0.1 or y + tall > HEIGHT + 0.1:
            found.append(str(box.attrib))
    for text in root.iter(f"{SVG}text"):
        bold = text.get("font-weight") is not None
        wide = letters.width(text.text or "", float(text.get("font-size", "0")), bold=bold)
        if not text.get("text-anchor") and float(text.get("x", "0")) + wide > WIDTH:
            found.append(str(text.text))
    return found


@pytest.mark.parametrize("name", ["gap-and-reservation", "chaos-nodes", "self-heal-zones", "kubelet-ranking"])
def test_no_box_and_no_text_leaves_the_picture_at_any_step(name: str) -> None:
    steps = range(played(name)[1] + 1)
    pictures = [board.svg(moment(name, seq), "light", embedded=False) for seq in steps]

    assert [[]] * len(steps) == [outside(svg) for svg in pictures]


def test_the_why_of_a_pod_stands_beside_the_board_whatever_it_says_and_however_long_it_is() -> None:
    lines = (
        "p: <b>pending</b>",
        "  " + "a sentence of many words " * 20,
        "",
        *["   " + "很长的一句话" * 30] * 20,
    )
    shown = replace(moment("gap-and-reservation", 3), why=lines)
    svg = board.svg(shown, "light", embedded=False)
    found = texts(svg)

    assert [] == outside(svg)
    assert {"p: <b>pending</b>", "…", "n1"} <= set(found)
    assert any(text.startswith("很长的一句话很长") for text in found)


def test_both_themes_take_their_colours_from_the_style_sheet() -> None:
    light, dark = (board.svg(moment("which-node", 0), theme, embedded=False) for theme in palette.THEMES)

    assert palette.colours("light")["bg"] in light
    assert palette.colours("dark")["bg"] in dark
    assert light != dark


def test_a_picture_holds_the_letters_that_it_needs_and_no_others() -> None:
    short, long = letters.style(["abc"]), letters.style(["abc" + "".join(map(chr, range(0x20, 0x7F)))])

    assert short.startswith("@font-face")
    assert 300 < len(short) < len(long) < 60_000
    assert 3 == letters.style(["a", "ж", "集"]).count("@font-face") - 1  # Chinese in two weights


def test_a_text_that_is_too_long_is_cut_with_an_ellipsis() -> None:
    cut = letters.cut("a-name-that-is-very-long", 80, 14)

    assert cut.endswith("…")
    assert letters.width(cut, 14) <= 80
    assert "" == letters.cut("wide", 3, 14)


def test_a_png_of_a_moment_has_the_size_of_a_preview_and_is_not_empty() -> None:
    image = Image.open(
        io.BytesIO(raster.drawn("png", [board.svg(moment("which-node", 1), "dark", embedded=False)]))
    )

    assert (WIDTH, HEIGHT) == image.size
    assert len(image.convert("RGB").getcolors(WIDTH * HEIGHT) or ()) > 20


def test_a_film_shows_one_moment_at_a_time_and_each_for_as_long_as_its_sentence_needs() -> None:
    moments = [moment("basic-preemption", seq) for seq in range(6)]
    shown = film.seconds(moments)
    root = ET.fromstring(film.svg(moments, "dark"))
    animations: Any = list(root.iter(f"{SVG}animate"))

    assert len(moments) == len(animations)
    assert min(shown) >= film.LEAST_SECONDS
    assert {f"{sum(shown):.2f}s"} == {each.get("dur") for each in animations}
    assert ["visible;hidden", *["hidden;visible;hidden"] * 4, "hidden;visible"] == [
        each.get("values") for each in animations
    ]


def test_a_gif_has_a_picture_for_each_moment() -> None:
    svgs = [board.svg(moment("basic-preemption", seq), "light", embedded=False) for seq in (0, 3, 9)]
    image = Image.open(io.BytesIO(raster.drawn("gif", svgs, [1.2, 1.2, 3.0], zoom=0.5)))

    assert (WIDTH // 2, HEIGHT // 2) == image.size
    assert 3 == getattr(image, "n_frames", 1)
