"""Fields that scheduling reads or writes."""

from __future__ import annotations

from collections.abc import Mapping

from playground.terms.card import FIELD, CardWords, gettext_noop

FIELDS: Mapping[str, CardWords] = {
    "priority": CardWords(
        FIELD,
        gettext_noop(
            "An integer that a pod gets at creation from its PriorityClass. The scheduling queue is "
            "ordered by it, and preemption removes only pods of a lower priority."
        ),
        "/concepts/scheduling-eviction/pod-priority-preemption/#pod-priority",
        also=("spec.priority",),
        shows=("priority", "priorityClassName"),
        plugin="PrioritySort",
    ),
    "priorityClassName": CardWords(
        FIELD,
        gettext_noop(
            "Names the PriorityClass of a pod. The API server refuses the pod when there is no class "
            "of this name."
        ),
        "/concepts/scheduling-eviction/pod-priority-preemption/#pod-priority",
        also=("spec.priorityClassName",),
        shows=("priorityClassName",),
    ),
    "preemptionPolicy": CardWords(
        FIELD,
        gettext_noop(
            "Says whether a pod may preempt others: PreemptLowerPriority (the default) or Never. With "
            "Never the pod still stands ahead of lower priorities in the queue, and it can still be a "
            "victim itself."
        ),
        "/concepts/scheduling-eviction/pod-priority-preemption/#non-preempting-priority-class",
        also=("spec.preemptionPolicy",),
        shows=("preemptionPolicy",),
        plugin="DefaultPreemption",
    ),
    "globalDefault": CardWords(
        FIELD,
        gettext_noop(
            "Marks the one PriorityClass that pods without priorityClassName get. It applies to pods "
            "that are created later, not to existing ones."
        ),
        "/concepts/scheduling-eviction/pod-priority-preemption/#priorityclass",
        shows=("globalDefault",),
    ),
    "nominatedNodeName": CardWords(
        FIELD,
        gettext_noop(
            "The node on which preemption makes room for the pod. The scheduler counts the pod there "
            "when it looks for a node for pods of equal or lower priority. It is no binding: the pod "
            "may be bound to another node."
        ),
        "/concepts/scheduling-eviction/pod-priority-preemption/#user-exposed-information",
        also=("status.nominatedNodeName",),
        shows=("Preempted",),
        plugin="DefaultPreemption",
    ),
    "nodeName": CardWords(
        FIELD,
        gettext_noop(
            "The node to which the pod is bound. The field is empty while the pod waits. Once set, it "
            "never changes."
        ),
        "/concepts/scheduling-eviction/assign-pod-node/#nodename",
        shows=("Scheduled",),
        also=("spec.nodeName",),
        plugin="NodeName",
    ),
    "nodeSelector": CardWords(
        FIELD,
        gettext_noop("Labels that a node must have, all of them, so that the pod can be placed there."),
        "/concepts/scheduling-eviction/assign-pod-node/#nodeselector",
        also=("spec.nodeSelector",),
        shows=("nodeSelector",),
        plugin="NodeAffinity",
    ),
    "nodeAffinity": CardWords(
        FIELD,
        gettext_noop(
            "Rules about the labels of nodes. Required terms exclude nodes; preferred terms only "
            "raise the score of nodes that match."
        ),
        "/concepts/scheduling-eviction/assign-pod-node/#node-affinity",
        also=("spec.affinity.nodeAffinity",),
        shows=("nodeAffinity",),
        plugin="NodeAffinity",
    ),
    "podAffinity": CardWords(
        FIELD,
        gettext_noop(
            "Requires or prefers that a matching pod runs in the same topology domain, for example "
            "the same zone."
        ),
        "/concepts/scheduling-eviction/assign-pod-node/#inter-pod-affinity-and-anti-affinity",
        also=("spec.affinity.podAffinity",),
        shows=("podAffinity",),
        plugin="InterPodAffinity",
    ),
    "podAntiAffinity": CardWords(
        FIELD,
        gettext_noop(
            "Forbids or discourages that a matching pod runs in the same topology domain. It works "
            "both ways: a running pod with required anti-affinity keeps matching pods away as well."
        ),
        "/concepts/scheduling-eviction/assign-pod-node/#inter-pod-affinity-and-anti-affinity",
        also=("spec.affinity.podAntiAffinity",),
        shows=("podAntiAffinity",),
        plugin="InterPodAffinity",
    ),
    "tolerations": CardWords(
        FIELD,
        gettext_noop(
            "The taints that a pod accepts on its node. A toleration permits, it does not attract the "
            "pod to such a node."
        ),
        "/concepts/scheduling-eviction/taint-and-toleration/",
        also=("spec.tolerations",),
        shows=("taints", "tolerations"),
        plugin="TaintToleration",
    ),
    "tolerationSeconds": CardWords(
        FIELD,
        gettext_noop(
            "How long a pod may stay on a node after a NoExecute taint was added that it tolerates. "
            "Pods get 300 s by default for the taints not-ready and unreachable."
        ),
        "/concepts/scheduling-eviction/taint-and-toleration/#taint-based-evictions",
        shows=("TaintManagerEviction",),
    ),
    "schedulingGates": CardWords(
        FIELD,
        gettext_noop(
            "Names of conditions that must be cleared before the scheduler looks at the pod. Entries "
            "can be removed from an existing pod, but not added."
        ),
        "/concepts/scheduling-eviction/pod-scheduling-readiness/",
        also=("spec.schedulingGates",),
        shows=("schedulingGates",),
        plugin="SchedulingGates",
    ),
    "schedulerName": CardWords(
        FIELD,
        gettext_noop(
            "Names the scheduler profile that places the pod. A pod whose name belongs to no running "
            "scheduler stays pending without any event."
        ),
        "/tasks/extend-kubernetes/configure-multiple-schedulers/",
        also=("spec.schedulerName",),
        shows=("schedulerName",),
    ),
}
