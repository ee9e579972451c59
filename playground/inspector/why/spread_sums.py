"""Several spread constraints: which one decided about a node, and how their parts add up to its score."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from playground.texts import messages, verdicts

PLUGIN = "PodTopologySpread"
MOST_ROWS = 12


@dataclass(frozen=True, slots=True)
class Check:
    """A node's arithmetic for one constraint. `state`: ok, bad, or dim when an earlier constraint had
    decided."""

    text: str
    state: str


@dataclass(frozen=True, slots=True)
class NodeChecks:
    node: str
    checks: tuple[Check, ...]
    refused: str


@dataclass(frozen=True, slots=True)
class NodeSum:
    """Each soft constraint's part of a node's raw score; `sum` says so when the node is ignored."""

    node: str
    parts: tuple[str, ...]
    sum: str
    normalised: int
    weighted: int


def weight_of(decision: Mapping[str, Any]) -> int:
    return int((decision.get("weights") or {}).get(PLUGIN, 1))


def and_more(n: int) -> str:
    return messages.fill(ngettext("and {n} more", "and {n} more", n), {"n": n}) if n > 0 else ""


def node_checks(decision: Mapping[str, Any], hard: Sequence[Mapping[str, Any]]) -> Iterable[NodeChecks]:
    """For each node the deciding constraint: the first that fails."""
    nodes = decision["nodes"]
    order = [name for name in decision.get("order") or nodes if (nodes.get(name) or {}).get("spread")]
    for name in order[:MOST_ROWS]:
        rows = nodes[name]["spread"]
        by = next((n for n, row in enumerate(rows, 1) if not row["ok"]), 0)
        checks = tuple(
            _check(rows[n], late=0 < by < n + 1) if n < len(rows) else Check("–", "")
            for n in range(len(hard))
        )
        refused = messages.fill(_("refused by {n}"), {"n": by}) if by else ""
        yield NodeChecks(name, checks, refused)


def _check(row: Mapping[str, Any], *, late: bool) -> Check:
    if row["domain"] is None:
        text = verdicts.without_label(row["key"])
    else:
        text = row["texts"]["sum"]
    if late:
        return Check(messages.fill(_("not asked ({sum})"), {"sum": text}), "dim")
    return Check(text, "ok" if row["ok"] else "bad")


def node_sums(decision: Mapping[str, Any], soft: Sequence[Mapping[str, Any]]) -> tuple[NodeSum, ...]:
    """How the parts of several constraints add up to a node's raw score, the best nodes first."""
    numbers = decision["spreadScores"]
    scores = {
        name: decision["scores"][name][PLUGIN]
        for name in numbers["nodes"]
        if PLUGIN in decision["scores"].get(name, {})
    }
    sums = []
    for name in sorted(scores, key=lambda name: -scores[name][1]):
        raw, normalised, weighted = scores[name]
        ignored = name in numbers["ignored"]
        parts = tuple(
            "–" if ignored or (part := constraint["parts"][name]) is None else messages.figure(f"{part:.2f}")
            for constraint in soft
        )
        total = (
            _("ignored: lacks a key")
            if ignored
            else messages.figure(f"{numbers['nodes'][name]['sum']:.2f} → {raw}")
        )
        sums.append(NodeSum(name, parts, total, normalised, weighted))
    return tuple(sums)
