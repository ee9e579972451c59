"""From documents to objects: what a pasted file means, object by object, with a report of everything that
changed.

The playground parses YAML; here documents are JSON values. Secret data is removed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scheduler_core.apiserver.documents.device_report import device_report
from scheduler_core.apiserver.documents.items import Item, ReportEntry
from scheduler_core.apiserver.documents.listed import MAX_NESTED_LISTS, is_list, item_path
from scheduler_core.apiserver.documents.relations import (
    report_relations,
    with_resolved_classes,
    without_cycles,
)
from scheduler_core.apiserver.documents.repetition import repeated, same_node, two_clusters
from scheduler_core.apiserver.documents.revisions import with_revisions_apart
from scheduler_core.apiserver.documents.secrets import Dropped, drop_secrets
from scheduler_core.apiserver.documents.source_object import SourceObject
from scheduler_core.apiserver.validation.validation import validate
from scheduler_core.apiserver.validation.written_pod_rules import volume_source_problems
from scheduler_core.objects.fields.not_modelled import (
    fields_not_modelled,
    fields_not_read,
    ignored_code,
    references_not_checked,
)
from scheduler_core.objects.fields.other_controllers import other_controller
from scheduler_core.objects.kinds import INERT, KINDS
from scheduler_core.objects.manifest import Json, Manifest, find, is_map, items, mapping, text, with_value
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.releases.group_versions import serves_group
from scheduler_core.objects.releases.known_fields import gated_fields
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.releases.served import is_served, no_match
from scheduler_core.objects.releases.version import git_version

_CODES_WITH_ID = ("type", "negative", "range", "too_large", "quantity", "name")
"""Codes of problems that have an id of their own; the others are `invalid.refused`."""
PROGRESS_INTERVAL = 100
"""Number of objects validated between two calls of `progress`."""


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """One document of a file. `index` counts all documents of the file from 0; `cleaned` says that
    `drop_secrets` has been applied to `value` already, `is_json` that the reader of a text made it, and so
    nothing that `not_json` refuses. `rename` gives the name that stands in place of another one, None where
    names stay."""

    index: int
    value: Json
    cleaned: bool = False
    rename: Callable[[str], str] | None = None
    is_json: bool = False


@dataclass(frozen=True, slots=True)
class ParsedDocuments:
    """`objects` are in the order of creation; the API server loads their `defaulted` manifests."""

    objects: tuple[SourceObject, ...]
    report: tuple[ReportEntry, ...]
    problems: tuple[Problem, ...]


_TEMPLATE_PLACES = {"CronJob": ("spec", "jobTemplate", "spec", "template")}
"""Where the pod template of a kind stands, if not at `spec.template`."""


def parse_documents(
    documents: Sequence[SourceDocument],
    progress: Callable[[int, int], None] | None = None,
    release: Release = BASELINE,
    version: str = "",
) -> ParsedDocuments:
    """The objects of some documents. Lists count as their items; unknown kinds are left out and reported.

    An object that the API server would refuse, whatever the reason, is left out, and the rest is taken, as
    with `kubectl apply -f`. The report says why, and `problems` has it with document and path, as a warning.
    `progress` is called at intervals with the number of validated objects and their total. Fields that
    `release` drops because of a feature gate are named, and so are objects in API versions that the release
    called `version` does not serve.
    """
    report: list[ReportEntry] = []
    problems: list[Problem] = []
    by_key: dict[tuple[str, str, str], Item] = {}
    for document in documents:
        for item in _flattened(document, report, problems):
            key = (item.kind, item.namespace, item.name)
            earlier = by_key.pop(key, None) if item.name else None
            if earlier is not None:
                report.append(repeated(earlier, item))
                problems += filter(None, (same_node(earlier, item),))
            by_key[key if item.name else (item.kind, "", f"#{len(by_key)}")] = item
    if documents and not report and not problems:
        report.append(ReportEntry(documents[0].index, None, "", "", "", "ignored.empty_document"))
    accepted: list[Item] = []
    for number, item in enumerate(by_key.values()):
        if progress is not None and number % PROGRESS_INTERVAL == 0:
            progress(number, len(by_key))
        complete = _checked(item, report, problems, release)
        if complete is not None:
            accepted.append(complete)
            api_version = item.source.api_version
            served = is_served(api_version, item.kind, version) if version else True
            if not served and not serves_group(api_version, item.kind, release):
                words = no_match(api_version, item.kind)
                report.append(item.entry("kept.not_served", text=words, release=git_version(version)))
    accepted = without_cycles(accepted, report, problems)
    if (two := two_clusters(report)) is not None:
        problems.append(two)
    accepted = with_revisions_apart(with_resolved_classes(accepted, report))
    report_relations(accepted, report)
    report.sort(
        key=lambda entry: (entry.document, -1 if entry.index_in_list is None else entry.index_in_list)
    )
    problems.sort(key=lambda problem: problem.document or 0)
    accepted.sort(key=lambda item: KINDS[item.kind].creation_rank)
    return ParsedDocuments(tuple(item.source for item in accepted), tuple(report), tuple(problems))


def _flattened(
    document: SourceDocument, report: list[ReportEntry], problems: list[Problem]
) -> Iterator[Item]:
    """The document's objects of known kinds; the rest goes into `report` or `problems`."""
    if document.value is None:
        return
    cleaned, drops = (
        (document.value, ()) if document.cleaned else drop_secrets(document.value, document.rename)
    )
    dropped: dict[str, list[Dropped]] = {}
    for drop in drops:
        dropped.setdefault(drop.owner, []).append(drop)
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
) -> Iterator[Item]:
    """The objects of a value: the entries of a list, nested at most `MAX_NESTED_LISTS` deep, or itself."""
    if not is_map(value):
        got = type(value).__name__
        args: dict[str, Json] = {"text": f"must be an object, got {got}", "got": got}
        refused = Problem(path, "invalid.not_an_object", args, document, severity="warning")
        problems.append(refused)
        report.append(
            ReportEntry(document, index, "", "", "", "invalid.refused", path, {"text": refused.text})
        )
        return
    kind, api_version = text(value.get("kind")), text(value.get("apiVersion"))
    if is_list(value):
        if depth >= MAX_NESTED_LISTS:
            words = f"lists may be nested {MAX_NESTED_LISTS} deep at most"
            limit: dict[str, Json] = {"text": words, "limit": MAX_NESTED_LISTS}
            problems.append(Problem(path, "invalid.list_too_deep", limit, document, severity="warning"))
            report.append(
                ReportEntry(document, index, kind, "", "", "invalid.refused", path, {"text": words})
            )
            return
        entries = items(value["items"])
        if not entries:
            report.append(ReportEntry(document, index, kind, "", "", "ignored.empty_list", path))
        for place, entry in enumerate(entries):
            below = item_path(path, place)
            yield from _items_of(document, entry, below, place, report, problems, dropped, depth + 1)
        return
    namespace, name = text(find(value, "metadata", "namespace")), text(find(value, "metadata", "name"))
    if not kind:
        report.append(ReportEntry(document, index, "", namespace, name, "ignored.no_kind", path))
        return
    mine = dropped.get(path, ())
    registered = KINDS.get(kind)
    if registered is None or kind in INERT or (api_version and _group(api_version) not in registered.groups):
        subject: dict[str, Json] = {"kind": kind, "apiVersion": api_version}
        if other := other_controller(kind, _group(api_version)):
            subject["product"] = other.product
        code = ignored_code(kind, _group(api_version))
        where = document, index, kind, namespace, name
        report.append(ReportEntry(*where, code, path, subject))
        report.extend(ReportEntry(*where, drop.code, drop.path, drop.args) for drop in mine)
        return
    item = Item.of(document, index, path, SourceObject(kind, value))
    report.append(item.entry("kept"))
    where = document, index, kind, item.namespace, name
    report.extend(ReportEntry(*where, drop.code, drop.path, drop.args) for drop in mine)
    yield item


