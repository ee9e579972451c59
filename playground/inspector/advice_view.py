"""Obstacles and advice taken apart for the pages: what else is in the way, what would make the pod fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from playground import messages

MANY_NODES = 12


@dataclass(frozen=True, slots=True)
class Obstacle:
    """One plugin's refusal. `first`: the real scheduler stopped here."""

    plugin: str
    reasons: tuple[str, ...]
    details: tuple[str, ...]
    first: bool


@dataclass(frozen=True, slots=True)
class NodeObstacles:
    node: str
    obstacles: tuple[Obstacle, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """All obstacles at one step. `groups` are shown before the nodes where there are many of them."""

    seq: int
    nodes: tuple[NodeObstacles, ...]
    groups: tuple[Mapping[str, Any], ...]
    node_count: int
    feasible: int
    """Nodes that nothing keeps the pod from."""

    @property
    def many(self) -> bool:
        return self.node_count > MANY_NODES


def course(value: Mapping[str, Any]) -> Course:
    """From `Questions.obstacles`."""
    return Course(
        value["seq"],
        tuple(
            NodeObstacles(node, tuple(_obstacle(entry) for entry in entries))
            for node, entries in value["nodes"].items()
        ),
        tuple(value["groups"]),
        value["nodeCount"],
        value["feasible"],
    )


def _obstacle(entry: Mapping[str, Any]) -> Obstacle:
    return Obstacle(
        entry["plugin"] or "",
        tuple(entry["reasons"]),
        tuple(messages.say(detail) for detail in entry["details"]),
        entry["first"],
    )


@dataclass(frozen=True, slots=True)
class Advice:
    """Something to do (`steps` together) and what was seen when it was tried."""

    id: str
    steps: tuple[str, ...]
    outcome: str
    note: str
    victims: tuple[str, ...]


def advices(value: Sequence[Mapping[str, Any]], pod: str) -> tuple[Advice, ...]:
    """From `Questions.advice`."""
    return tuple(
        Advice(
            entry["id"],
            tuple(messages.say(said) for said in entry["messages"]),
            _outcome(entry, pod),
            messages.say(entry["note"]) if entry["note"] else "",
            tuple(entry["victims"]),
        )
        for entry in value
    )


def _outcome(entry: Mapping[str, Any], pod: str) -> str:
    words = {"pod": pod, "node": entry["node"]}
    if entry["result"] == "bound":
        return messages.fill(_("Then the scheduler binds {pod} to {node}."), words)
    return messages.fill(_("Then the scheduler preempts pods on {node} for {pod}."), words)
