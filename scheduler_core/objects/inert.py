"""Objects that are kept and shown, and upon which nothing in the simulation acts."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.objects.manifest import Manifest
from scheduler_core.objects.meta import ObjectMeta


@dataclass(frozen=True, slots=True, eq=False)
class Inert:
    """A ConfigMap, a Secret or a ServiceAccount. Of its data the keys are kept, without their values."""

    manifest: Manifest
    meta: ObjectMeta

    @staticmethod
    def parse(manifest: Manifest) -> Inert:
        return Inert(manifest, ObjectMeta.parse(manifest.get("metadata"), namespaced=True))
