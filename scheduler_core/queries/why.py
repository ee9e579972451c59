"""Why a pod or a node is as it is at one step: the latest decision with all that a page needs to show it."""

from __future__ import annotations

from scheduler_core.advice.hints import hints
from scheduler_core.advice.hints_on_node import hints_on_node
from scheduler_core.board.actor_states import running_scheduler
from scheduler_core.engine.recording import Recording
from scheduler_core.engine.world import World
from scheduler_core.inputs.limits import EVENTS_IN_VAIN
from scheduler_core.objects.manifest import Json, find, mapping, text
from scheduler_core.objects.pod_resources.requests import pod_requests
from scheduler_core.objects.resources import CPU, MEMORY, amount_text, units
from scheduler_core.queries.device_details import device_details
from scheduler_core.queries.event_texts.same_reasons import same_reasons
from scheduler_core.queries.history.pod_end import pod_end
from scheduler_core.queries.node_devices import node_devices
from scheduler_core.queries.scheduling_question import scheduling_question
from scheduler_core.queries.spread_columns import spread_columns

NODES = " nodes are available: "
"""Part of each message of a scheduler that has looked at nodes; names in it are hidden with it."""


def why(recording: Recording, seq: int, pod_key: str) -> dict[str, Json] | None:
    """The latest decision about a pod up to step `seq`; None when nothing is known of such a pod.

    `{"pod": PodView|null, "decision": DecisionView|null, "decidedAt": step|null, "columns": [chart],
    "deviceDetails": {node: [Message]}, "inVain": [hint], "last": {"pod", "decision"}|null, "fromStart":
    bool, "added": [names], "requests": [[resource, amount]], "missing": [resources]}`. `decidedAt` is the
    step that the decision led to. `columns` are the charts of `spread_columns`, `deviceDetails` the
    sentences of `device_details`. `inVain` are the newest events since the decision that did
    not wake the pod, as `hints` of a frame has them. `last` is the newest decision of the run where that is
    about another pod. `fromStart`: the pod already had its node at step 0, so no step shows how it came
    there. `requests` are all amounts that the pod requests, as Kubernetes writes them, cpu and memory
    first. `missing` are the resources that the text of the run lacks although a decision may need them.
    `added` are the nodes that podium added to the imported text and that refused the pod in the decision.
    `hints` are sentences about what keeps a waiting pod from every node without being a field of an object
    that a person could change, or a pod with a node from being ready. `recorded` is what the scheduler of
    the text says about the pod, where the first decision here gives other reasons; "" elsewhere. `end` is
    how a pod ended that is gone, finished or being deleted (see `pod_end`), None for every other one.
    `group` is None without a PodGroup, else `{"view": GroupView, "refused": {"pod", "decision"}|null}`: the
    first of its pods that found no place, with its decision where that is about another pod.
    """
    world = recording.world(seq)
    view = _pod_view(world, pod_key)
    step = _latest_at(recording, seq, pod_key, gone=view is None)
    decision = _decision(recording, step)
    end = pod_end(recording, seq, pod_key) if _is_over(world, pod_key) else None
    existed = end is not None or any(pod == pod_key for _, _, _, _, pod, *_ in recording.acts(seq, seq))
    if view is None and not existed:
        return None
    scheduler = running_scheduler(world.cluster)
    in_vain = () if scheduler is None else scheduler.queue.in_vain(pod_key)[-EVENTS_IN_VAIN:]
    last = _decision(recording, _latest_at(recording, seq, None, gone=True))
    other = text(find(last, "pod"))
    return {
        "pod": view,
        "decision": decision,
        "decidedAt": step,
        "columns": [] if decision is None else spread_columns(decision, world),
        "deviceDetails": device_details(recording, step, decision),
        "inVain": [hint.to_json() for hint in in_vain],
        "last": None if other in {"", pod_key} else {"pod": _pod_view(world, other), "decision": last},
        "fromStart": _bound_at_the_start(recording, view),
        "added": _refused_by_added(world, decision),
        "requests": _requests(world, pod_key),
        "missing": [*recording.scenario.missing_kinds],
        "hints": _hints(world, pod_key, decision),
        "recorded": _recorded(recording, pod_key, step, decision),
        "end": end,
        "group": _group(recording, seq, world, pod_key),
    }


def _group(recording: Recording, seq: int, world: World, key: str) -> dict[str, Json] | None:
    """The group of the pod, and the first of its pods that found no place in its last or present cycle."""
    pod = world.api.pods.get(key)
    if pod is None or not pod.spec.group:
        return None
    view = world.picture.board.views.get(("group", f"{pod.namespace}/{pod.spec.group}"))
    if view is None:
        return None
    steps = view["trial"] or find(view["cycle"], "steps")
    rows = [mapping(step) for step in steps] if isinstance(steps, list) else []
    refused = next((text(find(step, "pod")) for step in rows if not find(step, "node")), "")
    if not refused:
        return {"view": view, "refused": None}
    decision = None if refused == key else _decision(recording, decided_at(recording, seq, refused))
    return {"view": view, "refused": {"pod": refused, "decision": decision}}


def _requests(world: World, key: str) -> list[Json]:
    """The amounts that the pod requests, by resource."""
    pod = world.api.pods.get(key)
    if pod is None:
        return []
    amounts = {name: units(name, amount) for name, amount in pod_requests(pod).items()}
    order = {CPU: 0, MEMORY: 1}
    names = sorted((name for name, amount in amounts.items() if amount), key=lambda name: order.get(name, 2))
    return [[name, amount_text(name, amounts[name])] for name in names]


def _is_over(world: World, key: str) -> bool:
    pod = world.api.pods.get(key)
    return pod is None or pod.terminating or pod.finished


