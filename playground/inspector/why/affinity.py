"""Affinity between pods: how many matching pods each domain has, and whether the term holds there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from playground import messages

MOST_NODES = 4
MOST_DOTS = 6
RULES = {
    "affinity": gettext_noop("Pod affinity"),
    "antiAffinity": gettext_noop("Pod anti-affinity"),
    "existingAntiAffinity": gettext_noop("A pod already on the node repels this one"),
}


@dataclass(frozen=True, slots=True)
class Domain:
    """`name` says so where the nodes lack the key. `dots`: one for each matching pod, at most MOST_DOTS."""

    name: str
    count: int
    ok: bool
    dots: range
    nodes: str
    all_nodes: str


@dataclass(frozen=True, slots=True)
class Term:
    title: str
    key: str
    domains: tuple[Domain, ...]


def terms(decision: Mapping[str, Any]) -> tuple[Term, ...]:
    """One for each required term that was asked, in the order in which the nodes told of them."""
    found: dict[tuple[str, str, int], dict[str | None, tuple[Mapping[str, Any], list[str]]]] = {}
    for node, verdict in (decision.get("nodes") or {}).items():
        seen: dict[tuple[str, str], int] = {}  # a pod may have two terms of one rule and key
        for row in verdict.get("affinity") or ():
            kind = row["rule"], row["key"]
            nth = seen.get(kind, 0)
            seen[kind] = nth + 1
            domains = found.setdefault((*kind, nth), {})
            domains.setdefault(row["domain"], (row, []))[1].append(node)
    return tuple(
        Term(_(RULES[rule]), key, tuple(_domain(key, row, nodes) for row, nodes in domains.values()))
        for (rule, key, _nth), domains in found.items()
    )


def _domain(key: str, row: Mapping[str, Any], nodes: list[str]) -> Domain:
    name = row["domain"]
    if name is None:
        name = messages.fill(_("no label {key}"), {"key": key})
    n = len(nodes)
    listed = messages.listed(nodes)
    some = messages.fill(ngettext("{n} node", "{n} nodes", n), {"n": n}) if n > MOST_NODES else listed
    return Domain(name, row["count"], row["ok"], range(min(row["count"], MOST_DOTS)), some, listed)
