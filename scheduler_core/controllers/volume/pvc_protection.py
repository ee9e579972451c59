"""The PVC protection controller: a deleted claim stays Terminating while a pod uses it.

Source: pkg/controller/volume/pvcprotection (v1.34). The finalizer itself comes from the admission plugin
StorageObjectInUseProtection; a claim that lost it gets it back here.
"""

from __future__ import annotations

from random import Random

from scheduler_core.actor import Act, message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.controllers.common.controller import Controller
from scheduler_core.objects.manifest import Json, with_value
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.storage import PersistentVolumeClaim
from scheduler_core.objects.volumes.attachable import claim_keys
from scheduler_core.objects.volumes.protection import PVC_PROTECTION, uses

KIND = "PersistentVolumeClaim"


class PvcProtectionController(Controller):
    """The controller; its queue holds the keys of claims."""

    name = "persistentvolumeclaim-protection-controller"
    watches = frozenset({KIND, "Pod"})
    rank = 27

    def __init__(self) -> None:
        super().__init__()
        # Claims that are being deleted → whether it was reported that a pod still uses the claim.
        self._deleted: dict[str, bool] = {}

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        if event.kind == KIND:
            self._observe_claim(event, now_ms)
        elif event.kind == "Pod" and self._deleted:
            pod = event.new or event.old
            if isinstance(pod, Pod) and pod.spec.volumes:
                for key in claim_keys(pod):
                    if key in self._deleted:
                        self.queue.add(key, now_ms + self.reaction_ms)

    def _observe_claim(self, event: WatchEvent, now_ms: int) -> None:
        claim = event.new
        if not isinstance(claim, PersistentVolumeClaim):
            self._deleted.pop(event.key, None)
            return
        protected, deleted = PVC_PROTECTION in claim.meta.finalizers, claim.meta.deletion_at is not None
        if not deleted:
            self._deleted.pop(event.key, None)
        elif protected:
            self._deleted.setdefault(event.key, False)
        if protected == deleted:
            self.queue.add(event.key, now_ms + self.reaction_ms)

    def sync(self, api: ApiServer, key: str, now_ms: int, random: Random) -> Act | None:
        claim = api.get(KIND, key)
        if not isinstance(claim, PersistentVolumeClaim):
            return None
        protected, name = PVC_PROTECTION in claim.meta.finalizers, claim.meta.name
        if claim.meta.deletion_at is None:
            if protected:
                return None
            finalizers = [*claim.meta.finalizers, PVC_PROTECTION]
            api.replace(KIND, key, with_value(claim.manifest, ("metadata", "finalizers"), finalizers))
            return self._act("update", message("protection.claim_added", claim=name))
        if not protected:
            return None
        users = [pod for pod in api.pods.values() if uses(pod, claim)]
        if not users:
            api.remove_finalizer(KIND, key, PVC_PROTECTION)
            return self._act("update", message("protection.claim_unused", claim=name))
        if self._deleted.get(key):
            return None
        self._deleted[key] = True
        sentence = message("protection.claim_used", claim=name, pods=tuple(pod.name for pod in users))
        keys = tuple(pod.key for pod in users)
        return self._act("update", sentence, *keys)

    def fingerprint(self) -> Json:
        deleted: list[Json] = [[key, reported] for key, reported in self._deleted.items()]
        return [super().fingerprint(), deleted]
