"""The state of PodTopologySpread in one decision, by extension point: pairs, critical paths, weights,
arithmetic."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from playground.texts import messages

PLUGIN = "PodTopologySpread"
FREE = 2**31 - 1
"""The largest int32: the number of an unused critical path."""
MOST_ROWS = 12
MOST_STEPS = 20


@dataclass(frozen=True, slots=True)
class State:
    """A hard constraint after PreFilter. `first`, `second`: its critical paths as text."""

    number: int
    key: str
    max_skew: int
    min_domains: int
    self_match: int
    domains_words: str
    pairs: tuple[tuple[str, int], ...]
    more: str
    first: str
    second: str
    subtracts: str


@dataclass(frozen=True, slots=True)
class Step:
    """One change of the dry run, and the critical paths of its constraint after it."""

    key: str
    domain: str
    count: int
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Weight:
    number: int
    key: str
    max_skew: int
    text: str
    domains_words: str


@dataclass(frozen=True, slots=True)
class Sum:
    """A node's arithmetic as text; both are empty when the node is ignored."""

    node: str
    raw: str
    normalized: str
    weighted: int


@dataclass(frozen=True, slots=True)
class SpreadWalk:
    """`steps` belong to the dry run that `drill_title` names; `ignored` names the nodes without a score."""

    states: tuple[State, ...]
    drill_title: str
    steps: tuple[Step, ...]
    weights: tuple[Weight, ...]
    ignored: str
    sums: tuple[Sum, ...]
    more_sums: str
    times: str


def walk(decision: Mapping[str, Any]) -> SpreadWalk | None:
    """None when the pod has no spread constraints that mattered."""
    states = decision.get("spreadState") or ()
    scores = decision.get("spreadScores")
    if not states and not scores:
        return None
    drilled, steps = _drill(decision.get("preemption") or {}, states)
    sums = tuple(_sums(decision, scores)) if scores else ()
    weight = (decision.get("weights") or {}).get(PLUGIN, 1)
    return SpreadWalk(
        states=tuple(_state(number, state) for number, state in enumerate(states, 1)),
        drill_title=messages.fill(_("Critical paths in the dry run on {node}"), {"node": drilled}),
        steps=steps,
        weights=tuple(_weights(scores)) if scores else (),
        ignored=_ignored(scores["ignored"] if scores else ()),
        sums=sums[:MOST_ROWS],
        more_sums=_more(len(sums) - MOST_ROWS),
        times=messages.fill(_("× {weight}"), {"weight": weight}),
    )


def _ignored(nodes: Sequence[str]) -> str:
    if not nodes:
        return ""
    text = _("Ignored, because they lack a key: {nodes}")
    return messages.fill(text, {"nodes": messages.listed(nodes[:MOST_ROWS])})


def _more(n: int) -> str:
    return messages.fill(ngettext("and {n} more", "and {n} more", n), {"n": n}) if n > 0 else ""


def _domains(n: int) -> str:
    return messages.fill(ngettext("{n} domain", "{n} domains", n), {"n": n})


def path_text(path: Sequence[Any]) -> str:
    """A critical path as text; an unused one has the largest int32 as its number."""
    value, number = path
    return "“” 2³¹−1" if number == FREE else f"{value} {number}"


def _state(number: int, state: Mapping[str, Any]) -> State:
    first, second = map(path_text, state["paths"])
    if state["domains"] < state["minDomains"]:
        text = _("Filter subtracts 0, because there are fewer domains than minDomains: {min}.")
        subtracts = messages.fill(text, {"min": state["minDomains"]})
    else:
        subtracts = messages.fill(_("Filter subtracts {min}."), {"min": state["min"]})
    return State(
        number,
        state["key"],
        state["maxSkew"],
        state["minDomains"],
        state["self"],
        _domains(state["domains"]),
        tuple((value, count) for value, count in state["pairs"][:MOST_ROWS]),
        _more(state["domains"] - MOST_ROWS),
        first,
        second,
        subtracts,
    )


def _drill(
    preemption: Mapping[str, Any], states: Sequence[Mapping[str, Any]]
) -> tuple[str, tuple[Step, ...]]:
    """The changes of the dry run on the chosen candidate; on the first one when none is chosen."""
    candidates = preemption.get("candidates") or ()
    chosen = [
        candidate for candidate in candidates if candidate["node"] == preemption["chosen"]
    ] or candidates
    if not chosen:
        return "", ()
    keys = [state["key"] for state in states]
    steps = [
        Step(
            keys[step["constraint"]] if step["constraint"] < len(keys) else "",
            step["domain"],
            step["count"],
            *map(path_text, step["paths"]),
        )
        for step in (chosen[0].get("spread") or ())[:MOST_STEPS]
    ]
    return chosen[0]["node"], tuple(steps)


def _weights(scores: Mapping[str, Any]) -> Iterable[Weight]:
    for number, entry in enumerate(scores["constraints"], 1):
        text = messages.figure(f"ln({entry['domains']}+2) = {entry['weight']}")
        yield Weight(number, entry["key"], entry["maxSkew"], text, _domains(entry["domains"]))


def _sums(decision: Mapping[str, Any], scores: Mapping[str, Any]) -> Iterable[Sum]:
    ignored = set(scores["ignored"])
    for node, entry in scores["nodes"].items():
        three = decision["scores"].get(node, {}).get(PLUGIN)
        if three is None:
            continue
        raw, normalized, weighted = three
        if node in ignored:
            yield Sum(node, "", "", weighted)
        else:
            yield Sum(node, _raw(entry, scores, raw), _normal(scores, raw, normalized), weighted)


def _raw(entry: Mapping[str, Any], scores: Mapping[str, Any], raw: int) -> str:
    parts: list[str] = []
    for count, constraint in zip(entry["counts"], scores["constraints"], strict=True):
        if count is not None:
            parts.append(f"{count}·{constraint['weight']}")
            if constraint["maxSkew"] > 1:
                parts.append(str(constraint["maxSkew"] - 1))
    return messages.figure(f"{' + '.join(parts)} = {entry['sum']:.10g} → {raw}") if parts else str(raw)


def _normal(scores: Mapping[str, Any], raw: int, normalized: int) -> str:
    """The arithmetic that normalises a raw score."""
    highest = scores["highest"]
    return (
        f"100·({highest}+{scores['lowest']}−{raw})/{highest} = {normalized}" if highest else str(normalized)
    )
