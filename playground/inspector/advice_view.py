"""Obstacles and advice as values for the pages: what prevents the pod from fitting, and what would help."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from playground.texts import messages
from playground.texts.manifests import yaml_text

MANY_NODES = 12
PLACES_SHOWN = 8
"""The most nodes that the outcome for a group names."""
NODES_ON_BOARD = 50
"""The most nodes whose obstacles the board lists one by one; the page has all."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A plugin's refusal. `first`: the real scheduler stopped at this plugin."""

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
    """All obstacles at one step. With many nodes, `groups` are shown before them."""

    seq: int
    nodes: tuple[NodeObstacles, ...]
    groups: tuple[Mapping[str, Any], ...]
    node_count: int
    feasible: int
    """The number of nodes without an obstacle."""
    hidden: int
    """The number of nodes that `nodes` leaves out."""

    @property
    def many(self) -> bool:
        return self.node_count > MANY_NODES


def course(value: Mapping[str, Any], most: int | None = None) -> Course:
    """Made from the question `obstacles`. `most` limits the nodes to those with the fewest obstacles; None:
    all."""
    nodes = [*value["nodes"].items()]
    if most is not None and len(nodes) > most:
        nodes = sorted(nodes, key=lambda row: len(row[1]))[:most]
    return Course(
        value["seq"],
        tuple(NodeObstacles(node, tuple(_obstacle(entry) for entry in entries)) for node, entries in nodes),
        tuple(value["groups"]),
        value["nodeCount"],
        value["feasible"],
        len(value["nodes"]) - len(nodes),
    )


def _obstacle(entry: Mapping[str, Any]) -> Obstacle:
    return Obstacle(
        entry["plugin"] or "",
        tuple(entry["reasons"]),
        tuple(messages.say(detail) for detail in entry["details"]),
        entry["first"],
    )


@dataclass(frozen=True, slots=True)
class Line:
    """A line of kubectl, and as YAML the manifests that it reads; "" where it reads none."""

    command: str
    manifests: str


@dataclass(frozen=True, slots=True)
class Advice:
    """A possible fix (all `steps` together) and its outcome when it was tried."""

    id: str
    steps: tuple[str, ...]
    outcome: str
    price: str
    """What it costs or allows besides helping the pod, in one line."""
    note: str
    victims: tuple[str, ...]
    lines: tuple[Line, ...]
    of_group: bool
    """Whether it makes the group of the pod fit, and not the pod alone."""
    helps: bool
    """False for a remark about a change that does not help; there is nothing to try."""


def advices(value: Sequence[Mapping[str, Any]], pod: str) -> tuple[Advice, ...]:
    """Made from the question `advice`."""
    return tuple(
        Advice(
            entry["id"],
            tuple(messages.say(message) for message in entry["messages"]),
            _outcome(entry, pod),
            _line((*_preempted(entry["victims"]), *(messages.say(sentence) for sentence in entry["price"]))),
            messages.say(entry["note"]) if entry["note"] else "",
            tuple(entry["victims"]),
            tuple(_command(step) for step in entry["lines"]),
            bool(entry["group"]),
            entry["result"] != "none",
        )
        for entry in value
    )


def _preempted(victims: Iterable[str]) -> Iterator[str]:
    """How many pods of each namespace are preempted, as sentences without a full stop."""
    for namespace, n in Counter(victim.partition("/")[0] for victim in victims).items():
        text = ngettext("{n} pod of {namespace} is preempted", "{n} pods of {namespace} are preempted", n)
        yield messages.fill(text, {"n": n, "namespace": namespace})


def _command(step: Mapping[str, Any]) -> Line:
    manifests = yaml_text.dump_documents(step["documents"]) if step["documents"] else ""
    return Line(step["line"], manifests)


def _line(sentences: Iterable[str]) -> str:
    """Sentences of the core, which have no full stop, as one line."""
    stop = _(".")
    return " ".join(f"{sentence}{stop}" for sentence in sentences)


def _bound_group(group: Mapping[str, Any]) -> str:
    """Where the pods of a group go, those of one node together."""
    nodes: dict[str, list[str]] = {}
    for row in group["placed"]:
        nodes.setdefault(row["node"], []).append(row["pod"].rpartition("/")[2])
    places = [
        messages.fill(_("{pods} to {node}"), {"pods": ", ".join(pods), "node": node})
        for node, pods in sorted(nodes.items())
    ]
    shown = [*places[:PLACES_SHOWN], *(["…"] if len(places) > PLACES_SHOWN else [])]
    words = {"group": group["name"], "n": len(group["placed"]), "places": messages.listed(shown)}
    text = ngettext(
        "Then group {group} is scheduled, and {n} pod is bound: {places}.",
        "Then group {group} is scheduled, and {n} pods are bound: {places}.",
        words["n"],
    )
    return messages.fill(text, words)


def _outcome(entry: Mapping[str, Any], pod: str) -> str:
    """A sentence about what happened when the advice was tried; "" for what was not."""
    if entry["result"] == "none":
        return ""
    if entry["group"]:
        return _bound_group(entry["group"])
    words = {"pod": entry["pod"].rpartition("/")[2] or pod, "node": entry["node"]}
    if entry["result"] == "bound":
        return messages.fill(_("Then the scheduler binds {pod} to {node}."), words)
    return messages.fill(_("Then the scheduler preempts pods on {node} for {pod}."), words)
