"""What is stuck in a start state, object by object: what keeps it so, since when, and what lets it go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scheduler_core.controllers.volume.attachments import releases_volumes
from scheduler_core.inputs.endpoints import API_SERVER, node_endpoint
from scheduler_core.kubelet.node.node_status import posted_unready
from scheduler_core.objects.fields.other_controllers import of_gate
from scheduler_core.objects.manifest import Json, find, items, strings, text
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.scalars.times import format_time
from scheduler_core.objects.volumes.attachable import MANY_NODES, claim_keys
from scheduler_core.scheduler.configuration.profile import DEFAULT_SCHEDULER_NAME
from scheduler_core.simulation.scenario.applications import applications_from
from scheduler_core.simulation.scenario.scenario import Scenario
from scheduler_core.simulation.scenario.silence import Silence, silent_nodes
from scheduler_core.simulation.scenario.stuck_pods import stuck_pods


@dataclass(frozen=True, slots=True)
class Trouble:
    """One stuck object. `cause` is `silent_node`, `unready_node`, `silent` (a deleted pod on a silent node),
    `finalizers`, `scheduling_gates`, `queue_gates` (of a known product), `other_scheduler` (a pod of a
    scheduler that does not run), `readiness_gates`, `volume_taken` (by a pod on another node), or a cause of
    `Stuck`. `since` is RFC 3339, "" where the
    text does not say. `input` lets it go on, None where no single input does.
    """

    kind: str
    key: str
    cause: str
    since: str = ""
    args: Mapping[str, Json] = field(default_factory=dict)
    input: Mapping[str, Json] | None = None


def troubles(scenario: Scenario) -> Iterator[Trouble]:
    """The stuck objects of a scenario's start state, nodes first."""
    start_at = scenario.start_at
    silent = silent_nodes(scenario.objects, start_at)
    for source in scenario.objects:
        if source.kind == "Node":
            yield from _of_node(Node.parse(source.manifest), silent)
    pods = [Pod.parse(source.defaulted) for source in scenario.objects if source.kind == "Pod"]
    for pod, stuck in stuck_pods(pods, silent, applications_from(scenario.applications), start_at):
        for entry in stuck:
            since = "" if entry.since_ms is None else format_time(start_at + entry.since_ms)
            cure: dict[str, Json] = {"kind": "behave", "pod": pod.key, "container": entry.container}
            args: dict[str, Json] = {"container": entry.container or pod.name, **entry.args}
            yield Trouble("Pod", pod.key, entry.cause, since, args, {**cure, **entry.cure})
    schedulers = _schedulers(scenario)
    for pod in pods:
        yield from _of_pod(pod, silent, schedulers)
    yield from _volumes_taken(scenario, pods, silent)


def _volumes_taken(
    scenario: Scenario, pods: Sequence[Pod], silent: Mapping[str, Silence]
) -> Iterator[Trouble]:
    """Pods whose containers wait for a volume of one node at a time that a pod on another node uses."""
    single = {
        source.meta.key
        for source in scenario.objects
        if source.kind == "PersistentVolumeClaim"
        and not MANY_NODES & set(strings(find(source.spec_manifest, "accessModes")))
    }
    users: dict[str, list[Pod]] = {}
    for pod in pods:
        if pod.node_name and not releases_volumes(pod):
            for claim in single.intersection(claim_keys(pod)):
                users.setdefault(claim, []).append(pod)
    for claim, pods_of_claim in sorted(users.items()):
        for pod in pods_of_claim:
            others = [other for other in pods_of_claim if other.node_name != pod.node_name and _holds(other)]
            if others and not (_holds(pod) or pod.terminating or pod.node_name in silent):
                args: dict[str, Json] = {"pod": others[0].key, "node": others[0].node_name, "claim": claim}
                since = "" if pod.status.start_at is None else format_time(pod.status.start_at)
                yield Trouble("Pod", pod.key, "volume_taken", since, args)


def _holds(pod: Pod) -> bool:
    """Whether a container of the pod runs, so that its volumes are mounted."""
    return pod.status.phase == "Running" or any(
        find(entry, "state", "running") is not None for entry in pod.container_statuses()
    )


def _of_node(node: Node, silent: Mapping[str, Silence]) -> Iterator[Trouble]:
    silence, ready = silent.get(node.name), node.condition("Ready")
    if silence is not None:
        since = "" if silence.since_at is None else format_time(silence.since_at)
        heal: dict[str, Json] = {"kind": "heal", "between": [node_endpoint(node.name), API_SERVER]}
        yield Trouble("Node", node.name, "silent_node", since, {"because": silence.because}, heal)
    elif ready is not None and posted_unready(node) is not None:
        since = "" if ready.transition_at is None else format_time(ready.transition_at)
        start: dict[str, Json] = {"kind": "start", "component": f"kubelet/{node.name}"}
        yield Trouble("Node", node.name, "unready_node", since, {"reason": ready.reason}, start)


def _of_pod(pod: Pod, silent: Mapping[str, Silence], schedulers: frozenset[str]) -> Iterator[Trouble]:
    """What keeps a pod apart from its containers."""
    deletion_at = pod.meta.deletion_requested_at
    if deletion_at is not None and pod.node_name in silent:
        yield Trouble("Pod", pod.key, "silent", format_time(deletion_at), {"node": pod.node_name})
    elif deletion_at is not None and pod.meta.finalizers:
        namespace, _, name = pod.key.partition("/")
        target: dict[str, Json] = {"kind": "Pod", "namespace": namespace, "name": name}
        first = pod.meta.finalizers[0]
        removal: dict[str, Json] = {"kind": "remove-finalizer", "object": target, "finalizer": first}
        names: dict[str, Json] = {"names": [*pod.meta.finalizers]}
        yield Trouble("Pod", pod.key, "finalizers", format_time(deletion_at), names, removal)
    if pod.spec.scheduling_gates and not pod.node_name:
        yield _of_gates(pod)
    elif not pod.node_name and not pod.finished and pod.spec.scheduler_name not in schedulers:
        yield Trouble("Pod", pod.key, "other_scheduler", args={"scheduler": pod.spec.scheduler_name})
    closed: list[Json] = [gate for gate in _gates(pod) if not _is_open(pod, gate)]
    if closed and pod.node_name and not pod.finished:
        opening: dict[str, Json] = {"kind": "set-condition", "pod": pod.key, "status": "True"}
        only = {**opening, "condition": closed[0]} if len(closed) == 1 else None
        yield Trouble("Pod", pod.key, "readiness_gates", "", {"names": closed}, only)


def _of_gates(pod: Pod) -> Trouble:
    gates = pod.spec.scheduling_gates
    args: dict[str, Json] = {"names": [*gates]}
    product = next((other.product for gate in gates if (other := of_gate(gate)) is not None), None)
    if product is None:
        return Trouble("Pod", pod.key, "scheduling_gates", args=args)
    return Trouble("Pod", pod.key, "queue_gates", args={**args, "product": product})


def _schedulers(scenario: Scenario) -> frozenset[str]:
    """The names of the schedulers of a scenario, one for each profile."""
    profiles = items(find(scenario.configuration, "profiles"))
    names = (text(find(profile, "schedulerName")) or DEFAULT_SCHEDULER_NAME for profile in profiles)
    return frozenset(names) or frozenset((DEFAULT_SCHEDULER_NAME,))


def _gates(pod: Pod) -> Iterator[str]:
    return (text(find(gate, "conditionType")) for gate in pod.readiness_gates)


def _is_open(pod: Pod, gate: str) -> bool:
    condition = pod.status.condition(gate)
    return condition is not None and condition.status == "True"
