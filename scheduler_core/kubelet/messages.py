"""What kubelets say: message id → English with `{argument}` placeholders."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.kubelet.node_messages import MESSAGES as PRESSURE_MESSAGES

MESSAGES: Mapping[str, str] = {
    "kubelet.starts": "The kubelet of {node} creates the containers of {pod}",
    "kubelet.ready": "{pod} runs on {node} and is ready",
    "kubelet.prestop": "{pod} is to go: its preStop hook runs, within a grace of {seconds} s",
    "kubelet.sigterm": "{pod} gets SIGTERM and has {seconds} s to exit",
    "kubelet.sigterm_some": "In {pod}, SIGTERM goes to {containers}, with {seconds} s to exit",
    "kubelet.sigkill": "{pod} did not exit in time: SIGKILL",
    "kubelet.exited": "{containers} of {pod} exited",
    "kubelet.removed": "{pod} is dead: the kubelet of {node} removes it",
    "kubelet.dead_unlisted": "The last process of {pod}, long gone from the API server, is dead on {node}",
    "kubelet.held": "{pod} is dead, but finalizers keep the object: {finalizers}",
    "kubelet.completed": "{pod} is done: its containers exited with {code}",
    "kubelet.failed": "{pod} failed: its containers exited with {code}",
    "kubelet.backs_off": "{pod} exited with {code}; the kubelet restarts it in {seconds} s",
    "kubelet.exceeded": "The runtime of {node} has not ended {pod} in time; who asked for it is told: {text}",
    "kubelet.ended": "{pod} is dead: the kubelet of {node} ended it ({reason})",
    "kubelet.dead_unsaid": "The last process of {pod} is dead; the kubelet of {node} cannot say so yet",
    "kubelet.exited_alone": "{containers} of {pod} exited on {node}; no kubelet is there to notice",
    "kubelet.reports": "The kubelet of {node} posts the status of {pods} again",
    "kubelet.posts_node": "The kubelet of {node} posts its status again: the node is ready",
    "kubelet.registers": "The kubelet of {node} registers its node",
    "kubelet.waits_for_volumes": "{pod} waits on {node} for its volumes: {volumes}",
    "kubelet.failed_mount": "{pod} has waited two minutes for its volumes on {node}",
    "kubelet.mirrors": "{pod} comes from a file of {node}: its kubelet makes the mirror pod again",
    "kubelet.failed_kill": "The runtime of {node} does not answer: {pod} cannot be ended",
    "kubelet.restarts": "The kubelet of {node} restarts the containers of {pod}",
    "kubelet.restarts_some": "The kubelet of {node} restarts {containers} of {pod}",
    "kubelet.started": "{containers} of {pod} started on {node}",
    "kubelet.ready_some": "{containers} of {pod} became ready",
    "kubelet.unready": "{containers} of {pod} no longer ready: the readiness probe failed",
    "kubelet.probe_failed": "The {probe} probe of {containers} in {pod} failed",
    "kubelet.pulls": "The image of {containers} in {pod} is being pulled",
    "kubelet.pulled": "The image of {containers} in {pod} has been pulled",
    "kubelet.pull_failed": "The image of {containers} in {pod} cannot be pulled",
    "kubelet.post_start_failed": "The postStart hook of {containers} in {pod} failed",
    "kubelet.prestop_some": "The preStop hook of {containers} in {pod} runs, within a grace of {seconds} s",
    "kubelet.sigkill_some": "{containers} of {pod} did not exit in time: SIGKILL",
    "kubelet.exited_with": "{containers} of {pod} exited with {code}",
    "kubelet.backs_off_some": (
        "{containers} of {pod} exited with {code}; the kubelet restarts it in {seconds} s"
    ),
    "kubelet.posts_pod": "The kubelet of {node} posts the status of {pod}",
    **PRESSURE_MESSAGES,
}
