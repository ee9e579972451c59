"""A request of a client of the Kubernetes API: kubectl, a controller or a scheduler outside of the run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from scheduler_core.apiserver.documents.reported import reported
from scheduler_core.apiserver.documents.written import as_written
from scheduler_core.apiserver.patches.field_sets import FieldSet
from scheduler_core.apiserver.patches.managed_fields import APPLY, UPDATE, Writer, field_set
from scheduler_core.inputs.kubectl_inputs import PROPAGATIONS
from scheduler_core.inputs.reader import MAX_SECONDS, ObjectRef, Reader
from scheduler_core.inputs.untimed import Command, Text, Untimed
from scheduler_core.objects.kinds import INERT
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text

VERBS = ("create", "update", "update-status", "resize", "delete", "evict", "bind", "observe", "report")
WITH_DOCUMENT = frozenset(("create", "update", "update-status", "resize", "observe", "report"))
KUBECTL = "kubectl"
MOST_TARGETS, MOST_MOMENT = 10_000, 30
"""The number of objects of one write, and the characters of a timestamp."""


class ApiWrite(Command, kind="request"):
    """A write through the Kubernetes API. The patch of a client is recorded as the whole object that it
    results in. `patch` is only the verb of what `kubectl apply` and `rollout undo` send: such a write is not
    stored, and the fields of its document replace those of the object.

    `observe` is not a request: it copies objects from another cluster's API server. Its document is a list
    whose `items` are the targets with their status; a target without an item has been deleted there. `report`
    creates or repeats an Event, which is the document.

    - `client`: the program, as it names itself (`kubectl`)
    - `targets`: the objects; several for the deletion of a collection
    - `document`: the object to write, without secrets; None for the other verbs
    - `node`: where a pod is bound, "" for the other verbs
    - `labels`, `annotations`: those of a Binding
    - `prompt`: controllers react to it at once, as it seems to a client of a real cluster
    - `writer`: the manager of the written fields; None for a write that records no manager
    - `applied`: the fields of the configuration of a server-side apply, None for another write
    - `managers`: the metadata.managedFields that the client put in the place of the recorded ones, else None
    - `precondition_uid`: only the object of this uid is deleted
    """

    verb: str
    client: str
    targets: tuple[ObjectRef, ...]
    document: Manifest | None = None
    node: str = ""
    grace_period_seconds: int | None = None
    propagation: str | None = None
    writer: Writer | None = None
    applied: FieldSet | None = None
    managers: Sequence[Json] | None = None
    precondition_uid: str | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    annotations: Mapping[str, str] = field(default_factory=dict)
    prompt: bool = False

    @property
    def target(self) -> ObjectRef:
        return self.targets[0]

    @classmethod
    def read(cls, read: Reader) -> ApiWrite:
        verb = read.choice("verb", VERBS)
        grace = read.optional_whole("gracePeriodSeconds", -MAX_SECONDS, MAX_SECONDS)
        propagation = read.choice("propagation", PROPAGATIONS, "") or None
        document = _document(read, verb) if verb in WITH_DOCUMENT else None
        node = read.name("node") if verb == "bind" else ""
        writer, applied = _writer(read)
        entries = read.value("managers")
        managers = None if entries is None else items(entries)
        return cls(
            verb,
            read.text("client"),
            read.targets(MOST_TARGETS),
            document,
            node,
            grace,
            propagation,
            writer,
            applied,
            managers,
            read.optional_name("preconditionUid"),
            labels=_texts(read, "labels"),
            annotations=_texts(read, "annotations"),
            prompt=read.flag("prompt", False),
        )

    def to_json(self) -> dict[str, Json]:
        answer: dict[str, Json] = {
            "kind": self.kind,
            "verb": self.verb,
            "client": self.client,
            "objects": [target.to_json() for target in self.targets],
        }
        if self.document is not None:
            answer["document"] = self.document
        if self.node:
            answer["node"] = self.node
        if self.grace_period_seconds is not None:
            answer["gracePeriodSeconds"] = self.grace_period_seconds
        if self.propagation is not None:
            answer["propagation"] = self.propagation
        if self.writer is not None:
            answer["manager"] = self.writer.name
            if self.writer.subresource:
                answer["subresource"] = self.writer.subresource
        if self.applied is not None:
            answer["applied"] = self.applied
        if self.managers is not None:
            answer["managers"] = self.managers
        if self.labels:
            answer["labels"] = dict(self.labels)
        if self.annotations:
            answer["annotations"] = dict(self.annotations)
        if self.precondition_uid is not None:
            answer["preconditionUid"] = self.precondition_uid
        if self.prompt:
            answer["prompt"] = True
        return answer


class CatchUp(Command, kind="catch-up"):
    """Given before a client of the API gets an answer: what controllers would do within their reaction time
    happens first, at this instant. `client` is the program, as it names itself.
    """

    client: Text


def _texts(read: Reader, name: str) -> dict[str, str]:
    return {key: entry for key, entry in mapping(read.value(name)).items() if isinstance(entry, str)}


def _writer(read: Reader) -> tuple[Writer | None, FieldSet | None]:
    name, subresource, fields = read.text("manager"), read.text("subresource"), read.value("applied")
    applied = None if fields is None else field_set(fields)
    if not name:
        return None, None
    return Writer(name, UPDATE if applied is None else APPLY, subresource), applied


def _document(read: Reader, verb: str) -> Manifest:
    document = read.value("document")
    if not isinstance(document, Mapping) or not isinstance(document.get("metadata"), Mapping):
        raise read.wrong("document", "input.not_a_map")
    if verb == "report":
        return reported(document)
    if verb != "observe":
        return as_written(document)
    moment = {"creationTimestamp": text(find(document, "metadata", "creationTimestamp"))[:MOST_MOMENT]}
    listed = [as_written(item) for item in items(document.get("items")) if isinstance(item, Mapping)]
    return {"metadata": moment, "items": [item for item in listed if text(item.get("kind")) not in INERT]}


API_INPUTS: tuple[type[Command], ...] = (ApiWrite, CatchUp)


def is_prompt(value: Untimed) -> bool:
    """Whether controllers react at once at the instant of this input."""
    return isinstance(value, CatchUp) or (isinstance(value, ApiWrite) and value.prompt)
