"""A builder's proposals from the board: answers of a prediction, and checks of a goal.

Snapshots are those of docs/protocol.md. A proposal has the form of a lesson's file; the core judges it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.utils.translation import gettext, gettext_noop, override

import scheduler_core as core

Snapshot = Mapping[str, Any]
MOST_CHOICES = 5
MOST_KEPT = 4
"""The most pods for which a goal says that they should stay as they are."""

WHERE = gettext_noop("Where does {pod} go?")
ON = gettext_noop("To {node}")
NOWHERE = gettext_noop("Nowhere; it stays pending")
VICTIMS = gettext_noop("Which pod is preempted for {pod}?")
PREEMPTED = gettext_noop("{pod} is preempted")
NOTHING = gettext_noop("No pod is preempted")
WHEN = gettext_noop("At which second is {pod} bound?")
BOUND = core.TEMPLATES["scheduler.bound"]
WAITS = core.TEMPLATES["condition.pending"]
GONE = gettext_noop("{pod} does not exist")
SAME = gettext_noop("{pod} is the pod of the start and is not being deleted")


def in_all_languages(template: str, **args: str) -> dict[str, str]:
    """The text in every language of the site, in the form of a lesson's file."""
    texts = {}
    for code, _ in settings.LANGUAGES:
        with override(code):
            texts["zh-Hans" if code == "zh-hans" else code] = gettext(template).format(**args)
    return texts


def name_of(key: str) -> str:
    """A pod's name in conditions, without the namespace `default`."""
    return key.removeprefix("default/")


def subject(board: Snapshot, chosen: str) -> str:
    """The key of the pod for a question: the selected one, else the newest pending one, or ""."""
    pods = board["pods"]
    if any(pod["key"] == chosen for pod in pods):
        return chosen
    waiting = [pod for pod in pods if pod["node"] is None and pod["phase"] == "Pending"]
    return str(max(waiting, key=lambda row: row["order"])["key"]) if waiting else ""


def where(board: Snapshot, key: str) -> dict[str, Any]:
    """A question for a pod's node."""
    pod = name_of(key)
    nodes = [row["name"] for row in board["nodes"]][:MOST_CHOICES]
    choices = [
        {
            "text": in_all_languages(ON, node=node),
            "board": {"nodes": [node]},
            "holds": {"pod": {"name": pod, "node": node}},
        }
        for node in nodes
    ]
    stays = {"text": in_all_languages(NOWHERE), "board": {}, "holds": {"pod": {"name": pod, "pending": True}}}
    until = {"when": {"pod": {"name": pod, "condition": {"type": "PodScheduled"}}}}
    return {"question": in_all_languages(WHERE, pod=pod), "until": until, "choices": [*choices, stays]}


def victims(board: Snapshot, key: str) -> dict[str, Any]:
    """A question for the victims of preemption."""
    pod = name_of(key)
    mine = next((row["priority"] for row in board["pods"] if row["key"] == key), 0)
    lower = [
        name_of(row["key"])
        for row in board["pods"]
        if row["node"] is not None and row["priority"] < mine and not row["terminating"]
    ][:MOST_CHOICES]
    preempted = [_preempted(name) for name in lower]
    choices = [
        {
            "text": in_all_languages(PREEMPTED, pod=name),
            "board": {"pods": [name]},
            "holds": {"all": [condition, *({"not": other} for other in preempted if other is not condition)]},
        }
        for name, condition in zip(lower, preempted, strict=True)
    ]
    none: list[dict[str, Any]] = [{"not": other} for other in preempted] or [
        {"pod": {"name": pod, "pending": True}}
    ]
    nothing = {"text": in_all_languages(NOTHING), "board": {}, "holds": {"all": none}}
    return {"question": in_all_languages(VICTIMS, pod=pod), "choices": [*choices, nothing]}


def _preempted(pod: str) -> dict[str, Any]:
    """The condition that the pod was preempted, which also holds after its deletion."""
    return {"ever": {"pod": {"name": pod, "preempted": True}}}


def when(board: Snapshot, key: str) -> dict[str, Any]:
    """A question for the second at which a pod is bound."""
    pod, now = name_of(key), board["t"]
    second = {"of": {"pod": {"name": pod, "bound": True}}, "from": now, "to": now + 60, "tolerance": 2}
    return {"question": in_all_languages(WHEN, pod=pod), "second": second}


def choice(picked: Sequence[str], board: Snapshot, key: str) -> dict[str, Any]:
    """An answer that stands for the nodes and pods that a teacher clicked."""
    keys = {pod["key"] for pod in board["pods"]}
    pods = [name_of(name) for name in picked if name in keys]
    nodes = [node["name"] for node in board["nodes"] if node["name"] in picked]
    holds = [_preempted(name) for name in pods]
    if nodes and key:
        target = nodes[0] if len(nodes) == 1 else nodes
        holds.append({"pod": {"name": name_of(key), "node": target}})
    if not holds:
        holds.append({"pod": {"name": name_of(key) or "p", "pending": True}})
    shown = {name: values for name, values in (("nodes", nodes), ("pods", pods)) if values}
    words = {"en": ", ".join([*nodes, *pods])} if shown else in_all_languages(NOWHERE)
    return {"text": words, "board": shown, "holds": holds[0] if len(holds) == 1 else {"all": holds}}


def goal(before: Snapshot, after: Snapshot) -> list[dict[str, Any]]:
    """Checks that describe the differences of the second board, and pods that should stay the same."""
    was = {pod["key"]: pod for pod in before["pods"]}
    changed, unchanged = [], []
    for pod in after["pods"]:
        old = was.get(pod["key"])
        if old is not None and old["uid"] == pod["uid"] and old["node"] == pod["node"]:
            if pod["node"] is not None and not pod["terminating"]:
                unchanged.append(_check(pod["key"], "stays", SAME, {"same": True}))
        elif pod["node"] is not None:
            changed.append(_check(pod["key"], "bound", BOUND, {"node": pod["node"]}, node=pod["node"]))
        else:
            changed.append(_check(pod["key"], "waits", WAITS, {"pending": True}))
    there = {pod["key"] for pod in after["pods"]}
    changed += [_check(key, "gone", GONE, {"exists": False}) for key in was if key not in there]
    return [*_numbered([*changed[: 2 * MOST_KEPT], *unchanged[:MOST_KEPT]])]


def _check(key: str, what: str, template: str, holds: Mapping[str, Any], **args: str) -> dict[str, Any]:
    pod = name_of(key)
    plain = "".join(letter if letter.isalnum() else "-" for letter in pod.lower()).strip("-")[:60]
    return {
        "name": f"{plain}-{what}",
        "says": in_all_languages(template, pod=pod, **args),
        "holds": {"pod": {"name": pod, **holds}},
    }


def _numbered(checks: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Numbers checks whose names occur twice."""
    counts: dict[str, int] = {}
    for check in checks:
        count = counts[check["name"]] = counts.get(check["name"], 0) + 1
        yield check if count == 1 else {**check, "name": f"{check['name']}-{count}"}
