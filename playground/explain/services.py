"""Values of the explanation pages: the parts of a text, and the card of a word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

import scheduler_core as core
from playground.explain import example
from playground.explain.remedies import remedy_of
from playground.gallery import search
from playground.gallery import services as gallery
from playground.texts import verdicts
from playground.texts.terms.cards import CARDS, KINDS, MEANINGS, NAMES, rule_of, texts_of
from playground.texts.terms.links import link

MOST_SCENARIOS = 4
MOST_WITH_SCENARIOS = 12
"""Events of a text beyond these are shown without the scenarios that show them."""
MOST_NODES = 8


@dataclass(frozen=True, slots=True)
class ScenarioLink:
    """A scenario that shows a text or a plugin; `title` is in the active language."""

    url: str
    title: str


@dataclass(frozen=True, slots=True)
class PartView:
    """A part of a text. `nodes` is None where the text gives no number, and a number of groups of nodes where
    `groups` is True. `source` names a plugin or a component, `card` is the address of its card; both are ""
    for an unknown part, as is its `meaning`."""

    text: str
    nodes: int | None = None
    meaning: str = ""
    source: str = ""
    card: str = ""
    point: str = ""
    point_card: str = ""
    event: str = ""
    event_card: str = ""
    preemption: bool = False
    groups: bool = False
    links: tuple[ScenarioLink, ...] | None = None
    """None where scenarios are not looked for."""
    today: str = ""
    """The text of new runs' release that replaces this one of another release; else ""."""
    releases: str = ""
    """The releases that write this text in place of `today`; "" where that is not known."""
    nearest: PartView | None = None
    """Of an unknown part the nearest text that is known; None without one."""
    drawing: str = ""
    """The kind of the drawing of a refusal; "" for a text that refuses no node, as are the next two."""
    action: str = ""
    command: str = ""


@dataclass(frozen=True, slots=True)
class EventView:
    """An Event of a text. `about` is what the text says of it besides its message: `2m (x7 over 29m)`,
    `Warning`, its object, its source; `reason_card` is the address of the card of its `reason`."""

    nodes: int | None
    parts: tuple[PartView, ...]
    reason: str = ""
    reason_card: str = ""
    about: tuple[str, ...] = ()
    line: int = 1
    times: int = 1

    @property
    def links(self) -> tuple[ScenarioLink, ...] | None:
        """The scenarios that show a part of the Event, once each; None where none were looked for."""
        lists = [part.links for part in self.parts if part.links is not None]
        scenarios = dict.fromkeys(chain.from_iterable(zip_longest(*lists)))
        return tuple(link for link in scenarios if link)[:MOST_SCENARIOS] if lists else None


@dataclass(frozen=True, slots=True)
class TextView:
    """The Events of a text, the newest first; `left_out` counts those beyond `core`'s limit."""

    events: tuple[EventView, ...]
    left_out: int = 0


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
    links: tuple[ScenarioLink, ...]


@dataclass(frozen=True, slots=True)
class ListOfCards:
    """The names of the words of one kind, with their rules."""

    kind: str
    cards: tuple[tuple[str, str], ...]


def explained(text: str) -> TextView:
    """The Events of the text in parts, each with its meaning in the active language."""
    texts = core.read_events(text)
    scenarios = gallery.gallery()
    events = (
        _event(event, scenarios if place < MOST_WITH_SCENARIOS else None)
        for place, event in enumerate(texts.events)
    )
    return TextView(tuple(events), texts.left_out)


def _event(event: core.EventText, scenarios: list[Any] | None) -> EventView:
    return EventView(
        event.apart.nodes,
        tuple(_part(part, event.reason, scenarios) for part in event.apart.parts),
        event.reason,
        _address(event.reason),
        tuple(about for about in (event.seen, event.type, event.object, event.source) if about),
        event.line,
        event.times,
    )


def _part(part: core.Part, reason: str, scenarios: list[Any] | None) -> PartView:
    """A part of the text with its meaning, plugin and scenarios; of an unknown one the nearest known text."""
    field = part.catalogue_text
    if field is None:
        nearest = core.nearest_text(part.text, reason)
        near = None if nearest is None else _text_view(nearest, None)
        return PartView(part.text, part.nodes, preemption=part.preemption, groups=part.groups, nearest=near)
    view = _text_view(field, scenarios)
    return replace(view, text=part.text, nodes=part.nodes, preemption=part.preemption, groups=part.groups)


def _text_view(field: core.CatalogueText, scenarios: list[Any] | None) -> PartView:
    """A text of the catalogue, with the names of its values in place of the values."""
    names = {field.meaning: 10, field.plugin or field.event: 1}
    remedy = remedy_of(field)
    return PartView(
        _readable(field.template),
        meaning=_(MEANINGS[field.meaning]),
        source=field.plugin or field.component,
        card=_address(field.plugin or field.component),
        point=field.point,
        point_card=_address(field.point),
        event=field.event,
        event_card=_address(field.event),
        links=None if scenarios is None or not field.simulated else _scenario_links(scenarios, names),
        today=_readable(field.today),
        releases=field.releases,
        drawing=remedy.drawing if remedy else "",
        action=_(remedy.action) if remedy else "",
        command=remedy.command if remedy else "",
    )


def _address(word: str) -> str:
    """The address of the card of a word; "" when it has none."""
    return reverse("explain:card", args=[NAMES[word]]) if word in NAMES else ""


def _scenario_links(scenarios: list[Any], names: Mapping[str, int]) -> tuple[ScenarioLink, ...]:
    """The scenarios that show the text itself; when there are none, those that show its plugin."""
    cards = search.showing(scenarios, names)[:MOST_SCENARIOS]
    return tuple(ScenarioLink(reverse("gallery:scenario", args=[s.slug]), _(s.title)) for s in cards)


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
        tuple((_readable(text.template), text.point, _(MEANINGS[text.meaning])) for text in texts),
        scores(example.decision() if decision is None else decision, name)
        if plugin and plugin.weight
        else None,
        refusals(_refusing(computes) if decision is None else decision, computes),
        _scenario_links(gallery.gallery(), dict.fromkeys((name, *words.shows), 1)),
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
    """The plugin's scores in a decision, the highest total first; empty when it gave no node a point."""
    rows: Mapping[str, Any] = decision.get("scores") or {}
    totals = decision.get("totals") or {}
    names = sorted(rows, key=lambda name: (-totals.get(name, 0), name))
    of_plugin = [(name, rows[name][plugin]) for name in names if plugin in rows[name]]
    if not any(weighted for _, (_, _, weighted) in of_plugin):
        return ()
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
