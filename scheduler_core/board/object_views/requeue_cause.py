"""The event that brought a waiting pod back into a queue, for its card."""

from __future__ import annotations

from scheduler_core.actor import Act
from scheduler_core.objects.manifest import Json
from scheduler_core.scheduler.framework.event_words import event_words

WAKES_INTO = frozenset({"active", "backoff"})
"""Lanes in which the effect of the event is still visible."""


def woken_by(act: Act) -> dict[str, dict[str, Json]]:
    """Pod → `{event, words, plugins}` for the pods that a requeue moved: the event, what happened as a
    message, and the plugins whose hints returned Queue.

    The end of a backoff is not an event that wakes a pod, so the earlier cause stays.
    """
    if act.kind != "requeue":
        return {}
    event = dict(act.message.args).get("event")
    causes: dict[str, dict[str, Json]] = {}
    if isinstance(event, str):
        causes = {pod: _cause(event, []) for pod in act.focus_pods}
    for effect in (entry.to_json() for entry in act.effects):
        pod, plugins = effect["pod"], effect["plugins"]
        if effect["to"] is None or not isinstance(pod, str) or not isinstance(plugins, list):
            continue
        names = [row["plugin"] for row in plugins if isinstance(row, dict) and row.get("hint") == "Queue"]
        causes[pod] = _cause(str(effect["event"]), names)
    return causes


def _cause(event: str, plugins: list[Json]) -> dict[str, Json]:
    return {"event": event, "words": event_words(event).to_json(), "plugins": plugins}
