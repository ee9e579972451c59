"""The columns of pods. Source: printers.go `printPod` (v1.34)."""

from __future__ import annotations

from scheduler_core.kubectl.describe.tab_writer import human_duration
from scheduler_core.kubectl.printing.column import AGE, NAME, NONE, Column, terminating
from scheduler_core.objects.manifest import Json, Manifest, find, integer, items, mapping, text
from scheduler_core.objects.scalars.times import parse_time


def _init_containers(pod: Manifest) -> dict[str, bool]:
    """The names of the init containers; True for a sidecar, whose restartPolicy is Always."""
    return {
        text(find(container, "name")): find(container, "restartPolicy") == "Always"
        for container in items(find(pod, "spec", "initContainers"))
    }


def _statuses(pod: Manifest, part: str) -> list[Manifest]:
    return [mapping(status) for status in items(find(pod, "status", part))]


def _condition(pod: Manifest, kind: str) -> Manifest:
    conditions = (mapping(condition) for condition in items(find(pod, "status", "conditions")))
    return next((condition for condition in conditions if condition.get("type") == kind), {})


def ready(pod: Manifest, now: int) -> Json:
    """`ready/total`, sidecars included."""
    sidecars = {name for name, always in _init_containers(pod).items() if always}
    total = len(items(find(pod, "spec", "containers"))) + len(sidecars)
    good = sum(
        1
        for status in _statuses(pod, "containerStatuses")
        if status.get("ready") is True and find(status, "state", "running") is not None
    )
    good += sum(
        1
        for init in _statuses(pod, "initContainerStatuses")
        if text(init.get("name")) in sidecars and init.get("started") is True and init.get("ready") is True
    )
    return f"{good}/{total}"


def _ended(state: Json) -> str:
    """The status text of a terminated container without a reason: its signal, else its exit code."""
    signal = integer(find(state, "signal")) or 0
    return f"Signal:{signal}" if signal else f"ExitCode:{integer(find(state, 'exitCode')) or 0}"


def _initializing(pod: Manifest) -> str:
    """The pod's status text while an init container is not done, such as `Init:0/2`; "" when all are done."""
    sidecars, total = _init_containers(pod), len(items(find(pod, "spec", "initContainers")))
    for place, status in enumerate(_statuses(pod, "initContainerStatuses")):
        ended, waits = find(status, "state", "terminated"), find(status, "state", "waiting", "reason")
        if ended is not None and (integer(find(ended, "exitCode")) or 0) == 0:
            continue
        if sidecars.get(text(status.get("name"))) and status.get("started") is True:
            continue
        if ended is not None:
            return f"Init:{text(find(ended, 'reason')) or _ended(ended)}"
        if waits and waits != "PodInitializing":
            return f"Init:{text(waits)}"
        return f"Init:{place}/{total}"
    return ""


def status(pod: Manifest, now: int) -> Json:
    """The STATUS column: phase or reason, replaced by the state of gates, containers and the deletion."""
    reason = text(find(pod, "status", "reason")) or text(find(pod, "status", "phase"))
    if _condition(pod, "PodScheduled").get("reason") == "SchedulingGated":
        reason = "SchedulingGated"
    starts = _initializing(pod)
    if starts:
        reason = starts
    if not starts or _condition(pod, "Initialized").get("status") == "True":
        reason = _of_containers(pod, reason)
    if terminating(pod):
        if find(pod, "status", "reason") == "NodeLost":
            return "Unknown"
        if find(pod, "status", "phase") not in ("Succeeded", "Failed"):
            return "Terminating"
    return reason


def _of_containers(pod: Manifest, reason: str) -> str:
    """Reason of the first container that waits or has ended, else `reason`; not Completed while one runs."""
    running = False
    for status in reversed(_statuses(pod, "containerStatuses")):
        waits, ended = find(status, "state", "waiting", "reason"), find(status, "state", "terminated")
        if waits:
            reason = text(waits)
        elif ended is not None:
            reason = text(find(ended, "reason")) or _ended(ended)
        elif status.get("ready") is True and find(status, "state", "running") is not None:
            running = True
    if reason == "Completed" and running:
        return "Running" if _condition(pod, "Ready").get("status") == "True" else "NotReady"
    return reason


def restarts(pod: Manifest, now: int) -> Json:
    """Number of restarts and age of the last one: of all init containers while one is not done, else of
    sidecars and containers."""
    sidecars = _init_containers(pod)
    inits, mains = _statuses(pod, "initContainerStatuses"), _statuses(pod, "containerStatuses")
    starts = _initializing(pod)
    counted = inits if starts else [init for init in inits if sidecars.get(text(init.get("name")))]
    if not starts or _condition(pod, "Initialized").get("status") == "True":
        counted = [init for init in inits if sidecars.get(text(init.get("name")))] + mains
    total = sum(integer(status.get("restartCount")) or 0 for status in counted)
    ends = (parse_time(text(find(status, "lastState", "terminated", "finishedAt"))) for status in counted)
    last = max((at for at in ends if at is not None), default=None)
    return f"{total} ({human_duration(now - last)} ago)" if total and last is not None else str(total)


def _ip(pod: Manifest, now: int) -> Json:
    ip = text(find(items(find(pod, "status", "podIPs")), 0, "ip")) or text(find(pod, "status", "podIP"))
    return ip or NONE


def _gates(pod: Manifest, now: int) -> Json:
    gates = items(find(pod, "spec", "readinessGates"))
    if not gates:
        return NONE
    kinds = (text(find(gate, "conditionType")) for gate in gates)
    return f"{sum(_condition(pod, kind).get('status') == 'True' for kind in kinds)}/{len(gates)}"


POD_COLUMNS = (
    NAME,
    Column("Ready", ready),
    Column("Status", status),
    Column("Restarts", restarts),
    AGE,
    Column("IP", _ip, wide=True),
    Column("Node", lambda pod, now: text(find(pod, "spec", "nodeName")) or NONE, wide=True),
    Column(
        "Nominated Node", lambda pod, now: text(find(pod, "status", "nominatedNodeName")) or NONE, wide=True
    ),
    Column("Readiness Gates", _gates, wide=True),
)


def row_conditions(pod: Manifest) -> list[Json]:
    """The conditions of a pod's table row: Completed for a pod that has ended, else none."""
    phase = text(find(pod, "status", "phase"))
    message = {
        "Succeeded": "The pod has completed successfully.",
        "Failed": "The pod failed.",
    }.get(phase)
    if message is None:
        return []
    return [{"type": "Completed", "status": "True", "reason": phase, "message": message}]
