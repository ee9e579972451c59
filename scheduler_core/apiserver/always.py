"""What every cluster has, so that clients find it: four namespaces, two PriorityClasses, the Service of the
API server, a ServiceAccount and a ConfigMap in each namespace, and a Lease for each node.

They are not stored until a client changes one. Source: pkg/controlplane (`kubernetes` Service, system
namespaces), pkg/controller/serviceaccount, pkg/controller/certificates/rootcacertpublisher, pkg/kubelet
(`kube-node-lease`), v1.34.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeAlias

from scheduler_core.apiserver.admission.admission import SYSTEM_CLASSES
from scheduler_core.apiserver.registry.delete import IMMORTAL_NAMESPACES
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.objects.manifest import Json, Manifest
from scheduler_core.objects.scalars.times import format_time

ALWAYS_NAMESPACES = (*IMMORTAL_NAMESPACES, "kube-node-lease")
LEASES, ACCOUNT, ROOT_CA, API_SERVICE = "kube-node-lease", "default", "kube-root-ca.crt", "default/kubernetes"
LEASE_SECONDS = 40
RENEWED_EVERY_MS = 10_000
Build: TypeAlias = Callable[[ApiServer, str, int], Manifest]


@dataclass(frozen=True, slots=True)
class _Always:
    """Objects of one kind that exist in every cluster: their keys, the function that builds one, and whether
    the control plane creates it again after a client deletes it.
    """

    keys: Callable[[ApiServer], list[str]]
    build: Build
    comes_back: bool = False


def always_keys(api: ApiServer, kind: str) -> list[str]:
    """The keys of the objects of a kind that every cluster has; some of them may be stored meanwhile."""
    return _ALWAYS[kind].keys(api) if kind in _ALWAYS else []


def always_object(api: ApiServer, kind: str, key: str, now_ms: int) -> Manifest | None:
    """The object with this key that every cluster has; None where it is none of these."""
    return _ALWAYS[kind].build(api, key, now_ms) if key in always_keys(api, kind) else None


def comes_back(kind: str) -> bool:
    """Whether the control plane recreates a deleted object of this kind that every cluster has."""
    return kind in _ALWAYS and _ALWAYS[kind].comes_back


def _namespaces(api: ApiServer) -> list[str]:
    return list(dict.fromkeys((*ALWAYS_NAMESPACES, *api.objects("Namespace"))))


def _metadata(api: ApiServer, kind: str, key: str) -> dict[str, Json]:
    namespace, _, name = key.rpartition("/")
    digest = sha256(f"always/{kind}/{key}".encode()).hexdigest()
    placed: dict[str, Json] = {"namespace": namespace} if namespace else {}
    return {
        "name": name,
        **placed,
        "uid": f"{digest[:8]}-{digest[8:12]}-4{digest[13:16]}-a{digest[17:20]}-{digest[20:32]}",
        "resourceVersion": "1",
        "creationTimestamp": format_time(api.start_at),
    }


def _namespace(api: ApiServer, key: str, now_ms: int) -> Manifest:
    return {
        "apiVersion": "v1",
        "kind": "Namespace",
        "metadata": {**_metadata(api, "Namespace", key), "labels": {"kubernetes.io/metadata.name": key}},
        "spec": {"finalizers": ["kubernetes"]},
        "status": {"phase": "Active"},
    }


def _system_class(api: ApiServer, key: str, now_ms: int) -> Manifest:
    return {
        "apiVersion": "scheduling.k8s.io/v1",
        "kind": "PriorityClass",
        "metadata": {**_metadata(api, "PriorityClass", key), "generation": 1},
        "value": SYSTEM_CLASSES[key],
        "preemptionPolicy": "PreemptLowerPriority",
        "description": "Used for system critical pods that must run in the cluster.",
    }


def _account(api: ApiServer, key: str, now_ms: int) -> Manifest:
    return {
        "apiVersion": "v1",
        "kind": "ServiceAccount",
        "metadata": _metadata(api, "ServiceAccount", key),
    }


def _root_ca(api: ApiServer, key: str, now_ms: int) -> Manifest:
    return {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": _metadata(api, "ConfigMap", key),
        "data": {"ca.crt": ""},
    }


def _api_service(api: ApiServer, key: str, now_ms: int) -> Manifest:
    labels: dict[str, Json] = {"component": "apiserver", "provider": "kubernetes"}
    ports: list[Json] = [{"name": "https", "port": 443, "protocol": "TCP", "targetPort": 6443}]
    return {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {**_metadata(api, "Service", key), "labels": labels},
        "spec": {
            "clusterIP": "10.96.0.1",
            "clusterIPs": ["10.96.0.1"],
            "internalTrafficPolicy": "Cluster",
            "ipFamilies": ["IPv4"],
            "ipFamilyPolicy": "SingleStack",
            "ports": ports,
            "sessionAffinity": "None",
            "type": "ClusterIP",
        },
        "status": {"loadBalancer": {}},
    }


def _lease(api: ApiServer, key: str, now_ms: int) -> Manifest:
    """The Lease of a node whose kubelet renews it without a gap. Every other Lease is in the store."""
    name = key.rpartition("/")[2]
    node = api.nodes[name]
    owner: dict[str, Json] = {"apiVersion": "v1", "kind": "Node", "name": name, "uid": node.meta.uid}
    renewed = format_time(api.start_at + now_ms - now_ms % RENEWED_EVERY_MS)
    return {
        "apiVersion": "coordination.k8s.io/v1",
        "kind": "Lease",
        "metadata": {**_metadata(api, "Lease", key), "ownerReferences": [owner]},
        "spec": {
            "holderIdentity": name,
            "leaseDurationSeconds": LEASE_SECONDS,
            "renewTime": renewed.replace("Z", ".000000Z"),
        },
    }


_ALWAYS: Mapping[str, _Always] = {
    "Namespace": _Always(lambda api: list(ALWAYS_NAMESPACES), _namespace),
    "PriorityClass": _Always(lambda api: list(SYSTEM_CLASSES), _system_class),
    "ServiceAccount": _Always(lambda api: [f"{name}/{ACCOUNT}" for name in _namespaces(api)], _account, True),
    "ConfigMap": _Always(lambda api: [f"{name}/{ROOT_CA}" for name in _namespaces(api)], _root_ca, True),
    "Service": _Always(lambda api: [API_SERVICE], _api_service, True),
    "Lease": _Always(lambda api: [f"{LEASES}/{name}" for name in api.nodes], _lease),
}
