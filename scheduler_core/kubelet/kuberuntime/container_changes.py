"""What happens to the containers of a pod, one by one, and the events the kubelet records of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scheduler_core.kubelet.prober.probes import ProbeKind


class ChangeKind(StrEnum):
    """What happened to containers; in the order in which an act is named after one of them."""

    RESTARTED = "restarted"
    STARTED = "started"
    PULL_FAILED = "pullFailed"
    PULLING = "pulling"
    PULLED = "pulled"
    PRE_STOP = "preStop"
    SIGTERM = "SIGTERM"
    SIGKILL = "SIGKILL"
    EXITED = "exited"
    HOOK_FAILED = "hookFailed"
    PROBE_FAILED = "probeFailed"
    READY = "ready"
    UNREADY = "unready"


@dataclass(frozen=True, slots=True)
class PodEvent:
    """An Event about the pod, as the kubelet records it."""

    type: str
    reason: str
    message: str


@dataclass(frozen=True, slots=True)
class ContainerChange:
    """One thing that happened to one container. `code`: how it exited; `seconds`: the wait before it is
    started again (None: it is not), or what SIGTERM leaves it.
    """

    kind: ChangeKind
    container: str
    events: tuple[PodEvent, ...] = ()
    code: int = 0
    seconds: int | None = None
    probe: ProbeKind | None = None
