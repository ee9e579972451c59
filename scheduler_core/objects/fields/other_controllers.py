"""Widely used kinds of other projects: what their controllers do to pods and nodes of a real cluster, and
what it means that they are not simulated.

Source: the API groups in each project's documentation (2025).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias

Effect: TypeAlias = Literal["queues", "gangs", "machines", "makes_pods", "makes_nodes", "scales"]
"""queues: holds pods by a scheduling gate until a quota admits them. gangs: places the pods of a group only
together. machines: runs virtual machines in pods. makes_pods: makes and replaces the pods of its objects.
makes_nodes: adds, replaces and removes nodes. scales: changes the number of replicas."""


@dataclass(frozen=True, slots=True)
class OtherController:
    product: str
    effect: Effect


_GROUPS: Mapping[str, OtherController] = MappingProxyType(
    {
        "kueue.x-k8s.io": OtherController("Kueue", "queues"),
        "volcano.sh": OtherController("Volcano", "gangs"),
        "scheduling.x-k8s.io": OtherController("scheduler-plugins", "gangs"),
        "scheduling.run.ai": OtherController("KAI Scheduler", "gangs"),
        "yunikorn.apache.org": OtherController("YuniKorn", "gangs"),
        "kubevirt.io": OtherController("KubeVirt", "machines"),
        "argoproj.io": OtherController("Argo", "makes_pods"),
        "apps.kruise.io": OtherController("OpenKruise", "makes_pods"),
        "apps.openshift.io": OtherController("OpenShift", "makes_pods"),
        "jobset.x-k8s.io": OtherController("JobSet", "makes_pods"),
        "leaderworkerset.x-k8s.io": OtherController("LeaderWorkerSet", "makes_pods"),
        "kubeflow.org": OtherController("Kubeflow", "makes_pods"),
        "ray.io": OtherController("KubeRay", "makes_pods"),
        "sparkoperator.k8s.io": OtherController("Spark Operator", "makes_pods"),
        "serving.knative.dev": OtherController("Knative", "makes_pods"),
        "tekton.dev": OtherController("Tekton", "makes_pods"),
        "postgresql.cnpg.io": OtherController("CloudNativePG", "makes_pods"),
        "karpenter.sh": OtherController("Karpenter", "makes_nodes"),
        "karpenter.k8s.aws": OtherController("Karpenter", "makes_nodes"),
        "karpenter.azure.com": OtherController("Karpenter", "makes_nodes"),
        "cluster.x-k8s.io": OtherController("Cluster API", "makes_nodes"),
        "machine.openshift.io": OtherController("OpenShift", "makes_nodes"),
        "autoscaling.openshift.io": OtherController("OpenShift", "makes_nodes"),
        "machineconfiguration.openshift.io": OtherController("OpenShift", "makes_nodes"),
        "keda.sh": OtherController("KEDA", "scales"),
        "autoscaling": OtherController("HorizontalPodAutoscaler", "scales"),
    }
)
"""API group, or the end of a group behind a dot → whose it is."""
_KINDS_WITHOUT_PODS = frozenset(("Application", "ApplicationSet", "AppProject", "AnalysisTemplate"))
"""Kinds of these groups of which nothing is scheduled."""


def other_controller(kind: str, group: str) -> OtherController | None:
    """The controller that acts on a kind; None where it is not known to change pods or nodes."""
    if kind in _KINDS_WITHOUT_PODS:
        return None
    return of_group(group)


def of_group(group: str) -> OtherController | None:
    """The controller of a group, also of `infrastructure.cluster.x-k8s.io` for `cluster.x-k8s.io`."""
    while group:
        if group in _GROUPS:
            return _GROUPS[group]
        group = group.partition(".")[2]
    return None


def of_gate(gate: str) -> OtherController | None:
    """The controller that holds pods by a scheduling gate."""
    controller = of_group(gate.partition("/")[0])
    return controller if controller is not None and controller.effect == "queues" else None
