"""Which extension points a plugin takes part in."""

from __future__ import annotations

from typing import ClassVar

import pytest

from scheduler_core.scheduler.configuration.registry import DEFAULT_PLUGINS
from scheduler_core.scheduler.framework import interface
from scheduler_core.scheduler.framework.interface import FilterPlugin, takes_part
from scheduler_core.scheduler.framework.reads import EVERYTHING

POINTS = {
    name: value
    for name, value in vars(interface).items()
    if getattr(value, "_is_runtime_protocol", False) and value.__module__ == interface.__name__
}


def test_there_are_protocols_to_ask_about() -> None:
    assert len(POINTS) >= 15


@pytest.mark.parametrize("name", sorted(POINTS))
def test_the_default_plugins_take_part_exactly_where_isinstance_says(name: str) -> None:
    point = POINTS[name]
    plugins = {plugin: made.make(None) for plugin, made in DEFAULT_PLUGINS.items()}

    expected = {plugin: isinstance(made, point) for plugin, made in plugins.items()}

    assert expected == {plugin: takes_part(made, point) for plugin, made in plugins.items()}


def test_an_attribute_of_the_protocol_that_is_missing_keeps_a_plugin_out() -> None:
    class Filter:
        name: ClassVar[str] = "Filter"

        def filter(self) -> None: ...

    made = Filter()

    assert not takes_part(made, FilterPlugin)
    made.reads = EVERYTHING  # type: ignore[attr-defined]
    assert takes_part(made, FilterPlugin)
