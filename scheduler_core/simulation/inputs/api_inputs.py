"""A request of a client of the Kubernetes API: kubectl, a controller or a scheduler outside of the run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from scheduler_core.apiserver.documents.written import as_written
from scheduler_core.objects.manifest import Json, Manifest
from scheduler_core.simulation.inputs.kubectl_inputs import MAX_GRACE_SECONDS, PROPAGATIONS
from scheduler_core.simulation.inputs.reader import ObjectRef, Reader
from scheduler_core.simulation.inputs.untimed import Command

VERBS = ("create", "update", "update-status", "delete", "evict", "bind")
WITH_DOCUMENT = frozenset(("create", "update", "update-status"))
MOST_TARGETS = 10_000


@dataclass(frozen=True, slots=True)
class ApiWrite(Command):
    """A write through the Kubernetes API. A patch comes as the whole object that it led to.

    - `client`: the program, as it names itself (`kubectl`)
    - `targets`: the objects; several for the deletion of a collection
    - `document`: the object to write, without secrets; None for the other verbs
    - `node`: where a pod is bound, "" for the other verbs
    """

    kind: ClassVar[str] = "request"
    verb: str
    client: str
    targets: tuple[ObjectRef, ...]
    document: Manifest | None = None
    node: str = ""
    grace_period_seconds: int | None = None
    propagation: str | None = None

    @property
    def target(self) -> ObjectRef:
        return self.targets[0]

    @classmethod
    def read(cls, read: Reader) -> ApiWrite:
        verb = read.choice("verb", VERBS)
        grace = read.optional_whole("gracePeriodSeconds", -MAX_GRACE_SECONDS, MAX_GRACE_SECONDS)
        propagation = read.choice("propagation", PROPAGATIONS, "") or None
        document = _document(read) if verb in WITH_DOCUMENT else None
        node = read.name("node") if verb == "bind" else ""
        return cls(verb, read.text("client"), read.targets(MOST_TARGETS), document, node, grace, propagation)

    def to_json(self) -> dict[str, Json]:
        written: dict[str, Json] = {
            "kind": self.kind,
            "verb": self.verb,
            "client": self.client,
            "objects": [target.to_json() for target in self.targets],
        }
        if self.document is not None:
            written["document"] = self.document
        if self.node:
            written["node"] = self.node
        if self.grace_period_seconds is not None:
            written["gracePeriodSeconds"] = self.grace_period_seconds
        if self.propagation is not None:
            written["propagation"] = self.propagation
        return written


def _document(read: Reader) -> Manifest:
    found = read.value("document")
    if not isinstance(found, Mapping) or not isinstance(found.get("metadata"), Mapping):
        raise read.wrong("document", "input.not_a_map")
    return as_written(found)


API_INPUTS: tuple[type[Command], ...] = (ApiWrite,)
