"""From documents to objects: what a pasted file means, object by object, with a word for
everything that changed.

YAML is text, and text is the playground's; here documents are JSON values. Nothing secret passes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scheduler_core.apiserver.admission.admission import SYSTEM_CLASSES
from scheduler_core.apiserver.defaults.defaulting import with_defaults
from scheduler_core.apiserver.documents.ownership import find_cycles
from scheduler_core.apiserver.documents.secrets import Dropped, drop_secrets
from scheduler_core.apiserver.validation.validation import validate
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import (
    Json,
    Manifest,
    find,
    integer,
    items,
    mapping,
    text,
    with_value,
    without,
)
from scheduler_core.objects.problem import Problem

# Problems of these codes make a value unreadable and stop the whole file. The others break a rule of the API
# server, which refuses that object and takes the rest, as with `kubectl apply -f`.
_MALFORMED = ("type", "negative", "range", "too_large", "quantity", "name")
MAX_NESTED_LISTS = 3


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """One document of a file. `index` counts all documents of the file from 0; `cleaned` says that
    `drop_secrets` has been applied to `value` already."""

    index: int
    value: Json
    cleaned: bool = False


@dataclass(frozen=True, slots=True)
class ReportEntry:
    """What happened to one object (or document). `index_in_list` is its place in a list of items, else None.

    `code` is one of `REPORT_CODES`; `path` starts at the document ("" = the whole of it).
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
class ParsedDocuments:
    """`objects` are complete for `ApiServer.load`, in the order in which they are to be created."""

    objects: tuple[Manifest, ...]
    report: tuple[ReportEntry, ...]
    problems: tuple[Problem, ...]


REPORT_CODES: Mapping[str, tuple[str, ...]] = {
    "kept": (),
    "kept.claims_not_made": (),
    "kept.fields_not_read": ("fields",),
    "kept.owner_missing": ("owner",),
    "kept.owned": ("owner",),
    "kept.node_missing": ("node",),
    "kept.priority_class_missing": ("priorityClass",),
    "defaulted": ("fields",),
    "ignored.unknown_kind": ("kind", "apiVersion"),
    "ignored.no_kind": (),
    "ignored.empty_list": (),
    "ignored.empty_document": (),
    "dropped.secret_data": ("count",),
    "dropped.config_data": ("count",),
    "dropped.env_value": ("count",),
    "dropped.last_applied": (),
    "dropped.managed_fields": (),
    "changed.duplicate": ("document",),
    "changed.priority_class_missing": ("priorityClass",),
    "changed.selector_from_labels": (),
    "invalid.object": ("count",),
    "invalid.refused": ("text",),
}
PROBLEM_CODES: Mapping[str, tuple[str, ...]] = {
    "invalid.not_an_object": ("text", "got"),
    "invalid.list_too_deep": ("text", "limit"),
    "invalid.cyclic_owners": ("text", "cycle"),
    "invalid.type": ("text", "wanted", "got"),
    "invalid.negative": ("text", "got"),
    "invalid.range": ("text", "low", "high", "got"),
    "invalid.too_large": ("text", "got"),
    "invalid.quantity": ("text", "got"),
    "invalid.name": ("text",),
}

_NOT_READ = {"Job": ("backoffLimitPerIndex", "maxFailedIndexes", "successPolicy", "managedBy")}
"""Fields of specs that change what a real controller does and say nothing here."""


@dataclass(frozen=True, slots=True)
class _Item:
    """One object as it stood in the file."""

    document: int
    index: int | None
    path: str
    kind: str
    manifest: Manifest

    @property
    def namespace(self) -> str:
        if not KINDS[self.kind].namespaced:
            return ""
        return text(find(self.manifest, "metadata", "namespace")) or "default"

    @property
    def name(self) -> str:
        return _name(self.manifest)

    @property
    def uid(self) -> str:
        return text(find(self.manifest, "metadata", "uid"))

    def at(self, path: str) -> str:
        return f"{self.path}.{path}" if self.path and path else self.path or path

    def entry(self, code: str, path: str = "", **args: Json) -> ReportEntry:
        return ReportEntry(
            self.document, self.index, self.kind, self.namespace, self.name, code, self.at(path), args
        )


