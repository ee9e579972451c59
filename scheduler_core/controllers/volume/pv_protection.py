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
from scheduler_core.controllers.common.protection import ProtectionController
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.storage import PersistentVolume
from scheduler_core.objects.volumes.protection import PV_PROTECTION

KIND = "PersistentVolume"


class PvProtectionController(ProtectionController):
    """The controller; its queue holds the names of volumes."""

    name = "persistentvolume-protection-controller"
    kind, finalizer = KIND, PV_PROTECTION
    watches = frozenset({KIND})

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        if event.kind != KIND:
            return
        volume = event.new
        if not isinstance(volume, PersistentVolume):
            self._deleted.pop(event.key, None)
        elif (PV_PROTECTION in volume.meta.finalizers) == (volume.meta.deletion_at is not None):
            self.queue.add(event.key, now_ms + self.reaction_ms)

    def sync(self, api: ApiServer, key: str, now_ms: int, random: Random) -> Act | None:
        volume = api.get(KIND, key)
        if not isinstance(volume, PersistentVolume):
            return None
        if volume.meta.deletion_at is None:
            return self._restore(api, key, volume, message("protection.volume_added", volume=key))
        if PV_PROTECTION not in volume.meta.finalizers:
            return None
        if volume.phase != "Bound":
            return self._release(api, key, message("protection.volume_unused", volume=key))
        claim = "" if volume.claim is None else volume.claim.name
        return self._report(key, message("protection.volume_used", volume=key, claim=claim))

    def fingerprint(self) -> Json:
        return [Controller.fingerprint(self), list(self._deleted)]
