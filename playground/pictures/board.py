"""The board at one step: the queue, zones, nodes as racks, pods with what happens to them next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from playground.pictures import causes, grid, letters, why
from playground.pictures.palette import Theme
from playground.pictures.sheet import HEIGHT, WIDTH, Sheet
from playground.texts import messages

MOST_WAITING = 9
_MARGIN, _GAP = 28.0, 10.0
_HEADER, _FOOTER = 104.0, 34.0
_QUEUE = 214.0
_RACK_MOST = 520.0
_RACK_HEAD = 46.0
_CHIP = 44.0
_LEAST_POD = 19.0
_ROWS = ((5, 1), (12, 2))
"""Pairs (most nodes, number of rows); with more nodes there are three rows, and from 30 nodes on a grid."""
_LANES = ("cycle", "active", "backoff", "unschedulable", "gated")


@dataclass(frozen=True, slots=True)
class Moment:
    """A step to draw: the snapshot of the wire protocol, the run's title, and the key of the highlighted pod
    or "". `why` are lines about that pod, drawn beside the board."""

    snapshot: Mapping[str, Any]
    title: str
    pod: str = ""
    why: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        frame = self.snapshot.get("frame")
        return messages.say(frame["message"]) if frame else ""

    @property
    def headline(self) -> str:
        """The subject of a large cluster's picture: the decision about the chosen pod where there is one,
        else how far the drains are, else the step."""
        decided = grid.headline(self.snapshot, self.pod)
        return decided or grid.work_headline(self.snapshot) or self.sentence

    @property
    def clock(self) -> str:
        return clock_of(self.snapshot["t"])


def clock_of(t: float) -> str:
    """Seconds of virtual time as `0:31` or `1:02:05`, with tenths when they are not zero."""
    whole, tenths = divmod(round(t * 10), 10)
    minutes, seconds = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    text = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    return f"{text}.{tenths}" if tenths else text


def svg(moment: Moment, theme: Theme, *, embedded: bool = True) -> str:
    """The picture of one moment as SVG text."""
    sheet = Sheet(theme, moment.title, moment.sentence)
    draw(sheet, moment)
    return sheet.finished(embedded=embedded)


def draw(sheet: Sheet, moment: Moment) -> None:
    _header(sheet, moment)
    waiting = _waiting(moment.snapshot)
    left = _MARGIN
    if waiting:
        _queue(sheet, moment, waiting)
        left += _QUEUE + 2 * _GAP
    _stage(sheet, moment, left, WIDTH - (why.PANEL if moment.why else 0))
    if moment.why:
        why.draw(sheet, moment.why, _HEADER, HEIGHT - _FOOTER)
    sheet.text(_MARGIN, HEIGHT - 13, "podium", 14, most=90, bold=True, fill="ink-2")
    step = messages.fill(_("step {n}"), {"n": moment.snapshot["seq"]})
    sheet.text(WIDTH - _MARGIN, HEIGHT - 13, step, 13, most=200, fill="ink-3", anchor="end")


def _header(sheet: Sheet, moment: Moment) -> None:
    clock = moment.clock
    clock_width = letters.width(clock, 26, bold=True)
    sheet.text(WIDTH - _MARGIN, 44, clock, 26, most=200, bold=True, anchor="end")
    sheet.text(_MARGIN, 42, moment.title, 24, most=WIDTH - 3 * _MARGIN - clock_width, bold=True)
    headline = moment.headline if grid.needed(moment.snapshot) else moment.sentence
    sheet.text(_MARGIN, 76, headline, 18, most=WIDTH - 2 * _MARGIN, fill="ink-2")


# --- the queue ------------------------------------------------------------------------------------


def _waiting(snapshot: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Pods without a node: the lanes from top to bottom, each in the order of its queue."""
    pending = [pod for pod in snapshot["pods"] if pod["lane"] in _LANES]
    return sorted(pending, key=lambda pod: (_LANES.index(pod["lane"]), pod["place"], pod["order"]))


