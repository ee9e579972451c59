"""Scores of a decision: stacked bars with their legend, and raw → normalised → weighted for each plugin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import scheduler_core as core
from playground.gallery.pictures.scores import COLOURS
from playground.inspector.why.names import middle_cut, short_names
from playground.texts import messages

MOST_COLUMNS, MOST_WIDE_COLUMNS = 5, 4
"""The most nodes with a column in the table; fewer when a name is wider than the numbers below it."""
ROWS_ON_BOARD = 20
"""The best so many nodes have their scores listed on the board."""
MOST_TIED = 5
"""The most nodes with equal sums that one sentence names."""
FULL_BAR = 86
"""The highest sum's share of the track in per cent."""
LEAST_TRACK_PX, DIGIT_PX, AROUND_PX = 200, 7, 4
"""The narrowest track, a digit on it, and the space around a number, in pixels. A segment shows its number if
it fits."""
_NAME_MOST = 9
_BAR_NAME_MOST = 14
_NUMBERS_MOST = 7
"""The most characters of a score such as `94→100`."""
_SHORT = {"NodeResourcesBalancedAllocation": "BalancedAllocation"}


@dataclass(frozen=True, slots=True)
class Segment:
    """Part of a bar; positions in per cent of the track. `newest`: it belongs to the plugin at the cursor."""

    plugin: str
    colour: str
    x: str
    width: str
    middle: str
    text: str
    weighted: int
    newest: bool


@dataclass(frozen=True, slots=True)
class Bar:
    """The sum of a node's scores as a bar.

    `short` is the node's name cut to its distinguishing end, for narrow bars."""

    node: str
    short: str
    total: int
    best: bool
    segments: tuple[Segment, ...]


@dataclass(frozen=True, slots=True)
class Plugin:
    """A scoring plugin. `words`: its name in parts between which a line may break."""

    name: str
    short: str
    words: tuple[str, ...]
    colour: str
    weight: int
    times: str

    @property
    def has_card(self) -> bool:
        """Whether `/explain` has a card for it; plugins of this installation have none."""
        return self.name in core.PLUGIN_CARDS


@dataclass(frozen=True, slots=True)
class PluginRow:
    """`cells`: (raw, normalised, weighted) for each column's node, or None."""

    plugin: Plugin
    cells: tuple[tuple[int, int, int] | None, ...]


@dataclass(frozen=True, slots=True)
class Column:
    node: str
    short: str
    bound: bool
    sum: int


@dataclass(frozen=True, slots=True)
class NodeScores:
    node: str
    sum: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scores:
    """`everyone` has a row for each node with a score, up to the requested number; the columns show only the
    best of them. `count` is the number of all, `hidden` of those left out."""

    bars: tuple[Bar, ...]
    legend: tuple[Plugin, ...]
    columns: tuple[Column, ...]
    rows: tuple[PluginRow, ...]
    everyone: tuple[NodeScores, ...]
    everyone_words: str
    count: int
    hidden: int
    tie: str
    can_differ: bool
    """Whether other weights or another random choice might choose another node."""


def ranked(decision: Mapping[str, Any]) -> list[str]:
    """Nodes with a score, the best first; of equals the chosen one first, then in the order of filtering."""
    totals = decision.get("totals") or {}
    place = {name: n for n, name in enumerate(decision.get("order") or ())}
    return sorted(
        decision.get("scores") or {},
        key=lambda name: (-totals.get(name, 0), name != decision.get("node"), place.get(name, len(place))),
    )


def single_node_note(decision: Mapping[str, Any]) -> str:
    """A note about a pod that was bound without scoring because only one node was feasible."""
    if decision.get("scored") or decision["result"] != "bound":
        return ""
    fit = [name for name, verdict in (decision.get("nodes") or {}).items() if verdict["code"] == "Success"]
    if len(fit) != 1:
        return ""
    text = _("Only {node} passed the filters, so no scores were needed.")
    return messages.fill(text, {"node": fit[0]})


def scores(decision: Mapping[str, Any], up_to: str | None = None, most: int | None = None) -> Scores | None:
    """None when nothing was scored. `up_to`: the last plugin that counts; None counts all. `most` limits the
    listed nodes to the best ones; None lists all."""
    if not decision.get("scored"):
        return None
    every = list(decision.get("scorePlugins") or ())
    counted = every if up_to not in every else every[: every.index(up_to) + 1]
    names = ranked(decision)
    best = names[:MOST_COLUMNS]
    n = len(names)
    shortened = short_names(names)
    wide = any(len(shortened[name]) > _NUMBERS_MOST for name in best)
    shown = best[:MOST_WIDE_COLUMNS] if wide else best
    everyone = names[:most] if n > len(shown) else []
    return Scores(
        bars=_bars(decision, {name: shortened[name] for name in best}, every, counted, up_to),
        legend=tuple(_plugin(decision, name) for name in every),
        columns=_columns(decision, {name: shortened[name] for name in shown}, counted),
        rows=tuple(_row(decision, name, shown) for name in counted),
        everyone=tuple(_of_node(decision, name, counted) for name in everyone),
        everyone_words=messages.fill(ngettext("the one node", "all {n} nodes", n), {"n": n}),
        count=n,
        hidden=n - len(everyone) if everyone else 0,
        tie=_tie(decision),
        can_differ=up_to is None and n > 1,
    )


