"""What a controller waits for, as the board shows it: start, end, object and reason."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.actor import Message
from scheduler_core.objects.manifest import Json


@dataclass(frozen=True, slots=True)
class Timer:
    """Times in virtual milliseconds. `kind`:

    `silence`: a node has until `to_ms` to be heard of; `rate`: a node waits for its NoExecute taint;
    `toleration`: the pod may stay until then; `quarantine`: the pods of a node that is gone may;
    `detach`: a volume is detached by force then; `fence`: the fencing controller's next step.
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
        """One of its kind and object: `toleration:default/p`, `detach:pv-1/n3`."""
        return f"{self.kind}:{'/'.join(one for one in (self.volume, self.pod or self.node) if one)}"

    def to_json(self) -> dict[str, Json]:
        """`{"kind","pod","node","from","to","why"}`, times in seconds."""
        return {
            "kind": self.kind,
            "pod": self.pod,
            "node": self.node,
            "from": self.from_ms / 1000,
            "to": self.to_ms / 1000,
            "why": self.why.to_json(),
        }
