"""Values between the scheduler and the plugins of the binding cycle: Reserve, PreBind, Bind.

Source: pkg/scheduler/schedule_one.go bindingCycle (v1.34).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from scheduler_core.actor import Message
from scheduler_core.objects.manifest import Json
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.api import SchedulerApi
from scheduler_core.scheduler.framework.status import SUCCESS, Code, Status


class Reserved(Protocol):
    """What a plugin keeps from Reserve until the pod is bound: an immutable value that is part of the
    scheduler's state."""

    def to_json(self) -> Json: ...


@dataclass(frozen=True, slots=True)
class ReserveResult:
    """The answer of a Reserve plugin. `reserved` is passed on to its PreBind and Unreserve."""

    status: Status = SUCCESS
    reserved: Reserved | None = None


NOTHING_RESERVED = ReserveResult()


@dataclass(frozen=True, slots=True)
class PreBindResult:
    """The answer of a PreBind plugin: Success, an error, or Wait. `sentence` is that of the act."""

    status: Status = SUCCESS
    sentence: Message | None = None


NOTHING_TO_DO = PreBindResult()
WAIT = Status(Code.WAIT)


@dataclass(frozen=True, slots=True)
class BindingHandle:
    """What a plugin may use while a pod is being bound. `now_ms` is the virtual time."""

    api: SchedulerApi
    snapshot: Snapshot
    now_ms: int
