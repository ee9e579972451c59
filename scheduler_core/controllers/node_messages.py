"""Sentences of the controllers of nodes and volumes: message id → English with `{argument}` placeholders."""

from __future__ import annotations

from collections.abc import Mapping

NODE_MESSAGES: Mapping[str, str] = {
    "nodes.silent": (
        "The kubelet of {node} has not reported for more than {seconds} s: the node's conditions become "
        "Unknown"
    ),
    "nodes.pods_not_ready": (
        "{node} is not ready, so the controller marks the pods on it as not ready ({count}), and Services "
        "send no more traffic there"
    ),
    "nodes.conditions_taint": (
        "The conditions of {node} changed, so the controller adds to its taints: {taints}"
    ),
    "nodes.conditions_untaint": (
        "The conditions of {node} changed, so the controller removes from its taints: {taints}"
    ),
    "nodes.conditions_swap": (
        "The conditions of {node} changed: the controller adds {added} and removes {removed}"
    ),
    "nodes.evicting": (
        "{node} gets the taint {taint}; pods with tolerationSeconds stay until their time is over"
    ),
    "nodes.swapped": (
        "On {node} the taint {taint} replaces {removed}; the timers of pods with tolerationSeconds go on"
    ),
    "nodes.reachable": "{node} is ready again: the controller removes the taint {taint}",
    "nodes.disrupted": (
        "No node is ready, so the control plane itself may be cut off: the controller removes the taint "
        "{taint} from {node} and evicts no pod"
    ),
    "devicetaint.deleted": (
        "{pod} uses {devices}, which has a NoExecute taint that its claim does not tolerate: the device "
        "taint eviction controller deletes it"
    ),
    "devicetaint.rule": "DeviceTaintRule {rule}: EvictionInProgress is {status} ({reason})",
    "devicetaint.cancelled": "No device of {pod} has a NoExecute taint any more, so it stays on {node}",
    "tainteviction.deleted": (
        "The taint eviction controller deletes {pod}, which does not tolerate a taint of {node}"
    ),
    "tainteviction.expired": (
        "The {seconds} s for which {pod} tolerates a taint of {node} are over: the taint eviction controller "
        "deletes it"
    ),
    "tainteviction.cancelled": (
        "{pods} may stay on {node}: no NoExecute taint limits their time any more, and their deletion is "
        "cancelled"
    ),
    "tainteviction.forced": (
        "{node} is lost: the node controller of this version removes {pod}, whose processes may still run "
        "there"
    ),
    "podgc.surplus": "The pod garbage collector removes {pod}, because there are too many finished pods",
    "podgc.out_of_service": "{node} is out of service: the pod garbage collector removes {pod}",
    "podgc.unscheduled": (
        "The pod garbage collector removes {pod}, which is terminating and was never scheduled"
    ),
    "attach.attached": "Volume {volume} is attached to {node}",
    "attach.detached": "Volume {volume} is detached from {node}",
    "attach.forced": (
        "Volume {volume} is detached from {node} by force, although a process there may still be writing "
        "to it"
    ),
    "attach.multi": (
        "Volume {volume} cannot be attached to {node} yet, because it is still attached to {others}"
    ),
    "attach.waits": (
        "Volume {volume} is still reported as in use on {node}; it is detached by force in {seconds} s"
    ),
    "fencing.decided": (
        "The fencing controller decides to fence {node}, which has been silent for {seconds} s, so that "
        "{pod} can be replaced"
    ),
    "fencing.fenced": "The fencing controller fences {node}",
    "fencing.failed": "The fencing controller could not fence {node}",
    "fencing.out_of_service": "{node} is fenced: the fencing controller marks it out of service",
    "fencing.force_deleted": "{node} is fenced: the fencing controller force deletes {pod}",
    "fencing.in_service": "{node} is ready again: the fencing controller removes the taint out-of-service",
    "descheduler.spread": (
        "The descheduler evicts {pod} from {node}, because {key} {domain} has too many pods"
    ),
    "descheduler.taint": "The descheduler evicts {pod} from {node}: it does not tolerate {taint}",
    "descheduler.refused": "The descheduler may not evict {pod}: {text}",
    "timer.silence": "The kubelet of {node} is silent; the node's conditions become Unknown at this time",
    "timer.rate": (
        "{node} gets its NoExecute taint at this time, because the controller taints one node after another"
    ),
    "timer.device_toleration": "A claim of {pod} tolerates the taint of its device until this time",
    "timer.toleration": "{pod} tolerates {taints} of {node} until this time",
    "timer.toleration_alone": "The time for which {pod} tolerates its node {node} is over at this time",
    "timer.quarantine": (
        "The Node {node} no longer exists; its pods are removed after a quarantine of {seconds} s"
    ),
    "timer.detach": "{volume} is still in use on {node}; at this time it is detached by force",
    "timer.fence": "{node} is fenced at this time if it stays silent",
    "timer.fenced": "The fencing of {node} continues at this time",
}
