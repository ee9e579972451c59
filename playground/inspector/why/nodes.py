"""The result of each node: its reasons, what it lacks, and what preemption would change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from playground.inspector.why.names import short
from playground.inspector.why.preemption import Victims, victims
from playground.texts import messages, verdicts

MANY_NODES = 12
"""With more nodes the refusals are grouped by reason."""
UNRESOLVABLE = "UnschedulableAndUnresolvable"


@dataclass(frozen=True, slots=True)
class Skew:
    """A spread constraint in the node's domain. `sum` is its arithmetic, empty when the node lacks the key.
    `prefix` is the key up to its slash, after which a line may break; `name` is the rest of the key."""

    prefix: str
    name: str
    domain: str
    sum: str
    ok: bool
    title: str
    no_key: str


@dataclass(frozen=True, slots=True)
class Missing:
    """What a node lacks for the pod. `devices` are sentences about those that its claims ask for, `notes`
    plugins' messages that fit no other form."""

    resources: tuple[str, ...] = ()
    skews: tuple[Skew, ...] = ()
    notes: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class IfLowerLeft:
    """PostFilter's result for a node: the victims, or a text that says why no victims help."""

    victims: Victims | None
    text: str


@dataclass(frozen=True, slots=True)
class Shared:
    """Words that several rows share and that are shown once above them. `lower` is the result of preemption
    on each of these nodes, empty when it differs."""

    reasons: str
    plugin: str
    lower: str


