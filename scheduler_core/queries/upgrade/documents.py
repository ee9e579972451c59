"""The objects of a run as their authors wrote them, and what API servers of two releases make of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scheduler_core.apiserver.server import ApiServer, ServerOptions
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.engine.recording import Recording
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json, Manifest, find, flag, items, mapping, text
from scheduler_core.objects.releases.known_fields import gated_fields
from scheduler_core.objects.releases.releases import Release
from scheduler_core.objects.releases.served import is_served, no_match, row_of
from scheduler_core.queries.history.fields import differences

MOST_NAMES = 20
"""The largest number of objects that a row names; its count has all."""
_OWN = ("uid", "creationTimestamp", "resourceVersion", "generation")
_UNCOMPARED = frozenset(("Node", *(name for name, kind in KINDS.items() if kind.derived)))
"""Kinds that the cluster writes itself: there are many of them, and they are all alike."""


@dataclass(frozen=True, slots=True)
class Document:
    """An object as its author wrote it. The pods of one workload are one object, the first of them."""

    kind: str
    name: str
    written: Manifest

    @property
    def pod_spec(self) -> Manifest:
        """The spec of the pod, or of the pods that the object makes; empty for other kinds."""
        if self.kind == "Pod":
            return mapping(self.written.get("spec"))
        path = ("spec", "jobTemplate") if self.kind == "CronJob" else ()
        return mapping(find(self.written, *path, "spec", "template", "spec"))

    @property
    def pod_labels(self) -> Manifest:
        """The labels of the pod, or of the pods that the object makes."""
        if self.kind == "Pod":
            return mapping(find(self.written, "metadata", "labels"))
        path = ("spec", "jobTemplate") if self.kind == "CronJob" else ()
        return mapping(find(self.written, *path, "spec", "template", "metadata", "labels"))

    @property
    def containers(self) -> Iterator[Manifest]:
        """All containers of the pod, init containers first."""
        for name in ("initContainers", "containers"):
            yield from map(mapping, items(self.pod_spec.get(name)))


def documents_of(recording: Recording, seq: int) -> list[Document]:
    """The objects at step `seq`: as the run's text has them, else as the API server has them."""
    objects = recording.world(seq).api
    written: dict[tuple[str, str], Manifest] = {}
    for source in recording.scenario.objects:
        written[source.kind, _key(source.kind, source.manifest)] = source.manifest
    documents: dict[tuple[str, str], Document] = {}
    for kind in KINDS:
        for key, stored in objects.objects(kind).items():
            manifest = written.get((kind, key), stored.manifest)
            owner = _owner(manifest)
            if kind in ("Pod", "ReplicaSet") and owner:
                documents.setdefault(
                    (kind, f"{key.partition('/')[0]}/{owner}"), Document(kind, f"{kind} {key}", manifest)
                )
            else:
                documents[kind, key] = Document(kind, f"{kind} {key}", manifest)
    return list(documents.values())


def _key(kind: str, manifest: Manifest) -> str:
    name = text(find(manifest, "metadata", "name"))
    if not KINDS[kind].namespaced:
        return name
    return f"{text(find(manifest, 'metadata', 'namespace')) or 'default'}/{name}"


def _owner(manifest: Manifest) -> str:
    for owner in items(find(manifest, "metadata", "ownerReferences")):
        if flag(find(owner, "controller")):
            return f"{text(find(owner, 'kind'))} {text(find(owner, 'name'))}"
    return ""


class Rows:
    """Rows that are alike but for the object are one row with the names of all objects."""

    def __init__(self) -> None:
        self._names: dict[tuple[tuple[str, Json], ...], list[str]] = {}

    def add(self, name: str, **row: Json) -> None:
        self._names.setdefault(tuple(row.items()), []).append(name)

    @property
    def json(self) -> list[Json]:
        """`{…, "objects", "count"}` of each row."""
        return [
            {**dict(row), "objects": list[Json](names[:MOST_NAMES]), "count": len(names)}
            for row, names in self._names.items()
        ]


