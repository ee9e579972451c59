"""Inputs that only lessons need; Kubernetes has no request like them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scheduler_core.inputs.untimed import PodKeys, Untimed


@dataclass(frozen=True, slots=True)
class Reset(Untimed):
    """Takes pods (keys `namespace/name`) off the cluster between two variants of a lesson: their objects and
    their processes are gone at once.
    """

    kind: ClassVar[str] = "reset"
    pods: PodKeys


LESSON_INPUTS: tuple[type[Untimed], ...] = (Reset,)
