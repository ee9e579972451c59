"""Objects as the API serves them: with the defaults that decide nothing, so that they are not stored.

Source: pkg/apis/core/v1/defaults.go (v1.34); a Node without any report has the conditions of a healthy one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256

from scheduler_core.apiserver.admission.admission import SYSTEM_CLASSES
from scheduler_core.apiserver.registry.deleting import IMMORTAL_NAMESPACES
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.controllers.endpointslice.endpoint import address, host_address
from scheduler_core.objects.kinds import KINDS, Object
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text, with_value
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.read_once import read_once
from scheduler_core.objects.scalars.times import format_time

ALWAYS_NAMESPACES = (*IMMORTAL_NAMESPACES, "kube-node-lease")
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
    """A Service that has a cluster IP gets it from its uid."""
    spec = mapping(manifest.get("spec"))
    if spec.get("type", "ClusterIP") == "ExternalName" or spec.get("clusterIP"):
        return manifest
    first, second = sha256(text(find(manifest, "metadata", "uid")).encode()).digest()[:2]
    given = f"10.96.{first}.{second}"
    addressed: dict[str, Json] = {**spec, "clusterIP": given, "clusterIPs": [given]}
    return {**manifest, "spec": addressed}


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
            status[part] = [{**_STATUS_DEFAULTS, **mapping(each)} for each in items(status[part])]
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


def served(api: ApiServer, kind: str) -> Iterator[tuple[str, Manifest]]:
    """Keys and manifests of all objects of a kind, with those that every cluster has: four namespaces and two
    PriorityClasses.
    """
    table = api.objects(kind)
    for key, each in table.items():
        yield key, presented(kind, each)
    for name in _ALWAYS.get(kind, ()):
        if name not in table:
            yield name, _always(api, kind, name)


def served_object(api: ApiServer, kind: str, key: str) -> Manifest | None:
    """One of `served`."""
    found = api.get(kind, key)
    if found is not None:
        return presented(kind, found)
    return _always(api, kind, key) if key in _ALWAYS.get(kind, ()) else None


_ALWAYS: Mapping[str, tuple[str, ...]] = {
    "Namespace": ALWAYS_NAMESPACES,
    "PriorityClass": tuple(SYSTEM_CLASSES),
}


def _always(api: ApiServer, kind: str, name: str) -> Manifest:
    if kind == "Namespace":
        return _namespace(name, api.start_at)
    return _system_class(name, SYSTEM_CLASSES[name], api.start_at)


def _metadata(name: str, start_at: int, number: int) -> dict[str, Json]:
    return {
        "name": name,
        "uid": f"00000000-0000-4000-a000-{number:012x}",
        "resourceVersion": "1",
        "creationTimestamp": format_time(start_at),
    }


def _namespace(name: str, start_at: int) -> Manifest:
    metadata = _metadata(name, start_at, ALWAYS_NAMESPACES.index(name))
    return {
        "apiVersion": "v1",
        "kind": "Namespace",
        "metadata": {**metadata, "labels": {"kubernetes.io/metadata.name": name}},
        "spec": {"finalizers": ["kubernetes"]},
        "status": {"phase": "Active"},
    }


def _system_class(name: str, value: int, start_at: int) -> Manifest:
    return {
        "apiVersion": "scheduling.k8s.io/v1",
        "kind": "PriorityClass",
        "metadata": {**_metadata(name, start_at, value % 4096 + 16), "generation": 1},
        "value": value,
        "preemptionPolicy": "PreemptLowerPriority",
        "description": "Used for system critical pods that must run in the cluster.",
    }


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
