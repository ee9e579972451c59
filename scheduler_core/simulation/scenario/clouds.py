"""Where the nodes of a text run: the cloud or the distribution, by their providerID, labels and kubelets.

Source: the providerID of each cloud-controller-manager, and the node labels in each provider's documentation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from scheduler_core.apiserver.documents.listed import listed_objects
from scheduler_core.objects.manifest import Json, Manifest, find, mapping, text
from scheduler_core.objects.problem import Problem

_SERVICES = (
    ("Amazon EKS", "eks.amazonaws.com/", "-eks-"),
    ("Google GKE", "cloud.google.com/gke-", "-gke."),
    ("Azure AKS", "kubernetes.azure.com/", "-aks"),
    ("OpenShift", "node.openshift.io/", ""),
    ("Alibaba ACK", "alibabacloud.com/", "-aliyun"),
    ("Oracle OKE", "oci.oraclecloud.com/", ""),
    ("IBM Cloud", "ibm-cloud.kubernetes.io/", "+IKS"),
    ("minikube", "minikube.k8s.io/", ""),
    ("k3s", "", "+k3s"),
    ("RKE2", "", "+rke2"),
)
"""Name, the beginning of its labels, a part of the version of its kubelets; "" where there is none."""
_PROVIDERS: Mapping[str, tuple[str, frozenset[str]]] = {
    "aws": ("AWS", frozenset(("Amazon EKS",))),
    "gce": ("Google Cloud", frozenset(("Google GKE",))),
    "azure": ("Azure", frozenset(("Azure AKS",))),
    "oci": ("Oracle Cloud", frozenset(("Oracle OKE",))),
    "ibm": ("IBM Cloud", frozenset(("IBM Cloud",))),
    "digitalocean": ("DigitalOcean", frozenset()),
    "hcloud": ("Hetzner Cloud", frozenset()),
    "linode": ("Akamai Linode", frozenset()),
    "openstack": ("OpenStack", frozenset()),
    "vsphere": ("vSphere", frozenset()),
    "kind": ("kind", frozenset()),
    "k3s": ("k3s", frozenset(("k3s",))),
}
"""Scheme of a providerID → the cloud, and the services that say so already."""


def clouds(documents: Iterable[Json]) -> tuple[str, ...]:
    """The names of clouds and distributions of the nodes in documents and lists of them, each once."""
    return tuple(dict.fromkeys(name for _, node in _nodes(documents) for name in _of_node(node)))


def two_providers(documents: Mapping[int, Json]) -> Problem | None:
    """The problem of nodes of two clouds in one text. Providers that are not known do not count, because a
    cluster may have machines of its own beside those of a cloud."""
    first = ""
    for index, document in documents.items():
        for path, node in _nodes((document,)):
            scheme = _scheme(node)
            if scheme not in _PROVIDERS or scheme == first:
                continue
            if first:
                args: dict[str, Json] = {
                    "text": f"nodes of {first} and of {scheme}",
                    "first": first,
                    "second": scheme,
                }
                below = f"{path}.spec.providerID".removeprefix(".")
                return Problem(below, "invalid.two_providers", args, index, severity="warning")
            first = scheme
    return None


def _nodes(documents: Iterable[Json]) -> Iterator[tuple[str, Manifest]]:
    for document in documents:
        for path, _, manifest in listed_objects(document):
            if manifest.get("kind") == "Node":
                yield path, manifest


def _of_node(node: Manifest) -> Iterator[str]:
    labels = mapping(find(node, "metadata", "labels"))
    version = text(find(node, "status", "nodeInfo", "kubeletVersion"))
    services = [
        name
        for name, label, part in _SERVICES
        if (part and part in version) or (label and any(key.startswith(label) for key in labels))
    ]
    yield from services
    provider, said_by = _PROVIDERS.get(_scheme(node), ("", frozenset()))
    if provider and not said_by & set(services):
        yield provider


def _scheme(node: Manifest) -> str:
    scheme, separator, _ = text(find(node, "spec", "providerID")).partition("://")
    return scheme if separator else ""