def _hints(world: World, key: str, decision: dict[str, Json] | None) -> list[Json]:
    """For a pod that was tried in vain, or that is not ready on its node; empty for every other one."""
    pod = world.api.pods.get(key)
    if pod is not None and pod.node_name:
        return [hint.to_json() for hint in hints_on_node(world.api, pod)]
    if text(find(decision, "result")) not in ("unschedulable", "nominated"):
        return []
    question = scheduling_question(world, key)
    return [] if question is None else [hint.to_json() for hint in hints(question.snapshot, question.pod)]


def _recorded(recording: Recording, key: str, step: int | None, decision: dict[str, Json] | None) -> str:
    """The message of the condition PodScheduled with which the pod came in, where it differs from the
    decision. After the first input the two are no longer about the same cluster."""
    first = recording.world(0).api.pods.get(key)
    scheduled = None if first is None else first.status.condition("PodScheduled")
    if step is None or scheduled is None or scheduled.status != "False" or NODES not in scheduled.message:
        return ""
    if any(given < step for given, _ in recording.inputs):
        return ""
    return "" if same_reasons(scheduled.message, text(find(decision, "message"))) else scheduled.message


def _refused_by_added(world: World, decision: dict[str, Json] | None) -> list[Json]:
    """Names of the nodes with `podium/added` that refused the pod."""
    verdicts = mapping(find(decision, "nodes"))
    return [
        name
        for name, verdict in verdicts.items()
        if text(find(verdict, "code")) != "Success" and (node := world.api.nodes.get(name)) and node.added
    ]


def _bound_at_the_start(recording: Recording, view: dict[str, Json] | None) -> bool:
    """Whether this pod, not another one of its name, had its node at step 0."""
    if view is None:
        return False
    first = recording.world(0).api.pods.get(text(view["key"]))
    return first is not None and first.uid == view["uid"] and bool(first.node_name)


def why_next(recording: Recording, seq: int, pod_key: str) -> dict[str, Json] | None:
    """The decision about a pod that the step after `seq` makes, seen from `seq`; None when it makes none.

    `{"pod": PodView, "decision": DecisionView, "columns": [chart], "nodes": [names in their order]}`
    """
    if not recording.reach(seq + 1):
        return None
    decision = recording.decision(seq + 1)
    if find(decision, "pod") != pod_key:
        return None
    world = recording.world(seq)
    return {
        "pod": _pod_view(world, pod_key),
        "decision": decision,
        "columns": spread_columns(decision, world),
        "nodes": list(world.api.nodes),
    }


def why_node(recording: Recording, seq: int, node: str) -> dict[str, Json] | None:
    """A node with its pods and the newest decision of the run; None when there is no such node.

    `{"node": NodeView, "pods": [PodView], "decision": DecisionView|null, "devices": object|null}`, pods of
    high priority first; `devices` as `node_devices` has them, null for a node without any.
    """
    world = recording.world(seq)
    view = world.picture.board.views.get(("node", node))
    if view is None:
        return None
    views = (pod for (kind, _key), pod in world.picture.board.views.items() if kind == "pod")
    pods = sorted((pod for pod in views if pod["node"] == node), key=_by_priority)
    newest = _decision(recording, _latest_at(recording, seq, None, gone=True))
    stored = world.api.nodes.get(node)
    devices = node_devices(world.api, stored) if view["devices"] and stored is not None else None
    return {"node": view, "pods": [*pods], "decision": newest, "devices": devices}


def outline(recording: Recording, seq: int, pod_key: str) -> dict[str, Json] | None:
    """The outline of the latest decision about a pod up to step `seq`, as `last` of a snapshot has
    that of the newest one; None without a decision."""
    step = decided_at(recording, seq, pod_key)
    made = None if step is None else find(recording.frame(step), "decision")
    return dict(mapping(made)) if made else None


def why_service(recording: Recording, seq: int, key: str) -> dict[str, Json] | None:
    """The row of a Service, `{"service": ServiceView}`; None when it has none, as a missing Service has."""
    view = recording.world(seq).picture.board.views.get(("service", key))
    return None if view is None else {"service": view}


def _by_priority(pod: dict[str, Json]) -> tuple[int, int]:
    priority, order = pod["priority"], pod["order"]
    assert isinstance(priority, int)
    assert isinstance(order, int)
    return -priority, order


def _pod_view(world: World, key: str) -> dict[str, Json] | None:
    return world.picture.board.views.get(("pod", key))


def _decision(recording: Recording, step: int | None) -> dict[str, Json] | None:
    return None if step is None else recording.decision(step)


def _latest_at(recording: Recording, seq: int, pod_key: str | None, *, gone: bool) -> int | None:
    """The step to which the newest decision up to `seq` led, of one pod or of all.

    Unless `gone` is true, decisions about an earlier pod of the same name do not count.
    """
    acts = reversed(recording.acts(seq, seq))
    cycles = ((step, about) for step, _, _, kind, about, *_ in acts if kind == "schedule")
    # the end of a group's cycle is an act without a decision
    about_it = (step for step, about in cycles if pod_key in {None, about})
    latest = next((step for step in about_it if recording.decision(step) is not None), None)
    if latest is None or gone or pod_key is None:
        return latest
    pod = recording.world(seq).api.pods.get(pod_key)
    return latest if pod is not None and pod.uid == find(recording.decision(latest), "uid") else None


def decided_at(recording: Recording, seq: int, pod_key: str) -> int | None:
    """The step to which the latest decision about the pod up to step `seq` led; None without a decision."""
    return _latest_at(recording, seq, pod_key, gone=False)
