"""Which pods use a claim, and which pods with volumes stand on a node."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from scheduler_core.objects.pod import Pod
from scheduler_core.objects.replacing import State
from scheduler_core.objects.volumes.attachable import claim_keys


@dataclass(frozen=True, slots=True)
class _Use:
    """The claims of a pod by key, and the node on which its volumes count; "" for none."""

    claims: tuple[str, ...]
    node: str


@dataclass
class VolumeUsers(State):
    """Keys of pods by claim and by node. A pod without volumes is left out, and a finished pod stands on no
    node."""

    uses: dict[str, _Use] = field(default_factory=dict)
    by_claim: dict[str, tuple[str, ...]] = field(default_factory=dict)
    by_node: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def concerns(self, key: str, pod: Pod | None) -> bool:
        """Whether a pod uses volumes, or did when it was last followed."""
        return key in self.uses or (pod is not None and bool(pod.spec.volumes))

    def follow(self, key: str, pod: Pod | None) -> None:
        """Takes in the present state of a pod; None when it does not exist any more."""
        before, now = self.uses.get(key), _use(pod)
        if before == now:
            return
        for use, change in ((before, _without), (now, _with)):
            for claim in () if use is None else use.claims:
                change(self.by_claim, claim, key)
            if use is not None and use.node:
                change(self.by_node, use.node, key)
        if now is None:
            self.uses.pop(key, None)
        else:
            self.uses[key] = now

    def node_of(self, pod: str) -> str:
        """The node on which a pod's volumes count; "" for none."""
        use = self.uses.get(pod)
        return "" if use is None else use.node

    def nodes_of(self, claims: Iterable[str]) -> Iterator[str]:
        """The nodes on which pods use one of the claims."""
        for claim in claims:
            for pod in self.by_claim.get(claim, ()):
                if self.uses[pod].node:
                    yield self.uses[pod].node


def _use(pod: Pod | None) -> _Use | None:
    if pod is None or not pod.spec.volumes:
        return None
    return _Use(tuple(dict.fromkeys(claim_keys(pod))), "" if pod.finished else pod.node_name)


def _without(index: dict[str, tuple[str, ...]], name: str, key: str) -> None:
    users = tuple(other for other in index.get(name, ()) if other != key)
    if users:
        index[name] = users
    else:
        index.pop(name, None)


def _with(index: dict[str, tuple[str, ...]], name: str, key: str) -> None:
    index[name] = (*index.get(name, ()), key)
