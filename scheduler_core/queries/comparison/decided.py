"""Decisions of two runs that lead to the same result: the nodes on which the scheduler's verdicts differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scheduler_core.actor import Message, message
from scheduler_core.objects.manifest import Json, find, flag, integer, items, mapping, text
from scheduler_core.queries.comparison.course import Steps
from scheduler_core.queries.comparison.facts import DECIDED, Fact

MOST_NODES = 4
"""The largest number of nodes of a decision that a sentence names."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a decision says of one node. `refusal` is the short reason, "" where the node passes the filters;
    `total` is the sum of its scores, None where none was computed.
    """

    refusal: str
    plugin: str
    total: int | None

    @property
    def shown(self) -> str | None:
        """The reason of the refusal, or the score as text."""
        if self.refusal:
            return self.refusal
        return None if self.total is None else str(self.total)


@dataclass(frozen=True, slots=True)
class Decided:
    """One decision about a pod, at second `at_s`. `node` is "" where it chose none."""

    pod: str
    at_s: float
    node: str
    bound: bool
    tie: bool
    scored: bool
    verdicts: Mapping[str, Verdict]


Decisions = Mapping[tuple[str, int], Decided]
"""By the key of the pod and the number of the decision about it, from 0."""


def decisions_of(recording: Steps, upto: int) -> Decisions:
    """All decisions up to step `upto`, which the run reaches."""
    decisions: dict[tuple[str, int], Decided] = {}
    counts: Counter[str] = Counter()
    for seq in range(1, upto + 1):
        outline = recording.frame(seq).get("decision")
        if isinstance(outline, Mapping):
            pod = text(outline.get("pod"))
            decisions[pod, counts[pod]] = _decided(pod, float(recording.time(seq)), outline)
            counts[pod] += 1
    return decisions


def _decided(pod: str, at_s: float, outline: Mapping[str, Json]) -> Decided:
    refusals = items(outline.get("refusals"))
    verdicts: dict[str, Verdict] = {}
    for row in items(outline.get("verdicts")):
        name, refusal, total = items(row)
        why = mapping(refusals[refusal]) if isinstance(refusal, int) else {}
        line = text(why.get("line")) or text(why.get("plugin"))
        verdicts[text(name)] = Verdict(line, text(why.get("plugin")), integer(total))
    bound = find(outline, "result") == "bound"
    tie, scored = flag(outline.get("tie")), flag(outline.get("scored"))
    return Decided(pod, at_s, text(outline.get("node")), bound, tie, scored, verdicts)


@dataclass(frozen=True, slots=True)
class Changed:
    """A decision with the same result but with other verdicts on some nodes; `facts` has one fact for each of
    them. `reworded` is True where the same nodes are refused by the same plugins, in other words."""

    pod: str
    at_s: float
    nodes: tuple[str, ...]
    facts: tuple[Fact, ...]
    reworded: bool


def changed_decision(then: Decisions, now: Decisions, pod: str) -> Changed | None:
    """The first decision about a pod whose verdict on some node differs; None when all verdicts are equal."""
    number = 0
    while (key := (pod, number)) in then and key in now:
        was, is_ = then[key], now[key]
        differing = [name for name in is_.verdicts if was.verdicts.get(name) != is_.verdicts[name]]
        if was.node == is_.node and differing:
            differing.sort(key=lambda name: _weight(was.verdicts.get(name), is_.verdicts[name]))
            says = _says(was, is_, differing)
            facts, reworded = tuple(_facts(was, is_, differing, says)), _reworded(was, is_, differing)
            return Changed(pod, is_.at_s, tuple(differing), facts, reworded)
        number += 1
    return None


def _reworded(then: Decided, now: Decided, differing: list[str]) -> bool:
    return all(
        name in then.verdicts
        and then.verdicts[name].refusal != ""
        and then.verdicts[name].plugin == now.verdicts[name].plugin
        for name in differing
    )


def _weight(then: Verdict | None, now: Verdict) -> int:
    """Nodes that pass only now come first, then those that are refused only now, then the others."""
    if then is None or bool(then.refusal) == bool(now.refusal):
        return 2
    return 1 if now.refusal else 0


def _facts(then: Decided, now: Decided, differing: list[str], says: Message) -> Iterator[Fact]:
    for name in differing[:MOST_NODES]:
        was, is_ = then.verdicts.get(name), now.verdicts[name]
        what = message("changed.what.verdict", node=name)
        yield Fact(DECIDED, what, None if was is None else was.shown, is_.shown, says, then.at_s, now.at_s)


def _says(then: Decided, now: Decided, differing: list[str]) -> Message:
    """The sentence that explains why other verdicts on some nodes lead to the same result."""
    name = now.pod.rpartition("/")[2]
    more = [node for node in differing if _weight(then.verdicts.get(node), now.verdicts[node]) == 0]
    fewer = [node for node in differing if _weight(then.verdicts.get(node), now.verdicts[node]) == 1]
    first = differing[0]
    if not now.node or not now.bound:
        line = now.verdicts[first].shown or "–"
        before = then.verdicts[first].shown if first in then.verdicts else None
        if now.node:
            return message(
                "changed.still_nominated", pod=name, on=now.node, node=first, now=line, then=before or "–"
            )
        return message("changed.still_refused", pod=name, node=first, now=line, then=before or "–")
    if _reworded(then, now, differing):
        line, before = now.verdicts[first].refusal, then.verdicts[first].refusal
        return message("changed.still_reworded", pod=name, node=now.node, other=first, now=line, then=before)
    if more:
        if now.tie:
            return message("changed.still_drawn", pod=name, node=now.node, nodes=_named(more))
        score, other = now.verdicts[now.node].total, now.verdicts[more[0]].total
        if score == other:
            return message("changed.still_first", pod=name, node=now.node, nodes=_named(more))
        return message(
            "changed.still_best", pod=name, node=now.node, nodes=_named(more), score=score, other=other
        )
    if fewer:
        line = now.verdicts[fewer[0]].refusal
        return message("changed.still_free", pod=name, node=now.node, nodes=_named(fewer), why=line)
    if not now.scored:
        return message("changed.still_only", pod=name, node=now.node)
    if now.node in differing and now.node in then.verdicts:
        score, before_score = now.verdicts[now.node].total, then.verdicts[now.node].total
        if before_score is not None:
            return message("changed.still_highest", pod=name, node=now.node, now=score, then=before_score)
    before = then.verdicts[first].shown if first in then.verdicts else None
    return message(
        "changed.still_ahead",
        pod=name,
        node=now.node,
        score=now.verdicts[now.node].total,
        other=first,
        now=now.verdicts[first].shown or "–",
        then=before or "–",
    )


def _named(names: list[str]) -> tuple[str, ...]:
    return (*names[:MOST_NODES], *(("…",) if len(names) > MOST_NODES else ()))
