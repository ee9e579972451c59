"""Which release of Kubernetes a dump comes from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scheduler_core.apiserver.documents.listed import listed_objects
from scheduler_core.apiserver.documents.source_object import SourceObject
from scheduler_core.objects.manifest import Json, Manifest, find, text
from scheduler_core.objects.releases.version import (
    git_version,
    is_version,
    parse_version,
    reported_version,
)


def kubelet_versions(documents: Iterable[Json]) -> frozenset[str]:
    """The versions that the kubelets of the nodes report (`1.36.2`), in documents and lists of them."""
    return frozenset(_versions(documents))


def _versions(documents: Iterable[Json]) -> Iterator[str]:
    for document in documents:
        for _, _, manifest in listed_objects(document):
            version = _version_of(manifest) if manifest.get("kind") == "Node" else ""
            if version:
                yield version


def _version_of(node: Manifest) -> str:
    """The version that the kubelet of a node reports; "" when it reports none that can be read."""
    return reported_version(text(find(node, "status", "nodeInfo", "kubeletVersion")))


def cluster_version(documents: Iterable[Json]) -> str:
    """The newest version of a kubelet: that of the control plane is the same or newer. "" where no node names
    one that podium knows.
    """
    versions = [version for version in kubelet_versions(documents) if is_version(version)]
    return max(versions, key=parse_version, default="")


def older_kubelets(objects: Iterable[SourceObject], version: str) -> tuple[Manifest, ...]:
    """The entries of `spec.kubelets` for nodes that report another version than `version`, one for each
    version that podium knows, the oldest first.
    """
    names: dict[str, list[Json]] = {}
    for source in objects:
        node = source.manifest
        reported = _version_of(node) if source.kind == "Node" else ""
        if reported and is_version(reported) and git_version(reported) != git_version(version):
            names.setdefault(reported, []).append(text(find(node, "metadata", "name")))
    return tuple(
        {"nodes": names[reported], "configuration": {}, "version": reported}
        for reported in sorted(names, key=parse_version)
    )
