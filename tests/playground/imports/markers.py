"""Dumps with a marker in every string that an import must not keep."""

from __future__ import annotations

import re
from typing import Any

MARK = "hush"
PLANTED = re.compile(rf"{MARK}\d+x")

_STAYS = {
    *("apiVersion", "kind", "name", "namespace", "generateName", "uid", "finalizers", "resourceVersion"),
    *("key", "operator", "effect", "topologyKey", "topologyKeys", "whenUnsatisfiable", "matchLabelKeys"),
    *("nodeName", "nominatedNodeName", "schedulerName", "priorityClassName", "runtimeClassName"),
    *("serviceAccountName", "serviceAccount", "hostname", "subdomain", "conditionType", "claimName"),
    *("secretName", "storageClassName", "volumeName", "persistentVolumeName", "volumeAttributesClassName"),
    *(
        "restartPolicy",
        "protocol",
        "type",
        "phase",
        "reason",
        "status",
        "schedule",
        "timeZone",
        "serviceName",
    ),
    *("preemptionPolicy", "provisioner", "volumeBindingMode", "reclaimPolicy", "volumeMode", "attacher"),
    *(
        "persistentVolumeReclaimPolicy",
        "accessModes",
        "driver",
        "volumeHandle",
        "expression",
        "holderIdentity",
    ),
    *("concurrencyPolicy", "podManagementPolicy", "minAvailable", "maxUnavailable", "maxSurge", "divisor"),
    *(
        "volumesInUse",
        "deviceClassName",
        "scheme",
        "addressType",
        "unhealthyPodEvictionPolicy",
        "externalName",
    ),
    *("pdName", "volumeID", "currentRevision", "updateRevision", "image", "names", "zone", "sizeLimit"),
    *("externalTrafficPolicy", "internalTrafficPolicy", "sessionAffinity", "nodeAffinityPolicy", "resource"),
    *("nodeTaintsPolicy", "completionMode", "allocationMode", "operatingSystem", "terminationMessagePolicy"),
    *("containerRuntimeVersion", "kernelVersion", "kubeProxyVersion", "kubeletVersion", "osImage"),
    *("architecture", "port", "targetPort", "appProtocol"),
    *("resourceClaimTemplateName", "resourceClaimName", "trafficDistribution", "ipFamilyPolicy"),
}
"""Names of fields whose texts decide, name or show something, or are checked against a list of words."""
_STAYS_BELOW = re.compile(
    r"(?:^|\.)(?:labels|matchLabels|matchExpressions|matchFields|matchLabelExpressions|nodeSelector|selector|"
    r"tolerations|taints|requests|limits|capacity|allocatable|namespaces|attributes|overhead)(?:[.\[]|$)"
)
_OWN = re.compile(r"annotations\.(?:podium/|volume|pv\.|storage|resource|kubernetes\.io/config)")


class Planting:
    """Plants markers and counts them."""

    def __init__(self) -> None:
        self.planted = 0

    def mark(self) -> str:
        self.planted += 1
        return f"{MARK}{self.planted}x"

    def plant(self, value: Any, path: str = "") -> Any:
        """The value with a marker at the end of each text that has to go."""
        if isinstance(value, dict):
            return {name: self.plant(entry, f"{path}.{name}") for name, entry in value.items()}
        if isinstance(value, list):
            return [self.plant(entry, path) for entry in value]
        if not isinstance(value, str) or self._stays(path):
            return value
        return f"{value}{self.mark()}"

    @staticmethod
    def _stays(path: str) -> bool:
        if ".annotations." in path:
            return _OWN.search(path) is not None
        return path.rpartition(".")[2] in _STAYS or _STAYS_BELOW.search(path) is not None


