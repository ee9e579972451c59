"""What the pages of explanations show: the parts of a text, and the card of a plugin or extension point."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

import scheduler_core as core
from playground.explain.cards import CARDS, DOCUMENTATION
from playground.explain.meanings import MEANINGS
from playground.gallery import searching
from playground.gallery import services as gallery

MOST_SCENARIOS = 4
MOST_NODES = 8


@dataclass(frozen=True, slots=True)
class Seen:
    """A scenario that shows something; `title` is in the active language."""

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
    said_by: str
    card: str
    point: str
    point_card: str
    event: str
    preemption: bool
    seen: tuple[Seen, ...]


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
class CardView:
    """The card of a plugin or, where `plugins` is not empty, of an extension point. `scores` is None for a
    plugin that gives none."""

    name: str
    rule: str
    formula: str
    page: str
    points: tuple[str, ...]
    plugins: tuple[str, ...]
    fields: tuple[str, ...]
    weight: int
    reasons: tuple[tuple[str, str, str], ...]
    scores: tuple[Score, ...] | None
    seen: tuple[Seen, ...]


def explained(text: str) -> TextView:
    """The text in parts, each with its meaning in the active language."""
    apart = core.take_apart(text)
    scenarios = gallery.gallery()
    return TextView(apart.nodes, tuple(_part(part, scenarios) for part in apart.parts))


def _part(part: core.Part, scenarios: list[Any]) -> PartView:
    known = part.known
    if known is None:
        return PartView(part.text, part.nodes, "", "", "", "", "", "", part.preemption, ())
    return PartView(
        part.text,
        part.nodes,
        _(MEANINGS[known.template]),
        known.plugin or known.component,
        reverse("explain:card", args=[known.plugin]) if known.plugin else "",
        known.point,
        reverse("explain:card", args=[known.point]) if known.point else "",
        known.event,
        part.preemption,
        _seen(scenarios, {known.template: 10, known.plugin or known.event: 1}),
    )


def _seen(scenarios: list[Any], names: Mapping[str, int]) -> tuple[Seen, ...]:
    """The scenarios that show the text itself; without one, those that show its plugin."""
    found = searching.showing(scenarios, names)[:MOST_SCENARIOS]
    return tuple(Seen(reverse("gallery:scenario", args=[each.slug]), _(each.title)) for each in found)


def card(name: str, decision: Mapping[str, Any]) -> CardView | None:
    """The card of this name; None when there is neither such a plugin nor such an extension point.

    `decision` is the DecisionView that gives the scores.
    """
    words = CARDS.get(name)
    if words is None:
        return None
    plugin = core.PLUGIN_CARDS.get(name)
    plugins = () if plugin else tuple(n for n, each in core.PLUGIN_CARDS.items() if name in each.points)
    names = {name: 1} if plugin else {}
    reasons = plugin.reasons if plugin else ()
    return CardView(
        name,
        _(words.rule),
        _(words.formula) if words.formula else "",
        DOCUMENTATION + words.page,
        plugin.points if plugin else (),
        plugins,
        plugin.fields if plugin else (),
        plugin.weight if plugin else 0,
        tuple((_readable(each.template), each.point, _(MEANINGS[each.template])) for each in reasons),
        scores(decision, name) if plugin and plugin.weight else None,
        _seen(gallery.gallery(), names),
    )


def scores(decision: Mapping[str, Any], plugin: str) -> tuple[Score, ...]:
    """The scores that the plugin gave in a decision, the best sums first; empty where it gave none."""
    rows: Mapping[str, Any] = decision.get("scores") or {}
    totals = decision.get("totals") or {}
    names = sorted(rows, key=lambda name: (-totals.get(name, 0), name))
    of_plugin = [(name, rows[name][plugin]) for name in names if plugin in rows[name]]
    return tuple(
        Score(name, raw, normalised, weighted, won=name == decision.get("node"))
        for name, (raw, normalised, weighted) in of_plugin[:MOST_NODES]
    )


def _readable(template: str) -> str:
    """A template with its values as a reader knows them from usage texts: `Insufficient <resource>`."""
    return template % _Names()


class _Names(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return f"<{name}>"


def all_cards() -> tuple[tuple[str, str], ...]:
    """The plugins with their rules, in the order in which they run."""
    return tuple((name, _(CARDS[name].rule)) for name in core.PLUGIN_CARDS)


def all_points() -> tuple[tuple[str, str], ...]:
    """The extension points with what they are for, in the order in which a pod meets them."""
    return tuple((name, _(CARDS[name].rule)) for name in core.POINT_ORDER)