def parse_documents(documents: Sequence[SourceDocument]) -> ParsedDocuments:
    """The objects of some documents. Lists count as their items, unknown kinds are left out with a word.

    A malformed value is a problem with document and path; an object that breaks a rule of the API server is
    left out, and the report says why.
    """
    report: list[ReportEntry] = []
    problems: list[Problem] = []
    kept: dict[tuple[str, str, str], _Item] = {}
    for document in documents:
        for item in _flattened(document, report, problems):
            key = (item.kind, item.namespace, item.name)
            earlier = kept.pop(key, None) if item.name else None
            if earlier is not None:
                report.append(earlier.entry("changed.duplicate", document=item.document))
            kept[key if item.name else (item.kind, "", f"#{len(kept)}")] = item
    if documents and not report and not problems:
        report.append(ReportEntry(documents[0].index, None, "", "", "", "ignored.empty_document"))
    complete = [_checked(item, report, problems) for item in kept.values()]
    found = [item for item in complete if item is not None]
    problems += [_cycle_problem(found, cycle) for cycle in _cycles(found)]
    found = _with_known_classes(found, report)
    _report_relations(found, report)
    report.sort(
        key=lambda entry: (entry.document, -1 if entry.index_in_list is None else entry.index_in_list)
    )
    problems.sort(key=lambda problem: problem.document or 0)
    found.sort(key=lambda item: KINDS[item.kind].creation_rank)
    return ParsedDocuments(tuple(item.manifest for item in found), tuple(report), tuple(problems))


def _name(manifest: Json) -> str:
    return text(find(manifest, "metadata", "name"))


def _flattened(
    document: SourceDocument, report: list[ReportEntry], problems: list[Problem]
) -> Iterator[_Item]:
    """The document's objects of known kinds; the rest goes into `report` or `problems`."""
    if document.value is None:
        return
    cleaned, taken_out = (document.value, ()) if document.cleaned else drop_secrets(document.value)
    dropped: dict[str, list[Dropped]] = {}
    for one in taken_out:
        dropped.setdefault(one.owner, []).append(one)
    yield from _items_of(document.index, cleaned, "", None, report, problems, dropped, 0)


def _items_of(
    document: int,
    value: Json,
    path: str,
    index: int | None,
    report: list[ReportEntry],
    problems: list[Problem],
    dropped: Mapping[str, Sequence[Dropped]],
    depth: int,
) -> Iterator[_Item]:
    if not isinstance(value, (dict, Mapping)):
        got = type(value).__name__
        words = f"must be an object, got {got}"
        problems.append(Problem(path, "invalid.not_an_object", {"text": words, "got": got}, document))
        return
    kind, api_version = text(value.get("kind")), text(value.get("apiVersion"))
    if isinstance(value.get("items"), (list, tuple)) and (kind.endswith("List") or not kind):
        if depth >= MAX_NESTED_LISTS:
            words = f"lists may be nested {MAX_NESTED_LISTS} deep at most"
            args: dict[str, Json] = {"text": words, "limit": MAX_NESTED_LISTS}
            problems.append(Problem(path, "invalid.list_too_deep", args, document))
            return
        entries = items(value["items"])
        if not entries:
            report.append(ReportEntry(document, index, kind, "", "", "ignored.empty_list", path))
        for place, entry in enumerate(entries):
            here = f"{path}.items[{place}]" if path else f"items[{place}]"
            yield from _items_of(document, entry, here, place, report, problems, dropped, depth + 1)
        return
    namespace, name = text(find(value, "metadata", "namespace")), _name(value)
    if not kind:
        report.append(ReportEntry(document, index, "", namespace, name, "ignored.no_kind", path))
        return
    mine = dropped.get(path, ())
    known = KINDS.get(kind)
    if known is None or (api_version and _group(api_version) not in known.groups):
        unknown: dict[str, Json] = {"kind": kind, "apiVersion": api_version}
        report.append(
            ReportEntry(document, index, kind, namespace, name, "ignored.unknown_kind", path, unknown)
        )
        report.extend(
            ReportEntry(document, index, kind, namespace, name, one.code, one.path, one.args) for one in mine
        )
        return
    item = _Item(document, index, path, kind, value)
    report.append(item.entry("kept"))
    report.extend(
        ReportEntry(document, index, kind, item.namespace, name, one.code, one.path, one.args) for one in mine
    )
    yield item


