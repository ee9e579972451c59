"""Values of the explanation pages: the parts of a text, and the card of a word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

import scheduler_core as core
from playground.explain import example
from playground.gallery import search
from playground.gallery import services as gallery
from playground.texts import verdicts
from playground.texts.terms.cards import CARDS, KINDS, MEANINGS, NAMES, rule_of, texts_of
from playground.texts.terms.links import link

MOST_SCENARIOS = 4
MOST_NODES = 8


@dataclass(frozen=True, slots=True)
class Seen:
    """A scenario that shows a text or a plugin; `title` is in the active language."""

    url: str
    title: str


@dataclass(frozen=True, slots=True)
class PartView:
    """A part of a text. `nodes` is None where the text gives no number. `said_by` names a plugin or a
    component, `card` is the address of its card; both are "" for an unknown part, as is its
    `meaning`."""

    text: str
    nodes: int | None
    meaning: str
    source: str
    card: str
    point: str
    point_card: str
    event: str
    event_card: str
    preemption: bool
    seen: tuple[Seen, ...]
    today: str = ""
    """The text of v1.34 that replaces this one of another release; else ""."""


@dataclass(frozen=True, slots=True)
class TextView:
    nodes: int | None
    parts: tuple[PartView, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """The scores of one node by the plugin. `won` is True for the node that was chosen."""

    node: str
    raw: int
    normalised: int
    weighted: int
    won: bool


@dataclass(frozen=True, slots=True)
class Refusal:
    """The plugin's message for one node, with the arithmetic behind it."""

    node: str
    reasons: str
    sums: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardView:
    """The card of a word. `kind` names its kind in the active language. `plugins` are those of an extension
    point; `plugin` links to the plugin that reads the word, "" for none. `scores` is None without a decision.
    `refusals` are those of the decision."""

    name: str
    kind: str
    rule: str
    formula: str
    page: str
    also: tuple[str, ...]
    points: tuple[str, ...]
    plugins: tuple[str, ...]
    plugin: str
    fields: tuple[str, ...]
    weight: int
    reasons: tuple[tuple[str, str, str], ...]
    scores: tuple[Score, ...] | None
    refusals: tuple[Refusal, ...]
    seen: tuple[Seen, ...]


@dataclass(frozen=True, slots=True)
class ListOfCards:
    """The names of the words of one kind, with their rules."""

    kind: str
    cards: tuple[tuple[str, str], ...]


def explained(text: str) -> TextView:
    """The text in parts, each with its meaning in the active language."""
    apart = core.take_apart(text)
    scenarios = gallery.gallery()
    return TextView(apart.nodes, tuple(_part(part, scenarios) for part in apart.parts))


def _part(part: core.Part, scenarios: list[Any]) -> PartView:
    """A part of the text with its meaning, plugin and scenarios."""
    field = part.known_text
    if field is None:
        return PartView(part.text, part.nodes, "", "", "", "", "", "", "", part.preemption, ())
    return PartView(
        part.text,
        part.nodes,
        _(MEANINGS[field.meaning]),
        field.plugin or field.component,
        _address(field.plugin),
        field.point,
        _address(field.point),
        field.event,
        _address(field.event),
        part.preemption,
        _seen(scenarios, {field.meaning: 10, field.plugin or field.event: 1}),
        _readable(field.today),
    )


def _address(word: str) -> str:
    """The address of the card of a word; "" when it has none."""
    return reverse("explain:card", args=[NAMES[word]]) if word in NAMES else ""


def _seen(scenarios: list[Any], names: Mapping[str, int]) -> tuple[Seen, ...]:
    """The scenarios that show the text itself; when there are none, those that show its plugin."""
    cards = search.showing(scenarios, names)[:MOST_SCENARIOS]
    return tuple(Seen(reverse("gallery:scenario", args=[s.slug]), _(s.title)) for s in cards)


def card(name: str, decision: Mapping[str, Any] | None = None) -> CardView | None:
    """The card of this name; None when there is none.

    `decision` is the DecisionView whose numbers the card shows; without one the numbers are the example's."""
    words = CARDS.get(name)
    if words is None:
        return None
    plugin = core.PLUGIN_CARDS.get(name)
    computes = name if plugin else words.plugin if words.formula else ""
    texts = plugin.reasons if plugin else texts_of(name)
    return CardView(
        name,
        _(KINDS[words.kind]),
        rule_of(name),
        _(words.formula) if words.formula else "",
        words.address,
        tuple(name for name in words.also if name.casefold() != name.casefold()),
        plugin.points if plugin else (),
        tuple(n for n, card in core.PLUGIN_CARDS.items() if name in card.points),
        link(words.plugin) if words.plugin else "",
        plugin.fields if plugin else (),
        plugin.weight if plugin else 0,
        tuple((_readable(text.template), text.point, _(MEANINGS[text.template])) for text in texts),
        scores(example.decision() if decision is None else decision, name)
        if plugin and plugin.weight
        else None,
        refusals(_refusing(computes) if decision is None else decision, computes),
        _seen(gallery.gallery(), dict.fromkeys((name, *words.shows), 1)),
    )


def _refusing(plugin: str) -> Mapping[str, Any]:
    """The example's decision in which the plugin refuses nodes; {} when there is none."""
    return example.decision(example.REFUSED[plugin]) if plugin in example.REFUSED else {}


def refusals(decision: Mapping[str, Any], plugin: str) -> tuple[Refusal, ...]:
    """The nodes that the plugin refused in a decision, sorted by name; only those whose arithmetic is
    known."""
    nodes: Mapping[str, Any] = decision.get("nodes") or {}
    rows = [
        Refusal(name, ", ".join(verdict["reasons"]), tuple(_sums(verdict)))
        for name, verdict in sorted(nodes.items())
        if verdict["plugin"] == plugin and (verdict["distance"] or verdict["spread"])
    ]
    return tuple(rows[:MOST_NODES])


def _sums(verdict: Mapping[str, Any]) -> Iterator[str]:
    """The arithmetic of a refusal: what is lacking, and the skews that are too large."""
    for row in verdict["distance"]:
        if row["free"] < row["needs"]:
            yield verdicts.lacking(row, verdict["nominatedCounted"])
    yield from (verdicts.skewed(row) for row in verdict["spread"] if not row["ok"])


def scores(decision: Mapping[str, Any], plugin: str) -> tuple[Score, ...]:
    """The plugin's scores in a decision, the highest total first; empty when it gave none."""
    rows: Mapping[str, Any] = decision.get("scores") or {}
    totals = decision.get("totals") or {}
    names = sorted(rows, key=lambda name: (-totals.get(name, 0), name))
    of_plugin = [(name, rows[name][plugin]) for name in names if plugin in rows[name]]
    return tuple(
        Score(name, raw, normalised, weighted, won=name == decision.get("node"))
        for name, (raw, normalised, weighted) in of_plugin[:MOST_NODES]
    )


def _readable(template: str) -> str:
    """A template with its placeholders as in usage texts: `Insufficient <resource>`."""
    return template % _Names()


class _Names(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return f"<{name}>"


def all_cards() -> tuple[ListOfCards, ...]:
    """All cards by kind. Plugins and extension points come in the order in which they run."""
    return tuple(
        ListOfCards(
            _(title), tuple((name, rule_of(name)) for name, words in CARDS.items() if words.kind == kind)
        )
        for kind, title in KINDS.items()
    )
