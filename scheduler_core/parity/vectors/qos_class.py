"""`qos_class.json`: QoS class after defaulting (a missing request takes the limit), and without it."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.apiserver.defaulting import with_defaults
from scheduler_core.kubelet.qos import pod_qos_class
from scheduler_core.objects.manifest import Json, Manifest, items, mapping
from scheduler_core.objects.pod import Pod


def evaluate(case: Manifest) -> Manifest:
    """`case` is the vector's `input`."""
    pod = _pod(case)
    return {
        "qosClass": pod_qos_class(Pod.parse(with_defaults("Pod", pod))),
        "qosClassIfRequestsWereNotDefaulted": pod_qos_class(Pod.parse(pod)),
    }


def _pod(case: Manifest) -> Manifest:
    spec: dict[str, Json] = {"containers": [], "initContainers": []}
    regular: list[Json] = []
    init: list[Json] = []
    for entry in map(mapping, items(case.get("containers"))):
        container: dict[str, Json] = {
            "name": entry.get("name"),
            "resources": {"requests": entry.get("requests") or {}, "limits": entry.get("limits") or {}},
        }
        if entry.get("restartPolicyAlways") is True:
            container["restartPolicy"] = "Always"
        (init if entry.get("init") is True else regular).append(container)
    spec["containers"], spec["initContainers"] = regular, init
    level = {
        name: case[given]
        for name, given in (("requests", "podRequests"), ("limits", "podLimits"))
        if isinstance(case.get(given), Mapping)
    }
    if level:
        spec["resources"] = level
    return {"metadata": {"name": "pod"}, "spec": spec}