def _group(api_version: str) -> str:
    group, slash, _ = api_version.rpartition("/")
    return group if slash else ""


def _checked(item: _Item, report: list[ReportEntry], problems: list[Problem]) -> _Item | None:
    """The item made fit for `ApiServer.load`, or None with its problems said."""
    manifest: Manifest = item.manifest
    if not isinstance(manifest.get("metadata", {}), (dict, Mapping)):
        words = "must be a map"
        args: dict[str, Json] = {"text": words, "wanted": "a map", "got": type(manifest["metadata"]).__name__}
        problems.append(Problem(item.at("metadata"), "invalid.type", args, item.document))
        return None
    if find(manifest, "metadata", "managedFields") is not None:
        manifest = without(manifest, ("metadata", "managedFields"))
        report.append(item.entry("dropped.managed_fields", "metadata.managedFields"))
    if not item.name and text(find(manifest, "metadata", "generateName")):
        base = text(find(manifest, "metadata", "generateName"))
        manifest = with_value(manifest, ("metadata", "name"), f"{base}{item.document}")
        report.append(item.entry("defaulted", "metadata.name", fields=["metadata.name"]))
    manifest = _with_old_defaults(item, manifest, report)
    defaulted = with_defaults(item.kind, manifest)
    named = _defaulted_fields(item.kind, manifest, defaulted)
    if named:
        report.append(item.entry("defaulted", named[0], fields=list(named)))
    broken = validate(item.kind, defaulted)
    if broken:
        for one in broken:
            if one.code in _MALFORMED:
                code = f"invalid.{one.code}"
                problems.append(Problem(item.at(one.path), code, one.args, item.document))
            else:
                report.append(item.entry("invalid.refused", one.path, text=one.sentence))
        report.append(item.entry("invalid.object", broken[0].path, count=len(broken)))
        return None
    unmade = _claims_wanted(item.kind, defaulted)
    if unmade:
        report.append(item.entry("kept.claims_not_made", unmade))
    unread = [field for field in _NOT_READ.get(item.kind, ()) if find(defaulted, "spec", field) is not None]
    if unread:
        report.append(item.entry("kept.fields_not_read", f"spec.{unread[0]}", fields=list(unread)))
    complete = {**manifest, "kind": item.kind}
    complete.setdefault("apiVersion", KINDS[item.kind].api_version)
    return _Item(item.document, item.index, item.path, item.kind, complete)


def _claims_wanted(kind: str, manifest: Manifest) -> str:
    """The path of the first claim that a controller not modelled would make; "" without any."""
    if kind == "Pod":
        for index, volume in enumerate(items(find(manifest, "spec", "volumes"))):
            if find(volume, "ephemeral") is not None:
                return f"spec.volumes[{index}].ephemeral"
    return ""


def _with_old_defaults(item: _Item, manifest: Manifest, report: list[ReportEntry]) -> Manifest:
    """Workloads of the first API groups may leave out the selector; it was the template's labels."""
    kind = KINDS[item.kind]
    if not kind.has_template or "apps" not in kind.groups:
        return manifest
    labels = find(manifest, "spec", "template", "metadata", "labels")
    if find(manifest, "spec", "selector") is None and isinstance(labels, (dict, Mapping)) and labels:
        report.append(item.entry("changed.selector_from_labels", "spec"))
        return with_value(manifest, ("spec", "selector"), {"matchLabels": labels})
    return manifest


