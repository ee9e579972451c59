"""Sentences of the scheduler: message id → English with `{argument}` placeholders."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.scheduler.framework import event_words

MESSAGES: Mapping[str, str] = {
    **event_words.TEMPLATES,
    "scheduler.chosen": "The scheduler chose {node} for {pod}",
    "scheduler.chosen_tie": (
        "{count} nodes had the same highest score for {pod}; the scheduler picked {node} at random"
    ),
    "scheduler.chosen_by_heap": (
        "{count} nodes had the same highest score for {pod}; the scheduler took {node}, which came first in "
        "its heap"
    ),
    "scheduler.bound": "{pod} is bound to {node}",
    "scheduler.bind_failed": "{pod} could not be bound to {node}: {text}",
    "scheduler.volumes_chosen": "The volumes of {pod} are chosen: {volumes}",
    "scheduler.no_node": "No node for {pod}: {text}",
    "scheduler.fits_nowhere": "{pod} fits on no node; it waits for a change in the cluster",
    "scheduler.nominated": (
        "{pod} fits on no node; the scheduler preempts {victims} on {node} and nominates {node}"
    ),
    "scheduler.nominated_waiting": (
        "{pod} fits on no node; the scheduler nominates {node} and waits for pods that are already "
        "terminating there: {victims}"
    ),
    "scheduler.skipped": "The scheduler skips {pod}, because it is being deleted",
    "scheduler.victim": "{pod} is preempted on {node} for {by}",
    "scheduler.victim_gone": "{pod} was a victim on {node} for {by}, but it no longer exists",
    "scheduler.nomination_cleared": (
        "The scheduler clears the nomination of {pod} to {node}, because {by} needs the room"
    ),
    "scheduler.requeued": "The scheduler will try {pods} again, because {cause} ({event})",
    "scheduler.backoff_over": "The backoff of {pods} is over; the scheduler will try again",
    "scheduler.flushed": "{pods} waited for five minutes; the scheduler will try again",
    # Groups
    "group.missing": "there is no PodGroup {group}",
    "group.few": "{present} of the {minimum} pods that group {group} needs exist",
    "scheduler.group_place": "{pod}, pod {number} of {count} of group {group}, would go to {node}",
    "scheduler.group_no_place": "{pod}, pod {number} of {count} of group {group}, fits on no node",
    "scheduler.group_preempts": (
        "{pod}, pod {number} of {count} of group {group}, fits on no node; the scheduler preempts on {node}, "
        "whether or not the group will fit"
    ),
    "scheduler.group_scheduled": (
        "Group {group} is scheduled: {placed} of the {count} pods that were tried get their nodes"
    ),
    "scheduler.group_goes_to": (
        "Group {group} is scheduled in {placement}: {placed} of the {count} pods that were tried get their "
        "nodes there"
    ),
    "scheduler.group_lacks": (
        "Group {group} is not scheduled: {placed} of the {count} pods that were tried have a place, and "
        "{missing} more would be needed for its minCount of {minimum}; nothing is bound"
    ),
    "scheduler.group_refused": (
        "Group {group} is not scheduled: {placed} of the {count} pods that were tried have a place"
    ),
    "scheduler.group_waits": (
        "Group {group} fits once the victims are gone; nothing is bound before the last one is gone"
    ),
    "scheduler.group_preempts_as_one": (
        "Group {group} does not fit; it preempts {victims} as one, and waits until they are gone"
    ),
    "scheduler.placement_fits": "{placement}: enough pods fit ({placed})",
    "scheduler.placement_lacks": "{placement}: too few pods fit ({placed})",
    "scheduler.placement_scores": "{placement}: {placed} pods fit, {total} points ({scores})",
    "scheduler.victims_of_group": "Group {group} preempts {pods} together, in one step",
    "scheduler.victims_of_group_gone": "{pods} were gone when group {group} was to preempt them",
    "scheduler.victim_of_group": "{pod} is preempted for group {group}",
    "scheduler.victim_of_group_gone": "{pod} was a victim for group {group}, but it no longer exists",
    "scheduler.group_error": "Group {group} cannot be tried: {text}",
    "scheduler.group_tries": (
        "Group {group} was tried about {tries} times in {seconds} s without a change in the cluster; now "
        "something changed"
    ),
    "scheduler.permit_holds": (
        "{pod} keeps its place on {node}, and waits until enough pods of its group have one"
    ),
    "scheduler.permit_over": "{pod} loses its place on {node}: {text}",
    # Obstacles between a pod and a node
    "obstacle.not_among": "the pod may run only on {nodes}",
    # Criteria by which preemption chooses among its candidates, in this order
    "criterion.pdb": "fewest PDB violations",
    "criterion.highest": "lowest top victim priority",
    "criterion.sum": "lowest sum of priorities",
    "criterion.count": "fewest victims",
    "criterion.start": "latest start of the top victim",
    "criterion.order": "first in order",
}
