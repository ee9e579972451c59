"""Sentences of the kubelets: message id → English with `{argument}` placeholders."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.kubelet.node_messages import MESSAGES as PRESSURE_MESSAGES

MESSAGES: Mapping[str, str] = {
    "kubelet.starts": "The kubelet of {node} creates the containers of {pod}",
    "kubelet.ready": "{pod} runs on {node} and is ready",
    "kubelet.prestop": "{pod} is terminating: its preStop hook runs, within a grace period of {seconds} s",
    "kubelet.deadline_exceeded": (
        "{pod} has been active on {node} for its activeDeadlineSeconds of {seconds} s: the kubelet ends it"
    ),
    "kubelet.waits_turn": (
        "In {pod}, {containers} wait for SIGTERM until the containers that end before them have exited"
    ),
    "kubelet.sigterm": "{pod} gets SIGTERM and has {seconds} s to exit",
    "kubelet.sigterm_hook_cut": (
        "The preStop hook of {pod} did not end in time: {pod} gets SIGTERM and has {seconds} s to exit"
    ),
    "kubelet.sigterm_some": "In {pod}, SIGTERM goes to {containers}, with {seconds} s to exit",
    "kubelet.sigkill": "{pod} did not exit in time and gets SIGKILL",
    "kubelet.exited": "{containers} in pod {pod} exited",
    "kubelet.removed": "The processes of {pod} have ended: the kubelet of {node} removes the pod",
    "kubelet.dead_unlisted": (
        "The last process of {pod} has ended on {node}; the API server removed the pod long ago"
    ),
    "kubelet.held": "The processes of {pod} have ended, but finalizers keep the object: {finalizers}",
    "kubelet.completed": "{pod} is complete: its containers exited with {code}",
    "kubelet.failed": "{pod} failed: its containers exited with {code}",
    "kubelet.backs_off": "{pod} exited with {code}; the back-off before its restart is {seconds} s",
    "kubelet.exceeded": (
        "The container runtime of {node} has not ended {pod} in time; the kubelet reports: {text}"
    ),
    "kubelet.ended": "{pod} has ended: the kubelet of {node} killed it ({reason})",
    "kubelet.ended_well": (
        "{pod} has ended: the kubelet of {node} killed it ({reason}), but its processes exited with 0, so "
        "its phase is Succeeded"
    ),
    "kubelet.dead_unsaid": (
        "The last process of {pod} has ended, but the kubelet of {node} cannot report it yet"
    ),
    "kubelet.exited_alone": "{containers} of {pod} exited on {node}, where no kubelet runs to report it",
    "kubelet.reports": "The kubelet of {node} posts the status of {pods} again",
    "kubelet.posts_node": "The kubelet of {node} posts its status again: the node is ready",
    "kubelet.upgraded": "{node} posts its node status with kubelet {version}",
    "kubelet.rebooted": "{node} has been rebooted: its kubelet posts the node status with a new boot ID",
    "kubelet.registers": "The kubelet of {node} registers its node",
    "kubelet.resize_started": "{node} gives {pod} its new resources",
    "kubelet.resize_completed": "The containers of {pod} on {node} have their new resources",
    "kubelet.resize_deferred": "{node} defers the resize of {pod}: {text}",
    "kubelet.resize_infeasible": "{node} can never resize {pod}: {text}",
    "kubelet.waits_for_volumes": "{pod} waits on {node} for its volumes: {volumes}",
    "kubelet.volume_taken": (
        "{pod} waits on {node}: another pod uses volume {volume}, whose access mode is ReadWriteOncePod"
    ),
    "kubelet.failed_prepare": "{node} cannot prepare the devices of {pod}: {text}",
    "kubelet.failed_unprepare": (
        "The containers of {pod} have ended, but {node} cannot give its devices back to their driver: {text}"
    ),
    "kubelet.failed_mount": (
        "{pod} has waited two minutes for its volumes on {node}; the kubelet goes on waiting"
    ),
    "kubelet.mirrors": "{pod} is a static pod of {node}: the kubelet creates its mirror pod again",
    "kubelet.failed_kill": "The container runtime of {node} does not answer, so the kubelet cannot end {pod}",
    "kubelet.restarts": "The kubelet of {node} restarts the containers of {pod}",
    "kubelet.restarts_some": "The kubelet of {node} restarts {containers} of {pod}",
    "kubelet.started": "{containers} of {pod} started on {node}",
    "kubelet.ready_some": "{containers} of {pod} became ready",
    "kubelet.unready": "{containers} of {pod} is no longer ready, because its readiness probe failed",
    "kubelet.unready_many": (
        "{containers} of {pod} are no longer ready, because their readiness probes failed"
    ),
    "kubelet.probe_failed": "The {probe} probe of {containers} in {pod} failed",
    "kubelet.probe_failed_many": "The {probe} probes of {containers} in {pod} failed",
    "probe.liveness": "liveness",
    "probe.readiness": "readiness",
    "probe.startup": "startup",
    "kubelet.pulls": "The image of {containers} in {pod} is being pulled",
    "kubelet.pulls_many": "The images of {containers} in {pod} are being pulled",
    "kubelet.pulled": "The image of {containers} in {pod} has been pulled",
    "kubelet.pulled_many": "The images of {containers} in {pod} have been pulled",
    "kubelet.pull_failed": "The image of {containers} in {pod} cannot be pulled",
    "kubelet.pull_failed_many": "The images of {containers} in {pod} cannot be pulled",
    "kubelet.post_start_failed": "The postStart hook of {containers} in {pod} failed",
    "kubelet.post_start_failed_many": "The postStart hooks of {containers} in {pod} failed",
    "kubelet.prestop_some": (
        "The preStop hook of {containers} in {pod} runs, within a grace period of {seconds} s"
    ),
    "kubelet.sigkill_some": "{containers} in pod {pod} did not exit in time: SIGKILL is sent",
    "kubelet.exited_with": "{containers} in pod {pod} exited with {code}",
    "kubelet.restarts_all": (
        "{containers} in pod {pod} exited with {code}; a restart rule restarts all containers of the pod"
    ),
    "kubelet.backs_off_some": (
        "{containers} in pod {pod} exited with {code}; the kubelet restarts it in {seconds} s"
    ),
    "kubelet.backs_off_some_many": (
        "{containers} of {pod} exited with {code}; the kubelet restarts them in {seconds} s"
    ),
    "kubelet.posts_pod": "The kubelet of {node} posts the status of {pod}",
    **PRESSURE_MESSAGES,
}
