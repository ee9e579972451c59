"""Validation of objects: each fault names its path. (Rules follow.)"""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.objects.manifest import Json, Manifest


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with an object: where, a code for translated explanations, and Kubernetes' words."""

    path: str
    code: str
    detail: str
    args: tuple[tuple[str, Json], ...] = ()

    @property
    def text(self) -> str:
        return f"{self.path}: {self.detail}"


def validate(kind: str, manifest: Manifest) -> tuple[Fault, ...]:
    """All faults of the object, at most `MAX_FAULTS`."""
    return ()
