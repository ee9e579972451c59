"""The event that brought a waiting pod back into a queue."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scheduler_core.actor import Act, message
from scheduler_core.board.object_views.requeue_cause import woken_by

NODE_ADDED = {"event": "NodeAdd", "words": {"id": "event.NodeAdd", "args": {}}}


@dataclass(frozen=True)
class Change:
    pod: str
    to: str | None
    plugins: tuple[tuple[str, str], ...]

    def to_json(self) -> dict[str, Any]:
        plugins = [{"plugin": plugin, "hint": hint} for plugin, hint in self.plugins]
        return {"pod": self.pod, "event": "NodeAdd", "to": self.to, "plugins": plugins}


def requeue(*received: Change, kind: str = "requeue") -> Act:
    result = message("scheduler.requeued", event="NodeAdd")
    return Act("scheduler", "kube-scheduler", kind, result, ("default/p",), effects=received)


def test_the_plugins_that_answered_queue_are_named_and_the_others_are_not() -> None:
    received = Change("default/p", "active", (("NodeResourcesFit", "Queue"), ("NodeAffinity", "QueueSkip")))

    assert {"default/p": {**NODE_ADDED, "plugins": ["NodeResourcesFit"]}} == woken_by(requeue(received))


def test_a_pod_that_stayed_was_not_woken() -> None:
    assert {"default/p"} == woken_by(requeue(Change("default/q", None, ()))).keys()


def test_without_hints_the_event_alone_is_the_cause() -> None:
    assert {"default/p": {**NODE_ADDED, "plugins": []}} == woken_by(requeue())


def test_an_act_that_requeues_nothing_wakes_no_pod() -> None:
    assert {} == woken_by(requeue(kind="schedule"))
