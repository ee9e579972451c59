"""`kubectl drain`: which pods of a node it evicts, its warnings, and its errors.

Source: kubectl pkg/drain/filters.go (v0.34).
"""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.inputs.kubectl_inputs import Drain
from scheduler_core.kubelet.types.critical_pods import CONFIG_MIRROR
from scheduler_core.objects.pod import Pod

DAEMON_SET_FATAL = "DaemonSet-managed Pods (use --ignore-daemonsets to ignore)"
DAEMON_SET_WARNING = "ignoring DaemonSet-managed Pods"
LOCAL_STORAGE_FATAL = "Pods with local storage (use --delete-emptydir-data to override)"
LOCAL_STORAGE_WARNING = "deleting Pods with local storage"
UNMANAGED_FATAL = "Pods that declare no controller (use --force to override)"
UNMANAGED_WARNING = "deleting Pods that declare no controller"


@dataclass(frozen=True, slots=True)
class Chosen:
    """The pods of a node that kubectl evicts, its warnings, and the errors that keep it from starting."""

    pods: tuple[Pod, ...]
    warnings: tuple[str, ...]
    errors: tuple[str, ...]


def chosen_pods(api: ApiServer, value: Drain) -> Chosen:
    """The pods that a drain evicts. The first filter that keeps a pod decides. Source: GetPodsForDeletion."""
    going: list[Pod] = []
    warned: dict[str, list[str]] = {}
    refused: dict[str, list[str]] = {}
    for pod in api.pods.values():
        if pod.node_name != value.node or CONFIG_MIRROR in pod.meta.annotations:
            continue
        fault, warnings, goes = _judged(api, pod, value)
        if fault:
            refused.setdefault(fault, []).append(pod.key)
            continue
        for warning in warnings:
            warned.setdefault(warning, []).append(pod.key)
        if goes:
            going.append(pod)
    return Chosen(
        tuple(going),
        tuple(f"{text}: {', '.join(pods)}" for text, pods in warned.items()),
        tuple(f"cannot delete {text}: {', '.join(pods)}" for text, pods in refused.items()),
    )


def _judged(api: ApiServer, pod: Pod, value: Drain) -> tuple[str, list[str], bool]:
    """The error that forbids the drain ("" when there is none), the warnings, and whether the pod
    is evicted.
    """
    owner = pod.meta.controller
    warnings: list[str] = []
    if owner is not None and owner.kind == "DaemonSet" and not pod.finished:
        if f"{pod.namespace}/{owner.name}" in api.objects("DaemonSet"):
            if not value.ignore_daemon_sets:
                return DAEMON_SET_FATAL, [], False
            return "", [DAEMON_SET_WARNING], False
        missing = f'daemonsets.apps "{owner.name}" not found'
        if not value.force:
            return missing, [], False
        warnings.append(missing)
    if pod.finished:
        return "", warnings, True
    if any("emptyDir" in volume for volume in pod.spec.volumes):
        if not value.delete_empty_dir_data:
            return LOCAL_STORAGE_FATAL, [], False
        warnings.append(LOCAL_STORAGE_WARNING)
    if owner is None:
        if not value.force:
            return UNMANAGED_FATAL, [], False
        warnings.append(UNMANAGED_WARNING)
    return "", warnings, True
