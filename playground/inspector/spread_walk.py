"""What PodTopologySpread kept in one decision, taken apart for the Why page (as spread-walk.js does)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

PLUGIN = "PodTopologySpread"
FREE = 2**31 - 1


@dataclass(frozen=True, slots=True)
class State:
    """A hard constraint after PreFilter. `first`, `second`: its critical paths as text."""

    number: int
    key: str
    max_skew: int
    min_domains: int
    self_match: int
    domains: int
    pairs: tuple[tuple[str, int], ...]
    first: str
    second: str
    minimum: int

    @property
    def too_few(self) -> bool:
        return self.domains < self.min_domains

    @property
    def more(self) -> int:
        return self.domains - len(self.pairs)


@dataclass(frozen=True, slots=True)
class Step:
    """One change of the dry run, and the critical paths after it."""

    constraint: int
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


@dataclass(frozen=True, slots=True)
class Sum:
    """A node's arithmetic in words; both empty where the node is ignored."""

    node: str
    raw: str
    normalized: str
    weighted: int


@dataclass(frozen=True, slots=True)
class SpreadWalk:
    """`drilled`: the node of the dry run that `steps` belong to."""

    states: tuple[State, ...]
    drilled: str
    steps: tuple[Step, ...]
    weights: tuple[Weight, ...]
    ignored: tuple[str, ...]
    sums: tuple[Sum, ...]
    times: int


def walk(decision: Mapping[str, Any]) -> SpreadWalk | None:
    """None where the pod has no spread constraints that played a part."""
    states = decision.get("spreadState") or ()
    scores = decision.get("spreadScores")
    if not states and not scores:
        return None
    drilled, steps = _drill(decision.get("preemption") or {})
    return SpreadWalk(
        states=tuple(_state(number, state) for number, state in enumerate(states, 1)),
        drilled=drilled,
        steps=steps,
        weights=tuple(_weights(scores)) if scores else (),
        ignored=tuple(scores["ignored"]) if scores else (),
        sums=tuple(_sums(decision, scores)) if scores else (),
        times=decision["weights"].get(PLUGIN, 1),
    )


def path_text(path: Sequence[Any]) -> str:
    """A place that nobody has taken keeps the largest int32."""
    value, number = path
    return "“” 2³¹−1" if number == FREE else f"{value} {number}"


def _state(number: int, state: Mapping[str, Any]) -> State:
    first, second = map(path_text, state["paths"])
    pairs = tuple((value, count) for value, count in state["pairs"])
    return State(
        number,
        state["key"],
        state["maxSkew"],
        state["minDomains"],
        state["self"],
        state["domains"],
        pairs,
        first,
        second,
        state["min"],
    )


def _drill(preemption: Mapping[str, Any]) -> tuple[str, tuple[Step, ...]]:
    candidates = preemption.get("candidates") or ()
    chosen = [each for each in candidates if each["node"] == preemption["chosen"]] or candidates
    if not chosen:
        return "", ()
    steps = [
        Step(step["constraint"] + 1, step["domain"], step["count"], *map(path_text, step["paths"]))
        for step in chosen[0].get("spread") or ()
    ]
    return chosen[0]["node"], tuple(steps)


def _weights(scores: Mapping[str, Any]) -> Iterable[Weight]:
    for number, entry in enumerate(scores["constraints"], 1):
        text = f"ln({entry['domains']}+2) = {entry['weight']}"
        yield Weight(number, entry["key"], entry["maxSkew"], text)


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
    return f"{' + '.join(parts)} = {entry['sum']:.10g} → {raw}" if parts else str(raw)


def _normal(scores: Mapping[str, Any], raw: int, normalized: int) -> str:
    highest = scores["highest"]
    return (
        f"100·({highest}+{scores['lowest']}−{raw})/{highest} = {normalized}" if highest else str(normalized)
    )