def _queue(sheet: Sheet, moment: Moment, waiting: Sequence[Mapping[str, Any]]) -> None:
    names = {
        "cycle": _("being scheduled"),
        "active": "activeQ",
        "backoff": "backoffQ",
        "unschedulable": _("unschedulable"),
        "gated": _("gated"),
    }
    y = _HEADER
    for lane, pods in groupby(waiting[:MOST_WAITING], key=lambda pod: pod["lane"]):
        sheet.text(_MARGIN, y + 12, names[lane], 13, most=_QUEUE, fill="ink-3")
        y += 20
        for pod in pods:
            _chip(sheet, moment, pod, y)
            y += _CHIP + 6
        y += 6
    if len(waiting) > MOST_WAITING:
        more = len(waiting) - MOST_WAITING
        text = messages.fill(ngettext("{n} more pod waits", "{n} more pods wait", more), {"n": more})
        sheet.text(_MARGIN, y + 10, text, 13, most=_QUEUE, fill="ink-3")


def _chip(sheet: Sheet, moment: Moment, pod: Mapping[str, Any], y: float) -> None:
    """Draws a pending pod in the queue."""
    chosen = pod["key"] == moment.pod
    sheet.box(
        _MARGIN, y, _QUEUE, _CHIP, fill="pod", line="accent" if chosen else "pod-line", thick=1 + chosen
    )
    _band(sheet, pod, _MARGIN, y, 34, _CHIP)
    cpu = _cpu(pod)
    sheet.text(_MARGIN + _QUEUE - 9, y + 18, cpu, 13, most=90, fill="ink-2", anchor="end")
    free = _QUEUE - 34 - 26 - letters.width(cpu, 13)
    name = letters.without_middle(pod["name"], free, 14, bold=True)
    sheet.text(_MARGIN + 42, y + 18, name, 14, most=free, bold=True)
    why = messages.say(pod["why"]) if pod["why"] else ""
    if grid.needed(moment.snapshot):
        why = pod.get("whyShort") or why
    sheet.text(_MARGIN + 42, y + 36, why, 12, most=_QUEUE - 50, fill="nom" if pod["nominated"] else "ink-2")


def _cpu(pod: Mapping[str, Any]) -> str:
    return messages.fill(_("{amount} cpu"), {"amount": pod["cpuText"]}) if pod["cpu"] else ""


def _band(sheet: Sheet, pod: Mapping[str, Any], x: float, y: float, width: float, height: float) -> None:
    """The priority as a colour of the ramp, and as a number when there is room for it."""
    sheet.box(x, y, width, height, fill=f"p{pod['band']}", radius=4)
    if height >= 15 and width >= 22:
        number = _short(pod["priority"])
        ink = f"p{pod['band']}i"
        sheet.text(
            x + width / 2, y + height / 2 + 4.5, number, 12, most=width, bold=True, fill=ink, anchor="middle"
        )


def _short(priority: int) -> str:
    """`1000` as `1k`, `2000000` as `2M`, but only when the short form is exact."""
    for size, sign in ((10**9, "G"), (10**6, "M"), (10**3, "k")):
        if abs(priority) >= size and priority % size == 0:
            return f"{priority // size}{sign}"
    return str(priority)


# --- the stage ------------------------------------------------------------------------------------


