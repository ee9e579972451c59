"""The endpoint of a pod behind a Service: its address, its conditions and its ports.

Source: k8s.io/endpointslice/utils.go `podToEndpoint`, `getEndpointPorts`, k8s.io/endpointslice/util
`ShouldPodBeInEndpoints`, pkg/controller/endpointslice (v1.34). The model has no pod network: where the status
has no address, one in 10.64.0.0/10 is made from the uid, the same one each time.
"""

from __future__ import annotations

from hashlib import sha256

from scheduler_core.objects.manifest import Json, Manifest, find, integer, items, text
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.workloads import Service

ZONE_LABEL = "topology.kubernetes.io/zone"


def belongs(pod: Pod) -> bool:
    """Whether the pod has an endpoint: it has an address and has not finished. A terminating pod keeps its
    endpoint until it is gone."""
    return not pod.finished and bool(address(pod))


def address(pod: Pod) -> str:
    """The pod's IP address, "" before its sandbox exists."""
    ip = pod.ip
    if ip:
        return ip
    sandbox = pod.status.condition("PodReadyToStartContainers")
    if pod.status.phase != "Running" and (sandbox is None or sandbox.status != "True"):
        return ""
    if pod.spec.host_network:
        return host_address(pod.node_name)
    first, second, third = sha256(pod.uid.encode()).digest()[:3]
    return f"10.{64 + first % 64}.{second}.{third}"


def host_address(node: str) -> str:
    """The IP address of a node."""
    first, second = sha256(node.encode()).digest()[:2]
    return f"172.18.{first}.{second}"


def endpoint(pod: Pod, node: Node | None, service: Service) -> Manifest:
    """The pod's entry in a slice. A pod that terminates is never ready, except for a Service with
    publishNotReadyAddresses."""
    serving, terminating = pod.ready, pod.terminating
    entry: dict[str, Json] = {
        "addresses": [address(pod)],
        "conditions": {
            "ready": service.publishes_not_ready_addresses or (serving and not terminating),
            "serving": serving,
            "terminating": terminating,
        },
        "targetRef": {"kind": "Pod", "namespace": pod.namespace, "name": pod.name, "uid": pod.uid},
    }
    if pod.node_name:
        entry["nodeName"] = pod.node_name
    zone = node.labels.get(ZONE_LABEL) if node is not None else None
    if zone:
        entry["zone"] = zone
    hostname, subdomain = pod.hostname, pod.subdomain
    if hostname and subdomain == service.meta.name:
        entry["hostname"] = hostname
    return entry


def ports(pod: Pod, service: Service) -> list[Json]:
    """The ports of the Service as this pod has them. A named targetPort that no container of the pod has is
    left out; a headless Service without ports gives none."""
    entries: list[Json] = []
    for port in service.ports:
        protocol = text(find(port, "protocol")) or "TCP"
        number = _number(pod, port, protocol)
        if number is not None:
            entry: dict[str, Json] = {"name": text(find(port, "name")), "port": number, "protocol": protocol}
            application = text(find(port, "appProtocol"))
            entries.append(entry | {"appProtocol": application} if application else entry)
    return entries


def _number(pod: Pod, port: Json, protocol: str) -> int | None:
    """Source: podutil.FindPort."""
    target = find(port, "targetPort")
    if not isinstance(target, str) or not target:
        return integer(target) or integer(find(port, "port"))
    sidecars = [
        entry
        for entry in pod.container_manifests("initContainers")
        if find(entry, "restartPolicy") == "Always"
    ]
    for container in (*pod.container_manifests("containers"), *sidecars):
        for entry in items(find(container, "ports")):
            if find(entry, "name") == target and (text(find(entry, "protocol")) or "TCP") == protocol:
                return integer(find(entry, "containerPort"))
    return None
