"""Sentences about why a pod waits, what a timer counts, and in which order pods are evicted."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        "waits.new": "{pod} has not been tried yet",
        "waits.no_scheduler": "{pod} waits, because the scheduler is not running",
        "waits.nobody": "{pod} waits, because no scheduler named {scheduler} exists",
        "waits.active": "{pod} is in the activeQ and is tried when its turn comes",
        "waits.cycle": "{pod} is being scheduled",
        "waits.backoff": "{pod} is in the backoffQ until second {until}",
        "waits.gates": "{pod} is not scheduled while it has the scheduling gates {gates}",
        "waits.claims": "{pod} stays out of the queue: {text}",
        "waits.permit": (
            "{pod} keeps its place on {node} and waits in Permit until enough pods of its group have one"
        ),
        "waits.group": "{pod} waits for its group: {text}",
        "waits.victims": "{pod} waits for room on {node}, its nominated node",
        "waits.refused": "{text}",
        "waits.terminating": "{pod} is being deleted",
        "seats.filled": "{filled} of {minimum}",
        "seats.enough": "{filled} with a place, {minimum} needed",
        "noticed.looked": "{who} checked and has to wait",
        "noticed.pods": "{who} checked {pods} and has to wait",
        "noticed.measured": "{who} measured again: {amount} of {resource} are free",
        "noticed.over": "{who} checked and no longer waits for anything",
        "noticed.over_for": "{who} checked {names} and no longer waits for anything",
        "timer.transition": "{node} keeps its pressure condition until the transition period is over",
        "rank.above": (
            "{pod} uses more than it requests, so it is ranked by priority {priority} and then by how "
            "much more it uses"
        ),
        "rank.within": "{pod} uses no more than it requests",
        "rank.critical": "{pod} is a critical pod, so the kubelet does not evict it",
        "rank.unmeasured": "{pod} has no measurements, so the kubelet evicts it first",
    }
)
