"""`qos_class.json`: QoS class after defaulting (a missing request takes the limit), and without it."""

from __future__ import annotations

from scheduler_core.apiserver.defaults.defaulting import with_defaults
from scheduler_core.kubelet.types.pod_qos import pod_qos_class
from scheduler_core.objects.manifest import Manifest
from scheduler_core.objects.pod import Pod
from scheduler_core.parity.vectors.containers import pod_of


def evaluate(case: Manifest) -> Manifest:
    """`case` is the vector's `input`."""
    pod = pod_of(case)
    return {
        "qosClass": pod_qos_class(Pod.parse(with_defaults("Pod", pod))),
        "qosClassIfRequestsWereNotDefaulted": pod_qos_class(Pod.parse(pod)),
    }