def _defaulted_fields(kind: str, before: Manifest, after: Manifest) -> tuple[str, ...]:
    """The defaults that change how an object is scheduled; the usual ones (namespace, grace
    …) go without a word.
    """
    changed: list[str] = []
    if (
        kind == "Node"
        and find(before, "status", "allocatable") is None
        and find(after, "status", "allocatable")
    ):
        changed.append("status.allocatable")
    specs = ("spec",) if kind == "Pod" else ("spec", "template", "spec") if KINDS[kind].has_template else ()
    if specs:
        for part in ("initContainers", "containers"):
            for index in range(len(items(find(after, *specs, part)))):
                where = (*specs, part, index, "resources", "requests")
                if mapping(find(before, *where)).keys() != mapping(find(after, *where)).keys():
                    changed.append(f"{'.'.join(specs)}.{part}[{index}].resources.requests")
    return tuple(changed)


def _cycles(found: Sequence[_Item]) -> list[list[int]]:
    by_uid = {item.uid: place for place, item in enumerate(found) if item.uid}
    by_name = {(item.kind, item.namespace, item.name): place for place, item in enumerate(found)}
    edges: list[list[int]] = []
    for item in found:
        owners: list[int] = []
        for reference in items(find(item.manifest, "metadata", "ownerReferences")):
            owner = by_uid.get(text(find(reference, "uid")))
            if owner is None:
                name = (text(find(reference, "kind")), item.namespace, text(find(reference, "name")))
                owner = by_name.get(name)
            if owner is not None:
                owners.append(owner)
        edges.append(owners)
    return find_cycles(edges)


def _cycle_problem(found: Sequence[_Item], cycle: Sequence[int]) -> Problem:
    names = [f"{found[place].kind}/{found[place].name}" for place in (*cycle, cycle[0])]
    item = found[cycle[0]]
    words = f"Invalid value: owners form a circle: {' → '.join(names)}"
    args: dict[str, Json] = {"text": words, "cycle": list(names)}
    return Problem(item.at("metadata.ownerReferences"), "invalid.cyclic_owners", args, item.document)


def _with_known_classes(found: Sequence[_Item], report: list[ReportEntry]) -> list[_Item]:
    """Pods that name a class nobody brought get priority 0, as the admission would refuse them."""
    classes = {item.name for item in found if item.kind == "PriorityClass"} | SYSTEM_CLASSES.keys()
    settled: list[_Item] = []
    for item in found:
        spec = ("spec",) if item.kind == "Pod" else ("spec", "template", "spec")
        name = text(find(item.manifest, *spec, "priorityClassName"))
        if name and name not in classes:
            path = ".".join((*spec, "priorityClassName"))
            if item.kind != "Pod" or integer(find(item.manifest, "spec", "priority")) is not None:
                report.append(item.entry("kept.priority_class_missing", path, priorityClass=name))
            else:
                report.append(item.entry("changed.priority_class_missing", path, priorityClass=name))
                manifest = with_value(item.manifest, ("spec", "priority"), 0)
                item = _Item(item.document, item.index, item.path, item.kind, manifest)
        settled.append(item)
    return settled


def _report_relations(found: Sequence[_Item], report: list[ReportEntry]) -> None:
    """Says of each pod whom it belongs to and whether its node came along."""
    nodes = {item.name for item in found if item.kind == "Node"}
    owners = {item.uid for item in found if item.uid} | {
        f"{item.kind}/{item.namespace}/{item.name}" for item in found
    }
    for item in found:
        if item.kind != "Pod":
            continue
        node = text(find(item.manifest, "spec", "nodeName"))
        if node and node not in nodes:
            report.append(item.entry("kept.node_missing", "spec.nodeName", node=node))
        for reference in items(find(item.manifest, "metadata", "ownerReferences")):
            kind, name = text(find(reference, "kind")), text(find(reference, "name"))
            namespace = item.namespace if kind not in KINDS or KINDS[kind].namespaced else ""
            known = text(find(reference, "uid")) in owners or f"{kind}/{namespace}/{name}" in owners
            code = "kept.owned" if known else "kept.owner_missing"
            report.append(item.entry(code, "metadata.ownerReferences", owner=f"{kind}/{name}"))


__all__ = [
    "PROBLEM_CODES",
    "REPORT_CODES",
    "ParsedDocuments",
    "ReportEntry",
    "SourceDocument",
    "drop_secrets",
    "parse_documents",
]
