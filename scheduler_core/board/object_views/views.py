"""What the board shows of an object: pure functions from stored objects to the JSON views of
docs/protocol.md.

A view is immutable by convention, as a manifest is: a change makes a new one, so checkpoints share them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias

from scheduler_core.actor import Message, message
from scheduler_core.advice.nodes.machine_labels import pool_of
from scheduler_core.board.object_views.container_views import init_progress, unusual_containers
from scheduler_core.board.object_views.ending_settings import ending_settings
from scheduler_core.board.object_views.status_word import pod_status_word
from scheduler_core.kubelet.termination.bars import Bar
from scheduler_core.kubelet.types.pod_qos import pod_qos_class
from scheduler_core.objects import Node, Pod, PriorityClass, Workload
from scheduler_core.objects.fields.not_modelled import fields_not_modelled
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json, text
from scheduler_core.objects.pod_resources.requests import pod_requests
from scheduler_core.objects.read_once import work_out_once
from scheduler_core.objects.resources import CPU, MEMORY, PODS, ResourceList, amount_text, get, units
from scheduler_core.objects.scalars.priority import priority_band
from scheduler_core.objects.scalars.seconds import optional_seconds, seconds
from scheduler_core.objects.scalars.times import parse_time
from scheduler_core.objects.selection.selectors import Taint
from scheduler_core.scheduler.framework.diagnosis.short_reasons import counted_reasons

View: TypeAlias = dict[str, Json]
ViewKey: TypeAlias = tuple[str, str]
"""Kind of view and its key: `("pod", "default/p")`, `("node", "n1")`, `("workload",
"Deployment/default/web")`."""
WAITS_REFUSED = "waits.refused"
OF_GROUP = "pod group is unschedulable"
"""How the condition of a pod begins that has a place, but whose group has not."""
BOARD_KINDS = (
    "node",
    "pod",
    "span",
    "class",
    "group",
    "workload",
    "service",
    "volume",
    "claim",
    "disk",
    "process",
    "identity",
    "timer",
    "pressure",
    "drain",
    "network",
    "scheduler",
    "truth",
    "safety",
    "stuck",
    "trouble",
    "tally",
)
"""The kinds of views, in the order in which a frame lists its changes."""
BY_KEY = frozenset({"disk", "pressure", "truth", "stuck", "tally"})
"""The kinds that are listed by key. They follow from other views, so the step at which each of them appeared
depends on when somebody looked."""


class Waiting(Protocol):
    """A pending pod in the scheduler's queue. `backoff_until_ms` is set only while it is in backoffQ; `note`
    says what its group lacks."""

    @property
    def lane(self) -> str: ...
    @property
    def attempts(self) -> int: ...
    @property
    def backoff_until_ms(self) -> int | None: ...
    @property
    def note(self) -> Message | None: ...


class Dying(Protocol):
    """How far a pod's termination on its node has got. `deadline_ms` is the time of SIGKILL."""

    @property
    def since_ms(self) -> int: ...
    @property
    def signal(self) -> str: ...
    @property
    def deadline_ms(self) -> int: ...
    @property
    def effective_grace_s(self) -> int: ...
    @property
    def bars(self) -> Sequence[Bar]: ...
    @property
    def uid(self) -> str: ...


@work_out_once
def compute_view(amounts: ResourceList) -> View:
    """CPU in milli-CPU and memory in bytes, and both as Kubernetes writes them."""
    cpu, memory = units(CPU, get(amounts, CPU)), units(MEMORY, get(amounts, MEMORY))
    return {
        "cpu": cpu,
        "cpuText": amount_text(CPU, cpu),
        "mem": memory,
        "memText": amount_text(MEMORY, memory),
    }


def node_view(
    node: Node, order: int, limits: Sequence[Json] = (), epoch_ms: int = 0, devices: Sequence[Json] = ()
) -> View:
    """`limits` are the volume limits of the node's drivers, `devices` its devices; `epoch_ms` is the epoch
    time of second 0."""
    return {
        "name": node.name,
        "zone": node.drawn_zone,
        **compute_view(node.allocatable),
        "pods": get(node.allocatable, PODS).value,
        "added": node.added,
        "cordoned": node.unschedulable,
        "taints": [_taint_view(taint, epoch_ms) for taint in node.taints],
        "ready": node.ready,
        "labels": dict(node.labels),
        **({"pool": pool.partition("=")[2]} if (pool := pool_of(node.labels)) else {}),
        "order": order,
        "volumeLimits": list(limits),
        "devices": list(devices),
    }


def _taint_view(taint: Taint, epoch_ms: int) -> View:
    """`since` is the time at which the taint was added, null when the taint does not contain it."""
    added = None if taint.time_added is None else parse_time(taint.time_added)
    since = None if added is None else seconds(added - epoch_ms)
    return {"key": taint.key, "value": taint.value, "effect": taint.effect, "since": since}


