"""Objects as the API serves them: with the defaults that decide nothing, so that they are not stored.

Source: pkg/apis/core/v1/defaults.go (v1.34); a Node without any report has the conditions of a healthy one.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from scheduler_core.controllers.endpointslice.endpoint import address, host_address
from scheduler_core.objects.kinds import KINDS, Object
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text, with_value
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.read_once import read_once

NODE_PORTS = range(30_000, 32_768)
_POD_DEFAULTS: Mapping[str, Json] = {
    "dnsPolicy": "ClusterFirst",
    "enableServiceLinks": True,
    "securityContext": {},
}
_CONTAINER_DEFAULTS: Mapping[str, Json] = {
    "resources": {},
    "terminationMessagePath": "/dev/termination-log",
    "terminationMessagePolicy": "File",
}
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
    "kubeletVersion": "v1.34.1",
    "machineID": "",
    "operatingSystem": "linux",
    "osImage": "podium (simulated)",
    "systemUUID": "",
}


def presented(kind: str, stored_object: Object) -> Manifest:
    """The stored object as it is served."""
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
        return _node(manifest)
    if kind == "Service":
        return _service(manifest)
    return manifest


def _service(manifest: Manifest) -> Manifest:
    """A Service that has a cluster IP and node ports gets them from its uid."""
    spec = mapping(manifest.get("spec"))
    kind = text(spec.get("type")) or "ClusterIP"
    if kind == "ExternalName":
        return manifest
    digest = sha256(text(find(manifest, "metadata", "uid")).encode()).digest()
    given = text(spec.get("clusterIP")) or f"10.96.{digest[0]}.{digest[1]}"
    made: dict[str, Json] = {"ipFamilies": ["IPv4"], "ipFamilyPolicy": "SingleStack", **spec}
    made |= {"clusterIP": given, "clusterIPs": [given]}
    if kind in ("LoadBalancer", "NodePort"):
        made = {"externalTrafficPolicy": "Cluster", **made}
        made["ports"] = [
            _node_port(port, digest, place) for place, port in enumerate(items(spec.get("ports")))
        ]
    if kind == "LoadBalancer":
        made = {"allocateLoadBalancerNodePorts": True, **made}
    return {**manifest, "spec": made, "status": {"loadBalancer": {}, **mapping(manifest.get("status"))}}


def _node_port(port: Json, digest: bytes, place: int) -> Json:
    given = mapping(port)
    if given.get("nodePort"):
        return port
    number = NODE_PORTS.start + (int.from_bytes(digest[2:6], "big") + place) % len(NODE_PORTS)
    return {**given, "nodePort": number}


def _pod(pod: Pod) -> Manifest:
    made: dict[str, Json] = {
        **pod.manifest,
        "spec": _pod_spec(mapping(pod.manifest.get("spec")), names_account=True),
    }
    status = dict(mapping(pod.manifest.get("status")))
    given = address(pod)
    if given and "podIP" not in status:
        host = host_address(pod.node_name)
        status |= {
            "hostIP": host,
            "hostIPs": [{"ip": host}],
            "podIP": given,
            "podIPs": [{"ip": given}],
        }
    for part in ("containerStatuses", "initContainerStatuses"):
        if part in status:
            status[part] = [{**_STATUS_DEFAULTS, **mapping(statu)} for statu in items(status[part])]
    return {**made, "status": status}


def _pod_spec(spec: Manifest, *, names_account: bool) -> Manifest:
    made = {**spec, **{name: value for name, value in _POD_DEFAULTS.items() if name not in spec}}
    if names_account and "serviceAccountName" not in made:
        made["serviceAccountName"] = "default"
    if text(made.get("serviceAccountName")):
        made["serviceAccount"] = made["serviceAccountName"]
    for part in ("containers", "initContainers"):
        if part in spec:
            made[part] = [_container(each) for each in items(spec[part])]
    return made


@read_once
def _container(container: Json) -> Json:
    given = mapping(container)
    made: dict[str, Json] = {**_CONTAINER_DEFAULTS, **given}
    if "imagePullPolicy" not in given:
        made["imagePullPolicy"] = _pull_policy(text(given.get("image")))
    return made


def _pull_policy(image: str) -> str:
    tag = image.rpartition("/")[2].partition("@")
    return "Always" if not tag[1] and tag[0].partition(":")[2] in ("", "latest") else "IfNotPresent"


def _node(manifest: Manifest) -> Manifest:
    status = dict(mapping(manifest.get("status")))
    conditions = list(items(status.get("conditions")))
    types = {find(each, "type") for each in conditions}
    since = find(manifest, "metadata", "creationTimestamp")
    for kind, value, reason, said in _HEALTHY:
        if kind not in types:
            condition: dict[str, Json] = {"type": kind, "status": value, "reason": reason, "message": said}
            conditions.append({**condition, "lastHeartbeatTime": since, "lastTransitionTime": since})
    status["conditions"] = conditions
    if "addresses" not in status:
        name = text(find(manifest, "metadata", "name"))
        status["addresses"] = [
            {"type": "InternalIP", "address": host_address(name)},
            {"type": "Hostname", "address": name},
        ]
    status["nodeInfo"] = {**_NODE_INFO, **mapping(status.get("nodeInfo"))}
    return {**manifest, "spec": mapping(manifest.get("spec")), "status": status}


def as_stored(stored: Json, shown: Json, given: Json) -> Json:
    """A document of a client who was `shown` an object: without what the API only adds when it serves, where
    the client has left that as it was. New entries of lists are taken as they are.
    """
    if isinstance(stored, Mapping) and isinstance(shown, Mapping) and isinstance(given, Mapping):
        return {
            key: as_stored(stored[key], shown.get(key), value) if key in stored else value
            for key, value in given.items()
            if key in stored or key not in shown or shown[key] != value
        }
    if (
        isinstance(stored, (list, tuple))
        and isinstance(shown, (list, tuple))
        and isinstance(given, (list, tuple))
    ):
        if len(stored) != len(shown):
            return given
        known = {str(find(each, "name")): place for place, each in enumerate(shown) if find(each, "name")}
        made: list[Json] = []
        for each in given:
            place = known.get(str(find(each, "name")))
            made.append(each if place is None else as_stored(stored[place], shown[place], each))
        return made
    return given