def _weighted(decision: Mapping[str, Any], node: str, plugins: Sequence[str]) -> dict[str, int]:
    row = decision["scores"][node]
    return {plugin: row[plugin][2] for plugin in plugins if plugin in row}


def _bars(
    decision: Mapping[str, Any],
    names: Mapping[str, str],
    every: Sequence[str],
    counted: Sequence[str],
    up_to: str | None,
) -> tuple[Bar, ...]:
    """`names`: for each node the distinguishing part of its name, for names too long for a bar."""
    top = max(1, *(sum(_weighted(decision, name, every).values()) for name in names)) if names else 1
    bars = []
    for name in names:
        x = 0.0
        segments = []
        weighted = _weighted(decision, name, counted)
        for plugin, value in weighted.items():
            if value <= 0:
                continue
            width = FULL_BAR * value / top
            segments.append(
                Segment(
                    plugin,
                    COLOURS.get(plugin, "k8"),
                    f"{x:.2f}%",
                    f"{width:.2f}%",
                    f"{x + width / 2:.2f}%",
                    str(value) if _fits(str(value), width) else "",
                    value,
                    plugin == up_to,
                )
            )
            x += width
        best = up_to is None and name == decision.get("node")
        label = name if len(name) <= _BAR_NAME_MOST else middle_cut(names[name], _BAR_NAME_MOST)
        bars.append(Bar(name, label, sum(weighted.values()), best, tuple(segments)))
    return tuple(bars)


def _fits(number: str, width: float) -> bool:
    """Whether a number fits on a segment with this width in per cent of the track."""
    return DIGIT_PX * len(number) + AROUND_PX <= LEAST_TRACK_PX * width / 100


def _plugin(decision: Mapping[str, Any], name: str) -> Plugin:
    weight = (decision.get("weights") or {}).get(name, 1)
    label = _SHORT.get(name, name)
    times = messages.fill(_("× {weight}"), {"weight": weight})
    return Plugin(name, label, _humps(label), COLOURS.get(name, "k8"), weight, times)


def _humps(word: str) -> tuple[str, ...]:
    """The words of a camel-case name such as NodeResourcesFit."""
    starts = [n for n in range(1, len(word)) if word[n].isupper() and word[n - 1].islower()]
    return tuple(word[start:end] for start, end in zip([0, *starts], [*starts, len(word)], strict=True))


def _columns(
    decision: Mapping[str, Any], names: Mapping[str, str], counted: Sequence[str]
) -> tuple[Column, ...]:
    return tuple(
        Column(
            name,
            middle_cut(label, _NAME_MOST),
            name == decision.get("node"),
            sum(_weighted(decision, name, counted).values()),
        )
        for name, label in names.items()
    )


def _row(decision: Mapping[str, Any], plugin: str, names: Sequence[str]) -> PluginRow:
    cells = (decision["scores"][name].get(plugin) for name in names)
    return PluginRow(
        _plugin(decision, plugin),
        tuple(None if cell is None else (cell[0], cell[1], cell[2]) for cell in cells),
    )


def _of_node(decision: Mapping[str, Any], name: str, plugins: Sequence[str]) -> NodeScores:
    row = decision["scores"][name]
    cells = tuple(" → ".join(map(str, row[plugin])) if plugin in row else "–" for plugin in plugins)
    return NodeScores(name, sum(_weighted(decision, name, plugins).values()), cells)


def _tie(decision: Mapping[str, Any]) -> str:
    """A sentence about the choice between nodes with equal sums; "" when one node has the highest sum."""
    best = decision.get("best") or ()
    if len(best) < 2:
        return ""
    names, node, more = messages.listed(best[:MOST_TIED]), decision.get("node") or "", len(best) - MOST_TIED
    if more > 0:
        text = ngettext(
            "{nodes} and {n} more node have the same total score.",
            "{nodes} and {n} more nodes have the same total score.",
            more,
        )
    else:
        text = _("{nodes} have the same total score.")
    choice = (
        _("The scheduler picked {node} at random.")
        if decision.get("tie")
        else _("The scheduler took {node}, which came first in its heap.")
    )
    return messages.fill(f"{text} {choice}", {"nodes": names, "node": node, "n": more})
