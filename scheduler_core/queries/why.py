"""Why a pod or a node is as it is at one step: the latest decision with all that a page needs to show it."""

from __future__ import annotations

from scheduler_core.advice.hints import hints
from scheduler_core.board.actor_states import running_scheduler
from scheduler_core.engine.recording import Recording
from scheduler_core.engine.world import World
from scheduler_core.inputs.limits import EVENTS_IN_VAIN
from scheduler_core.objects.manifest import Json, find, mapping, text
from scheduler_core.objects.pod_resources.requests import pod_requests
from scheduler_core.objects.resources import CPU, MEMORY, amount_text, units
from scheduler_core.queries.history.pod_end import pod_end
from scheduler_core.queries.scheduling_question import scheduling_question
from scheduler_core.queries.spread_columns import spread_columns


def why(recording: Recording, seq: int, pod_key: str) -> dict[str, Json] | None:
    """The latest decision about a pod up to step `seq`; None when nothing is known of such a pod.

    `{"pod": PodView|null, "decision": DecisionView|null, "decidedAt": step|null, "columns": [chart],
    "inVain": [hint], "last": {"pod", "decision"}|null, "fromStart": bool, "added": [names],
    "requests": [[resource, amount]], "missing": [resources]}`. `decidedAt` is
    the step that the decision led to. `columns` are the charts of `spread_columns`. `inVain` are the newest
    events since the decision that did not wake the pod, as `hints` of a frame has them. `last` is the newest
    decision of the run where that is about another pod. `fromStart`: the pod already had its node at step 0,
    so no step shows how it came there. `requests` are all amounts that the pod requests, as Kubernetes writes
    them, cpu and memory first. `missing` are the resources that the text of the run lacks although a decision
    may need them. `added` are the nodes that podium added to the imported text and that refused the pod in
    the decision. `hints` are sentences about what keeps a waiting pod from every node and
    is mended outside of the objects. `end` is how a pod ended that is gone, finished or being deleted (see
    `pod_end`), None for every other one.
    """
    world = recording.world(seq)
    view = _pod_view(world, pod_key)
    step = _latest_at(recording, seq, pod_key, gone=view is None)
    decision = _decision(recording, step)
    end = pod_end(recording, seq, pod_key) if _is_over(world, pod_key) else None
    heard_of = end is not None or any(pod == pod_key for _, _, _, _, pod, *_ in recording.acts(seq, seq))
    if view is None and not heard_of:
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
        "inVain": [hint.to_json() for hint in in_vain],
        "last": None if other in {"", pod_key} else {"pod": _pod_view(world, other), "decision": last},
        "fromStart": _bound_at_the_start(recording, view),
        "added": _refused_by_added(world, decision),
        "requests": _requests(world, pod_key),
        "missing": [*recording.scenario.missing_kinds],
        "hints": _hints(world, pod_key, decision),
        "end": end,
    }


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
    """For a pod that was tried in vain; empty for every other one."""
    if text(find(decision, "result")) not in ("unschedulable", "nominated"):
        return []
    question = scheduling_question(world, key)
    return [] if question is None else [hint.to_json() for hint in hints(question.snapshot, question.pod)]


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

    `{"node": NodeView, "pods": [PodView], "decision": DecisionView|null}`, pods of high priority first.
    """
    world = recording.world(seq)
    view = world.picture.board.views.get(("node", node))
    if view is None:
        return None
    views = (pod for (kind, _key), pod in world.picture.board.views.items() if kind == "pod")
    pods = sorted((pod for pod in views if pod["node"] == node), key=_by_priority)
    newest = _decision(recording, _latest_at(recording, seq, None, gone=True))
    return {"node": view, "pods": [*pods], "decision": newest}


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
    latest = next((step for step, about in cycles if pod_key in {None, about}), None)
    if latest is None or gone or pod_key is None:
        return latest
    pod = recording.world(seq).api.pods.get(pod_key)
    return latest if pod is not None and pod.uid == find(recording.decision(latest), "uid") else None


def decided_at(recording: Recording, seq: int, pod_key: str) -> int | None:
    """The step to which the latest decision about the pod up to step `seq` led; None without a decision."""
    return _latest_at(recording, seq, pod_key, gone=False)
