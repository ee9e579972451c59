"""A large cluster: a square for each node, all on one picture, with its use, its verdict, and a legend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from playground.pictures import landscape, letters
from playground.pictures.sheet import Sheet
from playground.texts import messages

LEAST_NODES = 30
"""From this many nodes on the board is a landscape as well (static/js/board/layout/scale.js)."""
_HEAD, _LEGEND = 15, 22
_NAMED = 38
"""Pixels of a side from which a square has its node's name and a word of the verdict."""
_AMOUNT = 56
"""Pixels of a side from which it has its cpu as well."""
_HATCHED = 5
"""Pixels of a side from which reasons are told apart by hatches."""
_SIZE = 10.0

Node = Mapping[str, Any]
Place = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class _Verdict:
    """The colour of a square or "", a word, and the number of the reason for which a node is refused."""

    colour: str = ""
    word: str = ""
    reason: int | None = None


@dataclass(frozen=True, slots=True)
class _Work:
    """How far the drain of a node is: the colour of its square or "", what the legend calls it, a word."""

    colour: str
    kind: str
    word: str


_HELD, _GOING, _FAILED, _EMPTY = (
    gettext_noop("held by a budget"),
    gettext_noop("being drained"),
    gettext_noop("failed"),
    gettext_noop("empty"),
)
"""What the legend says of drains, in its order."""


def needed(snapshot: Mapping[str, Any]) -> bool:
    """Whether a cluster has too many nodes for racks."""
    return len(snapshot["nodes"]) >= LEAST_NODES


def headline(snapshot: Mapping[str, Any], pod: str) -> str:
    """A sentence about what the latest cycle decided about the chosen pod, with the number of nodes for each
    reason; "" where it was about another pod."""
    last = snapshot["last"]
    if not last or last["pod"] != pod:
        return ""
    name = pod.partition("/")[2]
    if last["result"] == "unschedulable":
        counts = ", ".join(f"{number} {word}" for word, number in _reasons(last))
        return messages.fill(_("{pod} fits on no node: {counts}"), {"pod": name, "counts": counts})
    if last["node"]:
        words = {"pod": name, "node": last["node"], "n": last["feasible"], "all": last["nodeCount"]}
        return messages.fill(_("{pod} went to {node}; {n} of {all} nodes passed the filters"), words)
    return ""


def work_headline(snapshot: Mapping[str, Any]) -> str:
    """A sentence about the drains of a cluster; "" where no node is drained or empty for one."""
    words = Counter(work.kind for work in _works(snapshot).values())
    text = _("Nodes drained: {n}, being drained: {going}, held by a budget: {held}")
    counts = {"n": words[_EMPTY], "going": words[_GOING], "held": words[_HELD]}
    return messages.fill(text, counts) if words else ""


def _works(snapshot: Mapping[str, Any]) -> dict[str, _Work]:
    """Node → how far its drain is, of nodes that are out of service for one."""
    cordoned = {node["name"] for node in snapshot["nodes"] if node["cordoned"]}
    works = {}
    for drain in snapshot.get("drains") or ():
        if drain["error"]:
            works[drain["node"]] = _Work("bad", _FAILED, _(_FAILED))
        elif not drain["done"]:
            held, left = len(drain["waiting"]), len(drain["left"])
            word = ngettext("{n} held", "{n} held", held) if held else ngettext("{n} left", "{n} left", left)
            colour, kind = ("warn", _HELD) if held else ("accent", _GOING)
            works[drain["node"]] = _Work(colour, kind, messages.fill(word, {"n": held or left}))
        elif drain["node"] in cordoned:
            works[drain["node"]] = _Work("", _EMPTY, _(_EMPTY))
    return works


def _reasons(last: Mapping[str, Any]) -> list[tuple[str, int]]:
    """(word, number of nodes) of the reasons of a decision, the most frequent first."""
    reasons = (reason for _node, reason, _score in last["verdicts"] if reason is not None)
    return Counter(last["refusals"][reason]["word"] for reason in reasons).most_common()


def draw(
    sheet: Sheet,
    snapshot: Mapping[str, Any],
    pod: str,
    left: float,
    right: float,
    top: float,
    bottom: float,
) -> None:
    """Draws all nodes as squares in their zones and pools, as large as fit, and a legend below them. They
    show the latest decision where it is about `pod`, or where no node is drained; else the drains."""
    works = {} if headline(snapshot, pod) else _works(snapshot)
    areas = landscape.areas_of(snapshot["nodes"])
    nodes = [node for _zone, pools in areas for _pool, here in pools for node in here]
    wide, tall = int(right - left), int(bottom - top - _LEGEND)
    squares = landscape.laid_out(landscape.counted(areas), wide, tall, _HEAD)
    verdicts = _verdicts(snapshot)
    if works:
        verdicts = {name: _Verdict(work.colour, work.word) for name, work in works.items()}
    _names(sheet, squares, left, top)
    side = squares.px
    placed = [
        (node, verdicts.get(node["name"]) or _state(node), (left + x, top + y, side, side))
        for node, (x, y) in zip(nodes, squares.places(), strict=True)
    ]
    _paint(sheet, placed)
    if side >= _NAMED:
        for node, verdict, (x, y, _wide, _tall) in placed:
            _write(sheet, node, verdict, x, y, side)
    _legend(sheet, _work_entries(works) if works else _entries(sheet, snapshot), left, right, bottom)


def _names(sheet: Sheet, squares: landscape.Squares, left: float, top: float) -> None:
    """Zones and pools above their squares, as far as there is room."""
    if squares.level == "none":
        return
    for area in squares.areas:
        sheet.text(
            left + area.x,
            top + area.y + 11,
            area.name or _("no zone"),
            12,
            most=area.width,
            bold=True,
            fill="ink-2",
        )
        if squares.level != "pools":
            continue
        ends = [*(pool.x for pool in area.pools[1:]), area.x + area.width + 6]
        for pool, end in zip(area.pools, ends, strict=True):
            sheet.text(left + pool.x, top + pool.y - 4, pool.name, 11, most=end - pool.x - 6, fill="ink-3")


