"""Each reason for which a plugin refuses a node has a drawing, and something to do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import scheduler_core as core
from playground.explain.remedies import REMEDIES, remedy_of
from playground.explain.services import EventView, PartView, ScenarioLink, explained

PICTURES = Path("static/js/board/causes/pictures.js")


def test_each_reason_of_a_filter_has_a_remedy() -> None:
    reasons = [
        text
        for card in core.PLUGIN_CARDS.values()
        if "filter" in card.points
        for text in card.reasons
        if text.point == "filter"
    ]

    assert len(reasons) > 10
    assert [] == [text.template for text in reasons if remedy_of(text) is None]


def test_each_drawing_is_one_of_the_board() -> None:
    table = PICTURES.read_text().partition("const DRAWINGS = {")[2].partition("\n};")[0]
    drawn = set(re.findall(r"^  (\w+)(?:\(|:)", table, re.MULTILINE))

    assert set(REMEDIES) == drawn - {"note", "plugin"}


@pytest.mark.django_db
def test_what_refuses_no_node_has_no_remedy() -> None:
    text = (
        "0/2 nodes are available: 2 Too many pods. "
        "preemption: 0/2 nodes are available: 2 No preemption victims found for incoming pod."
    )
    (event,) = explained(text).events

    assert ["pods", ""] == [part.drawing for part in event.parts]


def test_a_scenario_that_shows_several_parts_of_an_event_is_named_once() -> None:
    first, second, third = (ScenarioLink(f"/s/{name}", name) for name in "abc")
    parts = (PartView("x", links=(first, second)), PartView("y"), PartView("z", links=(first, third)))

    assert (first, second, third) == EventView(3, parts).links
    assert EventView(3, (PartView("y"),)).links is None
