"""What happens to single containers of a pod, and the events that the kubelet records about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scheduler_core.kubelet.prober.probes import ProbeKind


class ChangeKind(StrEnum):
    """What happened to a container. An act with several changes is named after the first kind in this
    order.
    """

    RESTARTED = "restarted"
    STARTED = "started"
    PULL_FAILED = "pullFailed"
    PULLING = "pulling"
    PULLED = "pulled"
    PRE_STOP = "preStop"
    SIGTERM = "SIGTERM"
    SIGKILL = "SIGKILL"
    RESTARTS_ALL = "restartsAll"
    """It exited, and a rule restarts all containers of the pod."""
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
    """One thing that happened to one container. `code` is its exit code. After an exit, `seconds` is the wait
    before its restart, None when it is not restarted; with a signal, it is the time that the container has
    left.
    """

    kind: ChangeKind
    container: str
    events: tuple[PodEvent, ...] = ()
    code: int = 0
    seconds: int | None = None
    probe: ProbeKind | None = None
