"""An informer's index of pods by owner, so that controllers need not search all pods."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.replacing import State


class PodIndex(State):
    """Keys of pods by their controller (`namespace/kind/name`); pods without a controller by namespace."""

    def __init__(self) -> None:
        self._keys: dict[str, dict[str, None]] = {}
        # Index keys written since the last checkpoint. The pod keys under all others may be shared with
        # copies.
        self._copied: set[str] = set()

    def observe(self, event: WatchEvent) -> None:
        if event.kind != "Pod":
            return
        before, after = event.old, event.new
        if (
            before is not None
            and after is not None
            and before.meta.owner_references is after.meta.owner_references
        ):
            return
        old = _place(before) if isinstance(before, Pod) else None
        new = _place(after) if isinstance(after, Pod) else None
        if old == new:
            return
        if old is not None:
            self._writable(old).pop(event.key, None)
        if new is not None:
            self._writable(new)[event.key] = None

    def _writable(self, place: str) -> dict[str, None]:
        """The pod keys under an index key, copied before the first write since the last checkpoint."""
        if place not in self._copied:
            self._keys[place] = dict(self._keys.get(place, {}))
            self._copied.add(place)
        return self._keys[place]

    def owned(self, api: ApiServer, namespace: str, kind: str, name: str) -> Iterator[Pod]:
        """The pods that this controller owns, in the order in which the index first saw them."""
        return self._pods(api, f"{namespace}/{kind}/{name}")

    def orphans(self, api: ApiServer, namespace: str) -> Iterator[Pod]:
        """The pods of a namespace that have no controller."""
        return self._pods(api, namespace)

    def _pods(self, api: ApiServer, place: str) -> Iterator[Pod]:
        pods = api.pods
        return (pods[key] for key in self._keys.get(place, ()) if key in pods)

    def copy(self) -> Self:
        self._copied.clear()
        twin = super().copy()
        twin._keys = {place: keys for place, keys in self._keys.items() if keys}
        return twin


def _place(pod: Pod) -> str:
    """The index key of a pod: its controller, or its namespace when it has none."""
    owner = pod.meta.controller
    return pod.namespace if owner is None else f"{pod.namespace}/{owner.kind}/{owner.name}"