def _group(api_version: str) -> str:
    group, slash, _ = api_version.rpartition("/")
    return group if slash else ""


def _checked(item: Item, report: list[ReportEntry], problems: list[Problem], release: Release) -> Item | None:
    """The item, completed and validated; None when it has problems, which are added to `problems` and the
    report.
    """
    manifest: Manifest = item.manifest
    if not is_map(manifest.get("metadata", {})):
        words = "must be a map"
        args: dict[str, Json] = {
            "text": words,
            "expected": "a map",
            "got": type(manifest["metadata"]).__name__,
        }
        _refuse(item, (Problem("metadata", "type", args),), report, problems)
        return None
    if not item.name and text(find(manifest, "metadata", "generateName")):
        base = text(find(manifest, "metadata", "generateName"))
        manifest = with_value(manifest, ("metadata", "name"), f"{base}{item.document}")
        report.append(item.entry("defaulted", "metadata.name", fields=["metadata.name"]))
    manifest = _with_old_defaults(item, manifest, report)
    complete = {**manifest, "kind": item.kind}
    complete.setdefault("apiVersion", KINDS[item.kind].api_version)
    item = item.with_source(SourceObject(item.kind, complete))
    defaulted = item.source.defaulted
    named = _defaulted_fields(item.kind, manifest, defaulted)
    if named:
        report.append(item.entry("defaulted", named[0], fields=list(named)))
    place = () if item.kind == "Pod" else _TEMPLATE_PLACES.get(item.kind, ("spec", "template"))
    above = "".join(f"{step}." for step in place)
    pod = mapping(find(defaulted, *place))
    broken = [*validate(item.kind, defaulted, release), *_volume_problems(pod, f"{above}spec.volumes")]
    if broken:
        _refuse(item, broken, report, problems)
        return None
    ephemeral = _ephemeral_volume(item.kind, defaulted)
    if ephemeral:
        report.append(item.entry("kept.claims_not_made", ephemeral))
    unread = fields_not_read(item.kind, defaulted)
    if unread:
        report.append(item.entry("kept.fields_not_read", unread[0], fields=list(unread)))
    ineffective = [f"{above}{field}" for field in fields_not_modelled(pod)]
    if ineffective:
        report.append(item.entry("kept.fields_not_modelled", ineffective[0], fields=list(ineffective)))
    needed = references_not_checked(pod)
    if needed:
        report.append(item.entry("kept.references_not_checked", f"{above}spec", objects=list(needed)))
    report.extend(device_report(item, defaulted))
    gated = gated_fields(item.kind, defaulted, release)
    if gated:
        paths, gates = [path for path, _ in gated], sorted({gate for _, gate in gated})
        report.append(item.entry("kept.fields_behind_gates", paths[0], fields=[*paths], gates=[*gates]))
    return item


