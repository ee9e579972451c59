"""Changes that could make a pod fit. Each is small, and each can be tried.

A change alters the pod's manifest, the cluster that the scheduler sees, or both; `advice` tries it on a copy.
`queries` turns a change into inputs of a run.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, fields
from itertools import count
from typing import ClassVar, TypeAlias

from scheduler_core.actor import Message
from scheduler_core.advice.editable import Document
from scheduler_core.scheduler.cluster.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class _Change:
    """The base of changes. `weight` says how much the change asks of the reader; lighter changes are offered
    first."""

    weight: ClassVar[int] = 99

    @property
    def effort(self) -> int:
        """The size of the change; of two changes of one kind the smaller one is offered first."""
        return 0

    def message(self) -> Message:
        raise NotImplementedError

    def price(self) -> tuple[Message, ...]:
        """What the change costs or allows besides helping the pod, as far as the change alone tells."""
        return ()


@dataclass(frozen=True, slots=True)
class PodChange(_Change):
    """A change of the pod's spec: `edit` alters a private copy of its manifest in place."""

    def edit(self, pod: Document) -> None:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class ClusterChange(_Change):
    """A change of anything but the pod: `alter` changes a private copy of the snapshot."""

    def alter(self, snapshot: Snapshot) -> None:
        raise NotImplementedError


Change: TypeAlias = PodChange | ClusterChange

_NOT_IN_ID = ("manifest", "csi_node", "slices", "priority", "pool", "has")


def id_of(change: Change) -> str:
    """An id that is the same whenever the same change is found again."""
    names = (entry.name for entry in fields(change) if entry.name not in _NOT_IN_ID)
    words = [str(getattr(change, name)) for name in names]
    return "-".join((type(change).__name__.lower(), *words)).replace("/", ".").replace(" ", "")


def free_name(name: str, used: Container[str]) -> str:
    """`name`, or the first of `name-2`, `name-3` and so on that is not in `used`."""
    numbered = (f"{name}-{number}" for number in count(2))
    return name if name not in used else next(free for free in numbered if free not in used)
