"""The search over the board: which pods and nodes a text means at one step."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence

from scheduler_core.board.object_views.views import View
from scheduler_core.engine.world import World
from scheduler_core.objects.manifest import Json, find, integer, items, mapping, text
from scheduler_core.objects.problem import Problem
from scheduler_core.queries.overview.search_text import (
    Comparison,
    Equality,
    Phrase,
    Term,
    parse_search,
)

_COMPARE: Mapping[str, Callable[[int, int], bool]] = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
}
_OF_A_NODE = {"cpu": "cpu", "memory": "mem", "pods": "pods"}


def search(world: World, query: str) -> dict[str, Json] | Problem:
    """`{"nodes": [names], "pods": [keys]}` in the order in which they were created, both empty for an empty
    text.

    A node matches when all terms hold of it. A pod matches when each term holds of it or of its node, and at
    least one of the pod itself: `app=web cpu>80%` finds the web pods on full nodes. The reasons of a node are
    those of the newest decision.
    """
    terms = parse_search(query)
    if isinstance(terms, Problem):
        return terms
    views = world.picture.board.views
    nodes = sorted((view for (kind, _), view in views.items() if kind == "node"), key=_order)
    pods = sorted((view for (kind, _), view in views.items() if kind == "pod"), key=_order)
    if not terms:
        return {"nodes": [], "pods": []}
    reasons = reasons_of_nodes(world)
    holding = {
        text(node["name"]): [_of_node(term, node, reasons.get(text(node["name"]), "")) for term in terms]
        for node in nodes
    }
    nowhere = [False] * len(terms)
    return {
        "nodes": [name for name, holds in holding.items() if all(holds)],
        "pods": [pod["key"] for pod in pods if _matches(terms, pod, holding.get(text(pod["node"]), nowhere))],
    }


def _order(view: View) -> int:
    return integer(view["order"]) or 0


def _matches(terms: Sequence[Term], pod: View, of_its_node: Sequence[bool]) -> bool:
    own = [_of_pod(term, pod) for term in terms]
    return any(own) and all(mine or its for mine, its in zip(own, of_its_node, strict=True))


def reasons_of_nodes(world: World) -> dict[str, str]:
    """Node name → the reason for which the newest decision refused the node, in the words of its card."""
    newest = world.decisions.newest
    if newest is None or not newest.whole:
        return {}
    outline = newest.outline()
    lines = [text(find(refusal, "line")) for refusal in items(outline["refusals"])]
    reasons: dict[str, str] = {}
    for row in items(outline["verdicts"]):
        name, refusal, *_ = items(row)
        if isinstance(refusal, int):
            reasons[text(name)] = lines[refusal]
    return reasons


def _of_node(term: Term, node: View, reason: str) -> bool:
    if isinstance(term, Phrase):
        states = [
            *([] if node["ready"] else ["NotReady"]),
            *(["SchedulingDisabled"] if node["cordoned"] else []),
        ]
        taints = [form for taint in items(node["taints"]) for form in _taint_forms(taint)]
        return _occurs(term.words, [text(node["name"]), text(node["zone"]), reason, *states, *taints])
    if isinstance(term, Comparison):
        name = _OF_A_NODE.get(term.field)
        if name is None or not (term.percent or term.field == "pods"):
            return False
        requested = integer(find(node, "requested", name)) or 0
        if not term.percent:
            return _COMPARE[term.operator](requested, term.number)
        return _COMPARE[term.operator](100 * requested, term.number * (integer(node[name]) or 0))
    if term.field == "node":
        return node["name"] == term.value
    if term.field == "taint":
        return any(term.value in _taint_forms(taint) for taint in items(node["taints"]))
    if term.field == "reason":
        return _occurs(term.value.lower(), [reason])
    return _labelled(term, node)


def _of_pod(term: Term, pod: View) -> bool:
    if isinstance(term, Phrase):
        fields = [text(pod[field]) for field in ("name", "ns", "state", "phase")]
        return _occurs(term.words, [*fields, *_reasons_of(pod)])
    if isinstance(term, Comparison):
        field = {"cpu": "cpu", "memory": "mem", "priority": "priority"}.get(term.field)
        if field is None or term.percent:
            return False
        return _COMPARE[term.operator](integer(pod[field]) or 0, term.number)
    if term.field == "node":
        return pod["node"] == term.value
    if term.field == "namespace":
        return pod["ns"] == term.value
    if term.field == "reason":
        return _occurs(term.value.lower(), _reasons_of(pod))
    return term.field != "taint" and _labelled(term, pod)


def _labelled(term: Equality, view: View) -> bool:
    return mapping(view["labels"]).get(term.field) == term.value


def _occurs(words: str, texts: Iterable[str]) -> bool:
    """Whether the words occur in one of the texts; `words` are in lower case."""
    return any(words in value.lower() for value in texts)


def _reasons_of(pod: View) -> list[str]:
    """Why the pod waits or ended, in all words that the board has for it."""
    why = mapping(find(pod, "why", "args"))
    return [text(pod["whyShort"]), text(pod["reason"]), text(pod["message"]), *map(text, why.values())]


def _taint_forms(taint: Json) -> tuple[str, ...]:
    """`key`, `key=value`, `key:effect`, `key=value:effect`."""
    key, value, effect = (text(find(taint, name)) for name in ("key", "value", "effect"))
    whole = f"{key}={value}" if value else key
    return key, whole, f"{key}:{effect}", f"{whole}:{effect}"
