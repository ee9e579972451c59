"""The toy of the first page: three nodes at which a visitor throws pods. Each throw is an input of a run that
belongs to the visitor; the run is created at the first throw."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import scheduler_core as core
from playground.runs import new_runs, revisions
from playground.texts.manifests import importer
from playground.texts.manifests.importer import Imported

PATH = Path(__file__).parent / "toy.yaml"
"""Beside the gallery's scenarios and not among them: without throws nothing happens in it."""

MOST_THROWN = 30
"""Pods on the board at once; a full tray says so, and "start again" clears the board."""
IMPORTANT_FROM = 5
"""From this throw on pods have the high priority, until the first of the others has to leave."""
GRACE_SECONDS = 8
"""The grace period of each thrown pod. Its process ignores SIGTERM (`applications` of the file)."""


@dataclass(frozen=True, slots=True)
class Size:
    """A pod of the tray. `cpu` is its request as Kubernetes writes it. `slips` through the fence: it
    tolerates the taint of the last node."""

    name: str
    cpu: str
    slips: bool = False

    @property
    def shown(self) -> str:
        """The request as the board shows it."""
        return self.cpu if self.cpu.endswith("m") else f"{self.cpu} cpu"


SIZES = (Size("small", "500m", slips=True), Size("medium", "1"), Size("large", "2"))


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the still picture. `cpu` is in whole CPUs; `fenced`: it has a taint."""

    name: str
    cpu: int
    fenced: bool


@cache
def imported() -> Imported:
    """The outcome of importing the file."""
    outcome = importer.import_text(PATH.read_bytes(), add_nodes=False, with_source=True)
    assert not outcome.problems, outcome.problems
    return outcome


def scenario() -> core.Scenario:
    """The scenario of the file."""
    canonical = imported().canonical
    assert canonical is not None
    return core.Scenario.from_canonical(json.loads(canonical))


@cache
def nodes() -> tuple[Node, ...]:
    """The nodes as they are before the first throw, for the picture that stands there until then."""
    views: Any = core.Run(scenario()).snapshot(0)["nodes"]
    return tuple(Node(node["name"], node["cpu"] // 1000, bool(node["taints"])) for node in views)


@cache
def throws() -> dict[str, Any]:
    """What the page needs to throw: `pods`, the document of each size; `important` and `nodes`, fields of the
    spec that make a pod important or aim it at a node; the bounds."""
    return {
        "pods": {size.name: _document(size) for size in SIZES},
        "important": {"priorityClassName": "p100"},
        "nodes": {node.name: {"nodeSelector": {"kubernetes.io/hostname": node.name}} for node in nodes()},
        "most": MOST_THROWN,
        "importantFrom": IMPORTANT_FROM,
    }


def _document(size: Size) -> dict[str, Any]:
    container = {"name": "app", "image": "example/app:1", "resources": {"requests": {"cpu": size.cpu}}}
    spec: dict[str, Any] = {"terminationGracePeriodSeconds": GRACE_SECONDS, "containers": [container]}
    if size.slips:
        spec["tolerations"] = [{"key": "fence", "operator": "Exists"}]
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"labels": {"app": "toy"}}, "spec": spec}


def create_run(owner: str) -> str:
    """The id of a new run for a visitor who throws the first pod, at step 0. Raises
    `lifetimes.TooManyRunsError`."""
    outcome = imported()
    run = new_runs.create_run(revisions.store_revision(outcome), owner=owner, title=outcome.title)
    return str(run.pk)
