"""The devices of a node on its page: who has them, in which parts, and which taints they have from where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

import scheduler_core as core
from playground.inspector.why.names import short
from playground.texts import messages


@dataclass(frozen=True, slots=True)
class Slice:
    """A part of a bar; positions in per cent of its width."""

    x: str
    width: str
    title: str


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """`slices` are what claims take of the device, empty where nothing is to be drawn. `uses` say who has it,
    `sums` what is taken of its capacity or what it takes of counters, `taints` its taints with their
    authors."""

    name: str
    slices: tuple[Slice, ...] | None
    blocked: bool
    uses: tuple[str, ...]
    sums: tuple[str, ...]
    taints: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CounterRow:
    """A counter that devices of the node share, with the parts that are taken of it."""

    name: str
    slices: tuple[Slice, ...]
    sum: str


@dataclass(frozen=True, slots=True)
class RuleRow:
    """A DeviceTaintRule that taints devices of the node. `state` is its condition, "" before it has one."""

    name: str
    taint: str
    selects: str
    state: str


@dataclass(frozen=True, slots=True)
class Devices:
    rows: tuple[DeviceRow, ...]
    counters: tuple[CounterRow, ...]
    rules: tuple[RuleRow, ...]


def of_devices(views: Sequence[Mapping[str, Any]], more: Mapping[str, Any] | None) -> Devices | None:
    """`views` are the devices of a node's view, `more` those of the question `why_node`; None without any."""
    if not views or more is None:
        return None
    return Devices(
        tuple(_row(view, more["taints"].get(view["id"], ())) for view in views),
        tuple(map(_counter, more["counters"])),
        tuple(map(_rule, more["rules"])),
    )


def _row(view: Mapping[str, Any], taints: Sequence[Mapping[str, Any]]) -> DeviceRow:
    holders: Sequence[Mapping[str, Any]] = view.get("shares") or (
        [{"claim": view["claim"], "pods": view["pods"]}] if view["claim"] else []
    )
    unused = _("free, but too little is left of a counter") if view.get("blocked") else _("free")
    return DeviceRow(
        view["name"],
        tuple(_slices(view["shares"])) if "shares" in view else None,
        bool(view.get("blocked")),
        tuple(map(_use, holders)) or (unused,),
        (*_capacities(view), *_needs(view)),
        tuple(map(_taint, taints)),
    )


def _slices(shares: Sequence[Mapping[str, Any]]) -> Iterator[Slice]:
    """One slice after another; what does not fit on the bar is cut."""
    begin = 0.0
    for share in shares:
        title = share.get("device") or _use(share)
        yield Slice(f"{100 * begin:.2f}%", f"{100 * share['of']:.2f}%", title)
        begin += share["of"]


def _use(holder: Mapping[str, Any]) -> str:
    amounts = messages.listed([f"{row['amount']} {row['name']}" for row in holder.get("amounts") or ()])
    pods = messages.listed(holder["pods"])
    claim = short(holder["claim"])
    who = messages.fill(
        _("claim {claim} for {pods}") if pods else _("claim {claim}"), {"claim": claim, "pods": pods}
    )
    return f"{who}: {amounts}" if amounts else who


def _capacities(view: Mapping[str, Any]) -> Iterator[str]:
    for row in view.get("capacity") or ():
        parts = [
            amount["amount"]
            for share in view["shares"]
            for amount in share["amounts"]
            if amount["name"] == row["name"]
        ]
        yield f"{row['name']}: {_taken(parts, row['taken'], row['all'])}"


def _taken(parts: Sequence[str], total: str, whole: str) -> str:
    total = f"{' + '.join(parts)} = {total}" if len(parts) > 1 else total
    return messages.fill(_("{amount} of {all} taken"), {"amount": total, "all": whole})


def _needs(view: Mapping[str, Any]) -> Iterator[str]:
    for row in view.get("counters") or ():
        args = {"needs": row["needs"], "counter": row["name"], "left": row["left"], "all": row["all"]}
        yield messages.fill(_("takes {needs} of the counter {counter}; {left} of {all} are left"), args)


def _taint(row: Mapping[str, Any]) -> str:
    args = {
        "taint": _words(row),
        "driver": row["driver"],
        "rule": row["rule"] or "",
        "clock": "" if row["since"] is None else core.clock_text(float(row["since"])),
    }
    dated = row["since"] is not None and row["since"] >= 0
    if row["rule"] is not None:
        words = (
            _("{taint} by DeviceTaintRule {rule} since {clock}")
            if dated
            else _("{taint} by DeviceTaintRule {rule}")
        )
    elif dated:
        words = _("{taint} by the driver {driver} in its ResourceSlice since {clock}")
    else:
        words = _("{taint} by the driver {driver} in its ResourceSlice")
    return messages.fill(words, args)


def _words(row: Mapping[str, Any]) -> str:
    value = f"={row['value']}" if row["value"] else ""
    return f"{row['key']}{value}:{row['effect']}"


def _counter(row: Mapping[str, Any]) -> CounterRow:
    parts = [f"{part['amount']} ({part['device']})" for part in row["parts"]]
    args = {"all": row["all"], "parts": "".join(f" − {part}" for part in parts), "left": row["left"]}
    return CounterRow(
        messages.fill(_("counter {counter} of pool {pool}"), row),
        tuple(_slices(row["parts"])),
        messages.fill(_("{all}{parts} = {left} left"), args),
    )


def _rule(row: Mapping[str, Any]) -> RuleRow:
    state = ": ".join(part for part in (row["reason"], row["message"]) if part)
    selects = messages.fill(_("taints {devices} of this node"), {"devices": messages.listed(row["devices"])})
    return RuleRow(row["name"], _words(row), selects, state)
