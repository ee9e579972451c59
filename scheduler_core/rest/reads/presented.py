"""Objects as the API serves them: with the defaults that decide nothing, so that they are not stored.

Source: pkg/apis/core/v1/defaults.go (v1.34); a Node without any report has the conditions of a healthy one.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from scheduler_core.apiserver.defaults.served_defaults import (
    CONTAINER_DEFAULTS,
    CONTAINER_LISTS,
    POD_DEFAULTS,
    pull_policy,
    volume_with_defaults,
)
from scheduler_core.controllers.endpointslice.endpoint import address, host_address
from scheduler_core.objects.kinds import KINDS, Object
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text, with_value
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.read_once import read_once

NODE_PORTS = range(30_000, 32_768)
_STATUS_DEFAULTS: Mapping[str, Json] = {"image": "", "imageID": "", "lastState": {}}
_TEMPLATES: Mapping[str, tuple[str, ...]] = {
    "CronJob": ("spec", "jobTemplate", "spec", "template", "spec"),
    **{kind.name: ("spec", "template", "spec") for kind in KINDS.values() if kind.has_template},
}
_HEALTHY = (
    ("MemoryPressure", "False", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"),
    ("DiskPressure", "False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"),
    ("PIDPressure", "False", "KubeletHasSufficientPID", "kubelet has sufficient PID available"),
    ("Ready", "True", "KubeletReady", "kubelet is posting ready status"),
)
_NODE_INFO: Mapping[str, Json] = {
    "architecture": "amd64",
    "bootID": "",
    "containerRuntimeVersion": "podium://1",
    "kernelVersion": "",
    "kubeProxyVersion": "",
    "kubeletVersion": "",
    "machineID": "",
    "operatingSystem": "linux",
    "osImage": "podium (simulated)",
    "systemUUID": "",
}


def presented(kind: str, stored_object: Object, git_version: str) -> Manifest:
    """The stored object as the API serves it: with defaults that are not stored. A node whose kubelet names
    no version has that of the control plane."""
    manifest = stored_object.manifest
    if isinstance(stored_object, Pod):
        return _pod(stored_object)
    if kind in _TEMPLATES:
        path = _TEMPLATES[kind]
        spec = find(manifest, *path)
        if isinstance(spec, Mapping):
            return with_value(manifest, path, _pod_spec(spec, names_account=False))
        return manifest
    if kind == "Node":
        return _node(manifest, git_version)
    if kind == "Service":
        return _service(manifest)
    return manifest


def _service(manifest: Manifest) -> Manifest:
    """The Service with a cluster IP and node ports derived from its uid, where it needs them and has none."""
    spec = mapping(manifest.get("spec"))
    kind = text(spec.get("type")) or "ClusterIP"
    if kind == "ExternalName":
        return manifest
    digest = sha256(text(find(manifest, "metadata", "uid")).encode()).digest()
    cluster_ip = text(spec.get("clusterIP")) or f"10.96.{digest[0]}.{digest[1]}"
    shown: dict[str, Json] = {"ipFamilies": ["IPv4"], "ipFamilyPolicy": "SingleStack", **spec}
    shown |= {"clusterIP": cluster_ip, "clusterIPs": [cluster_ip]}
    if kind in ("LoadBalancer", "NodePort"):
        shown = {"externalTrafficPolicy": "Cluster", **shown}
        shown["ports"] = [
            _node_port(port, digest, place) for place, port in enumerate(items(spec.get("ports")))
        ]
    if kind == "LoadBalancer":
        shown = {"allocateLoadBalancerNodePorts": True, **shown}
    return {**manifest, "spec": shown, "status": {"loadBalancer": {}, **mapping(manifest.get("status"))}}


def _node_port(port: Json, digest: bytes, place: int) -> Json:
    entry = mapping(port)
    if entry.get("nodePort"):
        return port
    number = NODE_PORTS.start + (int.from_bytes(digest[2:6], "big") + place) % len(NODE_PORTS)
    return {**entry, "nodePort": number}


def _pod(pod: Pod) -> Manifest:
    shown: dict[str, Json] = {
        **pod.manifest,
        "spec": _pod_spec(pod.spec_manifest, names_account=True),
    }
    status = dict(pod.status_manifest)
    ip = address(pod)
    if ip and "podIP" not in status:
        host = host_address(pod.node_name)
        status |= {
            "hostIP": host,
            "hostIPs": [{"ip": host}],
            "podIP": ip,
            "podIPs": [{"ip": ip}],
        }
    for part in ("containerStatuses", "initContainerStatuses"):
        if part in status:
            status[part] = [{**_STATUS_DEFAULTS, **mapping(entry)} for entry in items(status[part])]
    return {**shown, "status": status}


def _pod_spec(spec: Manifest, *, names_account: bool) -> Manifest:
    """A pod spec with defaults; `names_account` also fills in the service account, as admission does."""
    shown = {**spec, **{name: value for name, value in POD_DEFAULTS.items() if name not in spec}}
    if names_account and "serviceAccountName" not in shown:
        shown["serviceAccountName"] = "default"
    if text(shown.get("serviceAccountName")):
        shown["serviceAccount"] = shown["serviceAccountName"]
    for part in CONTAINER_LISTS:
        if part in spec:
            shown[part] = [_container(container) for container in items(spec[part])]
    if "volumes" in spec:
        shown["volumes"] = [_volume(volume) for volume in items(spec["volumes"])]
    return shown


@read_once
def _container(container: Json) -> Json:
    fields = mapping(container)
    shown: dict[str, Json] = {**CONTAINER_DEFAULTS, **fields}
    if "imagePullPolicy" not in fields:
        shown["imagePullPolicy"] = pull_policy(text(fields.get("image")))
    return shown


@read_once
def _volume(volume: Json) -> Json:
    return volume_with_defaults(mapping(volume))


def _node(manifest: Manifest, git_version: str) -> Manifest:
    """A Node with the status of a healthy kubelet where it has no conditions, addresses or node info."""
    status = dict(mapping(manifest.get("status")))
    conditions = list(items(status.get("conditions")))
    types = {find(condition, "type") for condition in conditions}
    since = find(manifest, "metadata", "creationTimestamp")
    for kind, value, reason, message in _HEALTHY:
        if kind not in types:
            condition: dict[str, Json] = {"type": kind, "status": value, "reason": reason, "message": message}
            conditions.append({**condition, "lastHeartbeatTime": since, "lastTransitionTime": since})
    status["conditions"] = conditions
    if "addresses" not in status:
        name = text(find(manifest, "metadata", "name"))
        status["addresses"] = [
            {"type": "InternalIP", "address": host_address(name)},
            {"type": "Hostname", "address": name},
        ]
    status["nodeInfo"] = {**_NODE_INFO, "kubeletVersion": git_version, **mapping(status.get("nodeInfo"))}
    return {**manifest, "spec": mapping(manifest.get("spec")), "status": status}


def as_stored(stored: Json, shown: Json, sent: Json) -> Json:
    """The document `sent` by a client without the fields that the API only adds when it serves the object as
    `shown`, if the client left them unchanged. New list entries stay as they are.
    """
    if isinstance(stored, Mapping) and isinstance(shown, Mapping) and isinstance(sent, Mapping):
        return {
            key: as_stored(stored[key], shown.get(key), value) if key in stored else value
            for key, value in sent.items()
            if key in stored or key not in shown or shown[key] != value
        }
    if (
        isinstance(stored, (list, tuple))
        and isinstance(shown, (list, tuple))
        and isinstance(sent, (list, tuple))
    ):
        if len(stored) != len(shown):
            return sent
        places = {str(find(entry, "name")): place for place, entry in enumerate(shown) if find(entry, "name")}
        entries: list[Json] = []
        for entry in sent:
            place = places.get(str(find(entry, "name")))
            entries.append(entry if place is None else as_stored(stored[place], shown[place], entry))
        return entries
    return sent
