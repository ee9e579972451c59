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
class NodeTaint:
    """A taint with a hard effect (NoSchedule, NoExecute) of the node."""

    key: str
    value: str
    effect: str
    tolerated: bool = False

    @property
    def text(self) -> str:
        """The taint as kubectl writes it: `key=value:effect`."""
        return f"{self.key}={self.value}:{self.effect}" if self.value else f"{self.key}:{self.effect}"


@dataclass(frozen=True, slots=True)
class UnmetRequirement:
    """A requirement of spec.nodeSelector or of the node affinity that the node does not meet.

    `requirement` is written as kubectl writes selectors. `has` is what the node has instead, `key=value` or
    its name, None without the label. `term` is the number of the term from 1 of several, else 0; of several
    terms one is enough.
    """

    requirement: str
    key: str
    has: str | None
    term: int = 0
    field: bool = False


@dataclass(frozen=True, slots=True)
class EmptyTerm:
    """A term of the node affinity without requirements, or an affinity without terms (`terms` is 0); neither
    matches a node. `term` is as in UnmetRequirement."""

    terms: int
    term: int = 0


@dataclass(frozen=True, slots=True)
class RequiredNodeName:
    """The node that spec.nodeName names is another one."""

    name: str


@dataclass(frozen=True, slots=True)
class CordonedNode:
    """spec.unschedulable of the node is true, and the pod does not tolerate it."""


@dataclass(frozen=True, slots=True)
class UndeclaredFeatures:
    """Features that the pod needs and the kubelet of the node does not declare."""

    features: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PortInUse:
    """A host port of the pod, `8080/TCP`, that `pods` (namespace/name) hold on the node."""

    port: str
    pods: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VolumeInUse:
    """A disk that `pods` (namespace/name) use on the node, or with `claim` a ReadWriteOncePod claim that they
    use anywhere."""

    claim: str
    pods: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VolumeElsewhere:
    """The volume that is bound to a claim of the pod cannot be used on the node."""

    claim: str
    volume: str


@dataclass(frozen=True, slots=True)
class UnboundClaim:
    """A claim of the pod is not bound, and the node may have no volume for it."""

    claim: str


@dataclass(frozen=True, slots=True)
class VolumeInZone:
    """A bound volume is in `zones`, values of the label `key`; `has` is the value of the node, or None."""

    volume: str
    key: str
    zones: tuple[str, ...]
    has: str | None


@dataclass(frozen=True, slots=True)
class VolumeCount:
    """`attached` + `needed` > `limit`, numbers of volumes of a CSI driver on the node."""

    driver: str
    attached: int
    needed: int
    limit: int


@dataclass(frozen=True, slots=True)
class DeviceCount:
    """The node has `suitable` devices that match the selectors of a request. `free` of them are not
    allocated, which is fewer than the request needs."""

    claim: str
    request: str
    needs: int
    suitable: int
    free: int


@dataclass(frozen=True, slots=True)
class ClaimElsewhere:
    """The devices that a claim has cannot be reached from the node."""

    claim: str


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence of a plugin whose numbers fit none of the other shapes."""

    text: str


Explanation: TypeAlias = (
    ResourceDistance
    | SpreadArithmetic
    | AffinityCount
    | NodeTaint
    | UnmetRequirement
    | EmptyTerm
    | RequiredNodeName
    | CordonedNode
    | UndeclaredFeatures
    | PortInUse
    | VolumeInUse
    | VolumeElsewhere
    | UnboundClaim
    | VolumeInZone
    | VolumeCount
    | DeviceCount
    | ClaimElsewhere
    | Note
)


def selector_view(selector: LabelSelector | None) -> str | None:
    """The selector of the counted pods as kubectl writes it; None when no pod is counted."""
    return None if selector is None else selector_text(selector)
