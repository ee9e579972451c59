"""The running timers of a controller as the board shows them: start, end, object and reason."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.actor import Message
from scheduler_core.objects.manifest import Json

_OF_PODS = frozenset({"toleration"})
"""Kinds of timers about a pod; the others are about a node."""


def waits_for(key: str) -> tuple[str | None, str | None]:
    """Pod (`namespace/name`) and node of the timer with this key; one of them is None."""
    kind, _, subject = key.partition(":")
    return (subject, None) if kind in _OF_PODS else (None, subject.rpartition("/")[2])


@dataclass(frozen=True, slots=True)
class Timer:
    """One timer; times are in virtual milliseconds. `kind` is one of:

    - `silence`: the node counts as silent if no heartbeat comes before `to_ms`
    - `rate`: the node waits for its NoExecute taint
    - `toleration`: the pod may stay on its tainted node until `to_ms`
    - `quarantine`: the pods of a deleted node are kept until `to_ms`
    - `detach`: the volume is detached by force at `to_ms`
    - `fence`: the fencing controller takes its next step at `to_ms`
    """

    kind: str
    from_ms: int
    to_ms: int
    why: Message
    pod: str | None = None
    node: str | None = None
    volume: str | None = None

    @property
    def key(self) -> str:
        """Kind and object, unique among the timers: `toleration:default/p`, `detach:pv-1/n3`."""
        return f"{self.kind}:{'/'.join(part for part in (self.volume, self.pod or self.node) if part)}"

    def to_json(self) -> dict[str, Json]:
        """`{"kind","pod","node","volume","from","to","why"}`, times in seconds."""
        return {
            "kind": self.kind,
            "pod": self.pod,
            "node": self.node,
            "volume": self.volume,
            "from": self.from_ms / 1000,
            "to": self.to_ms / 1000,
            "why": self.why.to_json(),
        }
