"""How far a node was from feasible: the arithmetic behind a refusal, with exact integers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from scheduler_core.objects.selection.selectors import LabelSelector, selector_text


@dataclass(frozen=True, slots=True)
class ResourceDistance:
    """`needs` > `free` = `allocatable` - `requested`. `nominated` is the part of `requested` that belongs to
    nominated pods counted in, `terminating` the part of pods that end. cpu in milli-CPU, memory in bytes,
    pods as a number."""

    resource: str
    needs: int
    free: int
    requested: int
    allocatable: int
    nominated: int = 0
    terminating: int = 0


@dataclass(frozen=True, slots=True)
class SpreadArithmetic:
    """`count` + `self_match` - `minimum` = `skew`, which may be `max_skew` at most.

    `domain` is None where the node lacks the key. `selector` says which pods are counted; None counts no pod.
    """

    key: str
    domain: str | None
    count: int
    self_match: int
    minimum: int
    max_skew: int
    skew: int
    ok: bool
    selector: LabelSelector | None

    @property
    def sum(self) -> str:
        """The arithmetic as it is shown everywhere: `2 + 1 − 1 = 2`."""
        return f"{self.count} + {self.self_match} − {self.minimum} = {self.skew}"

    @property
    def comparison(self) -> str:
        """The skew against maxSkew, to stand after the sum: `> 1`."""
        return f"{'≤' if self.ok else '>'} {self.max_skew}"


@dataclass(frozen=True, slots=True)
class AffinityCount:
    """How many pods a required term found in the domain of a node.

    `rule` is "affinity" or "antiAffinity" for the pod's own terms, and "existingAntiAffinity" for those of
    pods that are already on nodes. `domain` is None where the node lacks the key.
    """

    rule: str
    key: str
    domain: str | None
    count: int
    ok: bool


@dataclass(frozen=True, slots=True)
class UntoleratedTaint:
    key: str
    value: str
    effect: str


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence of a plugin whose numbers fit none of the other shapes."""

    text: str


Explanation: TypeAlias = ResourceDistance | SpreadArithmetic | AffinityCount | UntoleratedTaint | Note


def selector_view(selector: LabelSelector | None) -> str | None:
    """The selector of the counted pods as kubectl writes it; None when no pod is counted."""
    return None if selector is None else selector_text(selector)
