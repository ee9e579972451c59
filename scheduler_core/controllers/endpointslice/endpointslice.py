"""The EndpointSlice controller: keeps the addresses behind each Service up to date.

Source: pkg/controller/endpointslice/endpointslice_controller.go (v1.34). A Service without selector, or of
type ExternalName, has slices that others write. When a Service is deleted, the garbage collector deletes its
slices.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from scheduler_core.actor import Act, Toss
from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.apiserver.storage.watch import EventType, WatchEvent
from scheduler_core.controllers.common.controller import Controller
from scheduler_core.controllers.common.controller_utils import closing, generated_name
from scheduler_core.controllers.endpointslice.reconciler import slices_of, writes
from scheduler_core.controllers.endpointslice.traffic import traffic
from scheduler_core.objects.endpoint_slices import EndpointSlice
from scheduler_core.objects.manifest import Manifest, mapping
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.workloads import Service

KIND = "EndpointSlice"


class EndpointSliceController(Controller):
    """The controller; its queue holds the keys of Services."""

    name = "endpointslice-controller"
    watches = frozenset({"Service", "Pod", KIND, "Node"})
    rank = 27

    def __init__(self) -> None:
        super().__init__()
        self._services: dict[str, Service] = {}

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        due = now_ms + self.reaction_ms
        if event.kind == "Service":
            if isinstance(event.new, Service):
                self._services[event.key] = event.new
                self.queue.add(event.key, due)
            else:
                self._services.pop(event.key, None)
        elif not self._services:
            return
        elif event.kind == "Pod":
            for key in self._concerned(event.old, event.new):
                self.queue.add(key, due)
        elif event.kind == KIND:
            # A slice that another client changed or deleted is corrected.
            for endpoint_slice in (event.old, event.new):
                if isinstance(endpoint_slice, EndpointSlice) and endpoint_slice.service in self._services:
                    self.queue.add(endpoint_slice.service, due)
        elif event.kind == "Node" and event.type is EventType.ADDED:
            for key in self._services:
                self.queue.add(key, due)

    def _concerned(self, *pods: object) -> Iterable[str]:
        return [
            key
            for key, service in self._services.items()
            if any(isinstance(pod, Pod) and _selects(service, pod) for pod in pods)
        ]

    def sync(self, api: ApiServer, key: str, now_ms: int, random: Random) -> Act | None:
        service = api.services.get(key)
        if service is None or service.selector is None:
            return None
        if service.type == "ExternalName":
            return None
        pods = [pod for pod in api.pods.values() if _selects(service, pod)]
        todo = writes(api, service, pods)
        creates = service.meta.deletion_at is None and not closing(api, service.meta.namespace)
        if todo.create and creates:
            return self._create(api, service, todo.create[0], now_ms, random)
        for slice_key, manifest in todo.update:
            before = {endpoint_slice.key: endpoint_slice for endpoint_slice in slices_of(api, service)}
            old = before.get(slice_key)
            api.replace(KIND, slice_key, manifest)
            return self._slice_act("update", api, service, _differing(old, EndpointSlice.parse(manifest)))
        if todo.delete:
            api.delete(KIND, todo.delete[0], DeleteOptions(), now_ms)
            return self._slice_act("delete", api, service, ())
        return None

    def _create(
        self, api: ApiServer, service: Service, manifest: Manifest, now_ms: int, random: Random
    ) -> Act | None:
        base = f"{service.meta.name}-"
        name = generated_name(base, random)
        while api.get(KIND, f"{service.meta.namespace}/{name}") is not None:
            name = generated_name(base, random)
        metadata = {**mapping(manifest.get("metadata")), "name": name}
        result = api.create(KIND, {**manifest, "metadata": metadata}, now_ms)
        if isinstance(result, Refused):
            return None
        created = EndpointSlice.parse(manifest)
        return self._slice_act("create", api, service, _differing(None, created), (Toss("name", (), name),))

    def _slice_act(
        self, kind: str, api: ApiServer, service: Service, pods: Iterable[str], tosses: tuple[Toss, ...] = ()
    ) -> Act:
        return self._act(kind, traffic(api, service), *pods, tosses=tosses)


def _selects(service: Service, pod: Pod) -> bool:
    same = service.meta.namespace == pod.namespace
    return same and service.selector is not None and service.selector.matches(pod.labels)


def _differing(old: EndpointSlice | None, new: EndpointSlice) -> list[str]:
    """The pods whose endpoint is new, gone or changed."""
    before = {endpoint.pod: endpoint for endpoint in old.endpoints} if old is not None else {}
    after = {endpoint.pod: endpoint for endpoint in new.endpoints}
    return [key for key in dict.fromkeys((*after, *before)) if key and before.get(key) != after.get(key)]
