"""Sentences about how a changed run differs from the one before the change."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        "changed.nothing": "Nothing changes: the run goes the same way.",
        "changed.only_steps": "Every pod fares as before; only the steps differ.",
        "changed.bound_at": "{pod} is bound at {now} instead of {then}.",
        "changed.bound_on": "{pod} is bound to {now} instead of {then}.",
        "changed.bound_now": "{pod} is bound to {node} at {now}; before, it stayed pending.",
        "changed.pending_now": "{pod} stays pending; before, it was bound to {node} at {then}.",
        "changed.preempted_now": "{pod} is preempted by {by} at {now}; before, it kept running.",
        "changed.evicted_now": "{pod} is evicted at {now}; before, it kept running.",
        "changed.ends_now": "{pod} ends at {now}; before, it kept running.",
        "changed.lives_now": "{pod} keeps running; before, it ended at {then}.",
        "changed.killed_at": "{pod} is killed at {now} instead of {then}.",
        "changed.killed_now": "{pod} is killed with SIGKILL at {now}; before, it ended by itself.",
        "changed.unkilled_now": "{pod} ends by itself at {now}; before, SIGKILL ended it at {then}.",
        "changed.ends_at": "{pod} ends at {now} instead of {then}.",
        "changed.came": "{pod} exists only now.",
        "changed.went": "{pod} does not exist any more.",
        "changed.ready_at": "{pod} is ready at {now} instead of {then}.",
        "changed.reserved": "A node is reserved for {pod} now: {now}; before: {then}.",
        "changed.reason": "{pod} stays pending for another reason: {now}; before: {then}",
        "changed.state": "{pod} is {now} at the end instead of {then}.",
        "changed.fewer_bound": "Pods that are bound no more: {n}.",
        "changed.more_bound": "Pods that are bound only now: {n}.",
        "changed.many_moved": "Pods that go to other nodes: {n}.",
        "changed.what.bound": "bound to {node}",
        "changed.what.node": "node",
        "changed.what.killed": "killed (SIGKILL)",
        "changed.what.preempted": "preempted by {by}",
        "changed.what.evicted": "evicted",
        "changed.what.ended": "ended",
        "changed.what.ready": "ready",
        "changed.what.reserved": "reserved node",
        "changed.what.reason": "why it waits",
        "changed.what.state": "at the end",
        "changed.what.exists": "exists",
    }
)
