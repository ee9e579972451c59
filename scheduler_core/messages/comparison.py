"""Sentences about how a changed run differs from the one before the change."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        "changed.nothing": "Nothing changes: the run goes the same way.",
        "changed.still_best": (
            "{pod} still goes to {node}: now {nodes} can take it too, but {node} has the highest score "
            "({score}, against {other})."
        ),
        "changed.still_drawn": (
            "{pod} still goes to {node}: now {nodes} can take it too, and the toss between equal scores "
            "falls on {node} again."
        ),
        "changed.still_first": (
            "{pod} still goes to {node}: now {nodes} can take it too, with an equal score, and {node} came "
            "first in the scheduler's heap."
        ),
        "changed.still_free": (
            "{pod} still goes to {node}: {nodes} cannot take it any more ({why}), but {node} can."
        ),
        "changed.still_only": "{pod} still goes to {node}, the only node that passes all filters.",
        "changed.still_highest": (
            "{pod} still goes to {node}: its score is {now} instead of {then}, and no node scores higher."
        ),
        "changed.still_ahead": (
            "{pod} still goes to {node}: {other} scores {now} instead of {then}, but {node} has {score}."
        ),
        "changed.still_refused": "{pod} still fits on no node; {node}: {now} instead of {then}.",
        "changed.still_reworded": (
            "{pod} still goes to {node}; of {other} the scheduler says {now} instead of {then}."
        ),
        "changed.still_nominated": ("{on} is still reserved for {pod}; {node}: {now} instead of {then}."),
        "changed.idle_release": (
            "Nothing changes: what differs between Kubernetes {then} and {now} ({names}) makes no "
            "difference in this run."
        ),
        "changed.idle_same_release": (
            "Nothing changes: Kubernetes {then} and {now} do not differ in anything that is simulated here."
        ),
        "changed.idle_seed": (
            "Nothing changes: no choice of this run is made at random, so the seed decides nothing."
        ),
        "changed.idle_toss": "Nothing changes: with this seed the tosses fall the same way.",
        "changed.idle_unscored": (
            "Nothing changes: in each decision at most one node passes the filters, so no scores are "
            "computed."
        ),
        "changed.idle_points": (
            "Nothing changes: the plugin gives no node more points than another in any decision of this run."
        ),
        "changed.idle_spread": (
            "Nothing changes: PodTopologySpread refuses no node in this run, neither before nor after the "
            "change of {object}."
        ),
        "changed.idle_spread_same": (
            "Nothing changes: PodTopologySpread lets the same nodes pass with {field} {now} as with {then}."
        ),
        "changed.idle_priority": (
            "Nothing changes: no pod is preempted and the pods are decided in the same order, so the "
            "priority of {object} plays no part."
        ),
        "changed.idle_not_asked": (
            "Nothing changes: {object} is never asked to end in this run, so the grace period never runs."
        ),
        "changed.idle_ends_soon": (
            "Nothing changes: {pod} ends by itself {after} after SIGTERM, before either grace period is over."
        ),
        "changed.idle_toleration": (
            "Nothing changes: {nodes} never has a NoExecute taint in this run, so the toleration of {object} "
            "never counts down."
        ),
        "changed.idle_budget": (
            "Nothing changes: no pod of {object} is evicted, preempted or deleted in this run, so the budget "
            "is never asked."
        ),
        "changed.idle_budget_alone": "Nothing changes: the selector of {object} matches no pod of this run.",
        "changed.idle_placed": (
            "Nothing changes: {pod} is on {node} from the start, so no decision reads {field}."
        ),
        "changed.no_effect": (
            "Nothing changes: {field} of {object} is {now} instead of {then}, and none of the {decisions} "
            "decisions and no act depends on it."
        ),
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
        "changed.asked_at": "{pod} is asked to end at {now} instead of {then}.",
        "changed.asked_now": "{pod} is asked to end at {now}; before, nothing asked it to.",
        "changed.unasked_now": "{pod} is not asked to end; before, that was at {then}.",
        "changed.came": "{pod} exists only now.",
        "changed.went": "{pod} does not exist any more.",
        "changed.ready_at": "{pod} is ready at {now} instead of {then}.",
        "changed.reserved": "A node is reserved for {pod} now: {now}; before: {then}.",
        "changed.reason": "{pod} stays pending for another reason: {now}; before: {then}",
        "changed.state": "{pod} is {now} at the end instead of {then}.",
        "changed.fewer_bound": "Pods that are no longer bound: {n}.",
        "changed.more_bound": "Pods that are bound only now: {n}.",
        "changed.many_moved": "Pods that go to other nodes: {n}.",
        "changed.what.bound": "bound to {node}",
        "changed.what.node": "node",
        "changed.what.killed": "killed (SIGKILL)",
        "changed.what.preempted": "preempted by {by}",
        "changed.what.evicted": "evicted",
        "changed.what.ended": "ended",
        "changed.what.asked": "asked to end",
        "changed.what.ready": "ready",
        "changed.what.reserved": "reserved node",
        "changed.what.reason": "why it waits",
        "changed.what.state": "at the end",
        "changed.what.exists": "exists",
        "changed.what.verdict": "decision about {node}",
    }
)
