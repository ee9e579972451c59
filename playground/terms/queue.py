"""Queues of the scheduler, and the statuses that filters give."""

from __future__ import annotations

from collections.abc import Mapping

from playground.terms.card import QUEUE, STATUS, CardWords, gettext_noop

QUEUES: Mapping[str, CardWords] = {
    "activeQ": CardWords(
        QUEUE,
        gettext_noop(
            "The queue of pods that the scheduler tries next. The pod at its head has the highest "
            "priority; among equal priorities it is the one that entered first."
        ),
        "https://github.com/kubernetes/community/blob/master/contributors/devel/sig-scheduling/scheduler_queues.md",
        shows=("PrioritySort",),
        plugin="PrioritySort",
    ),
    "backoffQ": CardWords(
        QUEUE,
        gettext_noop(
            "Pods that failed and wait for their backoff time before they return to activeQ. The time "
            "doubles with each failed attempt up to a limit."
        ),
        "https://github.com/kubernetes/community/blob/master/contributors/devel/sig-scheduling/scheduler_queues.md",
        formula=gettext_noop("min(1 s × 2^(attempts − 1), 10 s)"),
        shows=("FailedScheduling",),
    ),
    "unschedulablePods": CardWords(
        QUEUE,
        gettext_noop(
            "Pods that fitted on no node. An event that may help, such as the end of a pod or a new "
            "node, moves them to activeQ or backoffQ; without one a timer does after five minutes."
        ),
        "https://github.com/kubernetes/community/blob/master/contributors/devel/sig-scheduling/scheduler_queues.md",
        also=("unschedulable pods",),
        shows=("FailedScheduling",),
    ),
    "SchedulingGated": CardWords(
        QUEUE,
        gettext_noop(
            "The state of a pod that still has an entry in spec.schedulingGates. It is in no queue "
            "that the scheduler tries."
        ),
        "/concepts/scheduling-eviction/pod-scheduling-readiness/",
        also=("gated",),
        plugin="SchedulingGates",
    ),
    "Unschedulable": CardWords(
        STATUS,
        gettext_noop(
            "A filter refused the node, and the removal of pods from it could help. PostFilter "
            "therefore looks for victims of preemption there."
        ),
        "/concepts/scheduling-eviction/scheduling-framework/#filter",
        shows=("FailedScheduling",),
        plugin="DefaultPreemption",
    ),
    "UnschedulableAndUnresolvable": CardWords(
        STATUS,
        gettext_noop(
            "A filter refused the node, and the removal of pods from it cannot help, for example "
            "because of a missing label. Preemption does not look at this node."
        ),
        "/concepts/scheduling-eviction/scheduling-framework/#filter",
        shows=("FailedScheduling",),
        plugin="DefaultPreemption",
    ),
}
