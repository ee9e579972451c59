"""Topology spread as charts: a column for each domain of a constraint, with the counted pods and the pod to
place.

Heights are per cent of the plot, so that a script may enlarge it without drawing it again."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from playground.inspector.why.names import middle_cut, short
from playground.inspector.why.spread_sums import (
    MOST_ROWS,
    NodeChecks,
    NodeSum,
    and_more,
    node_checks,
    node_sums,
    weight_of,
)
from playground.texts import messages

MOST_DOMAINS = 12
MOST_BLOCKS = 30
"""A domain with more matching pods is drawn as one block with their number."""
ROOM_PX = 150
LEVEL_PX = (10, 26)
"""The lowest and the greatest height of a level in the panel, in pixels."""
NAMED_FROM_PX = 20
_TICK_PX = 16
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
_NAME_MOST = 10
_DOMAIN_MOST = 14
_SELECTOR_MOST = 28
_EMPTY_VALUE = re.compile(r"=(?=,|$)")


@dataclass(frozen=True, slots=True)
class Block:
    """`y`, `height`, `middle`: positions of the block and its text, in per cent from above."""

    y: str
    height: str
    middle: str
    text: str
    title: str


@dataclass(frozen=True, slots=True)
class Tick:
    level: int
    y: str


@dataclass(frozen=True, slots=True)
class Part:
    """A line below a column. `ok` None: neither good nor bad. `parts`: pieces without line breaks."""

    parts: tuple[str, ...]
    ok: bool | None = None
    marked: bool = False
    """Whether a check mark or a cross stands beside it."""


@dataclass(frozen=True, slots=True)
class Column:
    """`me`: the block of the pod to place; `over`: above the ceiling. `words`: for screen readers."""

    domain: str
    short: str
    blocks: tuple[Block, ...]
    me: Block | None
    over: bool
    words: str
    under: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Lines:
    """Minimum and ceiling of a hard constraint; `y` in per cent."""

    minimum: int
    ceiling: int
    minimum_y: str
    ceiling_y: str
    fine: str
    """The distance between the two, in per cent."""


@dataclass(frozen=True, slots=True)
class Chart:
    """One constraint. `height` is in pixels for `levels` levels; `named`: blocks have room for names."""

    number: int
    effect: str
    key: str
    key_prefix: str
    key_name: str
    label: str
    max_skew: int
    selector: str
    selector_short: str
    levels: float
    height: int
    named: bool
    ticks: tuple[Tick, ...]
    columns: tuple[Column, ...]
    lines: Lines | None
    weight: str
    alone: bool
    more: str
    lacking: str


@dataclass(frozen=True, slots=True)
class Charts:
    """`checks`: the constraint that decided about each node; `sums`: how several soft ones add up."""

    charts: tuple[Chart, ...]
    hard_heads: tuple[str, ...]
    checks: tuple[NodeChecks, ...]
    soft_heads: tuple[str, ...]
    sums: tuple[NodeSum, ...]
    more_sums: str
    weight: str


def charts(decision: Mapping[str, Any], constraints: Sequence[Mapping[str, Any]]) -> Charts | None:
    """Made from `columns` of the core's answer; None when no constraint has anything to show. A hard one
    without a domain has no columns and says which nodes lack its key."""
    numbered = [{**row, "number": number} for number, row in enumerate(constraints, 1)]
    hard = [row for row in numbered if row["effect"] == "DoNotSchedule"]
    soft = [row for row in numbered if row["effect"] != "DoNotSchedule"]
    shown_soft = [constraint for constraint in soft if constraint["domains"]]
    drawn = [
        *(
            _hard(constraint, decision)
            for constraint in hard
            if constraint["domains"] or constraint["lacking"]
        ),
        *(_soft(constraint, decision, alone=len(shown_soft) == 1) for constraint in shown_soft),
    ]
    if not drawn:
        return None
    several = len(hard) > 1 and any(constraint["domains"] for constraint in hard)
    checks = tuple(node_checks(decision, hard)) if several else ()
    sums = node_sums(decision, soft) if len(shown_soft) > 1 else ()
    weight = messages.fill(_("× {weight}"), {"weight": weight_of(decision)})
    return Charts(
        tuple(drawn),
        _heads(hard),
        checks,
        _heads(soft),
        sums[:MOST_ROWS],
        and_more(len(sums) - MOST_ROWS),
        weight,
    )


def _heads(constraints: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    return tuple(f"{constraint['number']} {constraint['key']}" for constraint in constraints)


# --- one chart ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Plot:
    """The levels of a chart and the pixels of one level."""

    levels: float
    px: float

    def percent(self, levels: float) -> str:
        return f"{100 * levels / self.levels:.3f}%"

    def y(self, level: float) -> str:
        """The position of a level in per cent from above."""
        return self.percent(self.levels - level)

    def block(self, low: float, high: float, text: str, title: str = "") -> Block:
        return Block(self.y(high), self.percent(high - low), self.y((low + high) / 2), text, title)


def plot_for(highest: int) -> _Plot:
    """A plot with room for `highest` levels and half a level of space."""
    levels = highest + 0.5
    least, most = LEVEL_PX
    px = ROOM_PX / levels
    return _Plot(levels, px if highest > MOST_BLOCKS else round(max(least, min(most, px))))


def _first(domains: Sequence[Any], weigh: Callable[[Mapping[str, Any]], float]) -> Sequence[Any]:
    """At most MOST_DOMAINS in their order; those with the lowest `weigh` are kept."""
    if len(domains) <= MOST_DOMAINS:
        return domains
    some = {domain["domain"] for domain in sorted(domains, key=weigh)[:MOST_DOMAINS]}
    return [domain for domain in domains if domain["domain"] in some]


def _chart(constraint: Mapping[str, Any], plot: _Plot, columns: Sequence[Column], lacking: str) -> Chart:
    every = next((step for step in _STEPS if step * plot.px >= _TICK_PX), _STEPS[-1])
    text = _EMPTY_VALUE.sub("", constraint["selector"] or "")
    return Chart(
        number=constraint["number"],
        effect=constraint["effect"],
        key=constraint["key"],
        key_prefix=constraint["key"].rpartition("/")[0] and f"{constraint['key'].rpartition('/')[0]}/",
        key_name=constraint["key"].rpartition("/")[2],
        label=messages.fill(_("Topology spread by {key}"), {"key": constraint["key"]}),
        max_skew=constraint["maxSkew"],
        selector=constraint["selector"] or "",
        selector_short=middle_cut(text, _SELECTOR_MOST),
        levels=plot.levels,
        height=round(plot.levels * plot.px),
        named=plot.px >= NAMED_FROM_PX,
        ticks=tuple(Tick(level, plot.y(level)) for level in range(0, int(plot.levels) + 1, every)),
        columns=tuple(columns),
        lines=None,
        weight="",
        alone=False,
        more=and_more(len(constraint["domains"]) - len(columns)),
        lacking=_lacking(constraint, lacking),
    )


def _lacking(constraint: Mapping[str, Any], refused: str) -> str:
    nodes = constraint["lacking"]
    n = len(nodes)
    if not n:
        return ""
    args = {"nodes": messages.listed(nodes[:MOST_DOMAINS]), "key": constraint["key"], "n": n}
    if refused:
        text = ngettext("{nodes} has no label {key}: refused.", "{nodes} have no label {key}: refused.", n)
    else:
        text = ngettext("{nodes} has no label {key}.", "{nodes} have no label {key}.", n)
    return messages.fill(text, args)


def _blocks(domain: Mapping[str, Any], plot: _Plot) -> tuple[Block, ...]:
    count = domain["count"]
    if count > MOST_BLOCKS:
        return (plot.block(0, count, str(count)),)
    names = domain["pods"] or [""] * count
    return tuple(plot.block(n, n + 1, middle_cut(name, _NAME_MOST), name) for n, name in enumerate(names))


def _me(decision: Mapping[str, Any], domain: Mapping[str, Any], plot: _Plot) -> Block:
    name = short(decision["pod"])
    return plot.block(domain["count"], domain["count"] + 1, middle_cut(name, _NAME_MOST), name)


def _hard(constraint: Mapping[str, Any], decision: Mapping[str, Any]) -> Chart:
    if not constraint["domains"]:
        return _chart(constraint, plot_for(0), (), "refused")
    ceiling = constraint["ceiling"]
    plot = plot_for(max(ceiling, *(row["count"] + row["self"] for row in constraint["domains"])))
    columns = []
    for domain in _first(constraint["domains"], lambda domain: domain["ok"]):
        total, _sign, skew = domain["texts"]["sum"].partition(" = ")
        words = _("{domain}: {count} matching, ceiling {ceiling}")
        columns.append(
            Column(
                domain["domain"],
                middle_cut(domain["domain"], _DOMAIN_MOST),
                _blocks(domain, plot),
                _me(decision, domain, plot) if domain["self"] else None,
                not domain["ok"],
                messages.fill(words, {**domain, "ceiling": ceiling}),
                (
                    Part((total, f"= {skew}")),
                    Part((f"{skew} {domain['texts']['comparison']}",), domain["ok"], marked=True),
                ),
            )
        )
    low, skew_height = constraint["min"], plot.percent(constraint["maxSkew"])
    lines = Lines(low, ceiling, plot.y(low), plot.y(ceiling), skew_height)
    return replace(_chart(constraint, plot, columns, "refused"), lines=lines)


def _soft(constraint: Mapping[str, Any], decision: Mapping[str, Any], *, alone: bool) -> Chart:
    """`alone`: the domains give the whole score; otherwise they give a part of it."""
    chosen = decision.get("node")
    plot = plot_for(max(1, *(row["count"] + (chosen in row["nodes"]) for row in constraint["domains"])))
    weight = weight_of(decision)
    best = max((score for row in constraint["domains"] for score in row["scores"]), default=None)
    columns = []
    for domain in _first(constraint["domains"], lambda domain: -(domain["scores"] or [0])[0]):
        part = messages.figure(f"{domain['part']:.2f}")
        score = _score(domain["scores"], weight) if alone else part
        under = [Part((_product(domain["count"], constraint), *_bonus(constraint), f"= {part}"))]
        if alone:
            is_best = bool(domain["scores"]) and domain["scores"][0] == best
            under.append(Part((score,), True if is_best else None))
        words = _("{domain}: {count} matching, score {score}")
        columns.append(
            Column(
                domain["domain"],
                middle_cut(domain["domain"], _DOMAIN_MOST),
                _blocks(domain, plot),
                _me(decision, domain, plot) if chosen in domain["nodes"] else None,
                False,
                messages.fill(words, {**domain, "score": score}),
                tuple(under),
            )
        )
    of_weight = messages.figure(f"ln({constraint['counted']} + 2) = {constraint['weight']:.3f}")
    return replace(_chart(constraint, plot, columns, ""), weight=of_weight, alone=alone)


def _product(count: int, constraint: Mapping[str, Any]) -> str:
    return messages.figure(f"{count} × {constraint['weight']:.3f}")


def _bonus(constraint: Mapping[str, Any]) -> tuple[str, ...]:
    return (f"+ {constraint['bonus']}",) if constraint["bonus"] else ()


def _score(scores: Sequence[int], weight: int) -> str:
    """`100 × 2 = 200`; a range when another constraint distinguishes the nodes of a domain."""
    if not scores:
        return "–"
    if len(scores) > 1:
        return f"{scores[-1]} … {scores[0]}"
    return str(scores[0]) if weight == 1 else f"{scores[0]} × {weight} = {scores[0] * weight}"