def _paint(sheet: Sheet, placed: Sequence[tuple[Node, _Verdict, Place]]) -> None:
    """The squares, all of one look together: ground, use from the floor up, hatch, outline."""
    looks: dict[tuple[str, int | None], list[tuple[Node, Place]]] = {}
    for node, verdict, place in placed:
        looks.setdefault((verdict.colour, verdict.reason), []).append((node, place))
    for (colour, reason), here in looks.items():
        places = [place for _node, place in here]
        sheet.boxes(places, f"{colour}-soft" if colour else "surface")
        sheet.boxes([_full(node, place) for node, place in here], colour or "ink-3", opacity=0.34)
        if reason is not None and places[0][2] >= _HATCHED:
            sheet.boxes(places, sheet.hatch(reason))
        if places[0][2] >= _HATCHED:
            sheet.boxes(places, "", line=colour or "line-2")


def _full(node: Node, place: Place) -> Place:
    """The part of a square that requests fill: of cpu or memory, whichever is fuller."""
    x, y, wide, tall = place
    share = min(100, use_of(node)) / 100
    return (x, y + tall * (1 - share), wide, tall * share)


def use_of(node: Node) -> int:
    """Percent of a node that pods request, of cpu or memory, whichever is more; 0 where nothing is known."""
    shares = node["requested"]["shares"] if node["requested"] else {}
    return max(shares.get("cpu") or 0, shares.get("memory") or 0)


def _verdicts(snapshot: Mapping[str, Any]) -> dict[str, _Verdict]:
    """Node → what the latest cycle said of it: refused and why, chosen, or passed."""
    last = snapshot["last"]
    if not last:
        return {}
    numbers = {word: number for number, (word, _n) in enumerate(_reasons(last))}
    words = [refusal["word"] for refusal in last["refusals"]]
    return {
        name: _Verdict("ok", "✓" if name == last["node"] else "")
        if reason is None
        else _Verdict("bad", words[reason], numbers[words[reason]])
        for name, reason, _score in last["verdicts"]
    }


def _state(node: Node) -> _Verdict:
    """How a node looks on which there is no verdict."""
    if not node["ready"]:
        return _Verdict("bad", _("not ready"))
    if (node.get("need") or {}).get("conditions"):
        return _Verdict("warn", node["need"]["conditions"][0]["type"].removesuffix("Pressure"))
    return _Verdict("warn", _("cordoned")) if node["cordoned"] else _Verdict()


def _write(sheet: Sheet, node: Node, verdict: _Verdict, x: float, y: float, side: float) -> None:
    """The name, the requested cpu and a word, on a square with room for them, on a ground without hatch."""
    room = side - 8
    ground = f"{verdict.colour}-soft" if verdict.reason is not None else ""
    name = _tail(node["name"], room)
    sheet.text(x + 4, y + 12, name, _SIZE, most=room, bold=True, behind=ground)
    if side >= _AMOUNT and node["requested"]:
        sheet.text(x + 4, y + 25, node["requested"]["cpuOf"], _SIZE, most=room, fill="ink-2", behind=ground)
    fill = verdict.colour or "ink-3"
    sheet.text(x + 4, y + side - 5, verdict.word, _SIZE, most=room, fill=fill, behind=ground)


def _entries(sheet: Sheet, snapshot: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Colour, hatch and words of each entry of the legend: the number of nodes for each reason."""
    last = snapshot["last"]
    if not last:
        return []
    fits = sum(reason is None for _node, reason, _score in last["verdicts"])
    entries = [("bad", sheet.hatch(number), f"{word} {n}") for number, (word, n) in enumerate(_reasons(last))]
    return [*entries, ("ok", "", messages.fill(_("fits {n}"), {"n": fits}))] if fits else entries


def _work_entries(works: Mapping[str, _Work]) -> list[tuple[str, str, str]]:
    """The same of drains."""
    colours = {work.kind: work.colour for work in works.values()}
    counts = Counter(work.kind for work in works.values())
    kinds = [kind for kind in (_HELD, _GOING, _FAILED, _EMPTY) if counts[kind]]
    return [(colours[kind], "", f"{_(kind)} {counts[kind]}") for kind in kinds]


def _legend(
    sheet: Sheet, entries: Sequence[tuple[str, str, str]], left: float, right: float, bottom: float
) -> None:
    """What the squares mean, with the number of nodes that look so."""
    x, y = left, bottom - 3
    for colour, hatch, words in [("", "", _("filled: requested cpu or memory")), *entries]:
        wide = letters.width(words, 12)
        if x + wide + 16 > right:
            break
        place = (x, y - 10, 11.0, 11.0)
        sheet.boxes([place], f"{colour}-soft" if colour else "surface", line=colour or "line-2")
        sheet.boxes(
            [place] if hatch else [(x, y - 4, 11.0, 5.0)],
            hatch or colour or "ink-3",
            opacity=1 if hatch else 0.34,
        )
        sheet.text(x + 16, y, words, 12, most=right - x - 16, fill="ink-2")
        x += wide + 32


def _tail(name: str, room: float) -> str:
    """The end of a name that fits, without its domain: by it nodes of one pool differ."""
    name = name.partition(".")[0]
    if letters.width(name, _SIZE, bold=True) <= room:
        return name
    tails = (f"…{name[start:]}" for start in range(1, len(name)))
    return next((tail for tail in tails if letters.width(tail, _SIZE, bold=True) <= room), "…")