def _stage(sheet: Sheet, moment: Moment, left: float, right: float) -> None:
    """Draws the zones side by side, each with as many columns of nodes as its share of the nodes needs."""
    if grid.needed(moment.snapshot):
        place = (left, right - _MARGIN, _HEADER, HEIGHT - _FOOTER)
        grid.draw(sheet, moment.snapshot, moment.pod, *place)
        return
    nodes = sorted(moment.snapshot["nodes"], key=lambda node: node["order"])
    if not nodes:
        sheet.text(left, _HEADER + 30, _("There are no nodes."), 16, most=400, fill="ink-2")
        return
    by_zone: dict[str, list[Mapping[str, Any]]] = {}
    for node in nodes:
        by_zone.setdefault(node["zone"], []).append(node)
    rows = next((rows for most, rows in _ROWS if len(nodes) <= most), 3)
    columns = {zone: ceil(len(here) / rows) for zone, here in by_zone.items()}
    top = _HEADER + (24 if any(by_zone) else 0)
    space = right - _MARGIN - left - _GAP * (len(by_zone) - 1)
    width = min(_RACK_MOST, space / sum(columns.values()) - _GAP)
    bottom = HEIGHT - _FOOTER
    deepest = max(ceil(len(here) / columns[zone]) for zone, here in by_zone.items())
    height = (bottom - top) / deepest - _GAP
    x = left
    for zone, here in by_zone.items():
        if zone:
            sheet.text(
                x, _HEADER + 12, zone, 14, most=columns[zone] * (width + _GAP), bold=True, fill="ink-2"
            )
        for number, node in enumerate(here):
            row, column = divmod(number, columns[zone])
            _rack(
                sheet, moment, node, x + column * (width + _GAP), top + row * (height + _GAP), width, height
            )
        x += columns[zone] * (width + _GAP) + _GAP


def _rack(
    sheet: Sheet, moment: Moment, node: Mapping[str, Any], x: float, y: float, width: float, height: float
) -> None:
    """Draws a node as a rack with its pods."""
    state, colour = _state(node)
    refusal = causes.refusal_on(moment.snapshot, node)
    if refusal and colour != "bad":
        state, colour = f"✗ {refusal['line']}", "bad"
    line = colour or "line-2"
    sheet.box(
        x,
        y,
        width,
        height,
        fill="surface",
        line=line,
        radius=10,
        dashed=bool(colour) and not refusal,
        thick=1.5,
    )
    requested = messages.fill(_("cpu {of}"), {"of": node["requested"]["cpuOf"]}) if node["requested"] else ""
    wide = width >= 150
    requested_width = letters.width(requested, 12) + 12 if wide else 0
    sheet.text(x + 10, y + 20, node["name"], 14, most=width - 20 - requested_width, bold=True)
    if wide:
        sheet.text(x + width - 10, y + 20, requested, 12, most=requested_width, fill="ink-2", anchor="end")
    sheet.text(x + 10, y + 38, state, 12, most=width - 20, fill=colour or "ink-3")
    inner = (x + 8, y + _RACK_HEAD, width - 16, height - _RACK_HEAD - 8)
    sheet.box(*inner, fill="sunk", radius=4)
    filled = _pods(sheet, moment, node, *inner)
    if refusal:
        causes.draw(sheet, refusal, node, *inner, filled)


def _state(node: Mapping[str, Any]) -> tuple[str, str]:
    """The trouble of a node and its colour; for a healthy node its first taint."""
    if node["destroyed"]:
        return _("the machine is gone"), "bad"
    if not node["power"]:
        return _("no power"), "bad"
    if not node["kubelet"]:
        return _("the kubelet does not run"), "bad"
    if node["cable"] != "whole":
        return _("cut off"), "bad"
    if not node["ready"]:
        return _("not ready"), "bad"
    if node["cordoned"]:
        return _("cordoned"), "warn"
    taint = next(iter(node["taints"] or ()), None)
    return (f"{taint['key']}:{taint['effect']}", "warn") if taint else ("", "")


