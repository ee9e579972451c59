"""The part of the API server that the scheduler uses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.storage.events import Occurrence
from scheduler_core.apiserver.storage.results import Result
from scheduler_core.objects.kinds import Object
from scheduler_core.objects.manifest import Json, Manifest
from scheduler_core.objects.pod import Pod


class SchedulerApi(Protocol):
    """A part of apiserver.ApiServer."""

    @property
    def pods(self) -> Mapping[str, Pod]: ...

    def epoch_ms(self, now_ms: int) -> int: ...

    def get(self, kind: str, key: str) -> Object | None: ...

    def create(self, kind: str, manifest: Manifest, now_ms: int) -> Result: ...

    def replace(self, kind: str, key: str, manifest: Manifest) -> Result: ...

    def update_status(self, kind: str, key: str, status: Mapping[str, Json]) -> Result: ...

    def timestamp(self, now_ms: int) -> str: ...

    def bind(self, namespace: str, name: str, node: str, now_ms: int, *, uid: str = "") -> Result: ...

    def patch_pod_status(
        self,
        key: str,
        changes: Mapping[str, Json],
        now_ms: int,
        conditions: Sequence[Mapping[str, Json]] = (),
    ) -> Result: ...

    def delete(self, kind: str, key: str, options: DeleteOptions, now_ms: int) -> Result: ...

    def record_event(self, occurrence: Occurrence, now_ms: int) -> None: ...
