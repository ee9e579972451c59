"""What a history records each time the control plane is quiet, taken from a world."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.objects.manifest import Json, Manifest, find, flag, items, mapping, text
from scheduler_core.objects.pod import Pod
from scheduler_core.parity.live.names import Names

_LEFT_OUT = ("Initialized", "ContainersReady", "PodReadyToStartContainers")
_HASHES = (
    "pod-template-hash",
    "controller-revision-hash",
    "pod-template-generation",
    "job-name",
    "controller-uid",
)
_WORKLOADS = ("ReplicaSet", "Deployment", "StatefulSet", "DaemonSet", "Job", "PodDisruptionBudget")
_COUNTS = {
    "ReplicaSet": (
        "replicas",
        "fullyLabeledReplicas",
        "readyReplicas",
        "availableReplicas",
        "terminatingReplicas",
    ),
    "Deployment": (
        "replicas",
        "updatedReplicas",
        "readyReplicas",
        "availableReplicas",
        "unavailableReplicas",
        "terminatingReplicas",
    ),
    "StatefulSet": ("replicas", "readyReplicas", "availableReplicas", "currentReplicas", "updatedReplicas"),
    "DaemonSet": (
        "currentNumberScheduled",
        "desiredNumberScheduled",
        "numberAvailable",
        "numberMisscheduled",
        "numberReady",
        "numberUnavailable",
        "updatedNumberScheduled",
    ),
    "Job": (
        "active",
        "ready",
        "terminating",
        "succeeded",
        "failed",
        "completedIndexes",
        "failedIndexes",
        "uncountedTerminatedPods",
    ),
    "PodDisruptionBudget": ("disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods"),
}
_ALWAYS_WRITTEN = {
    "ReplicaSet": ("replicas",),
    "StatefulSet": ("replicas",),
    "PodDisruptionBudget": ("disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods"),
    "DaemonSet": ("currentNumberScheduled", "desiredNumberScheduled", "numberMisscheduled", "numberReady"),
}
"""Fields that the API writes although they are 0."""


def outcome_of(api: ApiServer, names: Names, tags: frozenset[str], before: frozenset[str]) -> dict[str, Json]:
    """The parts `pods`, `gone`, `objects` and `nodes`; empty ones are left out. `before` are the keys of the
    pods of the last outcome.
    """
    pods = {names.shown("Pod", pod.meta.name): _pod(pod, names, tags) for pod in api.pods.values()}
    gone = sorted(names.shown("Pod", key.rpartition("/")[2]) for key in before if key not in api.pods)
    objects = dict(_objects(api, names))
    nodes = {name: shown for name, node in api.nodes.items() if (shown := _node(node.manifest))}
    parts: dict[str, Json] = {"pods": pods, "gone": gone, "objects": objects, "nodes": nodes}
    return {name: part for name, part in parts.items() if part}


def _pod(pod: Pod, names: Names, tags: frozenset[str]) -> dict[str, Json]:
    manifest, status = pod.manifest, mapping(find(pod.manifest, "status"))
    shown: dict[str, Json] = {
        "node": pod.node_name,
        "phase": pod.status.phase,
        "nominatedNodeName": text(status.get("nominatedNodeName")),
        "deleting": pod.terminating,
        "reason": text(status.get("reason")),
        "message": names.in_text(text(status.get("message"))),
        "finalizers": list(pod.meta.finalizers),
        "gates": [text(find(gate, "name")) for gate in items(find(manifest, "spec", "schedulingGates"))],
        "claims": {
            text(find(entry, "name")): names.shown("ResourceClaim", text(find(entry, "resourceClaimName")))
            for entry in items(status.get("resourceClaimStatuses"))
        },
        "extendedResourceClaim": _extended_claim(mapping(status.get("extendedResourceClaimStatus")), names),
        "conditions": _pod_conditions(pod, names),
    }
    if "resize" in tags:
        shown["resources"] = {
            text(find(container, "name")): find(container, "resources")
            for part in ("containers", "initContainers")
            for container in items(find(manifest, "spec", part))
            if find(container, "resources")
        }
        shown["podResources"] = find(manifest, "spec", "resources")
    if "show-priority" in tags:
        shown["priority"] = find(manifest, "spec", "priority")
        policy = text(find(manifest, "spec", "preemptionPolicy"))
        shown["preemptionPolicy"] = "" if policy == "PreemptLowerPriority" else policy
    if "show-tolerations" in tags:
        shown["tolerations"] = find(manifest, "spec", "tolerations")
    return {name: value for name, value in shown.items() if value or (name == "priority" and value == 0)}


def added_labels(labels: Mapping[str, str], own: Mapping[str, str]) -> dict[str, Json]:
    """The labels that were not in the manifest, and those of the topology."""
    return {
        name: value
        for name, value in labels.items()
        if (name not in own or name.startswith("topology.kubernetes.io/"))
        and name.rpartition("/")[2] not in _HASHES
    }


def _pod_conditions(pod: Pod, names: Names) -> dict[str, Json]:
    shown: dict[str, Json] = {}
    for condition in items(find(pod.manifest, "status", "conditions")):
        kind, status = text(find(condition, "type")), text(find(condition, "status"))
        usual = status == "True" and kind in ("PodScheduled", "Ready")
        finished = kind == "Ready" and pod.status.phase in ("Succeeded", "Failed")
        if kind not in _LEFT_OUT and not usual and not finished:
            shown[kind] = _condition(condition, names)
    return shown


def _condition(condition: Json, names: Names) -> dict[str, Json]:
    shown: dict[str, Json] = {"status": find(condition, "status")}
    for name in ("reason", "message"):
        value = find(condition, name)
        if value is not None:
            shown[name] = names.in_text(text(value))
    return shown


def _conditions(status: Manifest, names: Names) -> dict[str, Json]:
    return {text(find(entry, "type")): _condition(entry, names) for entry in items(status.get("conditions"))}


def _objects(api: ApiServer, names: Names) -> Iterator[tuple[str, dict[str, Json]]]:
    for kind in _WORKLOADS:
        for stored in api.objects(kind).values():
            status = mapping(find(stored.manifest, "status"))
            shown: dict[str, Json] = {}
            for field in _COUNTS[kind]:
                value = status.get(field)
                if (
                    value
                    or field in _ALWAYS_WRITTEN.get(kind, ())
                    or (value is not None and not isinstance(value, int))
                ):
                    shown[field] = value or 0 if not isinstance(value, (dict, str)) else value
                elif value is not None and field in (
                    "terminatingReplicas",
                    "ready",
                    "terminating",
                    "numberAvailable",
                    "updatedNumberScheduled",
                ):
                    shown[field] = value
            for field in ("startTime", "completionTime"):
                if kind == "Job" and status.get(field):
                    shown[field] = "set"
            if status.get("disruptedPods"):
                shown["disruptedPods"] = sorted(
                    names.shown("Pod", name) for name in mapping(status["disruptedPods"])
                )
            if status.get("conditions"):
                shown["conditions"] = _conditions(status, names)
            if kind == "ReplicaSet":
                shown["spec.replicas"] = find(stored.manifest, "spec", "replicas")
            if find(stored.manifest, "metadata", "deletionTimestamp"):
                shown["deleting"] = True
            yield f"{kind}/{names.shown(kind, stored.meta.name)}", shown
    for stored in api.objects("PersistentVolumeClaim").values():
        yield f"PersistentVolumeClaim/{stored.meta.name}", _volume_claim(stored.manifest)
    for stored in api.objects("PodGroup").values():
        yield f"PodGroup/{stored.meta.name}", _pod_group(stored.manifest, names)
    for stored in api.objects("ResourceClaim").values():
        name = names.shown("ResourceClaim", stored.meta.name)
        yield f"ResourceClaim/{name}", _device_claim(stored.manifest, names)


def _pod_group(manifest: Manifest, names: Names) -> dict[str, Json]:
    shown: dict[str, Json] = {
        "finalizers": find(manifest, "metadata", "finalizers"),
        "disruptionMode": find(manifest, "spec", "disruptionMode"),
    }
    conditions = _conditions(mapping(find(manifest, "status")), names)
    if conditions:
        shown["conditions"] = conditions
    if find(manifest, "spec", "priority") is not None:
        shown["priority"] = find(manifest, "spec", "priority")
    if find(manifest, "metadata", "deletionTimestamp"):
        shown["deleting"] = True
    return shown


def _volume_claim(manifest: Manifest) -> dict[str, Json]:
    shown: dict[str, Json] = {"phase": find(manifest, "status", "phase")}
    volume = find(manifest, "spec", "volumeName")
    node = find(manifest, "metadata", "annotations", "volume.kubernetes.io/selected-node")
    if volume:
        shown["volumeName"] = volume
    if node:
        shown["selectedNode"] = node
    if find(manifest, "metadata", "deletionTimestamp"):
        shown["deleting"] = True
    return shown


_CLAIM_ANNOTATIONS = ("resource.kubernetes.io/",)


def _extended_claim(status: Manifest, names: Names) -> dict[str, Json]:
    name = text(status.get("resourceClaimName"))
    return {**status, "resourceClaimName": names.shown("ResourceClaim", name)} if status else {}


def _device_claim(manifest: Manifest, names: Names) -> dict[str, Json]:
    status = mapping(find(manifest, "status"))
    shown: dict[str, Json] = {}
    if status.get("allocation"):
        shown["allocation"] = _allocation(mapping(status["allocation"]))
    users = [
        f"{text(find(user, 'resource'))}/{names.shown('Pod', text(find(user, 'name')))}"
        for user in items(status.get("reservedFor"))
    ]
    if users:
        shown["reservedFor"] = users
    if status.get("devices"):
        shown["devices"] = [
            {**mapping(device), "conditions": _conditions(mapping(device), names)}
            for device in items(status["devices"])
        ]
    annotations = mapping(find(manifest, "metadata", "annotations"))
    if annotations:
        shown["annotations"] = dict(annotations)
    owner = next(iter(items(find(manifest, "metadata", "ownerReferences"))), None)
    if owner is not None:
        shown["owner"] = f"{text(find(owner, 'kind'))}/{names.shown('Pod', text(find(owner, 'name')))}"
    if "resource.kubernetes.io/extended-resource-claim" in annotations:
        shown["spec"] = find(manifest, "spec")
    if find(manifest, "metadata", "deletionTimestamp"):
        shown["deleting"] = True
    return shown


def _allocation(allocation: Manifest) -> dict[str, Json]:
    """The allocation without its time and the random ids of shares."""
    devices = mapping(allocation.get("devices"))
    results = [
        {name: value for name, value in mapping(result).items() if name != "shareID"}
        for result in items(devices.get("results"))
    ]
    kept = {name: value for name, value in allocation.items() if name != "allocationTimestamp"}
    return {**kept, "devices": {**devices, "results": list(results)}}


def _node(manifest: Manifest) -> dict[str, Json]:
    shown: dict[str, Json] = {}
    taints = [
        {
            name: value
            for name, value in mapping(taint).items()
            if name in ("key", "value", "effect") and value
        }
        for taint in items(find(manifest, "spec", "taints"))
    ]
    if taints:
        shown["taints"] = list(taints)
    if flag(find(manifest, "spec", "unschedulable")):
        shown["unschedulable"] = True
    for condition in items(find(manifest, "status", "conditions")):
        if find(condition, "type") == "Ready" and find(condition, "status") != "True":
            shown["Ready"] = {"status": find(condition, "status"), "reason": find(condition, "reason")}
    return shown