@dataclass(frozen=True, slots=True)
class NodeRow:
    """`strong`: the pod goes to this node or is nominated for it. `kind`: CSS class of the row. `shared`: the
    words in common with neighbouring rows, which its own fields do not repeat; `begins` is True in the first
    of these rows."""

    node: str
    fits: bool
    reasons: str
    plugin: str
    missing: Missing
    nominated: tuple[str, ...]
    strong: bool
    kind: str
    lower: IfLowerLeft | None
    shared: Shared | None = None
    begins: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Nodes with the same reason. `percent`: share of all refusals."""

    reason: str
    plugin: str
    code: str
    unresolvable: bool
    count: int
    percent: str
    nodes: str


def reasons_of(verdict: Mapping[str, Any]) -> str:
    return ", ".join(verdict.get("reasons") or ()) or str(verdict["code"])


def missing(verdict: Mapping[str, Any]) -> Missing:
    """The insufficient resources, the arithmetic of the spread constraints, and the notes of plugins."""
    distances = verdict.get("distance") or ()
    return Missing(
        tuple(
            verdicts.lacking(row, verdict.get("nominatedCounted") or ())
            for row in distances
            if verdict["code"] == "Success" or row["free"] < row["needs"] or len(distances) == 1
        ),
        tuple(_skew(row) for row in verdict.get("spread") or ()),
        notes(verdict),
        tuple(map(messages.say, verdict.get("details") or ())),
    )


def notes(verdict: Mapping[str, Any]) -> tuple[str, ...]:
    """The notes of plugins in the language in which the plugins write them."""
    text = _("note of the plugin: {note}")
    return tuple(messages.fill(text, {"note": note}) for note in verdict.get("notes") or ())


def _skew(row: Mapping[str, Any]) -> Skew:
    key, domain = row["key"], row["domain"]
    prefix, slash, name = key.rpartition("/")
    if domain is None:
        return Skew(prefix + slash, name, "", "", False, "", verdicts.without_label(key))
    args = {"key": key, "domain": domain, "count": row["count"], "min": row["min"], "max": row["maxSkew"]}
    title = _("{key}={domain}: {count} matching, 1 for the pod if it matches, minimum {min}, maxSkew {max}")
    return Skew(
        prefix + slash,
        name,
        domain,
        f"{row['texts']['sum']} {row['texts']['comparison']}",
        row["ok"],
        messages.fill(title, args),
        "",
    )


def in_order(decision: Mapping[str, Any]) -> list[str]:
    """The most interesting nodes first: the chosen one, candidates, those that fit, then the rest by reason.
    Reasons, and the nodes of one reason, are in the order of filtering.

    Of two candidates the one that survived more criteria of preemption comes first."""
    nodes = decision.get("nodes") or {}
    preemption = decision.get("preemption") or {}
    totals = decision.get("totals") or {}
    candidates = {candidate["node"] for candidate in preemption.get("candidates") or ()}
    survived = {
        name: sum(name in row["left"] for row in preemption.get("criteria") or ()) for name in candidates
    }
    chosen = preemption.get("chosen") or decision.get("node")

    def rank(name: str) -> tuple[int, int, int]:
        total = -totals.get(name, 0)
        if name == chosen:
            return 0, 0, total
        if name in candidates:
            return 1, -survived[name], total
        if nodes[name]["code"] == "Success":
            return 2, 0, total
        return 3, first.setdefault(_reason(nodes[name]), len(first)), total

    order = [name for name in decision.get("order") or () if name in nodes]
    listed = set(order)
    first: dict[tuple[str, str], int] = {}
    return sorted([*order, *(name for name in nodes if name not in listed)], key=rank)


def _reason(verdict: Mapping[str, Any]) -> tuple[str, str]:
    return reasons_of(verdict), verdict.get("plugin") or ""


def rows(decision: Mapping[str, Any]) -> tuple[NodeRow, ...]:
    """A row for each node. Neighbouring rows refused with the same words share them."""
    alike = groupby(_rows(decision), lambda row: (row.reasons, row.plugin))
    return tuple(row for _reason, neighbours in alike for row in _sharing(list(neighbours)))


def row_of(decision: Mapping[str, Any], node: str) -> NodeRow:
    """The row of one node that has a verdict; it shares no words."""
    return next(row for row in _rows(decision) if row.node == node)


def _sharing(neighbours: list[NodeRow]) -> list[NodeRow]:
    """Moves the words that neighbouring rows have in common into one `Shared`."""
    first = neighbours[0]
    if first.fits or len(neighbours) == 1:
        return neighbours
    outcomes = {row.lower for row in neighbours}
    lower = first.lower.text if len(outcomes) == 1 and first.lower is not None else ""
    shared = Shared(first.reasons, first.plugin, lower)
    bare = IfLowerLeft(None, "") if lower else None
    return [
        replace(row, reasons="", plugin="", lower=bare or row.lower, shared=shared, begins=row is first)
        for row in neighbours
    ]


def _rows(decision: Mapping[str, Any]) -> Iterable[NodeRow]:
    preemption = decision.get("preemption") or {}
    # A pod that may not preempt has no results of PostFilter.
    attempt = preemption if preemption.get("candidates") or preemption.get("statuses") else None
    candidates = {candidate["node"]: candidate for candidate in preemption.get("candidates") or ()}
    for name in in_order(decision):
        verdict = decision["nodes"][name]
        fits = verdict["code"] == "Success"
        chosen = attempt is not None and name == attempt["chosen"]
        matters = fits or name in candidates or attempt is None
        yield NodeRow(
            node=name,
            fits=fits,
            reasons="" if fits else reasons_of(verdict),
            plugin="" if fits else verdict.get("plugin") or "",
            missing=missing(verdict),
            nominated=tuple(short(key) for key in verdict.get("nominatedCounted") or ()),
            strong=chosen or name == decision.get("node"),
            kind="pick" if chosen else "" if matters else "out",
            lower=None if attempt is None else _if_lower_left(attempt, candidates.get(name), name, verdict),
        )


def _if_lower_left(
    attempt: Mapping[str, Any], candidate: Mapping[str, Any] | None, name: str, verdict: Mapping[str, Any]
) -> IfLowerLeft:
    """What preemption found on a node that was refused."""
    if candidate is not None:
        return IfLowerLeft(victims(candidate), "")
    status = (attempt.get("statuses") or {}).get(name)
    if status is not None:
        return IfLowerLeft(None, ", ".join(status.get("reasons") or ()))
    others = attempt.get("others") or () if verdict["code"] == UNRESOLVABLE else ()
    return IfLowerLeft(None, messages.listed(others) or "–")


def are_many(decision: Mapping[str, Any]) -> bool:
    """Whether refusals are shown by reason instead of by node."""
    return len(decision.get("nodes") or ()) > MANY_NODES or bool(decision.get("groups"))


def groups(decision: Mapping[str, Any]) -> tuple[Group, ...]:
    """Refusals by reason, the most frequent first; the decision's own `groups` count unlisted nodes."""
    by_reason: dict[tuple[str, str], dict[str, Any]] = {}
    for name, verdict in (decision.get("nodes") or {}).items():
        if verdict["code"] == "Success":
            continue
        reason, plugin = ", ".join(verdict.get("reasons") or ()), verdict.get("plugin") or ""
        group = by_reason.setdefault((plugin, reason), {"code": verdict["code"], "count": 0, "nodes": []})
        group["count"] += 1
        group["nodes"].append(name)
    for more in decision.get("groups") or ():
        key = (more["plugin"] or "", more["reason"])
        group = by_reason.setdefault(key, {"code": "", "count": 0, "nodes": []})
        group["count"] = max(group["count"], more["count"])
    total = sum(group["count"] for group in by_reason.values())
    return tuple(
        Group(
            reason,
            plugin,
            "Unresolvable" if group["code"] == UNRESOLVABLE else group["code"],
            group["code"] == UNRESOLVABLE,
            group["count"],
            f"{100 * group['count'] / total:.2f}%",
            " ".join(group["nodes"]),
        )
        for (plugin, reason), group in sorted(by_reason.items(), key=lambda item: -item[1]["count"])
    )


def refusals(groups: Iterable[Group]) -> str:
    """`23 refusals, 2 reasons`"""
    listed = tuple(groups)
    n = sum(group.count for group in listed)
    text = ngettext("{n} refusal, {reasons} reasons", "{n} refusals, {reasons} reasons", n)
    return messages.fill(text, {"n": n, "reasons": len(listed)}) if n else ""
