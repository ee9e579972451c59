"""One object of a file with its place, and the report about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scheduler_core.apiserver.documents.source_object import SourceObject
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json, Manifest, Read, flag, integer, items, mapping, text, texts
from scheduler_core.objects.meta import owner_references

REPORT_CODES: Mapping[str, tuple[str, ...]] = {
    "kept": (),
    "kept.claims_not_made": (),
    "kept.fields_not_read": ("fields",),
    "kept.fields_not_modelled": ("fields",),
    "kept.references_not_checked": ("objects",),
    "kept.driver_parameters": ("drivers",),
    "kept.fields_behind_gates": ("fields", "gates"),
    "kept.selector_not_evaluated": ("part",),
    "kept.owner_missing": ("owner",),
    "kept.owned": ("owner",),
    "kept.node_missing": ("node",),
    "kept.without_pods": (),
    "kept.not_served": ("text", "release"),
    "kept.repeated": ("document",),
    "kept.priority_class_missing": ("priorityClass",),
    "kept.moment_too_late": ("moment",),
    "kept.starts_after_deletion": ("moment", "deleted"),
    "defaulted": ("fields",),
    "ignored.unknown_kind": ("kind", "apiVersion"),
    "ignored.deciding_kind": ("kind", "apiVersion"),
    "ignored.limit_range": ("kind", "apiVersion"),
    "ignored.resource_quota": ("kind", "apiVersion"),
    "ignored.queues": ("kind", "apiVersion", "product"),
    "ignored.gangs": ("kind", "apiVersion", "product"),
    "ignored.machines": ("kind", "apiVersion", "product"),
    "ignored.makes_pods": ("kind", "apiVersion", "product"),
    "ignored.makes_nodes": ("kind", "apiVersion", "product"),
    "ignored.scales": ("kind", "apiVersion", "product"),
    "ignored.no_kind": (),
    "ignored.empty_list": (),
    "ignored.empty_document": (),
    "dropped.secret_data": ("count",),
    "dropped.config_data": ("count",),
    "dropped.env_value": ("count",),
    "dropped.last_applied": (),
    "dropped.managed_fields": (),
    "dropped.fields": ("count",),
    "changed.duplicate": ("document",),
    "changed.other_uid": ("document",),
    "changed.priority_class_missing": ("priorityClass",),
    "changed.selector_from_labels": (),
    "invalid.object": ("count",),
    "invalid.refused": ("text",),
}
PROBLEM_CODES: Mapping[str, tuple[str, ...]] = {
    "invalid.not_an_object": ("text", "got"),
    "invalid.list_too_deep": ("text", "limit"),
    "invalid.cyclic_owners": ("text", "cycle"),
    "invalid.two_clusters": ("text", "object"),
    "invalid.same_node": ("text", "object", "document", "other"),
    "invalid.type": ("text", "expected", "got"),
    "invalid.negative": ("text", "got"),
    "invalid.range": ("text", "low", "high", "got"),
    "invalid.too_large": ("text", "got"),
    "invalid.quantity": ("text", "got"),
    "invalid.name": ("text",),
    "invalid.refused": ("text",),
}


@dataclass(frozen=True, slots=True)
class ReportEntry:
    """What happened to one object or document. `index_in_list` is its place in a list of items, else None.

    `code` is one of `REPORT_CODES`; `path` starts at the document, and "" means the whole document.
    """

    document: int
    index_in_list: int | None
    kind: str
    namespace: str
    name: str
    code: str
    path: str = ""
    args: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Item:
    """One object with its place in the file."""

    document: int
    index: int | None
    path: str
    source: SourceObject
    kind: str
    manifest: Manifest
    """The object as its author wrote it."""
    namespace: str
    name: str
    uid: str

    owner_references = Read(owner_references, "metadata", "ownerReferences")
    annotations = Read(texts, "metadata", "annotations")
    own_spec = Read(mapping, "spec")
    template_spec = Read(mapping, "spec", "template", "spec")
    node_name = Read(text, "spec", "nodeName")
    priority = Read(integer, "spec", "priority")
    replicas = Read(integer, "spec", "replicas")
    suspended = Read(flag, "spec", "suspend")
    conditions = Read(items, "status", "conditions")

    @property
    def pod_spec_path(self) -> tuple[str, ...]:
        """The path of a pod's own spec, or of the spec in the pod template of another kind."""
        return ("spec",) if self.kind == "Pod" else ("spec", "template", "spec")

    @property
    def priority_class_name(self) -> str:
        """The priorityClassName of a pod or of a pod template; "" where there is none."""
        spec = self.own_spec if self.kind == "Pod" else self.template_spec
        return text(spec.get("priorityClassName"))

    @staticmethod
    def of(document: int, index: int | None, path: str, source: SourceObject) -> Item:
        manifest, kind = source.manifest, source.kind
        metadata = mapping(manifest.get("metadata"))
        namespace = (text(metadata.get("namespace")) or "default") if KINDS[kind].namespaced else ""
        name, uid = text(metadata.get("name")), text(metadata.get("uid"))
        return Item(document, index, path, source, kind, manifest, namespace, name, uid)

    def with_source(self, source: SourceObject) -> Item:
        return Item.of(self.document, self.index, self.path, source)

    def at(self, path: str) -> str:
        return f"{self.path}.{path}" if self.path and path else self.path or path

    def entry(self, code: str, path: str = "", **args: Json) -> ReportEntry:
        return ReportEntry(
            self.document, self.index, self.kind, self.namespace, self.name, code, self.at(path), args
        )