def _volume_problems(pod: Manifest, path: str) -> Iterator[Problem]:
    """Volumes with two sources, which no API server has let in."""
    for index, volume in enumerate(items(find(pod, "spec", "volumes"))):
        yield from volume_source_problems(volume, f"{path}[{index}]")


def _refuse(
    item: Item, broken: Sequence[Problem], report: list[ReportEntry], problems: list[Problem]
) -> None:
    """Reports the problems of an object that is left out, and adds them to `problems` as warnings."""
    for problem in broken:
        code = f"invalid.{problem.code}" if problem.code in _CODES_WITH_ID else "invalid.refused"
        problems.append(Problem(item.at(problem.path), code, problem.args, item.document, severity="warning"))
        report.append(item.entry("invalid.refused", problem.path, text=problem.sentence))
    report.append(item.entry("invalid.object", broken[0].path, count=len(broken)))


def _ephemeral_volume(kind: str, manifest: Manifest) -> str:
    """The path of the first claim that a controller outside the model would create; "" when there is none."""
    if kind == "Pod":
        for index, volume in enumerate(items(find(manifest, "spec", "volumes"))):
            if find(volume, "ephemeral") is not None:
                return f"spec.volumes[{index}].ephemeral"
    return ""


def _with_old_defaults(item: Item, manifest: Manifest, report: list[ReportEntry]) -> Manifest:
    """Workloads of the early API groups may leave out the selector, which was then the template's labels."""
    kind = KINDS[item.kind]
    if not kind.has_template or "apps" not in kind.groups:
        return manifest
    labels = find(manifest, "spec", "template", "metadata", "labels")
    if find(manifest, "spec", "selector") is None and is_map(labels) and labels:
        report.append(item.entry("changed.selector_from_labels", "spec"))
        return with_value(manifest, ("spec", "selector"), {"matchLabels": labels})
    return manifest


def _defaulted_fields(kind: str, before: Manifest, after: Manifest) -> tuple[str, ...]:
    """The defaults that change how an object is scheduled; the usual ones (namespace, grace period …) are not
    reported.
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
                had, has = find(before, *where), find(after, *where)
                if had is not has and mapping(had).keys() != mapping(has).keys():
                    changed.append(f"{'.'.join(specs)}.{part}[{index}].resources.requests")
    return tuple(changed)
