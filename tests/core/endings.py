"""For scenarios about how pods end: which signal came when, and with what code a container left."""

from __future__ import annotations

from typing import Any

from tests.core.playing import Documents, Play, named

KINDS = ("prestop", "sigterm", "exit", "sigkill", "start", "removed")


def seconds(play: Play, name: str = "app", kinds: tuple[str, ...] = KINDS) -> list[tuple[str, float]]:
    """(kind of frame, virtual second) of what happened to the containers of a pod, in order."""
    return [(frame["kind"], frame["t"]) for frame in play.frames(pod=name) if frame["kind"] in kinds]


def plan(play: Play, name: str = "app") -> list[dict[str, Any]]:
    """The stages of the pod's termination as they stood when the first of them was shown, by their ends."""
    for seq in range(play.recording.head_seq + 1):
        view = play.view(seq, name)
        if view is not None and view["term"] is not None:
            lanes: list[dict[str, Any]] = view["term"]["lanes"]
            lasting = [bar for lane in lanes for bar in lane["bars"]]
            ends = [{**lane["end"], "to": lane["end"]["at"]} for lane in lanes if lane["end"]]
            return sorted([*lasting, *ends], key=lambda step: step["to"])
    raise AssertionError(f"{name} was never asked to leave")


def code(play: Play, name: str = "app") -> int:
    """The exit code that the termination left behind."""
    found = plan(play, name)[-1]["code"]
    assert isinstance(found, int)
    return found


def budget(play: Play, name: str = "app") -> int:
    """Seconds that SIGTERM came with, as the runtime was told."""
    frame = play.first(
        lambda frame: frame["kind"] == "sigterm" and frame["focus"]["pods"] == [f"default/{name}"]
    )
    return int(frame["message"]["args"]["seconds"])


def grace(play: Play, seq: int, name: str = "app") -> int:
    """metadata.deletionGracePeriodSeconds"""
    return int(play.manifest(seq, name)["metadata"]["deletionGracePeriodSeconds"])


def texts(play: Play, reason: str, name: str = "app") -> list[str]:
    """Messages of all events of one reason about a pod, also of one that is gone."""
    return [event["message"] for event in play.events(play.recording.head_seq, name, reason)]


def exits(documents: Documents, after: int | None, *pods: str) -> Documents:
    """The same scenario with processes that end `after` seconds after SIGTERM; None: they ignore it."""
    rules = documents[0]["spec"].setdefault("applications", [{"pods": [f"default/{name}" for name in pods]}])
    for rule in rules:
        rule["exitsAfterSigterm"] = after
    return documents


def given(documents: Documents, seconds: int, *pods: str) -> Documents:
    """The same scenario with another terminationGracePeriodSeconds."""
    for name in pods:
        named(documents, name)["spec"]["terminationGracePeriodSeconds"] = seconds
    return documents
