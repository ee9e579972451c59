"""Small clusters with a little of everything, for the soak."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.builders import api_object, node
from tests.core.play import priority_class

Document = dict[str, Any]

NODES = ("n1", "n2", "n3", "n4", "n5")
ZONE = "topology.kubernetes.io/zone"
HOLD = "example.com/hold"
IMAGES = ("example/app:1", "example/app:2", "example/app:3")
WORKLOADS = (
    ("Deployment", "default", "web"),
    ("Deployment", "shop", "front"),
    ("StatefulSet", "default", "db"),
    ("StatefulSet", "shop", "cart"),
    ("ReplicaSet", "default", "set"),
    ("ReplicationController", "shop", "old"),
    ("DaemonSet", "default", "agent"),
    ("Job", "shop", "work"),
)
"""(kind, namespace, name); the pods of each carry the label `app: <name>`."""
BARE_PODS = ("lone", "loner")
BUDGETS = ("web", "db", "cart", "set")
"""The apps that may have a budget of the same name."""
_GROUPS = {"ReplicationController": "v1", "Job": "batch/v1"}
_SHOP = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "shop"}}
_CLASS = api_object("StorageClass", "disks", provisioner="disk.example.com")


def namespace_of(app: str) -> str:
    return next((namespace for _, namespace, name in WORKLOADS if name == app), "default")


@st.composite
def pod_parts(draw: st.DrawFn) -> tuple[dict[str, str], list[str], dict[str, Any]]:
    """Annotations, finalizers and spec of a pod (without names and labels)."""
    annotations = {}
    leaves = draw(st.sampled_from(("0", "2", "12", "never")))
    if leaves != "never":
        annotations["podium/exits-after-sigterm"] = leaves
    if draw(st.integers(0, 3)) == 0:
        annotations["podium/memory"] = draw(st.sampled_from(("100Mi", "0:50Mi,120:400Mi")))
    container: Document = {
        "name": "app",
        "image": draw(st.sampled_from(IMAGES)),
        "resources": {"requests": {"cpu": draw(st.sampled_from(("100m", "500m", "1")))}},
    }
    probe = {"httpGet": {"path": "/", "port": 80}, "periodSeconds": draw(st.sampled_from((2, 10)))}
    for kind in draw(st.sets(st.sampled_from(("readinessProbe", "livenessProbe", "startupProbe")))):
        container[kind] = probe
    if "livenessProbe" not in container and "startupProbe" not in container and draw(st.booleans()):
        annotations["podium/ready-after"] = "7"
    hook = draw(st.sampled_from((None, None, 3, 40)))
    if hook is not None:
        container["lifecycle"] = {"preStop": {"sleep": {"seconds": hook}}}
    spec: Document = {
        "containers": [container],
        "terminationGracePeriodSeconds": draw(st.sampled_from((1, 5, 30, 60))),
    }
    if draw(st.integers(0, 3)) == 0:
        spec["initContainers"] = [
            {"name": "first", "image": "example/init:1"},
            {"name": "beside", "image": "example/proxy:1", "restartPolicy": "Always"},
        ]
    importance = draw(st.sampled_from((None, None, "p10", "p100")))
    if importance is not None:
        spec["priorityClassName"] = importance
    if draw(st.integers(0, 4)) == 0:
        spec["tolerations"] = [
            {
                "key": "node.kubernetes.io/unreachable",
                "operator": "Exists",
                "effect": "NoExecute",
                "tolerationSeconds": draw(st.sampled_from((0, 20))),
            }
        ]
    finalizers = [HOLD] if draw(st.integers(0, 7)) == 0 else []
    return annotations, finalizers, spec


@st.composite
def bare_pods(draw: st.DrawFn) -> Document:
    annotations, finalizers, spec = draw(pod_parts())
    spec["restartPolicy"] = draw(st.sampled_from(("Always", "OnFailure", "Never")))
    app = draw(st.sampled_from(("lone", "web", "set")))
    meta = {
        "name": draw(st.sampled_from(BARE_PODS)),
        "labels": {"app": app},
        "annotations": annotations,
        "finalizers": finalizers,
    }
    return {"apiVersion": "v1", "kind": "Pod", "metadata": meta, "spec": spec}


@st.composite
def workloads(draw: st.DrawFn, kind: str, namespace: str, name: str) -> Document:
    annotations, finalizers, pod_spec = draw(pod_parts())
    labels = {"app": name}
    template: Document = {
        "metadata": {"labels": labels, "annotations": annotations, "finalizers": finalizers},
        "spec": pod_spec,
    }
    spec: Document = {"template": template}
    if kind != "Job":
        spec["selector"] = labels if kind == "ReplicationController" else {"matchLabels": labels}
    if kind not in ("DaemonSet", "Job"):
        spec["replicas"] = draw(st.integers(0, 3))
    match kind:
        case "Job":
            pod_spec["restartPolicy"] = draw(st.sampled_from(("OnFailure", "Never")))
            annotations["podium/exits-after"] = draw(st.sampled_from(("5", "200")))
            spec["completions"] = draw(st.integers(1, 3))
        case "StatefulSet":
            spec["serviceName"] = name
            # What it is made with stays: a change of these is refused.
            spec["podManagementPolicy"] = "Parallel" if name == "cart" else "OrderedReady"
            pod_spec["volumes"] = []
            pod_spec["containers"][0]["volumeMounts"] = [{"name": "data", "mountPath": "/data"}]
            claim = {
                "storageClassName": "disks",
                "accessModes": ["ReadWriteOnce"],
                "resources": {"requests": {"storage": "1Gi"}},
            }
            spec["volumeClaimTemplates"] = [{"metadata": {"name": "data"}, "spec": claim}]
        case "Deployment":
            spec["strategy"] = draw(
                st.sampled_from(
                    (
                        {"type": "Recreate"},
                        {"rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0}},
                        {"rollingUpdate": {"maxSurge": 0, "maxUnavailable": 1}},
                    )
                )
            )
    return {
        "apiVersion": _GROUPS.get(kind, "apps/v1"),
        "kind": kind,
        "metadata": {"name": name, "namespace": namespace},
        "spec": spec,
    }


@st.composite
def budgets(draw: st.DrawFn, app: str) -> Document:
    spec: Document = {"selector": {"matchLabels": {"app": app}}}
    spec[draw(st.sampled_from(("minAvailable", "maxUnavailable")))] = draw(st.integers(0, 2))
    return api_object("PodDisruptionBudget", app, metadata={"namespace": namespace_of(app)}, spec=spec)


@st.composite
def clusters(draw: st.DrawFn) -> list[Document]:
    """The documents of a scenario without inputs."""
    header: Document = {
        "apiVersion": "podium/v1",
        "kind": "Scenario",
        "metadata": {"name": "soak"},
        "spec": {"seed": draw(st.integers(0, 5))},
    }
    if draw(st.booleans()):
        graceful = {"shutdownGracePeriod": "30s", "shutdownGracePeriodCriticalPods": "10s"}
        header["spec"]["kubelets"] = [{"nodes": ["n1"], "configuration": graceful}]
    documents = [header, _SHOP, _CLASS, priority_class(10), priority_class(100)]
    for place, name in enumerate(NODES[: draw(st.integers(2, 5))]):
        cpu = draw(st.sampled_from(("1", "2", "4")))
        documents.append(node(name, cpu, "2Gi", labels={ZONE: "a" if place % 2 else "b"}))
    chosen = draw(st.sets(st.sampled_from(WORKLOADS), min_size=1, max_size=4))
    documents += [draw(workloads(*workload)) for workload in WORKLOADS if workload in chosen]
    apps = draw(st.sets(st.sampled_from(BUDGETS), max_size=2))
    return documents + [draw(budgets(app)) for app in BUDGETS if app in apps]
