"""The base of the protection controllers: a deleted object stays Terminating while something uses it."""

from __future__ import annotations

from collections.abc import Iterable

from scheduler_core.actor import Act, Message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.controllers.common.controller import Controller
from scheduler_core.objects.kinds import Object
from scheduler_core.objects.manifest import Json, with_value


class ProtectionController(Controller):
    """The base; its queue holds the keys of objects of `kind`, and `finalizer` keeps them."""

    kind: str
    finalizer: str
    rank = 27

    def __init__(self) -> None:
        super().__init__()
        # Objects that are being deleted → whether it was reported that something still uses the object.
        self._deleted: dict[str, bool] = {}

    def _queue_deleted(self, keys: Iterable[str], now_ms: int) -> None:
        """Queues those of the keys whose objects are being deleted."""
        for key in keys:
            if key in self._deleted:
                self.queue.add(key, now_ms + self.reaction_ms)

    def _restore(self, api: ApiServer, key: str, protected: Object, sentence: Message) -> Act | None:
        """Gives an object that is not being deleted its finalizer back, where it lost it."""
        if self.finalizer in protected.meta.finalizers:
            return None
        finalizers = [*protected.meta.finalizers, self.finalizer]
        api.replace(self.kind, key, with_value(protected.manifest, ("metadata", "finalizers"), finalizers))
        return self._act("update", sentence)

    def _release(self, api: ApiServer, key: str, sentence: Message) -> Act:
        """Removes the finalizer of a deleted object that nothing uses any more."""
        api.remove_finalizer(self.kind, key, self.finalizer)
        return self._act("update", sentence)

    def _report(self, key: str, sentence: Message, *pods: str) -> Act | None:
        """Says once that something still uses a deleted object. `pods` are the keys of the pods that do."""
        if self._deleted.get(key):
            return None
        self._deleted[key] = True
        return self._act("update", sentence, *pods)

    def fingerprint(self) -> Json:
        deleted: list[Json] = [[key, reported] for key, reported in self._deleted.items()]
        return [super().fingerprint(), deleted]
