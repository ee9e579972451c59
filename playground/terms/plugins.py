"""Plugins of the scheduler and extension points."""

from __future__ import annotations

from collections.abc import Mapping

from playground.terms.card import PLUGIN, POINT, CardWords, gettext_noop

PLUGINS: Mapping[str, CardWords] = {
    "SchedulingGates": CardWords(
        PLUGIN,
        gettext_noop("Keeps a pod out of the scheduling queue as long as spec.schedulingGates has an entry."),
        "/concepts/scheduling-eviction/pod-scheduling-readiness/",
    ),
    "PrioritySort": CardWords(
        PLUGIN,
        gettext_noop(
            "Orders the queue: the pod with the highest priority comes first, and among equal ones "
            "the pod that has waited longest."
        ),
        "/concepts/scheduling-eviction/pod-priority-preemption/",
    ),
    "NodeUnschedulable": CardWords(
        PLUGIN,
        gettext_noop(
            "Refuses nodes that are cordoned, unless the pod tolerates the taint "
            "node.kubernetes.io/unschedulable."
        ),
        "/concepts/scheduling-eviction/taint-and-toleration/",
    ),
    "NodeName": CardWords(
        PLUGIN,
        gettext_noop("Refuses every node except the one that spec.nodeName names."),
        "/concepts/scheduling-eviction/assign-pod-node/#nodename",
    ),
    "TaintToleration": CardWords(
        PLUGIN,
        gettext_noop(
            "Refuses nodes with a taint NoSchedule or NoExecute that the pod does not tolerate. It "
            "scores nodes lower for each taint PreferNoSchedule that is not tolerated; max is the "
            "largest number of such taints on a feasible node."
        ),
        "/concepts/scheduling-eviction/taint-and-toleration/",
        formula=gettext_noop("(max − untolerated) × 100 ÷ max"),
    ),
    "NodeAffinity": CardWords(
        PLUGIN,
        gettext_noop(
            "Refuses nodes that do not match nodeSelector and the required node affinity. It adds up "
            "the weights of the preferred terms that match; max is the largest sum among the feasible"
            " nodes."
        ),
        "/concepts/scheduling-eviction/assign-pod-node/#node-affinity",
        formula=gettext_noop("sum of the weights of matching terms × 100 ÷ max"),
    ),
    "NodePorts": CardWords(
        PLUGIN,
        gettext_noop("Refuses nodes on which a pod already uses a host port that this pod requests."),
        "/concepts/services-networking/service/",
    ),
    "NodeResourcesFit": CardWords(
        PLUGIN,
        gettext_noop(
            "Refuses nodes whose free resources are less than the pod requests. Free is allocatable "
            "minus the requests of the pods on the node; use does not count. It scores nodes with "
            "more free cpu and memory higher (LeastAllocated)."
        ),
        "/concepts/scheduling-eviction/resource-bin-packing/",
        formula=gettext_noop("mean of (allocatable − requested) × 100 ÷ allocatable over cpu and memory"),
    ),
    "VolumeRestrictions": CardWords(
        PLUGIN,
        gettext_noop(
            "Refuses nodes on which a disk of the pod is used in a conflicting way, and a claim with "
            "ReadWriteOncePod that another pod uses."
        ),
        "/concepts/storage/persistent-volumes/#access-modes",
    ),
    "NodeVolumeLimits": CardWords(
        PLUGIN,
        gettext_noop(
            "Refuses nodes to which no further volume of the pod's CSI driver can be attached. The "
            "limit comes from the CSINode object."
        ),
        "/concepts/storage/storage-limits/",
    ),
    "VolumeBinding": CardWords(
        PLUGIN,
        gettext_noop(
            "Refuses nodes where the volumes of the pod's claims cannot be used or found. For claims "
            "that wait for their first consumer it chooses the volumes, and binds them before the pod"
            " is bound."
        ),
        "/concepts/storage/storage-classes/#volume-binding-mode",
    ),
    "VolumeZone": CardWords(
        PLUGIN,
        gettext_noop(
            "Refuses nodes outside the zone and region that the labels of the pod's bound volumes name."
        ),
        "/concepts/storage/persistent-volumes/#node-affinity",
    ),
    "PodTopologySpread": CardWords(
        PLUGIN,
        gettext_noop(
            "Keeps pods spread over domains such as zones. A hard constraint refuses nodes where the "
            "skew would exceed maxSkew; a soft one lowers the score of domains with many matching "
            "pods."
        ),
        "/concepts/scheduling-eviction/topology-spread-constraints/",
        formula=gettext_noop("skew = matching pods in the domain + 1 − minimum over all domains ≤ maxSkew"),
    ),
    "InterPodAffinity": CardWords(
        PLUGIN,
        gettext_noop(
            "Refuses nodes by the pods in their topology domain: affinity requires a matching pod "
            "there, anti-affinity excludes it. Preferred terms add or subtract their weights; min and"
            " max are those of the feasible nodes."
        ),
        "/concepts/scheduling-eviction/assign-pod-node/#inter-pod-affinity-and-anti-affinity",
        formula=gettext_noop("(sum − min) × 100 ÷ (max − min)"),
    ),
    "DynamicResources": CardWords(
        PLUGIN,
        gettext_noop(
            "Allocates devices for the pod's ResourceClaims and refuses nodes that cannot reach "
            "enough of them."
        ),
        "/concepts/scheduling-eviction/dynamic-resource-allocation/",
    ),
    "DefaultPreemption": CardWords(
        PLUGIN,
        gettext_noop(
            "Runs when no node fits. On each node it takes all pods of lower priority away and puts "
            "back, the most important first, those beside which the pod still fits. It chooses one "
            "node, deletes the victims there and nominates the node."
        ),
        "/concepts/scheduling-eviction/pod-priority-preemption/#preemption",
    ),
    "NodeResourcesBalancedAllocation": CardWords(
        PLUGIN,
        gettext_noop("Scores nodes higher on which cpu and memory would be used in more equal fractions."),
        "/concepts/scheduling-eviction/resource-bin-packing/",
        formula=gettext_noop("(1 − standard deviation of the used fractions) × 100"),
    ),
    "ImageLocality": CardWords(
        PLUGIN,
        gettext_noop(
            "Scores nodes higher that already have the pod's images. The size of an image is scaled "
            "by the share of nodes that have it."
        ),
        "/concepts/containers/images/",
        formula=gettext_noop("(scaled size − 23 MiB) × 100 ÷ (1000 MiB × containers − 23 MiB)"),
    ),
    "DefaultBinder": CardWords(
        PLUGIN,
        gettext_noop("Writes the chosen node into the pod by a binding at the API server."),
        "/concepts/scheduling-eviction/scheduling-framework/#bind",
        shows=("Scheduled",),
    ),
}

