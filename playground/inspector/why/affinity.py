"""Affinity between pods: how many matching pods each domain has, and whether the term holds there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from playground.texts import messages

MOST_NODES = 4
MOST_DOMAINS = 12
MOST_DOTS = 6
RULES = {
    "affinity": gettext_noop("Pod affinity"),
    "antiAffinity": gettext_noop("Pod anti-affinity"),
    "existingAntiAffinity": gettext_noop("A pod already on the node repels this one"),
}


@dataclass(frozen=True, slots=True)
class Domain:
    """A domain; `name` says so when the nodes lack the key. `dots`: one for each matching pod, at most
    MOST_DOTS."""

    name: str
    count: int
    ok: bool
    dots: range
    nodes: str
    all_nodes: str


@dataclass(frozen=True, slots=True)
class Term:
    """A term with `count` domains, of which `hidden` are missing in `domains`; `hidden_words` say on how many
    of those the term holds."""

    title: str
    key: str
    domains: tuple[Domain, ...]
    count: int
    hidden: int
    hidden_words: str


def terms(decision: Mapping[str, Any], most: int | None = None) -> tuple[Term, ...]:
    """The required terms that were evaluated, in the order in which the nodes reported them. `most` limits
    each term to its most telling domains; None: all."""
    groups: dict[tuple[str, str, int], dict[str | None, tuple[Mapping[str, Any], list[str]]]] = {}
    for node, verdict in (decision.get("nodes") or {}).items():
        counts: dict[tuple[str, str], int] = {}  # a pod may have two terms with the same rule and key
        for row in verdict.get("affinity") or ():
            kind = row["rule"], row["key"]
            nth = counts.get(kind, 0)
            counts[kind] = nth + 1
            domains = groups.setdefault((*kind, nth), {})
            domains.setdefault(row["domain"], (row, []))[1].append(node)
    return tuple(_term(rule, key, [*domains.values()], most) for (rule, key, _nth), domains in groups.items())


def _term(
    rule: str, key: str, domains: Sequence[tuple[Mapping[str, Any], list[str]]], most: int | None
) -> Term:
    """A term whose domains begin with those of the rarer result, and among these with the most matching pods:
    of a thousand hosts, first the three on which the term does not hold."""
    shown, n = domains, len(domains)
    if most is not None and n > most:
        fine = sum(row["ok"] for row, _nodes in domains)
        rare = 2 * fine <= n
        shown = sorted(domains, key=lambda domain: (domain[0]["ok"] != rare, -domain[0]["count"]))[:most]
    drawn = tuple(_domain(key, row, nodes) for row, nodes in shown)
    holds = sum(row["ok"] for row, _nodes in domains) - sum(term.ok for term in drawn)
    return Term(_(RULES[rule]), key, drawn, n, n - len(drawn), _hidden(n - len(drawn), holds))


def _hidden(n: int, holds: int) -> str:
    text = ngettext(
        "{n} more domain: the term holds on {holds} and does not hold on {fails}.",
        "{n} more domains: the term holds on {holds} and does not hold on {fails}.",
        n,
    )
    return messages.fill(text, {"n": n, "holds": holds, "fails": n - holds}) if n else ""


def _domain(key: str, row: Mapping[str, Any], nodes: list[str]) -> Domain:
    name = row["domain"]
    if name is None:
        name = messages.fill(_("no label {key}"), {"key": key})
    n = len(nodes)
    listed = messages.listed(nodes)
    some = messages.fill(ngettext("{n} node", "{n} nodes", n), {"n": n}) if n > MOST_NODES else listed
    return Domain(name, row["count"], row["ok"], range(min(row["count"], MOST_DOTS)), some, listed)
