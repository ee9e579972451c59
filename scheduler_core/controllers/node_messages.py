"""What the controllers of nodes and volumes say: message id → English with `{argument}` placeholders."""

from __future__ import annotations

from collections.abc import Mapping

NODE_MESSAGES: Mapping[str, str] = {
    "nodes.silent": "{node} was not heard of for more than {seconds} s: its conditions are Unknown now",
    "nodes.pods_not_ready": "{node} is not ready, so its pods are not either ({count}): Services drop them",
    "nodes.conditions_taint": "The state of {node} becomes taints: {taints}",
    "nodes.conditions_untaint": "The state of {node} wants these taints no more: {taints}",
    "nodes.conditions_swap": "The state of {node} changes its taints: {added} instead of {removed}",
    "nodes.evicting": "{node} gets the taint {taint}: for pods that tolerate it a while the time starts now",
    "nodes.reachable": "{node} is ready again: the taint {taint} goes",
    "nodes.disrupted": "No node is ready any more, so perhaps the control plane is cut off: {node} loses the "
    "taint {taint}, nobody is evicted",
    "tainteviction.deleted": "{pod} does not tolerate a taint of {node}, or not any longer: it is deleted",
    "tainteviction.forced": "{node} is lost: the node controller removes {pod}, whatever still runs there",
    "podgc.surplus": "There are too many finished pods: the pod garbage collector removes {pod}",
    "podgc.out_of_service": "{node} is out of service: the pod garbage collector removes {pod}",
    "podgc.unscheduled": "{pod} is to go and never had a node: the pod garbage collector removes it",
    "attach.attached": "Volume {volume} is attached to {node}",
    "attach.detached": "Volume {volume} is detached from {node}",
    "attach.forced": "Volume {volume} is detached from {node} by force: who wrote to it there was not asked",
    "attach.multi": "Volume {volume} cannot be attached to {node} yet: it still is on {others}",
    "attach.waits": "Volume {volume} is still in use on {node}, as far as anybody knows: it is detached by "
    "force in {seconds} s",
    "fencing.decided": "For the sake of {pod} the fencing controller decides to fence {node}, silent for "
    "{seconds} s",
    "fencing.fenced": "The fencing controller fences {node}",
    "fencing.failed": "The fencing controller could not fence {node}",
    "fencing.out_of_service": "{node} is fenced: the fencing controller marks it out of service",
    "fencing.force_deleted": "{node} is fenced: the fencing controller force deletes {pod}",
    "fencing.in_service": "{node} is back: the fencing controller takes the taint out-of-service off",
    "descheduler.spread": "The descheduler evicts {pod} from {node}: {key} {domain} has too many",
    "descheduler.taint": "The descheduler evicts {pod} from {node}: it does not tolerate {taint}",
    "descheduler.refused": "The descheduler may not evict {pod}: {text}",
    "timer.silence": "{node} is silent: its conditions become Unknown then",
    "timer.rate": "{node} waits for its NoExecute taint: one node after another",
    "timer.toleration": "{pod} tolerates {taints} of {node} until then",
    "timer.quarantine": "{node} is gone: its pods are removed after that",
    "timer.detach": "{volume} is still in use on {node}: it is detached by force then",
    "timer.fence": "{node} is fenced then, if it stays silent",
    "timer.fenced": "The fencing of {node} goes on then",
}
