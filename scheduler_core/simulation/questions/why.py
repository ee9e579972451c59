"""Why a pod is where it is: the latest decision about it, and the events since then that did not wake it."""

from __future__ import annotations

from scheduler_core.objects.manifest import Json
from scheduler_core.simulation.board.actor_states import running_scheduler
from scheduler_core.simulation.engine.recording import Recording
from scheduler_core.simulation.limits import EVENTS_IN_VAIN


def why(recording: Recording, seq: int, pod_key: str) -> dict[str, Json] | None:
    """None: there is no such pod at step `seq`.

    `{"pod": PodView, "seq": n|null, "decision": DecisionView|null, "inVain": [hint]}`: the latest decision
    about the pod, the step that frame led to, and the newest events since then that did not wake it, as
    `hints` of a frame has them.
    """
    world = recording.world(seq)
    view = world.picture.board.views.get(("pod", pod_key))
    if view is None:
        return None
    scheduler = running_scheduler(world.cluster)
    heard = () if scheduler is None else scheduler.queue.in_vain(pod_key)[-EVENTS_IN_VAIN:]
    made = decided_at(recording, seq, pod_key)
    return {
        "pod": view,
        "seq": made,
        "decision": None if made is None else recording.frame(made).get("decision"),
        "inVain": [each.to_json() for each in heard],
    }


def decided_at(recording: Recording, seq: int, pod_key: str) -> int | None:
    """The step to which the latest decision about the pod up to step `seq` led; None without a decision."""
    for made, _, _, kind, pod in reversed(recording.acts(seq, newest=seq)):
        if pod == pod_key and kind == "schedule":
            return made
        if pod == pod_key and kind == "removed":
            break
    return None
