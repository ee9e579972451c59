"""The catalogue of texts: whole, and without two texts of the same words that cannot be told apart."""

import pytest

from scheduler_core.queries.event_texts.catalogue import (
    EVENTS,
    PLUGIN_CARDS,
    POINT_ORDER,
    catalogue_texts,
)
from scheduler_core.scheduler.configuration.registry import DEFAULT_PLUGINS

SILENT = {"PrioritySort", "NodeResourcesBalancedAllocation", "ImageLocality", "DefaultBinder"}


def test_every_default_plugin_has_a_card_with_all_its_points() -> None:
    assert [(name, set(row.points), row.weight) for name, row in DEFAULT_PLUGINS.items()] == [
        (name, set(card.points), card.weight) for name, card in PLUGIN_CARDS.items()
    ]
    assert set(POINT_ORDER) == {point for card in PLUGIN_CARDS.values() for point in card.points}


def test_every_plugin_that_can_refuse_a_pod_lists_what_it_says() -> None:
    assert SILENT == {name for name, card in PLUGIN_CARDS.items() if not card.reasons}


@pytest.mark.parametrize("point", POINT_ORDER)
def test_points_stand_in_the_order_in_which_a_pod_meets_them(point: str) -> None:
    places = [card.points.index(point) for card in PLUGIN_CARDS.values() if point in card.points]

    assert all(place <= POINT_ORDER.index(point) for place in places)


def test_an_event_is_written_with_one_reason_and_texts_have_a_component() -> None:
    assert len(EVENTS) == len({(text.event, text.template) for text in EVENTS})
    assert all(text.component and (text.event or text.point) for text in catalogue_texts())
