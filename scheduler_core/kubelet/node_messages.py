"""Sentences of the kubelets about pressure, memory, refusals and shutdown: message id → English."""

from __future__ import annotations

from collections.abc import Mapping

MESSAGES: Mapping[str, str] = {
    "kubelet.evicts": (
        "The kubelet of {node} evicts {pod}, because {resource} is short, and gives it {seconds} s"
    ),
    "kubelet.evicts_over_limit": "{pod} exceeds its local storage limit: the kubelet of {node} evicts it",
    "kubelet.threshold_crossed": "{signal} of {node} is below its soft threshold: evictions in {seconds} s",
    "kubelet.threshold_left": "{node} is above its eviction thresholds again",
    "kubelet.pressure_over": (
        "{node} has had enough of every resource for the transition period: {conditions} ends"
    ),
    "resource.memory": "memory",
    "kubelet.relieved": (
        "The kubelet of {node} removed dead containers and unused images: {node} has enough {resource} again"
    ),
    "kubelet.nobody_to_evict": "{node} is short of {resource}, but there is no pod that may be evicted",
    "kubelet.posts_conditions": "The kubelet of {node} posts its status: {conditions}",
    "kubelet.over_memory_limit": "{container} of {pod} is over its memory limit: the kernel kills it",
    "kubelet.node_out_of_memory": "{node} is out of memory: the kernel kills {container} of {pod}",
    "kubelet.shutdown_group": "{node} shuts down: the kubelet ends {pods} and gives them {seconds} s",
    "kubelet.powers_off": "The grace periods of all pods on {node} are over: the machine powers off",
    "kubelet.rejects": "The kubelet of {node} rejects {pod}: {reason}",
    "kubelet.rejects_running": (
        "The restarted kubelet of {node} does not admit {pod} again and kills its processes: {reason}"
    ),
    "kubelet.makes_room": "The kubelet of {node} ends {victim} so that the critical pod {pod} fits",
}
