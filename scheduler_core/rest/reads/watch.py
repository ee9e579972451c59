"""Watches: what changed in a collection since a resourceVersion, as events for one client.

Source: apiserver endpoints/handlers/watch.go, storage/cacher (v0.34).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scheduler_core.engine.recording import Recording
from scheduler_core.objects.manifest import Json, Manifest, find, text, with_value
from scheduler_core.objects.scalars.whole_number import whole_number
from scheduler_core.rest.reads.get import (
    Scene,
    chosen,
    event_manifest,
    select,
    too_large,
    version_of,
)
from scheduler_core.rest.reads.presented import presented
from scheduler_core.rest.reads.selectors import Selection
from scheduler_core.rest.reads.tables import partial, table, table_version, wants_metadata
from scheduler_core.rest.requests import Request, Target
from scheduler_core.rest.resources import Resource
from scheduler_core.rest.status import (
    NO_SUCH_PATH,
    Response,
    cause,
    failure,
    invalid,
    not_allowed,
)

INITIAL_EVENTS_END = "k8s.io/initial-events-end"


@dataclass(frozen=True, slots=True)
class Watched:
    """Events for a client, and the resourceVersion at which it stands then."""

    events: tuple[Json, ...]
    version: str


def watch(
    recording: Recording,
    seq: int,
    request: Request,
    target: Target | None,
    since: str,
    clock_ms: int | None = None,
) -> Watched | Response:
    """The events for a client whose watch stands at version `since` ("" for a new watch), up to step `seq`.

    A refusal has an HTTP code; to a client that watches already it comes as an event.
    """
    if target is None:
        return NO_SUCH_PATH
    row = target.row
    if "watch" not in row.verbs:
        return not_allowed(row, "watch")
    selection = chosen(request, row)
    if isinstance(selection, Response):
        return selection
    if target.name:  # a watch of one object, in the form that is deprecated
        selection = Selection(selection.labels, selection.fields, target.name)
    scene = Scene(recording.world(seq), clock_ms)
    now = version_of(scene, row)
    client = _Client(scene, request, row)
    if since in ("", "0"):
        refused = _initial_refused(request)
        if refused is not None:
            return refused
        return Watched(tuple(client.beginning(Target(row, target.namespace), selection, now)), now)
    begin = whole_number(since)
    if begin is None or begin < 0:
        return failure(400, f'Invalid value: "{since[:60]}": strconv.ParseUint: invalid syntax')
    if begin > int(now):
        return too_large(since, now)
    oldest = recording.watch_log.recorded if row.kind == "Event" else recording.watch_log.version
    if begin < oldest:
        return failure(410, f"too old resource version: {since} ({oldest})", reason="Expired")
    if since == now:
        return Watched((), now)
    events = client.changes(recording, seq, begin, target.namespace, selection)
    return Watched(tuple(events), now)


def bookmark(row: Resource, version: str) -> Json:
    return {"type": "BOOKMARK", "object": _mark(row, version, {})}


def _mark(row: Resource, version: str, annotations: dict[str, Json]) -> dict[str, Json]:
    metadata: dict[str, Json] = {"resourceVersion": version, "creationTimestamp": None}
    if annotations:
        metadata["annotations"] = annotations
    return {"kind": row.kind, "apiVersion": row.api_version, "metadata": metadata}


def _initial_refused(request: Request) -> Response | None:
    asks, match = request.query.get("sendInitialEvents"), request.query.get("resourceVersionMatch", "")
    if asks is None or (match == "NotOlderThan" and request.flag("allowWatchBookmarks")):
        return None
    if not request.flag("sendInitialEvents") and match == "NotOlderThan":
        return None
    row = Resource("ListOptions", "", "meta.k8s.io", "v1", False, ())
    words = "Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"
    return invalid(row, "", [cause("FieldValueForbidden", words, "resourceVersionMatch")])


@dataclass(slots=True)
class _Client:
    scene: Scene
    request: Request
    row: Resource
    defined: bool = False
    """Whether an event has already carried the columns of the table."""

    def beginning(self, target: Target, selection: Selection, now: str) -> Iterator[Json]:
        """An ADDED event for every object; with `sendInitialEvents` a bookmark follows."""
        if self.request.query.get("sendInitialEvents") is None or self.request.flag("sendInitialEvents"):
            for manifest in select(self.scene, target, selection):
                if not selection.name or text(find(manifest, "metadata", "name")) == selection.name:
                    yield self.event("ADDED", manifest)
        if self.request.flag("sendInitialEvents"):
            yield {"type": "BOOKMARK", "object": _mark(self.row, now, {INITIAL_EVENTS_END: "true"})}

    def event(self, kind: str, manifest: Manifest) -> Json:
        if table_version(self.request.accept):
            metadata: dict[str, Json] = {"resourceVersion": find(manifest, "metadata", "resourceVersion")}
            row, now = self.row, self.scene.now
            shown = table(self.request, row, [manifest], metadata, now, defined=not self.defined)
            self.defined = True
            return {"type": kind, "object": shown}
        return {
            "type": kind,
            "object": partial(manifest) if wants_metadata(self.request.accept) else manifest,
        }

    def changes(
        self, recording: Recording, seq: int, since: int, namespace: str, selection: Selection
    ) -> Iterator[Json]:
        """The changes after version `since`, as a client with this selection sees them."""
        for version, old, new in self._changes_since(recording, seq, since):
            before = old is not None and self._matches(old, namespace, selection)
            after = new is not None and self._matches(new, namespace, selection)
            if after and new is not None:
                yield self.event("MODIFIED" if before else "ADDED", new)
            elif before and old is not None:
                last = new if new is not None else old
                yield self.event("DELETED", with_value(last, ("metadata", "resourceVersion"), str(version)))

    def _matches(self, manifest: Manifest, namespace: str, selection: Selection) -> bool:
        if namespace and text(find(manifest, "metadata", "namespace")) != namespace:
            return False
        if selection.name and text(find(manifest, "metadata", "name")) != selection.name:
            return False
        return selection.matches(manifest)

    def _changes_since(
        self, recording: Recording, seq: int, since: int
    ) -> Iterator[tuple[int, Manifest | None, Manifest | None]]:
        kind, git_version = self.row.kind, self.scene.world.api.options.git_version
        for step in recording.watch_log.upto(seq):
            if kind == "Event":
                if step.recorded > since:
                    for event, new in step.events:
                        if event.recorded > since:
                            manifest = event_manifest(self.scene, event, self.row)
                            yield event.recorded, None if new else manifest, manifest
            elif step.version > since:
                for change in step.changes:
                    if change.kind == kind and change.version > since:
                        old, new_object = (
                            None if stored is None else presented(kind, stored, git_version)
                            for stored in (change.old, change.new)
                        )
                        yield change.version, old, new_object
