"""Why a pod that is being deleted cannot end, and what can be done about it, the safest remedy first.

`{"pod", "cause", "outdated", "ladder"}`: `cause` is `kubelet` (nobody hears from the only one that can
confirm the end) or `finalizers`; `outdated` says why the status of the pod is not kept up to date, or is null
(see `node_state.py`). A step of the ladder is `{"step", "args", "level", "reason", "reasonArgs", "input",
"ask"}`. `level` is `ok` (breaks no guarantee), `warn` or `bad` (two processes of one name may run). `input`
is given to the run as it is; `ask` names the question that comes before (`fence`, `delete_node`,
`force_delete`). A step with neither is done already, or means to wait. There is a ladder only where the
kubelet is the cause.
"""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.board.safety.node_state import is_apart, outdated
from scheduler_core.board.safety.process_fate import SAFE_FATES, process_fate
from scheduler_core.controllers.common.node_conditions import OUT_OF_SERVICE
from scheduler_core.controllers.pod_gc import PERIOD_MS, REMOVED_MS
from scheduler_core.inputs.endpoints import API_SERVER, STORE, node_endpoint
from scheduler_core.kubelet.node.node_actor import NodeActor
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.simulation.cluster.cluster import Cluster

Step = dict[str, Json]


def stuck_view(api: ApiServer, cluster: Cluster, pod: Pod) -> dict[str, Json] | None:
    """None: the pod is not being deleted, or nothing keeps it from ending."""
    if not pod.terminating:
        return None
    host, node = cluster.host(pod.node_name), api.nodes.get(pod.node_name)
    waits = node is None or not node.ready or (host is not None and is_apart(host, registered=True))
    exists = host is not None and (node is not None or not host.hardware.destroyed)
    old: Json = None if host is None else outdated(api, host)
    if host is not None and exists and waits:
        ladder = _ladder(cluster, pod, host, node)
        return {"pod": pod.key, "cause": "kubelet", "outdated": old, "ladder": ladder}
    if not pod.meta.finalizers:
        return None
    return {"pod": pod.key, "cause": "finalizers", "outdated": old, "ladder": []}


def _ladder(cluster: Cluster, pod: Pod, host: NodeActor, node: Node | None) -> list[Json]:
    safe = process_fate(cluster, pod) in SAFE_FATES
    steps = [_step("wait", "ok", "wait_says"), *_repairs(cluster, pod, host)]
    steps.append(_fence(cluster, host))
    if node is not None:
        steps += _without_the_node(node, safe=safe)
    force = _step(
        "force", "ok" if safe else "bad", "force_safe" if safe else "force_says", ask="force_delete"
    )
    steps.append({**force, "args": {"pod": pod.name}})
    places = {step["step"]: place for place, step in enumerate(steps, 1)}
    for step in steps:
        if step["reason"] == "fence_says":
            # After fencing, the steps from the first of these on are safe.
            step["reasonArgs"] = {
                "first": places.get("out_of_service", places["force"]),
                "second": places["force"],
            }
    return [*steps]


def _repairs(cluster: Cluster, pod: Pod, host: NodeActor) -> Iterator[Step]:
    """What mends the power, the way to the node, its kubelet or the store: the first that is broken."""
    name, network = host.node, cluster.network
    end = node_endpoint(name)
    grace: dict[str, Json] = {"pod": pod.name, "grace": pod.meta.deletion_grace_period_seconds or 0}
    healed = _step("repair", "ok", "repair_says", grace)
    if not host.hardware.power and not host.hardware.destroyed:
        switched: dict[str, Json] = {"kind": "power", "node": name, "on": True}
        yield {**_step("repair_power", "ok", "repair_power_says", value=switched), "args": {"node": name}}
        return
    if not network.whole(API_SERVER, end):
        yield {**healed, "input": {"kind": "heal", "between": [end, API_SERVER]}}
    elif host.kubelet is None and host.hardware.power:
        started: dict[str, Json] = {"kind": "start", "component": f"kubelet/{name}"}
        yield {**_step("repair_kubelet", "ok", "repair_says", grace), "input": started}
    elif not network.store_answers:
        yield {**healed, "input": {"kind": "heal", "between": [API_SERVER, STORE]}}


def _fence(cluster: Cluster, host: NodeActor) -> Step:
    done = not host.hardware.power or cluster.network.isolated_by(host.node) is not None
    step = _step("fence", "ok", "fenced" if done else "fence_says", ask=None if done else "fence")
    return {**step, "args": {"node": host.node}}


def _without_the_node(node: Node, *, safe: bool) -> Iterator[Step]:
    """Steps after which the pod garbage collector removes the pod without proof that its process ended."""
    level = "ok" if safe else "warn"
    if not any(taint.key == OUT_OF_SERVICE for taint in node.taints):
        period: dict[str, Json] = {"seconds": PERIOD_MS // 1000}
        yield _step(
            "out_of_service", level, "out_of_service_says", period, value=out_of_service_input(node.name)
        )
    removed: dict[str, Json] = {"from": REMOVED_MS[0] // 1000, "until": REMOVED_MS[1] // 1000}
    yield _step("delete_node", level, "delete_node_says", removed, ask="delete_node")


def out_of_service_input(node: str) -> dict[str, Json]:
    """The input with which a person confirms that no process of the node's pods runs any more."""
    return {
        "kind": "taint",
        "node": node,
        "key": OUT_OF_SERVICE,
        "value": "nodeshutdown",
        "effect": "NoExecute",
    }


def _step(
    step: str,
    level: str,
    reason: str,
    reason_args: dict[str, Json] | None = None,
    *,
    value: dict[str, Json] | None = None,
    ask: str | None = None,
) -> Step:
    return {
        "step": step,
        "args": {},
        "level": level,
        "reason": reason,
        "reasonArgs": reason_args or {},
        "input": value,
        "ask": ask,
    }