POINTS: Mapping[str, CardWords] = {
    "preEnqueue": CardWords(
        POINT,
        gettext_noop("Decides whether a pod may enter the active queue."),
        "/concepts/scheduling-eviction/scheduling-framework/#extension-points",
        also=("PreEnqueue",),
    ),
    "queueSort": CardWords(
        POINT,
        gettext_noop("Orders the pods in the queue. Exactly one plugin does this."),
        "/concepts/scheduling-eviction/scheduling-framework/#extension-points",
        also=("QueueSort",),
    ),
    "preFilter": CardWords(
        POINT,
        gettext_noop(
            "Computes once what the filters need. It can refuse the pod for all nodes, or narrow the "
            "search to some nodes."
        ),
        "/concepts/scheduling-eviction/scheduling-framework/#extension-points",
        also=("PreFilter",),
    ),
    "filter": CardWords(
        POINT,
        gettext_noop(
            "Says for each node whether the pod can run there. The first plugin that refuses a node "
            "ends its check."
        ),
        "/concepts/scheduling-eviction/scheduling-framework/#extension-points",
        also=("Filter",),
    ),
    "postFilter": CardWords(
        POINT,
        gettext_noop("Runs when every node was refused. Here preemption looks for room."),
        "/concepts/scheduling-eviction/scheduling-framework/#extension-points",
        also=("PostFilter",),
    ),
    "preScore": CardWords(
        POINT,
        gettext_noop("Computes once what the scores of the feasible nodes need."),
        "/concepts/scheduling-eviction/scheduling-framework/#extension-points",
        also=("PreScore",),
    ),
    "score": CardWords(
        POINT,
        gettext_noop(
            "Gives each feasible node a score. It is normalised to 0 to 100 and multiplied by the "
            "plugin's weight; the node with the highest sum wins."
        ),
        "/concepts/scheduling-eviction/scheduling-framework/#extension-points",
        also=("Score",),
    ),
    "reserve": CardWords(
        POINT,
        gettext_noop(
            "Notes what the pod takes on the chosen node before it is bound, so that the next pod "
            "does not count on it."
        ),
        "/concepts/scheduling-eviction/scheduling-framework/#extension-points",
        also=("Reserve",),
    ),
    "preBind": CardWords(
        POINT,
        gettext_noop("Does what is needed before the pod is bound, such as binding its volumes."),
        "/concepts/scheduling-eviction/scheduling-framework/#extension-points",
        also=("PreBind",),
    ),
    "bind": CardWords(
        POINT,
        gettext_noop("Binds the pod to the node at the API server."),
        "/concepts/scheduling-eviction/scheduling-framework/#extension-points",
        also=("Bind",),
    ),
}
