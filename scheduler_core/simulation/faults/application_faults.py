"""Faults of applications: they change usage, behaviour or members from now on."""

from __future__ import annotations

from scheduler_core.actor import Act, Message, message
from scheduler_core.inputs.application_inputs import Behave, ChangeMember, SetUsage
from scheduler_core.inputs.outcome import you
from scheduler_core.kubelet.eviction.node_usage import UsageChange
from scheduler_core.objects.manifest import Json, text
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.scalars.quantity import parse_quantity
from scheduler_core.objects.scalars.seconds import seconds
from scheduler_core.simulation.cluster import quorum
from scheduler_core.simulation.faults.scene import Scene, machine


def set_usage(at: Scene, value: SetUsage) -> Act | Problem:
    """Sets what a node's system, a pod, or one of the pod's containers or volumes uses from now on."""
    pod: Pod | None = None
    if value.node is not None:
        host = machine(at, value.node)
        if isinstance(host, Problem):
            return host
    else:
        key = value.pod or ""
        running = next(
            ((host, pod) for _, host in at.cluster.machines() if (pod := host.pod(key)) is not None),
            None,
        )
        if running is None:
            return Problem("input.pod", "fault.unknown_pod", {"pod": key})
        host, pod = running
        if value.container is not None and value.container not in _parts(pod):
            wrong: dict[str, Json] = {"pod": key, "container": value.container}
            return Problem("input.container", "fault.unknown_container", wrong)
    for resource, amount in value.amounts.items():
        uid = None if pod is None else pod.uid
        use = parse_quantity(amount).value
        host.set_usage(UsageChange(resource, use, at.now_ms, value.over_ms, uid, value.container))
    what = value.node if pod is None else pod.name
    amounts = _amounts(*value.amounts.items())
    sentence = message("you.set_usage", what=what, amounts=amounts)
    if value.over_ms:
        sentence = message("you.set_usage_over", what=what, amounts=amounts, seconds=seconds(value.over_ms))
    at.cluster.stir(host.name)
    keys = () if pod is None else (pod.key,)
    return you(value.kind, sentence, pods=keys, nodes=(host.node,))


def _amounts(first: tuple[str, str], *more: tuple[str, str]) -> Message:
    """`1560Mi memory, 200 processes`: each resource is named in the language of the reader."""
    resource, amount = first
    sentence = message(f"usage.{resource}", amount=amount)
    return message("usage.several", first=sentence, rest=_amounts(*more)) if more else sentence


def behave(at: Scene, value: Behave) -> Act | Problem:
    """Sets how an application behaves from now on, on the machine where it runs."""
    for _, host in at.cluster.machines():
        pod = host.pod(value.pod)
        if pod is None:
            continue
        if value.container is not None and value.container not in _parts(pod):
            wrong: dict[str, Json] = {"pod": value.pod, "container": value.container}
            return Problem("input.container", "fault.unknown_container", wrong)
        if host.behave(value.pod, value.container, value.changes, at.now_ms):
            changes = tuple(f"{name}: {_spelled(changed)}" for name, changed in value.changes.items())
            sentence = message("you.set_behaviour", pod=pod.name, changes=changes)
            at.cluster.stir(host.name)
            return you(value.kind, sentence, pods=(value.pod,), nodes=(host.node,))
    return Problem("input.pod", "fault.unknown_pod", {"pod": value.pod})


def change_member(at: Scene, value: ChangeMember) -> Act | Problem:
    """The application changes its list of members, or says that it has no majority for it."""
    cluster = at.cluster
    outcome = quorum.change_member(at.api, cluster.members, cluster.machines(), cluster.network, value)
    if isinstance(outcome, Problem):
        return outcome
    act, cluster.members = outcome
    return act


def _parts(pod: Pod) -> set[str]:
    """The names of a pod's containers and volumes."""
    containers = {container.name for container in (*pod.spec.init_containers, *pod.spec.containers)}
    return containers | {text(volume.get("name")) for volume in pod.spec.volumes}


def _spelled(value: Json) -> str:
    if value is None:
        return "never"
    return str(value).lower() if isinstance(value, bool) else str(value)
