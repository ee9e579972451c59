"""Chips, and the text by which a link holds them."""

from __future__ import annotations

import base64
import zlib
from typing import Any

import pytest

from scheduler_core.objects.problem import Problem
from scheduler_core.queries.scalpel.chip import MOST_CHIPS, MOST_TEXT, chips_text, parse_chips, read_chips

CPU = "spec.containers[0].resources.requests.cpu"
ROW: dict[str, Any] = {"at": 7, "kind": "Pod", "key": "default/p", "path": CPU, "from": "2", "to": "500m"}


def problem(value: Any) -> tuple[str, str]:
    answer = parse_chips(value)
    assert isinstance(answer, Problem)
    return answer.path, answer.code


def test_a_link_holds_what_was_changed_and_which_chips_are_off() -> None:
    chips = parse_chips([ROW, {**ROW, "at": None, "to": None, "off": True}])
    assert not isinstance(chips, Problem)

    assert chips == read_chips(chips_text(chips))


def test_two_hundred_chips_fit_into_a_link() -> None:
    rows = [
        {**ROW, "key": f"shop/checkout-7d9f{number:04}", "to": f"{number}m"} for number in range(MOST_CHIPS)
    ]
    chips = parse_chips(rows)
    assert not isinstance(chips, Problem)

    assert len(chips_text(chips)) < MOST_TEXT


def test_a_link_without_chips_is_empty() -> None:
    assert ("", ()) == (chips_text(()), read_chips(""))


@pytest.mark.parametrize(
    "text", ["%", "AAAA", "[1", "eNoNyj0KwDAIQOG7OIf09yDdg0MwFgolsRrvX4cH3", "[" * 5_000]
)
def test_a_text_that_was_cut_is_refused(text: str) -> None:
    answer = read_chips(text)
    assert isinstance(answer, Problem)

    assert "scalpel.unreadable" == answer.code


def test_a_text_that_unpacks_to_too_much_is_refused() -> None:
    bomb = base64.urlsafe_b64encode(zlib.compress(b"[" + b" " * 9_000_000 + b"]", 9)).decode()
    answer = read_chips(bomb[:MOST_TEXT] if len(bomb) > MOST_TEXT else bomb)

    assert isinstance(answer, Problem)


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        ({}, ("chips", "input.not_a_list")),
        ([ROW] * (MOST_CHIPS + 1), ("chips", "scalpel.too_many")),
        ([7], ("chips[0]", "input.not_a_map")),
        ([ROW, {**ROW, "kind": "Gadget"}], ("chips[1].kind", "scalpel.unknown_kind")),
        ([{**ROW, "kind": 3}], ("chips[0].kind", "input.not_a_text")),
        ([{**ROW, "key": ""}], ("chips[0].key", "input.not_a_text")),
        ([{**ROW, "path": "x" * 401}], ("chips[0].path", "text.too_long")),
        ([{**ROW, "at": -1}], ("chips[0].at", "input.not_a_whole_number")),
        ([{**ROW, "to": {}}], ("chips[0].to", "scalpel.not_a_value")),
        ([{**ROW, "to": "x" * 1_001}], ("chips[0].to", "text.too_long")),
        ([{**ROW, "to": 2**70}], ("chips[0].to", "input.not_a_whole_number")),
        ([{**ROW, "to": float("nan")}], ("chips[0].to", "input.not_a_whole_number")),
        ([{**ROW, "off": "no"}], ("chips[0].off", "input.not_a_flag")),
        ([{**ROW, "extra": 1}], ("chips[0].extra", "scenario.unknown_field")),
        ([[1, 2, 3, 4, 5, 6, 7, 8]], ("chips[0]", "input.not_a_map")),
    ],
)
def test_a_wrong_chip_is_refused_with_its_place(value: Any, wrong: tuple[str, str]) -> None:
    assert wrong == problem(value)
