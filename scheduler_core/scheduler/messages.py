"""What the scheduler says: message id → English with `{argument}` placeholders."""

from __future__ import annotations

from collections.abc import Mapping

MESSAGES: Mapping[str, str] = {
    "scheduler.chosen": "The scheduler chose {node} for {pod}",
    "scheduler.chosen_tie": "{count} nodes were equally good for {pod}; the toss fell on {node}",
    "scheduler.bound": "{pod} is bound to {node}",
    "scheduler.bind_failed": "{pod} could not be bound to {node}: {text}",
    "scheduler.no_node": "No node for {pod}: {text}",
    "scheduler.nominated": "{pod} fits nowhere; {victims} must leave {node}, which is nominated",
    "scheduler.skipped": "{pod} is being deleted: the scheduler passes it over",
    "scheduler.victim": "{pod} is preempted on {node} for {by}",
    "scheduler.victim_gone": "{pod} was to be preempted on {node} for {by}, but is gone already",
    "scheduler.nomination_cleared": "{pod} loses its nomination to {node}, which {by} needs",
    "scheduler.requeued": "{pods} will be tried again: {event}",
    "scheduler.backoff_over": "{pods} backed off long enough and will be tried again",
    "scheduler.flushed": "{pods} waited for five minutes and will be tried again",
}
