"""The PV protection controller: a deleted volume stays Terminating while it is bound to a claim.

Source: pkg/controller/volume/pvprotection (v1.34). The finalizer itself comes from the admission plugin
StorageObjectInUseProtection; a volume that lost it gets it back here.
"""

from __future__ import annotations

from random import Random

from scheduler_core.actor import Act, message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.controllers.common.controller import Controller
from scheduler_core.objects.manifest import Json, with_value
from scheduler_core.objects.storage import PersistentVolume
from scheduler_core.objects.volumes.protection import PV_PROTECTION

KIND = "PersistentVolume"


class PvProtectionController(Controller):
    """The controller; its queue holds the names of volumes."""

    name = "persistentvolume-protection-controller"
    watches = frozenset({KIND})
    rank = 27

    def __init__(self) -> None:
        super().__init__()
        # Deleted volumes that were reported as still bound.
        self._reported: dict[str, None] = {}

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        if event.kind != KIND:
            return
        volume = event.new
        if not isinstance(volume, PersistentVolume):
            self._reported.pop(event.key, None)
        elif (PV_PROTECTION in volume.meta.finalizers) == (volume.meta.deletion_at is not None):
            self.queue.add(event.key, now_ms + self.reaction_ms)

    def sync(self, api: ApiServer, key: str, now_ms: int, random: Random) -> Act | None:
        volume = api.get(KIND, key)
        if not isinstance(volume, PersistentVolume):
            return None
        protected = PV_PROTECTION in volume.meta.finalizers
        if volume.meta.deletion_at is None:
            if protected:
                return None
            finalizers = [*volume.meta.finalizers, PV_PROTECTION]
            api.replace(KIND, key, with_value(volume.manifest, ("metadata", "finalizers"), finalizers))
            return self._act("update", message("protection.volume_added", volume=key))
        if not protected:
            return None
        if volume.phase != "Bound":
            api.remove_finalizer(KIND, key, PV_PROTECTION)
            return self._act("update", message("protection.volume_unused", volume=key))
        if key in self._reported:
            return None
        self._reported[key] = None
        claim = "" if volume.claim is None else volume.claim.name
        sentence = message("protection.volume_used", volume=key, claim=claim)
        return self._act("update", sentence)

    def fingerprint(self) -> Json:
        return [super().fingerprint(), list(self._reported)]
