"""What a default plugin has besides its rule, by the file where it stands (CONTRIBUTING: a new plugin)."""

from __future__ import annotations

import inspect
import tomllib
from pathlib import Path

import pytest

from scheduler_core.advice.plugin_table import PLUGIN_ADVICE
from scheduler_core.scheduler.configuration.registry import DEFAULT_PLUGINS
from scheduler_core.scheduler.framework.interface import FilterPlugin, Plugin, takes_part
from scheduler_core.scheduler.framework.reasons import reasons_of_plugin

ROOT = Path(__file__).parents[2]
CARDS = "playground/texts/terms/cards.toml"
TABLE = "scheduler_core/advice/plugin_table.py"


def lacking(name: str, plugin: Plugin) -> list[str]:
    """What there is not of the plugin, each entry with its file."""
    source = Path(inspect.getfile(type(plugin))).relative_to(ROOT).as_posix()
    cards = tomllib.loads((ROOT / CARDS).read_text(encoding="utf-8"))["plugin"]
    has: dict[str, object] = {f"{CARDS}: a card": name in cards}
    if takes_part(plugin, FilterPlugin):
        has[f"{source}: `reasons`, the texts with which it refuses"] = reasons_of_plugin(plugin)
        has[f"{TABLE}: a row, or what is in the way is shown without figures"] = name in PLUGIN_ADVICE
    return [what for what, there in has.items() if not there]


@pytest.mark.parametrize("name", DEFAULT_PLUGINS)
def test_a_default_plugin_lacks_nothing(name: str) -> None:
    assert [] == lacking(name, DEFAULT_PLUGINS[name].make(None))


def test_what_a_new_plugin_lacks_is_named_with_its_file() -> None:
    class Fresh:
        name = "Fresh"
        reads = DEFAULT_PLUGINS["NodeName"].make(None).reads  # type: ignore[attr-defined]

        def filter(self, *given: object) -> object: ...

    files = {what.partition(":")[0] for what in lacking("Fresh", Fresh())}

    assert {CARDS, TABLE, "tests/house/test_new_plugin.py"} == files
