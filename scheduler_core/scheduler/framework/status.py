"""Status: the answer of a plugin.

Source: k8s.io/kube-scheduler/framework/interface.go Code, Status (v1.34).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache


class Code(Enum):
    """The kind of an answer; the values are upstream's names."""

    SUCCESS = "Success"
    ERROR = "Error"
    UNSCHEDULABLE = "Unschedulable"
    UNRESOLVABLE = "UnschedulableAndUnresolvable"
    WAIT = "Wait"
    SKIP = "Skip"
    PENDING = "Pending"


@dataclass(frozen=True, slots=True)
class Status:
    """The answer of a plugin: a code and, for a refusal, Kubernetes' own reasons."""

    code: Code
    reasons: tuple[str, ...] = ()
    plugin: str = ""

    @property
    def message(self) -> str:
        return ", ".join(self.reasons)

    @property
    def rejected(self) -> bool:
        return self.code in (Code.UNSCHEDULABLE, Code.UNRESOLVABLE, Code.PENDING)


SUCCESS = Status(Code.SUCCESS)
SKIP = Status(Code.SKIP)


def failed(plugin: str, text: str) -> Status:
    """An error: no verdict on the pod, but the end of the attempt."""
    return Status(Code.ERROR, (text,), plugin)


@lru_cache(maxsize=4096)
def unschedulable(plugin: str, *reasons: str) -> Status:
    """A refusal that preemption may be able to cure."""
    return Status(Code.UNSCHEDULABLE, reasons, plugin)


@lru_cache(maxsize=4096)
def unresolvable(plugin: str, *reasons: str) -> Status:
    """A refusal that no removal of pods can cure."""
    return Status(Code.UNRESOLVABLE, reasons, plugin)
