"""Inputs that only lessons need; Kubernetes has no request like them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scheduler_core.inputs.reader import Reader
from scheduler_core.inputs.untimed import Untimed
from scheduler_core.objects.manifest import Json


@dataclass(frozen=True, slots=True)
class Reset(Untimed):
    """Takes pods (keys `namespace/name`) off the cluster between two variants of a lesson: their objects and
    their processes are gone at once.
    """

    kind: ClassVar[str] = "reset"
    pods: tuple[str, ...]

    @classmethod
    def read(cls, read: Reader) -> Reset:
        return cls(read.pods())

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "pods": list(self.pods)}


LESSON_INPUTS: tuple[type[Untimed], ...] = (Reset,)
