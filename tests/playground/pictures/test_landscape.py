"""Where the squares of a large cluster stand: all are seen, none covers another, and the browser agrees."""

from __future__ import annotations

import json
from typing import Any

import pytest

from playground.paths import ASSETS
from playground.pictures.landscape import Squares, areas_of, counted, laid_out, trouble

HEAD = 16
ROOM = (860, 520)


def shared_cases() -> list[Any]:
    """Clusters, rooms and layouts: the browser's layout is tested against the same."""
    script = ASSETS / "static" / "js" / "board" / "landscape" / "squares.cases.js"
    cases: list[Any] = json.loads(script.read_text(encoding="utf-8").partition(" = ")[2].rstrip().rstrip(";"))
    return cases


def cluster(zones: int, pools: int, n: int) -> list[tuple[str, list[tuple[str, int]]]]:
    """So many zones, so many pools in each, and n nodes in each of the smallest; 0 of them is one without a name."""
    inside = [(f"p{number}", n) for number in range(pools)] or [("", n)]
    return [(f"z{number}", inside) for number in range(zones)] or [("", inside)]


def outlined(squares: Squares) -> dict[str, Any]:
    places = list(squares.places())
    return {
        "level": squares.level,
        "px": squares.px,
        "gap": squares.gap,
        "height": squares.height,
        "first": [*places[0]],
        "last": [*places[-1]],
        "areas": [[area.x, area.y, area.width] for area in squares.areas][:4],
        "sum": sum(x + 3 * y for x, y in places),
    }


@pytest.mark.parametrize("case", shared_cases(), ids=lambda case: case[0])
def test_the_browser_has_the_same_layout(case: Any) -> None:
    _name, areas, (width, height, head), expected = case

    assert expected == outlined(
        laid_out(cluster(areas["zones"], areas["pools"], areas["n"]), width, height, head)
    )


@pytest.mark.parametrize(
    ("zones", "pools", "n"),
    [
        (3, 0, 20),
        (3, 0, 100),
        (3, 4, 25),
        (0, 0, 60),
        (1, 0, 60),
        (3, 3, 555),
        (13, 2, 192),
        (400, 0, 3),
        (400, 3, 4),
    ],
)
def test_all_squares_stand_inside_the_room_and_none_covers_another(zones: int, pools: int, n: int) -> None:
    areas = cluster(zones, pools, n)
    squares = laid_out(areas, *ROOM, HEAD)
    places = list(squares.places())
    cells = {(x + dx, y + dy) for x, y in places for dx in range(squares.px) for dy in range(squares.px)}

    assert sum(count for _, inside in areas for _, count in inside) == len(places)
    assert len(places) * squares.px**2 == len(cells)
    assert max(x for x, _ in places) + squares.px <= ROOM[0]
    assert max(y for _, y in places) + squares.px <= ROOM[1]
    assert squares == laid_out(areas, *ROOM, HEAD)


def test_names_of_zones_are_given_up_where_their_lines_would_take_the_room_of_the_squares() -> None:
    levels = [laid_out(cluster(zones, 0, 3), *ROOM, HEAD).level for zones in (20, 400)]

    assert ["areas", "none"] == levels


def shown(name: str, order: int, **fields: Any) -> dict[str, Any]:
    return {"name": name, "order": order, "zone": "", "ready": True, **fields}


def test_nodes_stand_in_zones_and_pools_and_those_in_trouble_come_first() -> None:
    pressed = {"conditions": [{"type": "MemoryPressure"}]}
    nodes = [
        *(shown("a", 0, zone="z1", pool="p"), shown("b", 1, zone="z2"), shown("c", 2, zone="z1")),
        *(shown("d", 3, zone="z1", pool="p", need=pressed), shown("e", 4, zone="z1", pool="p", ready=False)),
    ]
    areas = areas_of(nodes)

    assert [("z1", [("p", 3), ("", 1)]), ("z2", [("", 1)])] == counted(areas)
    assert ["e", "d", "a"] == [node["name"] for node in areas[0][1][0][1]]
    assert [2, 2, 2, 1, 0] == [trouble(node) for node in nodes]
