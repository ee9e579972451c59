"""Which release of Kubernetes a dump comes from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from scheduler_core.apiserver.documents.listed import listed_objects
from scheduler_core.objects.manifest import Json, find, text
from scheduler_core.objects.releases.version import is_version, parse_version

_KUBELET = re.compile(r"v?(1\.[0-9]+\.[0-9]+)")


def kubelet_versions(documents: Iterable[Json]) -> frozenset[str]:
    """The versions that the kubelets of the nodes report (`1.36.2`), in documents and lists of them."""
    return frozenset(_versions(documents))


def _versions(documents: Iterable[Json]) -> Iterator[str]:
    for document in documents:
        for _, _, manifest in listed_objects(document):
            if manifest.get("kind") == "Node":
                match = _KUBELET.match(text(find(manifest, "status", "nodeInfo", "kubeletVersion")))
                if match is not None:
                    yield match[1]


def cluster_version(documents: Iterable[Json]) -> str:
    """The newest version of a kubelet: that of the control plane is the same or newer. "" where no node names
    one that podium knows.
    """
    versions = [version for version in kubelet_versions(documents) if is_version(version)]
    return max(versions, key=parse_version, default="")
