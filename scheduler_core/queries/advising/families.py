"""The workload to which a pod belongs: its controller, and the controllers of that one."""

from __future__ import annotations

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.objects.kinds import KINDS, Object
from scheduler_core.objects.meta import kind_of
from scheduler_core.objects.pod import Pod

MOST_OWNERS = 5


def owners_of(api: ApiServer, pod: Pod) -> tuple[Object, ...]:
    """The controllers of a pod that the API server has, from its own upward: ReplicaSet, Deployment."""
    owners: list[Object] = []
    reference = pod.meta.controller
    while reference is not None and reference.kind in KINDS and len(owners) < MOST_OWNERS:
        namespace = f"{pod.namespace}/" if KINDS[reference.kind].namespaced else ""
        owner = api.get(reference.kind, f"{namespace}{reference.name}")
        if owner is None:
            break
        owners.append(owner)
        reference = owner.meta.controller
    return tuple(owners)


def family_of(api: ApiServer, pod: Pod) -> str:
    """The name of the highest controller that is named, `Deployment web`; "" for a pod without any."""
    owners = owners_of(api, pod)
    last = owners[-1].meta.controller if owners else pod.meta.controller
    if last is not None:
        return f"{last.kind} {last.name}"
    return f"{kind_of(owners[-1])} {owners[-1].meta.name}" if owners else ""


def same_family(api: ApiServer, pod: Pod, other: Pod) -> bool:
    """Whether both belong to the same workload; a pod without a controller is only itself."""
    if pod.meta.key == other.meta.key:
        return True
    if pod.namespace != other.namespace or pod.meta.controller is None or other.meta.controller is None:
        return False
    return family_of(api, pod) == family_of(api, other)
