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
