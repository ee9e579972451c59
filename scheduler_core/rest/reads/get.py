"""GET of an object and of a collection, as JSON or as a Table.

Source: apiserver endpoints/handlers/get.go, storage/etcd3 `GetList` (v0.34).
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as Base64Error
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from scheduler_core.apiserver.storage.events import Event
from scheduler_core.engine.world import World
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json, Manifest, find, mapping, text
from scheduler_core.objects.scalars.whole_number import whole_number
from scheduler_core.rest.endpoints import DEPRECATED, endpoints
from scheduler_core.rest.reads.metrics import metrics
from scheduler_core.rest.reads.scale import SCALE_ROW, scale_of
from scheduler_core.rest.reads.selectors import Selection, SelectorError, selection
from scheduler_core.rest.reads.tables import partial, table, table_version, wants_metadata
from scheduler_core.rest.requests import Request, Target
from scheduler_core.rest.resources import Resource
from scheduler_core.rest.served import served, served_object
from scheduler_core.rest.status import (
    Response,
    cause,
    failure,
    not_allowed,
    not_found,
)
from scheduler_core.simulation.cluster.cluster import Cluster

TOO_OLD = (
    "The provided continue parameter is too old to display a consistent list result. "
    "You can start a new list without the continue parameter."
)
NO_PROCESSES = {
    "log": "the simulated containers write no logs: only how they start, run and end is simulated",
    "exec": "no command can run in a simulated container: only how it starts, runs and ends is simulated",
    "attach": "a simulated container has no terminal to attach to",
    "portforward": "a simulated pod has no network to forward a port to",
    "ephemeralcontainers": "no debug container can run in a simulated pod: only how its own containers "
    "start, run and end is simulated",
}


@dataclass(frozen=True, slots=True)
class Scene:
    """The state that is read: a world, and the epoch millisecond of its now. `clock_ms` is the moment of a
    run whose clock has gone on since the last step.
    """

    world: World
    clock_ms: int | None = None

    @property
    def now(self) -> int:
        return self.world.api.epoch_ms(max(self.world.now_ms, self.clock_ms or 0))

    @property
    def cluster(self) -> Cluster:
        return self.world.cluster


def version_of(scene: Scene, row: Resource) -> str:
    """The resourceVersion of a collection. Events are stored apart from the other objects, as a server with
    `--etcd-servers-overrides` does, and count their own versions.
    """
    if row.kind == "Event":
        return str(scene.world.api.events_recorded)
    return str(scene.world.api.resource_version)


def read(scene: Scene, request: Request, target: Target) -> Response:
    """The answer to a GET that is not a watch."""
    row = target.row
    if target.subresource:
        return _subresource(scene, request, target)
    if target.name:
        if "get" not in row.verbs:
            return not_allowed(row, "get")
        manifest = object_at(scene, target)
        answer = not_found(row, target.name) if manifest is None else shown(scene, request, row, manifest)
    elif "list" not in row.verbs:
        return not_allowed(row, "list")
    else:
        answer = _listed(scene, request, target)
    return replace(answer, warnings=(DEPRECATED,)) if row.kind == "Endpoints" else answer


def shown(scene: Scene, request: Request, row: Resource, manifest: Manifest, code: int = 200) -> Response:
    """An object in the form that the Accept header prefers: whole, as a Table, or its metadata."""
    if table_version(request.accept):
        metadata: dict[str, Json] = {"resourceVersion": find(manifest, "metadata", "resourceVersion")}
        return Response(code, table(request, row, [manifest], metadata, scene.now))
    return Response(code, partial(manifest) if wants_metadata(request.accept) else manifest)


def _subresource(scene: Scene, request: Request, target: Target) -> Response:
    row = target.row
    sub = row.subresource(target.subresource)
    if sub is None or "get" not in sub.verbs:
        return not_allowed(row, "get")
    manifest = object_at(scene, target)
    if manifest is None:
        return not_found(row, target.name)
    if target.subresource in NO_PROCESSES:
        return failure(400, f"podium: {NO_PROCESSES[target.subresource]}")
    if target.subresource == "scale":
        return shown(scene, request, SCALE_ROW, scale_of(manifest))
    return shown(scene, request, row, manifest)


def object_at(scene: Scene, target: Target) -> Manifest | None:
    """The object at a path, as the API serves it; None without one."""
    row = target.row
    if row.modelled:
        return served_object(scene.world.api, row.kind, target.key, scene.world.now_ms)
    for manifest in everything(scene, row, target.namespace):
        if text(find(manifest, "metadata", "name")) == target.name:
            return manifest
    return None


def everything(scene: Scene, row: Resource, namespace: str = "") -> Iterator[Manifest]:
    """All objects of a resource as the API serves them, unordered; `namespace` "" means all namespaces."""
    manifests: Iterable[Manifest]
    if row.modelled:
        manifests = (manifest for _, manifest in served(scene.world.api, row.kind, scene.world.now_ms))
    elif row.kind == "Event":
        manifests = (event_manifest(scene, event, row) for event in scene.world.api.events())
    elif row.kind == "Endpoints":
        manifests = endpoints(scene.world.api)
    elif row.group == "metrics.k8s.io":
        manifests = metrics(scene.world, row.kind)
    else:
        manifests = ()
    for manifest in manifests:
        if not namespace or text(find(manifest, "metadata", "namespace")) == namespace:
            yield manifest


def event_manifest(scene: Scene, event: Event, row: Resource) -> Manifest:
    """The Event as an object of the core group, or of events.k8s.io, which has other field names."""
    api = scene.world.api
    core_event = event.to_manifest(api.start_at)
    metadata: dict[str, Json] = {
        **mapping(core_event.get("metadata")),
        "uid": event.uid,
        "resourceVersion": str(event.recorded),
        "creationTimestamp": core_event["firstTimestamp"],
    }
    involved = dict(mapping(core_event.get("involvedObject")))
    if event.involved_kind in KINDS:
        involved["apiVersion"] = KINDS[event.involved_kind].api_version
    if not row.group:
        return {
            **core_event,
            "metadata": metadata,
            "involvedObject": involved,
            "eventTime": None,
            "reportingComponent": event.component,
            "reportingInstance": event.host,
        }
    return {
        "apiVersion": row.api_version,
        "kind": "Event",
        "metadata": metadata,
        "eventTime": text(core_event["firstTimestamp"]).replace("Z", ".000000Z"),
        "reportingController": event.component,
        "reportingInstance": event.host or event.component,
        "action": event.reason,
        "reason": event.reason,
        "regarding": involved,
        "note": event.message,
        "type": event.type,
        "deprecatedSource": core_event["source"],
        "deprecatedFirstTimestamp": core_event["firstTimestamp"],
        "deprecatedLastTimestamp": core_event["lastTimestamp"],
        "deprecatedCount": event.count,
    }


def order(manifest: Manifest) -> tuple[str, str]:
    """The place of an object in a list: by its key."""
    return text(find(manifest, "metadata", "namespace")), text(find(manifest, "metadata", "name"))


def chosen(request: Request, row: Resource) -> Selection | Response:
    """What the query of a list or a watch selects."""
    try:
        query = request.query
        return selection(row, query.get("labelSelector", ""), query.get("fieldSelector", ""))
    except SelectorError as error:
        return failure(400, str(error))


def select(scene: Scene, target: Target, selection: Selection) -> list[Manifest]:
    """The matching objects of a collection, ordered by their keys."""
    row = target.row
    if selection.name and row.modelled and (target.namespace or not row.namespaced):
        named = object_at(scene, Target(row, target.namespace, selection.name))
        manifests: Sequence[Manifest] = () if named is None else (named,)
    else:
        manifests = list(everything(scene, row, target.namespace))
    if not selection.everything:
        manifests = [manifest for manifest in manifests if selection.matches(manifest)]
    return sorted(manifests, key=order)


def _listed(scene: Scene, request: Request, target: Target) -> Response:
    """A page of the matching objects of a collection, or the refusal of the list."""
    row = target.row
    selection = chosen(request, row)
    if isinstance(selection, Response):
        return selection
    now = version_of(scene, row)
    refused = _version(request, now)
    if refused is not None:
        return refused
    manifests = select(scene, target, selection)
    metadata: dict[str, Json] = {"resourceVersion": now}
    page = _page(request, manifests, now)
    if isinstance(page, Response):
        return page
    start, end = page
    if end < len(manifests):
        metadata["continue"] = _token(now, order(manifests[end - 1]))
        if selection.everything:
            metadata["remainingItemCount"] = len(manifests) - end
    return list_of(scene, request, row, manifests[start:end], metadata)


def list_of(
    scene: Scene, request: Request, row: Resource, manifests: Sequence[Manifest], metadata: dict[str, Json]
) -> Response:
    """A list in the form that the Accept header prefers: whole, as a Table, or the objects' metadata."""
    if table_version(request.accept):
        return Response(200, table(request, row, manifests, metadata, scene.now))
    if wants_metadata(request.accept):
        listed: list[Json] = [partial(manifest) for manifest in manifests]
        kind, api_version = "PartialObjectMetadataList", "meta.k8s.io/v1"
        return Response(200, {"kind": kind, "apiVersion": api_version, "metadata": metadata, "items": listed})
    return Response(
        200,
        {
            "kind": f"{row.kind}List",
            "apiVersion": row.api_version,
            "metadata": metadata,
            "items": list[Json](manifests),
        },
    )


