"""What a card says about a plugin or an extension point: its rule, its formula, and upstream's own page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_noop

DOCUMENTATION = "https://kubernetes.io/docs/concepts/"


@dataclass(frozen=True, slots=True)
class CardWords:
    """`rule` is in English. `page` is the path of upstream's page below `DOCUMENTATION`. `formula` is ""
    where the plugin computes nothing that is shown."""

    rule: str
    page: str
    formula: str = ""


CARDS: Mapping[str, CardWords] = {
    "SchedulingGates": CardWords(
        gettext_noop("Keeps a pod out of the scheduling queue as long as spec.schedulingGates has an entry."),
        "scheduling-eviction/pod-scheduling-readiness/",
    ),
    "PrioritySort": CardWords(
        gettext_noop(
            "Orders the queue: the pod with the highest priority comes first, and among equal ones "
            "the pod that has waited longest."
        ),
        "scheduling-eviction/pod-priority-preemption/",
    ),
    "NodeUnschedulable": CardWords(
        gettext_noop(
            "Refuses nodes that are cordoned, unless the pod tolerates the taint "
            "node.kubernetes.io/unschedulable."
        ),
        "scheduling-eviction/taint-and-toleration/",
    ),
    "NodeName": CardWords(
        gettext_noop("Refuses every node except the one that spec.nodeName names."),
        "scheduling-eviction/assign-pod-node/#nodename",
    ),
    "TaintToleration": CardWords(
        gettext_noop(
            "Refuses nodes with a taint NoSchedule or NoExecute that the pod does not tolerate. It "
            "scores nodes lower for each taint PreferNoSchedule that is not tolerated; max is the "
            "largest number of such taints on a feasible node."
        ),
        "scheduling-eviction/taint-and-toleration/",
        gettext_noop("(max − untolerated) × 100 ÷ max"),
    ),
    "NodeAffinity": CardWords(
        gettext_noop(
            "Refuses nodes that do not match nodeSelector and the required node affinity. It adds up "
            "the weights of the preferred terms that match; max is the largest sum among the feasible"
            " nodes."
        ),
        "scheduling-eviction/assign-pod-node/#node-affinity",
        gettext_noop("sum of the weights of matching terms × 100 ÷ max"),
    ),
    "NodePorts": CardWords(
        gettext_noop("Refuses nodes on which a pod already uses a host port that this pod requests."),
        "services-networking/service/",
    ),
    "NodeResourcesFit": CardWords(
        gettext_noop(
            "Refuses nodes whose free resources are less than the pod requests. Free is allocatable "
            "minus the requests of the pods on the node; use does not count. It scores nodes with "
            "more free cpu and memory higher (LeastAllocated)."
        ),
        "scheduling-eviction/resource-bin-packing/",
        gettext_noop("mean of (allocatable − requested) × 100 ÷ allocatable over cpu and memory"),
    ),
    "VolumeRestrictions": CardWords(
        gettext_noop(
            "Refuses nodes on which a disk of the pod is used in a conflicting way, and a claim with "
            "ReadWriteOncePod that another pod uses."
        ),
        "storage/persistent-volumes/#access-modes",
    ),
    "NodeVolumeLimits": CardWords(
        gettext_noop(
            "Refuses nodes to which no further volume of the pod's CSI driver can be attached. The "
            "limit comes from the CSINode object."
        ),
        "storage/storage-limits/",
    ),
    "VolumeBinding": CardWords(
        gettext_noop(
            "Refuses nodes where the volumes of the pod's claims cannot be used or found. For claims "
            "that wait for their first consumer it chooses the volumes, and binds them before the pod"
            " is bound."
        ),
        "storage/storage-classes/#volume-binding-mode",
    ),
    "VolumeZone": CardWords(
        gettext_noop(
            "Refuses nodes outside the zone and region that the labels of the pod's bound volumes name."
        ),
        "storage/persistent-volumes/#node-affinity",
    ),
    "PodTopologySpread": CardWords(
        gettext_noop(
            "Keeps pods spread over domains such as zones. A hard constraint refuses nodes where the "
            "skew would exceed maxSkew; a soft one lowers the score of domains with many matching "
            "pods."
        ),
        "scheduling-eviction/topology-spread-constraints/",
        gettext_noop("skew = matching pods in the domain + 1 − minimum over all domains ≤ maxSkew"),
    ),
    "InterPodAffinity": CardWords(
        gettext_noop(
            "Refuses nodes by the pods in their topology domain: affinity requires a matching pod "
            "there, anti-affinity excludes it. Preferred terms add or subtract their weights; min and"
            " max are those of the feasible nodes."
        ),
        "scheduling-eviction/assign-pod-node/#inter-pod-affinity-and-anti-affinity",
        gettext_noop("(sum − min) × 100 ÷ (max − min)"),
    ),
    "DynamicResources": CardWords(
        gettext_noop(
            "Allocates devices for the pod's ResourceClaims and refuses nodes that cannot reach "
            "enough of them."
        ),
        "scheduling-eviction/dynamic-resource-allocation/",
    ),
    "DefaultPreemption": CardWords(
        gettext_noop(
            "Runs when no node fits. On each node it looks for the fewest pods of lower priority "
            "whose removal lets the pod fit, chooses one node, deletes the victims there and "
            "nominates the node."
        ),
        "scheduling-eviction/pod-priority-preemption/#preemption",
    ),
    "NodeResourcesBalancedAllocation": CardWords(
        gettext_noop("Scores nodes higher on which cpu and memory would be used in more equal fractions."),
        "scheduling-eviction/resource-bin-packing/",
        gettext_noop("(1 − standard deviation of the used fractions) × 100"),
    ),
    "ImageLocality": CardWords(
        gettext_noop(
            "Scores nodes higher that already have the pod's images. The size of an image is scaled "
            "by the share of nodes that have it."
        ),
        "containers/images/",
        gettext_noop("(scaled size − 23 MiB) × 100 ÷ (1000 MiB × containers − 23 MiB)"),
    ),
    "DefaultBinder": CardWords(
        gettext_noop("Writes the chosen node into the pod by a binding at the API server."),
        "scheduling-eviction/scheduling-framework/#bind",
    ),
    "preEnqueue": CardWords(
        gettext_noop("Decides whether a pod may enter the active queue."),
        "scheduling-eviction/scheduling-framework/#extension-points",
    ),
    "queueSort": CardWords(
        gettext_noop("Orders the pods in the queue. Exactly one plugin does this."),
        "scheduling-eviction/scheduling-framework/#extension-points",
    ),
    "preFilter": CardWords(
        gettext_noop(
            "Computes once what the filters need. It can refuse the pod for all nodes, or narrow the "
            "search to some nodes."
        ),
        "scheduling-eviction/scheduling-framework/#extension-points",
    ),
    "filter": CardWords(
        gettext_noop(
            "Says for each node whether the pod can run there. The first plugin that refuses a node "
            "ends its check."
        ),
        "scheduling-eviction/scheduling-framework/#extension-points",
    ),
    "postFilter": CardWords(
        gettext_noop("Runs when every node was refused. Here preemption looks for room."),
        "scheduling-eviction/scheduling-framework/#extension-points",
    ),
    "preScore": CardWords(
        gettext_noop("Computes once what the scores of the feasible nodes need."),
        "scheduling-eviction/scheduling-framework/#extension-points",
    ),
    "score": CardWords(
        gettext_noop(
            "Gives each feasible node a score. It is normalised to 0 to 100 and multiplied by the "
            "plugin's weight; the node with the highest sum wins."
        ),
        "scheduling-eviction/scheduling-framework/#extension-points",
    ),
    "reserve": CardWords(
        gettext_noop(
            "Notes what the pod takes on the chosen node before it is bound, so that the next pod "
            "does not count on it."
        ),
        "scheduling-eviction/scheduling-framework/#extension-points",
    ),
    "preBind": CardWords(
        gettext_noop("Does what is needed before the pod is bound, such as binding its volumes."),
        "scheduling-eviction/scheduling-framework/#extension-points",
    ),
    "bind": CardWords(
        gettext_noop("Binds the pod to the node at the API server."),
        "scheduling-eviction/scheduling-framework/#extension-points",
    ),
}
