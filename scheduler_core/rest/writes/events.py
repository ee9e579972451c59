"""POST, PUT and PATCH of Events: what a controller outside of the run reports about an object.

The log of Events is that of the run's own components: an equal Event is counted, another one is added.
Source: client-go tools/record, registry/core/event (v0.34).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from scheduler_core.apiserver.documents.reported import reported
from scheduler_core.apiserver.patches.merge_patch import merge_patched
from scheduler_core.inputs.reader import ObjectRef
from scheduler_core.objects.manifest import Manifest, find, mapping, text, with_value
from scheduler_core.rest.reads.get import Scene, event_manifest, object_at
from scheduler_core.rest.status import Response, cause, invalid, not_found
from scheduler_core.rest.writes.base import RefusedError, Write, WriteResult, read_back
from scheduler_core.simulation.kubectl.api_requests import performed


@dataclass(frozen=True, slots=True)
class Report(Write):
    """Stores an Event that a component outside of the simulation has created."""

    def done(self) -> WriteResult:
        event = self._event()
        name = text(find(event, "metadata", "name")) or text(find(event, "metadata", "generateName"))
        target = ObjectRef("Event", "", name or "event")
        write = read_back(replace(self.write("report", target), document=event))
        trial = self.api.copy()
        performed(trial, write, self.world.now_ms)
        body = event_manifest(Scene(self.world), trial.events()[-1], self.row)
        code = 201 if self.request.method == "POST" else 200
        return WriteResult(Response(code, body), None if self.dry() else write)

    def _event(self) -> Manifest:
        body = self.body()
        if self.request.method == "PATCH":
            current = object_at(Scene(self.world), self.target)
            if current is None:
                raise RefusedError(not_found(self.row, self.target.name))
            body = mapping(merge_patched(current, body))
        event = reported(with_value(body, ("metadata", "namespace"), self.target.namespace))
        about = mapping(event.get("involvedObject"))
        for field in ("kind", "name"):
            if not about.get(field):
                missing = cause("FieldValueRequired", "Required value", f"involvedObject.{field}")
                raise RefusedError(invalid(self.row, text(find(event, "metadata", "name")), [missing]))
        placed = text(about.get("namespace")) or "default"
        if placed != self.target.namespace:
            words = f'Invalid value: "{placed}": does not match event.namespace'
            wrong = cause("FieldValueInvalid", words, "involvedObject.namespace")
            raise RefusedError(invalid(self.row, text(find(event, "metadata", "name")), [wrong]))
        return event