def pod_view(
    pod: Pod,
    order: int,
    *,
    waiting: Waiting | None,
    place: Sequence[int],
    leaving: View | None,
    term: View | None,
    bound_ms: int | None,
    woken: View | None,
    scheduler_running: bool,
    schedulers: frozenset[str],
    claims: View | None = None,
    devices: View | None = None,
    victims: Sequence[Json] = (),
    epoch_ms: int = 0,
    permit: bool = False,
) -> View:
    """`permit` says that the pod waits in Permit, with its node reserved. `victims` are the uids of the pods
    with which it makes room on the node to which it is nominated."""
    requests = pod_requests(pod)
    owner = pod.meta.controller
    containers = unusual_containers(pod, epoch_ms)
    unusable = "" if devices is None else text(devices["problem"])
    why = why_waiting(
        pod,
        waiting,
        scheduler_running=scheduler_running,
        schedulers=schedulers,
        unusable=unusable,
        permit=permit,
    )
    return {
        "key": pod.key,
        "ns": pod.namespace,
        "name": pod.name,
        "uid": pod.uid,
        "order": order,
        "priority": pod.priority,
        "band": priority_band(pod.priority),
        "class": pod.spec.priority_class_name or None,
        **compute_view(requests),
        "node": pod.node_name or None,
        "nominated": pod.nominated_node_name or None,
        "phase": pod.status.phase or "Pending",
        "holds": not pod.finished,
        "state": pod_status_word(pod),
        "lane": waiting.lane if waiting is not None else None,
        "place": list[Json](place),
        "attempts": waiting.attempts if waiting is not None else 0,
        "backoffUntil": optional_seconds(waiting.backoff_until_ms) if waiting is not None else None,
        "why": None if why is None else why.to_json(),
        "whyShort": _short_refusal(why),
        "woken": woken,
        "terminating": term is not None or (pod.terminating and not pod.finished),
        "term": term,
        "ready": pod.ready,
        "leaving": leaving,
        "bound": optional_seconds(bound_ms),
        "owner": f"{owner.kind}/{owner.name}" if owner is not None else None,
        "labels": dict(pod.labels),
        "gates": list(pod.spec.scheduling_gates),
        "claims": claims,
        "devices": devices,
        "containers": containers,
        "init": init_progress(containers),
        "reason": pod.status.reason or None,
        "message": pod.status.message or None,
        "remains": pod.status.phase == "Failed" and bool(pod.status.reason or pod.status.message),
        "evicted": pod.evicted,
        "victims": list(victims),
        "qos": pod_qos_class(pod),
        "ending": ending_settings(pod),
        "notModelled": list(fields_not_modelled(pod.manifest)),
        **({"group": f"{pod.namespace}/{pod.spec.group}"} if pod.spec.group else {}),
        **({"permit": True} if permit else {}),
    }


def leaving_view(pod: Pod, epoch_ms: int) -> View | None:
    """The pending deletion of the object: the time of the request, deadline, grace period and finalizers.
    `epoch_ms` is the epoch time of second 0.
    """
    meta = pod.meta
    if meta.deletion_at is None:
        return None
    grace_s = meta.deletion_grace_period_seconds or 0
    return {
        "since": seconds(meta.deletion_at - epoch_ms - grace_s * 1000),
        "deadline": seconds(meta.deletion_at - epoch_ms),
        "effectiveGraceSeconds": grace_s,
        "finalizers": list(meta.finalizers),
    }


def why_waiting(
    pod: Pod,
    waiting: Waiting | None,
    *,
    scheduler_running: bool,
    schedulers: frozenset[str],
    unusable: str = "",
    permit: bool = False,
) -> Message | None:
    """One sentence about why a pod waits for a node; None for a pod that has one. `unusable` says why one of
    its resource claims keeps it out of the queue, `permit` that it waits in Permit.
    """
    if pod.node_name or pod.finished:
        return None
    if pod.spec.scheduler_name not in schedulers:
        return message("waits.nobody", pod=pod.name, scheduler=pod.spec.scheduler_name)
    if pod.spec.scheduling_gates:
        return message("waits.gates", pod=pod.name, gates=pod.spec.scheduling_gates)
    if not scheduler_running:
        return message("waits.no_scheduler", pod=pod.name)
    if pod.terminating:
        return message("waits.terminating", pod=pod.name)
    if permit and pod.nominated_node_name:
        return message("waits.permit", pod=pod.name, node=pod.nominated_node_name)
    if waiting is None or waiting.lane == "cycle":
        return (
            message("waits.cycle", pod=pod.name)
            if waiting is not None
            else message("waits.new", pod=pod.name)
        )
    if waiting.lane == "active":
        return message("waits.active", pod=pod.name)
    scheduled = pod.status.condition("PodScheduled")
    refused = scheduled is not None and scheduled.message and not scheduled.message.startswith(OF_GROUP)
    if waiting.note is not None and not refused and waiting.lane != "gated":
        return message("waits.group", pod=pod.name, text=waiting.note)
    if waiting.lane == "backoff" and waiting.backoff_until_ms is not None:
        until = seconds(waiting.backoff_until_ms or 0)
        return message("waits.backoff", pod=pod.name, until=until)
    if unusable:
        return message("waits.claims", pod=pod.name, text=unusable)
    if pod.nominated_node_name:
        return message("waits.victims", pod=pod.name, node=pod.nominated_node_name)
    if scheduled is not None and scheduled.message:
        return message(WAITS_REFUSED, pod=pod.name, text=scheduled.message)
    return message("waits.new", pod=pod.name)


def _short_refusal(why: Message | None) -> str | None:
    """The reasons in short when the scheduler refused a pod; None when it waits for something else."""
    if why is None or why.id != WAITS_REFUSED:
        return None
    return counted_reasons(str(dict(why.args)["text"]))


def class_view(priority_class: PriorityClass) -> View:
    return {
        "name": priority_class.meta.name,
        "value": priority_class.value,
        "band": priority_band(priority_class.value),
    }


def workload_view(workload: Workload, owner: Workload | None) -> View:
    """`owner` is the workload that controls this one. `scales` is the key of the workload whose replicas
    decide how many pods there are: a ReplicaSet is scaled by its Deployment; None for kinds without the scale
    subresource.
    """
    scaled = owner if owner is not None and KINDS[owner.kind].scalable else workload
    return {
        "kind": workload.kind,
        "key": workload.key,
        "replicas": workload.replicas,
        "ready": workload.ready,
        "scales": f"{scaled.kind}/{scaled.key}" if KINDS[scaled.kind].scalable else None,
    }


def scheduler_view(running: bool) -> View:
    return {"running": running}