def field_rows(documents: Sequence[Document], then: Release, now: Release) -> list[Json]:
    """What the API servers of two releases make differently of the objects: `{"what", "kind", "path", "gate",
    "text", "objects", "count"}`.

    `what` is `known` for a field that the older release drops, `dropped` for one that the newer one drops,
    `refused` and `accepted` for an object that only one of them takes, with its words as `text`, `defaulted`
    for a field that the newer one sets otherwise, with its value as `text`.
    """
    rows = Rows()
    for document in documents:
        old, new = (dict(gated_fields(document.kind, document.written, of)) for of in (then, now))
        for what, mine, other in (("known", old, new), ("dropped", new, old)):
            for path, gate in mine.items():
                if path not in other:
                    rows.add(
                        document.name, what=what, kind=document.kind, path=_anywhere(path), gate=gate, text=""
                    )
    servers = _Server(then), _Server(now)
    for document in documents:
        if document.kind in _UNCOMPARED or (document.kind == "ReplicaSet" and _owner(document.written)):
            continue
        was, is_ = (server.created(document) for server in servers)
        if isinstance(was, str) and isinstance(is_, str):
            continue
        if isinstance(is_, str):
            rows.add(document.name, what="refused", kind=document.kind, path="", gate="", text=is_)
        elif isinstance(was, str):
            rows.add(document.name, what="accepted", kind=document.kind, path="", gate="", text=was)
        else:
            dropped = {
                path for of in (then, now) for path, _ in gated_fields(document.kind, document.written, of)
            }
            for difference in differences(was, is_):
                if not any(
                    path.startswith(difference.path) or difference.path.startswith(path) for path in dropped
                ):
                    value = "" if difference.now is None else str(difference.now)[:80]
                    path = _anywhere(difference.path)
                    rows.add(
                        document.name, what="defaulted", kind=document.kind, path=path, gate="", text=value
                    )
    return rows.json


def _anywhere(path: str) -> str:
    """A path without the places of lists: `spec.containers[].image`."""
    parts = (part.partition("]") for part in path.split("["))
    first = next(parts)
    return "".join([first[0] + first[2], *(f"[]{rest}" for _, _, rest in parts)])


class _Server:
    """An API server of a release that objects are sent to as new ones."""

    def __init__(self, release: Release) -> None:
        self._api = ApiServer(start_at=0, seed=1, options=ServerOptions(release=release))

    def created(self, document: Document) -> Mapping[str, Json] | str:
        """The stored object without what every server makes anew; the words of a refusal."""
        manifest = {name: value for name, value in document.written.items() if name != "status"}
        if document.kind == "Pod":
            spec = mapping(manifest.get("spec"))
            manifest["spec"] = {name: value for name, value in spec.items() if name != "nodeName"}
        result = self._api.create(document.kind, manifest, 0)
        if isinstance(result, Refused):
            return result.text
        stored = result.object.manifest
        metadata = mapping(stored.get("metadata"))
        kept = {name: value for name, value in metadata.items() if name not in _OWN}
        return {**stored, "metadata": kept, "status": None}


def version_rows(documents: Sequence[Document], then: str, now: str) -> list[Json]:
    """The API versions of objects that the newer release does not serve by default: `{"apiVersion", "kind",
    "served", "instead", "text", "objects", "count"}`. `served` says whether the older one did, `text` are
    kubectl's words."""
    rows = Rows()
    for document in documents:
        version = text(document.written.get("apiVersion"))
        row = row_of(version, document.kind)
        if row is None or is_served(version, document.kind, now):
            continue
        rows.add(
            document.name,
            apiVersion=version,
            kind=document.kind,
            served=is_served(version, document.kind, then),
            instead=row.instead,
            text=no_match(version, document.kind),
        )
    return rows.json
