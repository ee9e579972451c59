"""A stop within a decision: what the scheduler examines at the cursor, one node or one plugin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from playground.inspector.why.names import short, short_names
from playground.inspector.why.nodes import Missing, missing, notes, reasons_of
from playground.texts import messages
from scheduler_core import PLUGIN_CARDS, amount_text

POINTS = ("PreFilter", "Filter", "PostFilter", "PreScore", "Score", "Reserve")
MOST_CHIPS = 12
CHIPS_BEFORE = 6
MOST_SUMS = 3
MOST_SO_FAR = 8
_BAR_PX, _CHAR_PX, _AIR_PX = 340, 6.6, 10
"""Sizes in the panel in pixels: the width of a sum's bar, the width of a character, and the space around a
label."""


@dataclass(frozen=True, slots=True)
class Stop:
    """The cursor's position: `node` in Filter; `plugin` in Score, empty for the sum of all plugins."""

    point: str
    node: str = ""
    plugin: str = ""


@dataclass(frozen=True, slots=True)
class Chip:
    """A node in the order of filtering. `state`: todo, on, ok or no."""

    node: str
    short: str
    state: str
    icon: str


@dataclass(frozen=True, slots=True)
class PluginStep:
    """A filter plugin on this node. `state`: pass, skip, on (it refuses) or todo."""

    name: str
    state: str
    icon: str
    text: str

    @property
    def has_card(self) -> bool:
        """Whether `/explain` has a card for it; plugins of this installation have none."""
        return self.name in PLUGIN_CARDS


@dataclass(frozen=True, slots=True)
class Word:
    """A label on the bar of a sum, or `below` it. `x` is its middle or its end."""

    text: str
    x: str
    kind: str
    anchor: str = "middle"
    below: bool = False


@dataclass(frozen=True, slots=True)
class Sum:
    """For one resource: requested, reserved and the pod's own request. Widths are in per cent."""

    title: str
    requested: str
    nominated: str
    for_pods: str
    adds: str
    total: str
    limit: str
    over: bool
    requested_width: str
    nominated_x: str
    nominated_width: str
    adds_x: str
    adds_width: str
    limit_x: str
    ending_x: str
    ending_width: str
    """The share of the requests that belongs to terminating pods; empty without any."""
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """The two passes with and without the nominated pods."""

    title: str
    explanation: str


@dataclass(frozen=True, slots=True)
class SoFar:
    node: str
    fits: bool
    icon: str
    reasons: str
    plugin: str


@dataclass(frozen=True, slots=True)
class OnNode:
    """Filter on one node."""

    title: str
    fits: bool
    code: str
    place: str
    chips: tuple[Chip, ...]
    plugins: tuple[PluginStep, ...]
    sums: tuple[Sum, ...]
    spread: Missing | None
    noted: Missing | None
    passes: Pass | None
    so_far: tuple[SoFar, ...]


def stop_of(point: str, node: str, plugin: str, decision: Mapping[str, Any]) -> Stop | None:
    """The stop that an address names; None when the decision has no such stop."""
    if point not in POINTS or (point == "Filter" and node not in (decision.get("nodes") or {})):
        return None
    return Stop(point, node if point == "Filter" else "", plugin if point == "Score" else "")


def on_node(decision: Mapping[str, Any], node: str, names: Sequence[str]) -> OnNode:
    """`names`: all nodes of the cluster; their common prefix is left out when space is short."""
    verdict = decision["nodes"][node]
    fits = verdict["code"] == "Success"
    order = decision.get("order") or ()
    k = order.index(node) + 1 if node in order else len(order)
    title = messages.fill(_("{pod} on {node}"), {"pod": short(decision["pod"]), "node": node})
    return OnNode(
        title,
        fits,
        verdict["code"],
        messages.fill(_("{k} of {of}"), {"k": k, "of": len(order)}),
        tuple(_chips(decision, order, k, names)),
        tuple(_plugins(decision, verdict)),
        tuple(_sums(decision, verdict)),
        Missing(skews=missing(verdict).skews) if verdict.get("spread") else None,
        Missing(notes=notes(verdict)) if verdict.get("notes") else None,
        _passes(verdict),
        tuple(_so_far(decision, order[: k - 1][-MOST_SO_FAR:])),
    )


def _mark(verdict: Mapping[str, Any] | None) -> str:
    """The icon of a verdict: check, ban for a cordoned node, or cross."""
    if verdict is None or verdict["code"] == "Success":
        return "check"
    return "ban" if verdict.get("plugin") == "NodeUnschedulable" else "cross"


def _chips(decision: Mapping[str, Any], order: Sequence[str], k: int, names: Sequence[str]) -> Iterable[Chip]:
    """The nodes around the current one in the order of filtering."""
    shortened = short_names(list(names))
    start = max(0, min(k - CHIPS_BEFORE, len(order) - MOST_CHIPS))
    for place, name in enumerate(order[start : start + MOST_CHIPS], start + 1):
        verdict = decision["nodes"].get(name)
        words = shortened.get(name, name)
        if place > k:
            yield Chip(name, words, "todo", "")
        elif place == k:
            yield Chip(name, words, "on", "eye")
        else:
            mark = _mark(verdict)
            yield Chip(name, words, "ok" if mark == "check" else "no", mark)