def _version(request: Request, now: str) -> Response | None:
    """The refusal of a list whose resourceVersion is invalid, too new, or expired; None for any other."""
    source, match = request.query.get("resourceVersion", ""), request.query.get("resourceVersionMatch", "")
    if not source or source == "0":
        return None
    version = whole_number(source)
    if version is None or version < 0:
        return failure(
            400, f'Invalid value: "{source[:60]}": strconv.ParseUint: parsing "{source[:60]}": invalid syntax'
        )
    if version > int(now):
        return too_large(source, now)
    if match == "Exact" and source != now:
        return failure(410, "The resourceVersion for the provided list is too old.", reason="Expired")
    return None


def too_large(version: str, now: str) -> Response:
    """504 for a resourceVersion above `now`. Source: apiserver storage `NewTooLargeResourceVersionError`."""
    causes: list[Json] = [cause("ResourceVersionTooLarge", "Too large resource version")]
    details: dict[str, Json] = {"causes": causes, "retryAfterSeconds": 1}
    text = f"Too large resource version: {version}, current: {now}"
    return failure(504, text, reason="Timeout", details=details)


def _token(version: str, after: tuple[str, str]) -> str:
    return urlsafe_b64encode("\0".join((version, *after)).encode()).decode().rstrip("=")


def _page(request: Request, manifests: Sequence[Manifest], now: str) -> tuple[int, int] | Response:
    """The indexes at which the page begins and ends (exclusive), by `limit` and `continue`, or a refusal."""
    limit, token = request.query.get("limit", ""), request.query.get("continue", "")
    start = 0
    if token:
        try:
            parts = urlsafe_b64decode(token + "=" * (-len(token) % 4)).decode().split("\0")
        except (Base64Error, ValueError):
            parts = []
        if len(parts) != 3:
            return failure(400, "continue key is not valid: illegal base64 data")
        version, namespace, name = parts
        if version != now:
            return failure(410, TOO_OLD, reason="Expired")
        start = sum(1 for manifest in manifests if order(manifest) <= (namespace, name))
    most = whole_number(limit) or 0
    return start, min(len(manifests), start + most) if most > 0 else len(manifests)