def dump() -> list[dict[str, Any]]:
    """A cluster whose objects have every field in which something secret has been seen."""
    container = {
        "name": "app",
        "image": "registry.example/app:1",
        "command": ["/bin/app", "--password=x"],
        "args": ["--token", "x"],
        "workingDir": "/srv/x",
        "env": [{"name": "TOKEN", "value": "x"}, {"name": "P", "valueFrom": {"secretKeyRef": {"name": "s", "key": "k"}}}],
        "envFrom": [{"prefix": "x", "secretRef": {"name": "s"}}],
        "livenessProbe": {
            "httpGet": {"path": "/x", "port": 8080, "host": "x", "httpHeaders": [{"name": "Authorization", "value": "x"}]}
        },
        "readinessProbe": {"exec": {"command": ["check", "--key", "x"]}},
        "startupProbe": {"grpc": {"port": 9000, "service": "x"}},
        "lifecycle": {
            "preStop": {"exec": {"command": ["sh", "-c", "sleep 5; curl x"]}},
            "postStart": {"httpGet": {"path": "/x", "port": 80, "httpHeaders": [{"name": "X", "value": "x"}]}},
        },
        "volumeMounts": [{"name": "v", "mountPath": "/x", "subPath": "x", "subPathExpr": "x"}],
        "securityContext": {"seLinuxOptions": {"level": "x"}},
        "terminationMessagePath": "/x",
    }  # fmt: skip
    ended = {"exitCode": 1, "reason": "Error", "message": "x", "containerID": "x"}
    status = {
        "phase": "Running",
        "message": "x",
        "hostIP": "10.0.0.1",
        "podIP": "10.0.0.2",
        "conditions": [{"type": "Ready", "status": "True", "reason": "R", "message": "x"}],
        "containerStatuses": [
            {
                "name": "app",
                "image": "registry.example/app:1",
                "imageID": "x",
                "containerID": "x",
                "state": {"running": {"startedAt": "2030-01-01T00:00:00Z"}},
                "lastState": {"terminated": ended},
            }
        ],
    }
    volumes = [
        {"name": "v", "hostPath": {"path": "/x"}},
        {"name": "w", "nfs": {"server": "x", "path": "/x"}},
        {"name": "c", "csi": {"driver": "d", "volumeAttributes": {"a": "x"}, "nodePublishSecretRef": {"name": "s"}}},
        {"name": "f", "flexVolume": {"driver": "d", "options": {"a": "x"}}},
        {"name": "g", "gitRepo": {"repository": "https://x"}},
        {"name": "p", "projected": {"sources": [{"serviceAccountToken": {"path": "x", "audience": "x"}}]}},
    ]  # fmt: skip
    notes = {
        "kubectl.kubernetes.io/last-applied-configuration": '{"spec": "x"}',
        "other.example/copy": "x",
        "podium/exits-after-sigterm": "3",
    }
    spec = {
        "containers": [container],
        "initContainers": [
            {"name": "i", "image": "i", "command": ["sh", "-c", "sleep 2 && x"], "args": ["x"]}
        ],
        "volumes": volumes,
        "hostAliases": [{"ip": "10.1.1.1", "hostnames": ["x"]}],
        "dnsConfig": {"searches": ["x"], "options": [{"name": "o", "value": "x"}]},
        "securityContext": {"sysctls": [{"name": "s", "value": "x"}]},
        "somethingNew": {"deep": ["x", {"er": "x"}]},
    }
    labels = {"app": "web"}
    template = {"metadata": {"labels": labels, "annotations": notes}, "spec": spec}
    meta = {"labels": labels, "annotations": notes, "managedFields": [{"manager": "x"}], "selfLink": "/x"}
    return [
        {
            "apiVersion": "v1",
            "kind": "Node",
            "metadata": {**meta, "name": "n1"},
            "spec": {"providerID": "x", "podCIDR": "10.2.0.0/24", "externalID": "x"},
            "status": {
                "allocatable": {"cpu": "8", "memory": "16Gi", "pods": "110"},
                "addresses": [{"type": "InternalIP", "address": "10.0.0.1"}],
                "nodeInfo": {"machineID": "x", "systemUUID": "x", "bootID": "x", "operatingSystem": "linux"},
                "conditions": [{"type": "Ready", "status": "True", "message": "x"}],
            },
        },
        {"apiVersion": "v1", "kind": "Pod", "metadata": {**meta, "name": "p"}, "spec": {**spec, "nodeName": "n1"}, "status": status},
        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "mapped"}, "spec": {"containers": [{"name": "a", "image": "https://user:x@registry.example/a:1", "env": {"A": "x"}}]}},
        *(
            {"apiVersion": "apps/v1", "kind": kind, "metadata": {**meta, "name": name}, "spec": {"selector": {"matchLabels": labels}, "template": template, **more}}
            for kind, name, more in (
                ("Deployment", "web", {}),
                ("DaemonSet", "each", {}),
                ("StatefulSet", "pets", {"serviceName": "pets", "volumeClaimTemplates": [{"metadata": {"name": "d", "annotations": notes}, "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}}]}),
            )
        ),
        {"apiVersion": "batch/v1", "kind": "CronJob", "metadata": {**meta, "name": "nightly"}, "spec": {"schedule": "0 3 * * *", "jobTemplate": {"metadata": {"annotations": notes}, "spec": {"template": {**template, "spec": {**spec, "restartPolicy": "Never"}}}}}},
        {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {**meta, "name": "pv"}, "spec": {"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"], "csi": {"driver": "d", "volumeHandle": "h", "volumeAttributes": {"a": "x"}, "nodeStageSecretRef": {"name": "s"}}, "mountOptions": ["x"]}, "status": {"message": "x"}},
        {"apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": {**meta, "name": "fast"}, "provisioner": "d", "parameters": {"a": "x"}, "mountOptions": ["x"]},
        {"apiVersion": "storage.k8s.io/v1", "kind": "CSINode", "metadata": {"name": "n1"}, "spec": {"drivers": [{"name": "d", "nodeID": "x"}]}},
        {"apiVersion": "storage.k8s.io/v1", "kind": "VolumeAttachment", "metadata": {"name": "a"}, "spec": {"attacher": "d", "nodeName": "n1", "source": {"persistentVolumeName": "pv"}}, "status": {"attached": True, "attachmentMetadata": {"a": "x"}, "attachError": {"message": "x"}}},
        {"apiVersion": "v1", "kind": "Service", "metadata": {**meta, "name": "s"}, "spec": {"selector": labels, "ports": [{"port": 80}], "loadBalancerIP": "x", "externalIPs": ["x"], "loadBalancerSourceRanges": ["x"]}},
        {"apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass", "metadata": {"name": "high"}, "value": 10, "description": "x"},
        {"apiVersion": "resource.k8s.io/v1", "kind": "DeviceClass", "metadata": {"name": "gpu"}, "spec": {"config": [{"opaque": {"driver": "d.example", "parameters": {"a": "x"}}}]}},
        {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s"}, "data": {"a": "x"}, "stringData": {"b": "x"}},
        {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}, "data": {"a": "x"}, "binaryData": {"b": "x"}},
        {"apiVersion": "example.com/v1", "kind": "Odd", "metadata": {"name": "o"}, "spec": {"a": "x"}},
    ]  # fmt: skip