def _plugins(decision: Mapping[str, Any], verdict: Mapping[str, Any]) -> Iterable[PluginStep]:
    """The filter plugins in order, up to the one that refuses."""
    plugins = list(decision.get("filterPlugins") or ())
    skipped = set(decision.get("filterSkipped") or ())
    refused = verdict["code"] != "Success"
    plugin = verdict.get("plugin") or ""
    count = len(plugins) if not refused else plugins.index(plugin) if plugin in plugins else 0
    for name in plugins[:count]:
        if name in skipped:
            yield PluginStep(name, "skip", "dash", _("skipped in PreFilter"))
        else:
            yield PluginStep(name, "pass", "check", _("passed"))
    if not refused:
        return
    yield PluginStep(plugin, "on", "cross", reasons_of(verdict))
    rest = len(plugins) - count - 1
    if rest > 0:
        text = ngettext(
            "{n} more does not run: the first refusal decides",
            "{n} more do not run: the first refusal decides",
            rest,
        )
        yield PluginStep("", "todo", "dot", messages.fill(text, {"n": rest}))


def _sums(decision: Mapping[str, Any], verdict: Mapping[str, Any]) -> Iterable[Sum]:
    """The sum behind a refusal for lack of a resource."""
    rows = verdict.get("distance") or ()
    lacking = [
        row for row in rows if verdict["code"] == "Success" or row["free"] < row["needs"] or len(rows) == 1
    ]
    for row in lacking[:MOST_SUMS]:
        yield _sum(short(decision["pod"]), verdict, row)


def _sum(pod: str, verdict: Mapping[str, Any], row: Mapping[str, Any]) -> Sum:
    resource = row["resource"]
    nominated = row.get("nominated") or 0
    now = row["requested"] - nominated
    total = row["requested"] + row["needs"]
    over = total > row["allocatable"]
    span = max(total, row["allocatable"], 1)
    ending = row.get("terminating") or 0
    names = [short(key) for key in verdict.get("nominatedCounted") or ()]
    parts = [
        (kind, text, 100 * value / span)
        for kind, text, value in (
            ("run", _("running"), now - ending),
            ("end", _("terminating"), ending),
            ("nom", messages.listed(names), nominated),
            ("pod", pod, row["needs"]),
        )
    ]

    def amount(value: int) -> str:
        return amount_text(resource, value)

    def share(value: int) -> str:
        return f"{100 * value / span:.2f}%"

    limit = amount(row["allocatable"])
    return Sum(
        title=f"{verdict.get('plugin') or 'NodeResourcesFit'} · {resource}",
        requested=amount(now),
        nominated=amount(nominated) if nominated else "",
        for_pods=messages.listed(names),
        adds=amount(row["needs"]),
        total=amount(total),
        limit=messages.fill(_("> {value} allocatable"), {"value": limit}) if over else f"≤ {limit}",
        over=over,
        requested_width=share(now),
        nominated_x=share(now),
        nominated_width=share(nominated),
        adds_x=share(row["requested"]),
        adds_width=share(row["needs"]),
        limit_x=share(row["allocatable"]),
        ending_x=share(now - ending),
        ending_width=share(ending) if ending else "",
        words=tuple(_words(parts, 100 * row["allocatable"] / span, f"{limit} {resource}")),
    )


def _words(parts: Sequence[tuple[str, str, float]], limit: float, limit_text: str) -> Iterable[Word]:
    """The labels of a bar's parts where they fit, and of its limit. `parts`: kind, word and per cent; the
    last is the pod, whose name stands below the bar when it does not fit on it."""
    x = 0.0
    for kind, text, width in parts:
        if _percent(text) <= width:
            yield Word(text, f"{x + width / 2:.2f}%", kind)
        elif kind == "pod" and (100 - limit >= _percent(text) or limit - _percent(limit_text) > x + width):
            yield Word(text, f"{x + width:.2f}%", kind, "end", below=True)
        x += width
    yield Word(limit_text, f"{limit:.2f}%", "limit", "end", below=True)


def _percent(text: str) -> float:
    """The width of a word with some padding, in per cent of a bar."""
    return 100 * (len(text) * _CHAR_PX + _AIR_PX) / _BAR_PX


def _passes(verdict: Mapping[str, Any]) -> Pass | None:
    """The filter passes with nominated pods; None when no nominated pods count."""
    counted = verdict.get("nominatedCounted") or ()
    if not counted:
        return None
    failed = verdict.get("failedPass")
    title = messages.fill(
        _("Pass {k} of 2: as if {pods} already ran here."),
        {"k": failed or 1, "pods": messages.listed(short(key) for key in counted)},
    )
    if failed is None:
        return Pass(title, "")
    if failed == 1:
        return Pass(
            title, _("This pass failed, so the scheduler does not run the pass without the nominated pods.")
        )
    return Pass(title, _("The pass with the nominated pods succeeded, and the pass without them failed."))


def _so_far(decision: Mapping[str, Any], names: Sequence[str]) -> Iterable[SoFar]:
    for name in names:
        verdict = decision["nodes"].get(name)
        mark = _mark(verdict)
        fits = mark == "check"
        sentence = _("feasible") if fits or verdict is None else ", ".join(verdict.get("reasons") or ())
        yield SoFar(name, fits, mark, sentence, (verdict or {}).get("plugin") or "")