def _pods(
    sheet: Sheet, moment: Moment, node: Mapping[str, Any], x: float, y: float, width: float, height: float
) -> float:
    """Draws pods from the floor up, each as high as its share of the node's cpu, and returns how high they
    stand. A reserved slot stands beside the pods that have to leave for it."""
    pods = sorted(moment.snapshot["pods"], key=lambda pod: pod["order"])
    there = [
        pod for pod in pods if pod["node"] == node["name"] and pod["phase"] not in ("Succeeded", "Failed")
    ]
    ghosts = [
        process
        for process in moment.snapshot["processes"]
        if process["node"] == node["name"] and process["ghost"]
    ]
    reserved = [pod for pod in pods if not pod["node"] and pod["nominated"] == node["name"]]
    leaving = [pod for pod in there if pod["terminating"]]
    beside = bool(reserved and leaving)
    blocks = sorted(there, key=lambda pod: not pod["terminating"]) if beside else there
    heights = _heights([*blocks, *ghosts, *([] if beside else reserved)], node["cpu"], height)
    at = y + height
    for pod, tall in zip([*blocks, *ghosts, *([] if beside else reserved)], heights, strict=True):
        at -= tall
        wide = width * 0.6 if beside and pod in leaving else width
        kind = "ghost" if pod in ghosts else "reserved" if pod in reserved else "pod"
        _block(sheet, moment, pod, kind, x, at + 1, wide, tall - 2)
    if beside:
        foot = sum(tall for pod, tall in zip(blocks, heights, strict=False) if pod in leaving)
        step = foot / len(reserved)
        for number, pod in enumerate(reserved):
            top = y + height - step * (number + 1)
            _block(sheet, moment, pod, "reserved", x + width * 0.6 + 4, top + 1, width * 0.4 - 4, step - 2)
    return sum(heights)


def _heights(blocks: Sequence[Mapping[str, Any]], milli_cpu: int, height: float) -> list[float]:
    """The height of each block in pixels: its share of the cpu, but at least enough for its name; all
    together never higher than the node."""
    heights = [max(_LEAST_POD, height * block["cpu"] / max(1, milli_cpu)) for block in blocks]
    squeeze = min(1.0, height / sum(heights)) if heights else 1.0
    return [name * squeeze for name in heights]


def _block(
    sheet: Sheet,
    moment: Moment,
    pod: Mapping[str, Any],
    kind: str,
    x: float,
    y: float,
    width: float,
    height: float,
) -> None:
    """Draws a pod in a rack; `kind` is pod, ghost or reserved."""
    ending = kind == "pod" and pod["terminating"]
    chosen = pod.get("key") == moment.pod
    line = {"ghost": "ghost", "reserved": "nom"}.get(kind, "bad" if ending else "pod-line")
    fill = {"ghost": "", "reserved": "nom-soft"}.get(kind, "pod")
    sheet.box(
        x, y, width, height, fill=fill, line="accent" if chosen else line, radius=4, dashed=kind != "pod"
    )
    if ending:
        sheet.box(x, y, width, height, fill="ending", radius=4)
    start = x + 7
    if kind == "pod":
        stripe = 28.0 if width >= 90 else 7.0
        _band(sheet, pod, x, y, stripe, height)
        start = x + stripe + 7
    if height < 12:
        return
    second = _second(moment, pod, kind)
    two = bool(second) and height >= 38
    base = y + height / 2 + (-3 if two else 4.5)
    ink = {"ghost": "ghost", "reserved": "nom"}.get(kind, "ink")
    behind = "pod" if ending else ""
    cpu = _cpu(pod) if kind == "pod" and width >= 170 and not ending else ""
    taken = sheet.text(x + width - 7, base, cpu, 12, most=60, fill="ink-2", anchor="end") if cpu else 0.0
    room = x + width - 6 - start - taken
    wrote = sheet.text(start, base, pod["name"], 13, most=room, bold=True, fill=ink, behind=behind)
    colour = "bad" if ending else ink
    if two:
        sheet.text(start, base + 17, second, 12, most=room + taken, fill=colour, behind=behind)
    elif second and height >= 15:
        sheet.text(start + wrote + 6, base, second, 12, most=room - 6 - wrote, fill=colour, behind=behind)


def _second(moment: Moment, pod: Mapping[str, Any], kind: str) -> str:
    """What happens to a pod next: the signal and the seconds until its end, or that its room is reserved."""
    if kind == "reserved":
        return _("reserved")
    if kind == "ghost":
        return _("still runs")
    if not pod["terminating"]:
        return ""
    signal = pod["term"]["signal"] if pod["term"] else "Terminating"
    deadline = pod["leaving"]["deadline"] if pod["leaving"] else None
    if deadline is None:
        return str(signal)
    seconds = max(0, round(deadline - moment.snapshot["t"]))
    return messages.fill(_("{signal}, {n} s left"), {"signal": signal, "n": seconds})
