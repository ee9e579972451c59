"""`oom_score_adj.json`: oom_score_adj of one container."""

from __future__ import annotations

from scheduler_core.apiserver.defaulting import with_defaults
from scheduler_core.kubelet.oom import oom_score_adj
from scheduler_core.kubelet.qos import pod_qos_class
from scheduler_core.objects.manifest import Manifest, flag, integer, text
from scheduler_core.objects.pod import Container, Pod
from scheduler_core.objects.quantity import parse_quantity
from scheduler_core.objects.resources import MEMORY, get
from scheduler_core.parity.vectors.containers import pod_of

_CRITICAL = 2_000_000_000


def evaluate(case: Manifest) -> Manifest:
    """`case` is the vector's `input`."""
    pod = Pod.parse(with_defaults("Pod", pod_of(case)))
    name = text(case.get("container"))
    container = next(one for one in (*pod.spec.init_containers, *pod.spec.containers) if one.name == name)
    critical = flag(case.get("static")) or (integer(case.get("priority")) or 0) >= _CRITICAL
    qos = pod_qos_class(pod)
    return {
        "oomScoreAdj": oom_score_adj(
            qos,
            _memory(container),
            parse_quantity(text(case.get("nodeMemoryCapacity"))).value,
            node_critical=critical and case.get("priorityClassName") == "system-node-critical",
            regular_requests=[_memory(one) for one in pod.spec.containers] if container.sidecar else None,
        ),
        "qosClass": qos,
    }


def _memory(container: Container) -> int:
    return get(container.requests, MEMORY).value
