"""Admission by quotas: a new or resized object may not lead beyond what its namespace may use.

Source: staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota/controller.go `CheckRequest`,
pkg/quota/v1/evaluator/core/pods.go `Constraints` (v1.34). What is used is counted at the moment of the
request; upstream reads status.used, which lags behind by some milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scheduler_core.apiserver.admission.quota_usage import counts_for, quota_usage, usage
from scheduler_core.apiserver.storage.results import Refused, forbidden
from scheduler_core.objects.kinds import Object
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.resource_quota import ResourceQuota
from scheduler_core.objects.resources import CPU, MEMORY, ResourceList
from scheduler_core.objects.scalars.quantity import Quantity

_REQUIRED = tuple(prefix + name for prefix in ("", "requests.", "limits.") for name in (CPU, MEMORY))
"""The resources that each container must mention where a quota limits them."""


def quota_refusal(
    kind: str,
    new: Object,
    old: Object | None,
    quotas: Iterable[ResourceQuota],
    tables: Iterable[tuple[str, Iterable[Object]]],
) -> Refused | None:
    """The refusal of the first quota, by name, that the object would exceed; None when it exceeds none. `old`
    is the object before a resize, `tables` are the stored objects by kind.
    """
    after = usage(new, kind)
    before: ResourceList = {} if old is None else usage(old, kind)
    stored = [(name, tuple(objects)) for name, objects in tables]
    for quota in sorted(quotas, key=lambda quota: quota.meta.name):
        limited = [name for name in quota.hard if name in after]
        if not counts_for(quota, new):
            continue
        if isinstance(new, Pod):
            missing = _unmentioned(new, quota)
            if missing:
                why = f"failed quota: {quota.meta.name}: must specify {missing}"
                return forbidden(kind, new.meta.name, why)
        used = quota_usage(quota, stored)
        exceeded: dict[str, Quantity] = {}
        for name in limited:
            increase = after[name] - before[name] if name in before else after[name]
            if increase.nano > 0 and (used[name] + increase).nano > quota.hard[name].nano:
                exceeded[name] = increase
        if exceeded:
            parts = (("requested", exceeded), ("used", used), ("limited", quota.hard))
            listed = ", ".join(f"{what}: {_shown(amounts, exceeded)}" for what, amounts in parts)
            return forbidden(kind, new.meta.name, f"exceeded quota: {quota.meta.name}, {listed}")
    return None


def _shown(amounts: Mapping[str, Quantity], names: Iterable[str]) -> str:
    return ",".join(f"{name}={amounts[name]}" for name in sorted(names))


def _unmentioned(pod: Pod, quota: ResourceQuota) -> str:
    """What the containers of the pod leave out although the quota limits it, "" for nothing."""
    levels = ((pod.spec.pod_requests or {}), (pod.spec.pod_limits or {}))
    missing: dict[str, set[str]] = {}
    for name in _REQUIRED:
        if name not in quota.hard:
            continue
        resource, of_limits = name.rpartition(".")[2], name.startswith("limits.")
        if resource in levels[of_limits]:
            continue
        for container in (*pod.spec.containers, *pod.spec.init_containers):
            if resource not in (container.limits if of_limits else container.requests):
                missing.setdefault(name, set()).add(container.name)
    return "; ".join(f"{name} for: {','.join(sorted(missing[name]))}" for name in sorted(missing))
