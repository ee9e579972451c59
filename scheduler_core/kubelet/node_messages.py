"""What kubelets say of pressure, memory, refusals and shutdown: message id → English."""

from __future__ import annotations

from collections.abc import Mapping

MESSAGES: Mapping[str, str] = {
    "kubelet.evicts": "{pod} has to go for want of {resource}: the kubelet of {node} gives it {seconds} s",
    "kubelet.evicts_over_limit": "{pod} exceeds its local storage limit: the kubelet of {node} evicts it",
    "kubelet.threshold_crossed": "{signal} of {node} is below its soft threshold: evictions in {seconds} s",
    "kubelet.threshold_left": "{node} is above its eviction thresholds again",
    "kubelet.pressure_over": "Nothing was short on {node} for a while: {conditions} ends",
    "kubelet.relieved": "{node} has {resource} again: dead containers and unused images were collected",
    "kubelet.nobody_to_evict": "{node} is short of {resource}, but there is no pod that may be evicted",
    "kubelet.posts_conditions": "The kubelet of {node} posts its status: {conditions}",
    "kubelet.over_memory_limit": "{container} of {pod} is over its memory limit: the kernel kills it",
    "kubelet.node_out_of_memory": "{node} is out of memory: the kernel kills {container} of {pod}",
    "kubelet.shutdown_group": "{node} shuts down: {pods} have {seconds} s",
    "kubelet.powers_off": "All pods of {node} have had their time: the machine goes off",
    "kubelet.rejects": "The kubelet of {node} rejects {pod}: {reason}",
    "kubelet.makes_room": "The kubelet of {node} ends {victim} so that the critical pod {pod} fits",
}
