"""The Kubernetes words that have a card, and the content of the cards: `cards.toml` and `meanings.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

import scheduler_core as core

DOCUMENTATION = "https://kubernetes.io/docs"
LANGUAGES = ("en", "id", "zh-hans", "uk")


def gettext_noop(text: str) -> str:
    """Marks a text for extraction. Django's own function needs settings, and tools read lessons without
    them."""
    return text


KINDS: Mapping[str, str] = {
    "component": gettext_noop("Component of the cluster"),
    "plugin": gettext_noop("Plugin of the scheduler"),
    "point": gettext_noop("Extension point"),
    "queue": gettext_noop("Scheduling queue"),
    "status": gettext_noop("Status that a filter gives"),
    "field": gettext_noop("Field"),
    "value": gettext_noop("Value"),
    "kind": gettext_noop("Kind of object"),
    "condition": gettext_noop("Condition"),
    "reason": gettext_noop("Reason of a condition"),
    "taint": gettext_noop("Taint"),
    "event": gettext_noop("Reason of an Event"),
}
"""The kinds of words in the order of lists → their English names."""


@dataclass(frozen=True, slots=True)
class Card:
    """`kind` is a key of `KINDS`. `rule` is in English; "" when the texts of an Event explain the word.

    `page` is the path of upstream's page below `DOCUMENTATION`, or a whole address. `formula` is "" when no
    number is shown. `also` are other spellings of the word. `shows` are further names whose occurrence makes
    a scenario an example (`gallery.searching.showing`). `plugin` is the plugin that reads the word, "" for
    none. `words` are, by language, regular expressions for the forms of words such as "preempted" or "grace
    period" in sentences (`locale/glossary.toml` has each language's word); a Kubernetes name, such as
    maxSkew, is the same in every language."""

    kind: str
    page: str
    rule: str = ""
    formula: str = ""
    also: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()
    plugin: str = ""
    words: Mapping[str, str] = field(default_factory=dict)

    @property
    def address(self) -> str:
        return self.page if self.page.startswith("https:") else DOCUMENTATION + self.page


def _data(name: str) -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / name).read_text(encoding="utf-8"))


def _card(kind: str, row: dict[str, Any]) -> Card:
    words = row.pop("words", {})
    if isinstance(words, str):
        words = dict.fromkeys(LANGUAGES, words)
    also, shows = (tuple(row.pop(name, ())) for name in ("also", "shows"))
    return Card(kind, words=words, also=also, shows=shows, **row)


CARDS: Mapping[str, Card] = {
    name: _card(kind, row) for kind, rows in _data("cards.toml").items() for name, row in rows.items()
}
NAMES: Mapping[str, str] = {
    **{spelling: name for name, card in CARDS.items() for spelling in card.also},
    **{name: name for name in CARDS},
}
"""From each spelling to the name of its card."""
MEANINGS: Mapping[str, str] = _data("meanings.toml")
"""Template of a text of the core → its meaning."""


@cache
def texts_of(reason: str) -> tuple[core.CatalogueText, ...]:
    """The texts that an Event of this reason can have."""
    return tuple(text for text in core.catalogue_texts() if text.event == reason)


def rule_of(name: str) -> str:
    """The rule of a card in the active language; for an Event's reason with a single text, that text's
    meaning."""
    return _(CARDS[name].rule or MEANINGS[texts_of(name)[0].meaning])
