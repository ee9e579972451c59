"""The PVC protection controller: a deleted claim stays Terminating while a pod uses it.

Source: pkg/controller/volume/pvcprotection (v1.34). The finalizer itself comes from the admission plugin
StorageObjectInUseProtection; a claim that lost it gets it back here.
"""

from __future__ import annotations

from random import Random

from scheduler_core.actor import Act, message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.controllers.common.protection import ProtectionController
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.storage import PersistentVolumeClaim
from scheduler_core.objects.volumes.attachable import claim_keys
from scheduler_core.objects.volumes.protection import PVC_PROTECTION, uses

KIND = "PersistentVolumeClaim"


class PvcProtectionController(ProtectionController):
    """The controller; its queue holds the keys of claims."""

    name = "persistentvolumeclaim-protection-controller"
    kind, finalizer = KIND, PVC_PROTECTION
    watches = frozenset({KIND, "Pod"})

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        if event.kind == KIND:
            self._observe_claim(event, now_ms)
        elif event.kind == "Pod" and self._deleted:
            pod = event.new or event.old
            if isinstance(pod, Pod) and pod.spec.volumes:
                self._queue_deleted(claim_keys(pod), now_ms)

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
        name = claim.meta.name
        if claim.meta.deletion_at is None:
            return self._restore(api, key, claim, message("protection.claim_added", claim=name))
        if PVC_PROTECTION not in claim.meta.finalizers:
            return None
        users = [pod for pod in api.pods.values() if uses(pod, claim)]
        if not users:
            return self._release(api, key, message("protection.claim_unused", claim=name))
        sentence = message("protection.claim_used", claim=name, pods=tuple(pod.name for pod in users))
        return self._report(key, sentence, *(pod.key for pod in users))
