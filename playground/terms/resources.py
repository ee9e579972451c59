"""Resources of pods and nodes, and taints as fields."""

from __future__ import annotations

from collections.abc import Mapping

from playground.terms.card import FIELD, VALUE, CardWords, gettext_noop

RESOURCES: Mapping[str, CardWords] = {
    "requests": CardWords(
        FIELD,
        gettext_noop(
            "What a container asks for. The scheduler adds the requests of the pods on a node and "
            "never looks at their real use."
        ),
        "/concepts/configuration/manage-resources-containers/#requests-and-limits",
        formula=gettext_noop("free = allocatable − requests of the pods on the node"),
        also=("resources.requests",),
        shows=("requests",),
        plugin="NodeResourcesFit",
    ),
    "limits": CardWords(
        FIELD,
        gettext_noop("The most that a container may use. The kubelet enforces it; the scheduler ignores it."),
        "/concepts/configuration/manage-resources-containers/#requests-and-limits",
        also=("resources.limits",),
        shows=("limits",),
    ),
    "allocatable": CardWords(
        FIELD,
        gettext_noop(
            "What a node offers to pods: its capacity minus what is reserved for the system and for "
            "the hard eviction threshold."
        ),
        "/tasks/administer-cluster/reserve-compute-resources/#node-allocatable",
        formula=gettext_noop("free = allocatable − requests of the pods on the node"),
        shows=("requests",),
        also=("status.allocatable",),
        plugin="NodeResourcesFit",
    ),
    "qosClass": CardWords(
        FIELD,
        gettext_noop(
            "Guaranteed, Burstable or BestEffort, computed from requests and limits. The scheduler "
            "does not use it; it matters when the node runs out of memory."
        ),
        "/concepts/workloads/pods/pod-qos/",
        shows=("limits",),
        also=("status.qosClass", "QoS"),
    ),
    "unschedulable": CardWords(
        FIELD,
        gettext_noop(
            "True on a node that was cordoned. New pods are not placed there; pods that run there stay."
        ),
        "/concepts/architecture/nodes/#manual-node-administration",
        also=("spec.unschedulable",),
        shows=("unschedulable",),
        plugin="NodeUnschedulable",
    ),
    "taints": CardWords(
        FIELD,
        gettext_noop(
            "Marks on a node that keep pods away unless they tolerate them. The effect says how: "
            "NoSchedule, PreferNoSchedule or NoExecute."
        ),
        "/concepts/scheduling-eviction/taint-and-toleration/",
        also=("spec.taints",),
        shows=("taints",),
        plugin="TaintToleration",
    ),
    "NoSchedule": CardWords(
        VALUE,
        gettext_noop(
            "An effect of a taint: Filter refuses the node for pods that do not tolerate it. Pods "
            "that run there stay."
        ),
        "/concepts/scheduling-eviction/taint-and-toleration/",
        shows=("taints",),
        plugin="TaintToleration",
    ),
    "PreferNoSchedule": CardWords(
        VALUE,
        gettext_noop(
            "An effect of a taint: no node is refused, but Score gives fewer points to nodes with "
            "such taints that the pod does not tolerate."
        ),
        "/concepts/scheduling-eviction/taint-and-toleration/",
        shows=("taints",),
        plugin="TaintToleration",
    ),
    "NoExecute": CardWords(
        VALUE,
        gettext_noop(
            "An effect of a taint: new pods are refused, and running pods that do not tolerate it are "
            "evicted, at once or after tolerationSeconds."
        ),
        "/concepts/scheduling-eviction/taint-and-toleration/#concepts",
        shows=("taints", "TaintManagerEviction"),
        plugin="TaintToleration",
    ),
}
