"""`oom_score_adj.json`: oom_score_adj of one container."""

from __future__ import annotations

from scheduler_core.apiserver.defaults.defaulting import with_defaults
from scheduler_core.kubelet.oom.oom_score import container_oom_score_adj
from scheduler_core.kubelet.types.critical_pods import CONFIG_MIRROR, CONFIG_SOURCE
from scheduler_core.kubelet.types.pod_qos import pod_qos_class
from scheduler_core.objects.manifest import Json, Manifest, flag, mapping, text
from scheduler_core.objects.pod import Pod
from scheduler_core.parity.vectors.candidates import amount
from scheduler_core.parity.vectors.containers import pod_of


def evaluate(case: Manifest) -> Manifest:
    """`case` is the vector's `input`."""
    pod = Pod.parse(with_defaults("Pod", _manifest(case)))
    name = text(case.get("container"))
    container = next(
        entry for entry in (*pod.spec.init_containers, *pod.spec.containers) if entry.name == name
    )
    memory = amount(case.get("nodeMemoryCapacity")) or 0
    return {
        "oomScoreAdj": container_oom_score_adj(pod, container, memory),
        "qosClass": pod_qos_class(pod),
    }


def _manifest(case: Manifest) -> Manifest:
    pod = pod_of(case)
    spec: dict[str, Json] = dict(mapping(pod["spec"]))
    for field in ("priority", "priorityClassName"):
        if case.get(field) is not None:
            spec[field] = case[field]
    annotations: dict[str, Json] = {}
    if flag(case.get("static")):
        annotations[CONFIG_SOURCE] = "file"
    if flag(case.get("mirror")):
        annotations[CONFIG_MIRROR] = "mirror"
    return {**pod, "metadata": {"name": "pod", "annotations": annotations}, "spec": spec}
