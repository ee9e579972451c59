"""The event that brought a waiting pod back into a queue, for its card."""

from __future__ import annotations

from scheduler_core.actor import Act
from scheduler_core.objects.manifest import Json

WAKES_INTO = frozenset({"active", "backoff"})
"""Lanes in which the effect of the event is still visible."""


def woken_by(act: Act) -> dict[str, dict[str, Json]]:
    """Pod → `{event, plugins}` for the pods that a requeue moved: the event, and the plugins whose hints
    returned Queue.

    The end of a backoff is not an event that wakes a pod, so the earlier cause stays.
    """
    if act.kind != "requeue":
        return {}
    event = dict(act.message.args).get("event")
    found: dict[str, dict[str, Json]] = {}
    if isinstance(event, str):
        found = {pod: {"event": event, "plugins": []} for pod in act.focus_pods}
    for heard in (each.to_json() for each in act.heard):
        pod, plugins = heard["pod"], heard["plugins"]
        if heard["to"] is None or not isinstance(pod, str) or not isinstance(plugins, list):
            continue
        said = [each["plugin"] for each in plugins if isinstance(each, dict) and each.get("hint") == "Queue"]
        found[pod] = {"event": heard["event"], "plugins": said}
    return found
