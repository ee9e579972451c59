"""Sentences about a person's commands."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        "api.created": "{client} created {kind} {name}",
        "api.changed": "{client} changed {kind} {name}",
        "api.changed_status": "{client} changed the status of {kind} {name}",
        "api.resized": "{client} resized {kind} {name}",
        "api.deleted": "{client} deleted {kind} {name}",
        "api.deleted_several": "{client} deleted {number} objects of the kind {kind}",
        "api.evicted": "{client} evicted {name} through the Eviction API",
        "api.bound": "{client} bound {name} to {node}",
        "api.caught_up": "{client} asks; the controllers first do what is due",
        "api.reported": "{client} reported an Event about {kind} {name}: {reason}",
        "api.observed": "{client} saw at {time}: {changed} objects new or changed, {gone} gone",
        "you.applied": "You applied {objects}",
        "you.deleted": "You deleted {kind} {name}",
        "you.deleted_grace": "You deleted {kind} {name} with a grace period of {seconds} s",
        "you.forced": "You force-deleted {kind} {name}",
        "you.must_confirm": (
            "kubectl warns that {kind} {name} may keep running. Nothing is deleted until you confirm."
        ),
        "you.cordoned": "You cordoned {node}: the scheduler places no new pods on it",
        "you.uncordoned": "You uncordoned {node}",
        "you.tainted": "You tainted {node} with {taint}",
        "you.untainted": "You removed the taint {taint} from {node}",
        "you.labelled": "You labelled {kind} {name}: {labels}",
        "you.scaled": "You scaled {kind} {name} to {replicas}",
        "you.changed_nothing": "Nothing to change: the cluster already looks like this",
        "you.evicted": "You evicted {pod} through the Eviction API",
        "you.removed_finalizer": "You removed the finalizer {finalizer} from {kind} {name}",
        "you.set_condition": "You set the condition {condition} of {pod} to {status}",
        "you.rolled_back": "You rolled {kind} {name} back to its previous revision",
        "you.rolled_back_to": "You rolled {kind} {name} back to revision {revision}",
        "you.broke_attachment": (
            "You removed the attachment of {volume} to {node}; a process there may still be writing to it"
        ),
        "you.began_drain": (
            "You began to drain {node}: it is cordoned, and kubectl asks for the eviction of {pods}"
        ),
        "you.began_drain_warned": (
            "You began to drain {node}: it is cordoned, and kubectl asks for the eviction of {pods}. {text}"
        ),
        "you.began_maintenance_drain": "You began to drain {number} nodes: {nodes}",
        "you.began_maintenance_upgrade": (
            "You began to upgrade {number} nodes, at most {atOnce} at a time: {nodes}"
        ),
        "you.began_maintenance_lose": "You switched off the machines of {number} nodes: {nodes}",
        "maintenance.drains": "kubectl drain {node} asks for the eviction of {number} pods",
        "maintenance.uncordoned": "{node} is upgraded and uncordoned",
        "maintenance.removed": "{node} is empty and removed: the upgrade needs its extra node no longer",
        "maintenance.stopped": "The upgrade stops at {node}, which could not be drained",
        "maintenance.lost": "The machine of {node} is switched off",
        "drain.evicted": "kubectl drain {node} evicts {pod}",
        "drain.deleted": "kubectl drain {node} deletes {pod}",
        "drain.refused": "kubectl drain {node} may not evict {pod} yet: {text} ({why})",
        "drain.done": "node/{node} drained",
        "drain.failed": "kubectl drain {node}: {text}",
    }
)
