"""Pictures of a moment: what stands in them, that nothing leaves its place, letters, PNG, films."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from PIL import Image

import scheduler_core as core
from playground.commandline.arguments import recording_of, scenario_from
from playground.gallery.loader import FOLDER
from playground.pictures import board, film, grid, letters, palette, raster
from playground.pictures.board import Moment
from playground.pictures.sheet import HEIGHT, WIDTH
from tests.builders import api_object, node, pod, workload
from tests.core import play

SVG = "{http://www.w3.org/2000/svg}"


@cache
def played(name: str) -> tuple[core.Run, int]:
    path = FOLDER / f"{name}.yaml"
    recording = recording_of(scenario_from([(path.name, path.read_bytes())]))
    return recording, recording.advance(0, "quiet", limit=300)


def moment(name: str, seq: int, pod: str = "") -> Moment:
    return Moment(played(name)[0].snapshot(seq), "A <title> & more", pod)


def texts(svg: str) -> list[str]:
    return [item.text or "" for item in ET.fromstring(svg).iter(f"{SVG}text")]


def test_the_reserved_slot_the_seconds_of_the_victim_and_the_sentence_stand_in_the_picture() -> None:
    recording, last = played("basic-preemption")
    seq = next(n for n in range(1, last) if recording.snapshot(n)["t"] > 0)  # type: ignore[operator]
    result = texts(board.svg(moment("basic-preemption", seq - 1), "dark"))

    assert "A <title> & more" in result
    assert "reserved" in result
    assert any(text.endswith("s left") for text in result)


def test_the_moment_has_a_title_and_a_description_for_who_does_not_see_it() -> None:
    root = ET.fromstring(board.svg(moment("basic-preemption", 3), "light"))

    assert "A <title> & more" == root.findtext(f"{SVG}title")
    assert root.findtext(f"{SVG}desc") == moment("basic-preemption", 3).sentence != ""


def test_a_refusal_is_drawn_over_the_free_room_of_its_node_and_said_while_the_pod_waits() -> None:
    recording, head = played("gap-and-reservation")
    waits = [
        seq
        for seq in range(head + 1)
        if (frame := recording.snapshot(seq)["frame"]) and frame["message"]["id"] == "scheduler.fits_nowhere"  # type: ignore[index,call-overload]
    ]
    refused = board.svg(moment("gap-and-reservation", waits[-1]), "light")
    before = board.svg(moment("gap-and-reservation", 0), "light")
    films = film.svg([moment("gap-and-reservation", seq) for seq in (0, waits[-1])], "light")

    assert {"✗ Insufficient cpu", "+1 cpu", "+500m cpu"} <= set(texts(refused))
    assert "+1 cpu" in texts(films)
    assert not any(text.startswith(("✗", "+")) for text in texts(before))


@pytest.mark.parametrize(
    ("name", "seq", "label", "shape"),
    [
        ("tainted-zone", 5, "k", "32V13l3-4 3 4V32z"),
        ("affinity-excludes-zone", 2, "zone=zoneA", "H46"),
        ("cross-node-preemption", 2, "cordon", "M27 14l-3 7"),
    ],
)
def test_an_obstacle_without_room_is_drawn_on_its_node_and_labelled(
    name: str, seq: int, label: str, shape: str
) -> None:
    svg = board.svg(moment(name, seq), "light")

    assert shape in svg
    assert label in texts(svg)
    assert [] == outside(svg)


def large(count: int) -> Moment:
    """A cluster in which no node has enough cpu for `big`."""
    machines = [node(f"pool-a-{number:05d}", "4") for number in range(count)]
    recording = core.Run(play.scenario_from([*machines, pod("a", "2"), pod("big", "9")]), [])
    end = recording.advance(0, "quiet", limit=50)
    return Moment(recording.snapshot(end), "Large", "default/big")


@pytest.mark.parametrize("count", [30, 60, 900])
def test_a_large_cluster_is_a_landscape_whose_headline_is_about_the_pod_that_fits_nowhere(count: int) -> None:
    shown = large(count)
    svg = board.svg(shown, "light")

    assert f"big fits on no node: {count} cpu" in texts(svg)
    assert f"{count} Insufficient cpu" in texts(svg)  # beside the pod in the queue
    assert f"cpu {count}" in texts(svg)
    assert [] == outside(svg)
    assert count == len(squares(svg, "bad-soft")) - 1  # and one in the legend


def test_a_picture_of_a_maintenance_says_how_far_the_drains_are() -> None:
    budget = api_object(
        "PodDisruptionBudget", "web", spec={"minAvailable": 1, "selector": {"matchLabels": {"app": "web"}}}
    )
    nodes = [node(f"n{number:02}", "1") for number in range(30)]
    run = recording_of(play.scenario_from([*nodes, budget, workload("ReplicaSet", "web", 1)]))
    at = run.advance(0, "quiet", limit=60)
    [web] = run.snapshot(at)["pods"]
    value = core.parse_input({"kind": "maintenance", "plan": "drain", "nodes": [web["node"]]})
    assert not isinstance(value, core.Problem)
    run.give(at, value)
    end = run.advance(at + 1, "quiet", limit=60)
    picture = Moment(run.snapshot(end), "Upgrade")
    text = "".join(ET.fromstring(board.svg(picture, "light")).itertext())

    assert "Nodes drained: 0, being drained: 0, held by a budget: 1" == picture.headline
    assert "held by a budget 1" in text
    assert "1 held" in text


def test_squares_show_the_end_of_a_name_and_how_much_is_requested() -> None:
    svg = board.svg(large(30), "light")

    assert {"2/4", "0/4"} <= set(texts(svg))
    assert any(text.endswith("00029") for text in texts(svg))


def test_a_square_is_filled_as_far_as_the_fuller_of_cpu_and_memory_is_requested() -> None:
    shares = [(50, 25), (0, 75), (100, 0), (None, None), (130, 0)]
    requests = [{"requested": {"shares": {"cpu": cpu, "memory": memory}}} for cpu, memory in shares]

    assert [50, 75, 100, 0, 130] == [grid.use_of(node) for node in requests]
    svg = board.svg(large(30), "light")
    tall = squares(svg, "bad-soft")[0][3]
    assert [round(tall / 2, 1)] == [full for *_, full in squares(svg, "bad") if full < tall]


def test_of_a_pod_that_found_a_node_the_headline_says_which_and_how_many_there_were() -> None:
    machines = [node(f"pool-a-{number:05d}", "4") for number in range(29)]
    recording = core.Run(play.scenario_from([*machines, node("wide", "16"), pod("big", "9")]), [])
    snapshot = recording.snapshot(recording.advance(0, "quiet", limit=50))

    assert "big went to wide; 1 of 30 nodes passed the filters" == grid.headline(snapshot, "default/big")
    assert "" == grid.headline(snapshot, "default/other")


def test_reasons_have_hatches_of_their_own_so_that_they_are_told_apart_without_colour() -> None:
    machines = [node(f"a-{number:05d}", "4") for number in range(20)]
    tainted = [{"key": "gpu", "value": "", "effect": "NoSchedule"}]
    machines += [node(f"b-{number:05d}", "16", taints=tainted) for number in range(10)]
    recording = core.Run(play.scenario_from([*machines, pod("big", "9")]), [])
    end = recording.advance(0, "quiet", limit=50)
    svg = board.svg(Moment(recording.snapshot(end), "Two", "default/big"), "dark")

    assert "big fits on no node: 20 cpu, 10 taint" in texts(svg)
    assert [21, 11] == [len(boxes(svg, f"url(#hatch{kind})")) for kind in (0, 1)]


def boxes(svg: str, fill: str, opacity: str | None = None) -> list[tuple[float, ...]]:
    """(x, y, width, height) of the boxes of this fill that stand in paths."""
    paths = [path for path in ET.fromstring(svg).iter(f"{SVG}path") if path.get("fill") == fill]
    drawn = "".join(path.get("d", "") for path in paths if path.get("fill-opacity") == opacity)
    return [tuple(map(float, result)) for result in re.findall(r"M(\S+) (\S+)h(\S+?)v(\S+?)h", drawn)]


def squares(svg: str, colour: str) -> list[tuple[float, ...]]:
    """The boxes of a colour of the light theme: grounds, or what is requested of the nodes."""
    return boxes(svg, palette.colours("light")[colour], None if colour.endswith("-soft") else "0.34")


def outside(svg: str) -> list[str]:
    """The boxes and texts that leave the picture."""
    root = ET.fromstring(svg)
    results = []
    for box in root.iter(f"{SVG}rect"):
        x, y, wide, tall = (float(box.get(key, "0")) for key in ("x", "y", "width", "height"))
        if x + wide > WIDTH + 0.1 or y + tall > HEIGHT + 0.1:
            results.append(str(box.attrib))
    for text in root.iter(f"{SVG}text"):
        bold = text.get("font-weight") is not None
        wide = letters.width(text.text or "", float(text.get("font-size", "0")), bold=bold)
        if not text.get("text-anchor") and float(text.get("x", "0")) + wide > WIDTH:
            results.append(str(text.text))
    return results


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
    result = texts(svg)

    assert [] == outside(svg)
    assert {"p: <b>pending</b>", "…", "n1"} <= set(result)
    assert any(text.startswith("很长的一句话很长") for text in result)


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
    assert {f"{sum(shown):.2f}s"} == {animation.get("dur") for animation in animations}
    assert ["visible;hidden", *["hidden;visible;hidden"] * 4, "hidden;visible"] == [
        animation.get("values") for animation in animations
    ]


def test_a_gif_has_a_picture_for_each_moment() -> None:
    svgs = [board.svg(moment("basic-preemption", seq), "light", embedded=False) for seq in (0, 3, 9)]
    image = Image.open(io.BytesIO(raster.drawn("gif", svgs, [1.2, 1.2, 3.0], zoom=0.5)))

    assert (WIDTH // 2, HEIGHT // 2) == image.size
    assert 3 == getattr(image, "n_frames", 1)


@pytest.mark.parametrize(
    ("name", "most", "expected"),
    [
        ("checkout-7d9f5c-x7l9p", 400, "checkout-7d9f5c-x7l9p"),
        ("checkout-7d9f5c-x7l9p", 120, "checkout…x7l9p"),
        ("checkout-7d9f5c-x7l9p", 40, "che…"),
    ],
)
def test_a_name_that_is_cut_keeps_its_end(name: str, most: float, expected: str) -> None:
    shown = letters.without_middle(name, most, 14, bold=True)

    assert expected == shown
    assert letters.width(shown, 14, bold=True) <= most
