"""Fields and values of topology spread and of affinity between pods."""

from __future__ import annotations

from collections.abc import Mapping

from playground.terms.card import FIELD, VALUE, CardWords, gettext_noop

SPREAD: Mapping[str, CardWords] = {
    "topologySpreadConstraints": CardWords(
        FIELD,
        gettext_noop(
            "Constraints on how pods that match a selector are spread over the domains of a node "
            "label. All hard constraints must hold at the same time."
        ),
        "/concepts/scheduling-eviction/topology-spread-constraints/#spread-constraint-definition",
        also=("spec.topologySpreadConstraints",),
        shows=("topologySpreadConstraints",),
        plugin="PodTopologySpread",
    ),
    "maxSkew": CardWords(
        FIELD,
        gettext_noop(
            "The largest skew that a constraint allows: how many more matching pods a domain may have "
            "than the domain with the fewest. With ScheduleAnyway it only lowers the score of fuller "
            "domains."
        ),
        "/concepts/scheduling-eviction/topology-spread-constraints/#spread-constraint-definition",
        formula=gettext_noop("skew = matching pods in the domain + 1 − minimum over all domains ≤ maxSkew"),
        shows=("maxSkew",),
        plugin="PodTopologySpread",
    ),
    "topologyKey": CardWords(
        FIELD,
        gettext_noop(
            "A label of nodes, such as topology.kubernetes.io/zone. Nodes with the same value of this "
            "label form one domain."
        ),
        "/concepts/scheduling-eviction/topology-spread-constraints/#spread-constraint-definition",
        shows=("topologyKey",),
        plugin="PodTopologySpread",
    ),
    "whenUnsatisfiable": CardWords(
        FIELD,
        gettext_noop("Says whether a spread constraint is hard (DoNotSchedule) or soft (ScheduleAnyway)."),
        "/concepts/scheduling-eviction/topology-spread-constraints/#spread-constraint-definition",
        shows=("whenUnsatisfiable",),
        plugin="PodTopologySpread",
    ),
    "DoNotSchedule": CardWords(
        VALUE,
        gettext_noop(
            "A value of whenUnsatisfiable: a node where the skew would exceed maxSkew is refused by Filter."
        ),
        "/concepts/scheduling-eviction/topology-spread-constraints/#spread-constraint-definition",
        shows=("topologySpreadConstraints",),
        plugin="PodTopologySpread",
    ),
    "ScheduleAnyway": CardWords(
        VALUE,
        gettext_noop(
            "A value of whenUnsatisfiable: no node is refused; Score prefers domains with fewer "
            "matching pods."
        ),
        "/concepts/scheduling-eviction/topology-spread-constraints/#spread-constraint-definition",
        shows=("topologySpreadConstraints",),
        plugin="PodTopologySpread",
    ),
    "labelSelector": CardWords(
        FIELD,
        gettext_noop(
            "Selects pods by their labels. In a spread constraint it says which pods are counted; with "
            "an empty selector {} or without a selector no pod is counted."
        ),
        "/concepts/overview/working-with-objects/labels/#label-selectors",
        shows=("labelSelector",),
    ),
    "matchLabelKeys": CardWords(
        FIELD,
        gettext_noop(
            "Label keys whose values are taken from the incoming pod and added to the selector of the "
            "constraint. With pod-template-hash each revision of a Deployment is spread on its own."
        ),
        "/concepts/scheduling-eviction/topology-spread-constraints/#spread-constraint-definition",
        shows=("matchLabelKeys",),
        plugin="PodTopologySpread",
    ),
    "minDomains": CardWords(
        FIELD,
        gettext_noop(
            "The number of domains that should exist. While fewer eligible domains exist, the minimum "
            "counts as 0, so that pods wait for more domains."
        ),
        "/concepts/scheduling-eviction/topology-spread-constraints/#spread-constraint-definition",
        shows=("minDomains",),
        plugin="PodTopologySpread",
    ),
    "nodeAffinityPolicy": CardWords(
        FIELD,
        gettext_noop(
            "Says whether nodes that the pod's node affinity and nodeSelector exclude are left out "
            "when domains are counted. Honor (the default) leaves them out, Ignore counts them."
        ),
        "/concepts/scheduling-eviction/topology-spread-constraints/#spread-constraint-definition",
        shows=("nodeAffinityPolicy",),
        plugin="PodTopologySpread",
    ),
    "nodeTaintsPolicy": CardWords(
        FIELD,
        gettext_noop(
            "Says whether nodes with taints that the pod does not tolerate are left out when domains "
            "are counted. Ignore (the default) counts them, Honor leaves them out."
        ),
        "/concepts/scheduling-eviction/topology-spread-constraints/#spread-constraint-definition",
        shows=("nodeTaintsPolicy",),
        plugin="PodTopologySpread",
    ),
    "namespaceSelector": CardWords(
        FIELD,
        gettext_noop(
            "Selects the namespaces whose pods a term of pod affinity counts. Without it and without "
            "namespaces only the pod's own namespace counts."
        ),
        "/concepts/scheduling-eviction/assign-pod-node/#namespace-selector",
        shows=("podAffinity", "podAntiAffinity"),
        plugin="InterPodAffinity",
    ),
}
