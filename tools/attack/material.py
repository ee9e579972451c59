"""Good commands, inputs, manifests and texts of the repository, which a fuzzer then spoils."""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import yaml

from playground.runs.protocol import COMMANDS, PROTOCOL, SIZES
from tests.harness.server import ROOT

SCENARIOS = ROOT / "playground/gallery/scenarios"
COURSE = ROOT / "playground/lessons/course"
SLUGS = (
    "gap-and-reservation",
    "basic-preemption",
    "queue-by-priority",
    "one-constraint-zone",
    "prestop-budget",
    "conflicting-constraints",
)
"""Scenarios of the gallery in which visitors have their runs."""


@lru_cache
def inputs() -> list[dict[str, Any]]:
    """Every input that docs/protocol.md shows, with names of the scenario that most visitors have."""
    text = (ROOT / "docs/protocol.md").read_text()
    lines = re.findall(r'^(\{"kind": .*\})$', text, re.MULTILINE)
    return [json.loads(line.replace("\\n…", "\\n")) for line in lines]


@lru_cache
def texts() -> list[str]:
    """The files of scenarios and lessons, with their comments."""
    paths = sorted([*SCENARIOS.glob("*.yaml"), *COURSE.glob("*.yaml")])
    return [path.read_text() for path in paths]


@lru_cache
def documents() -> list[dict[str, Any]]:
    """The manifests of all scenarios."""
    documents = []
    for path in sorted(SCENARIOS.glob("*.yaml")):
        documents += [
            document
            for document in yaml.load_all(path.read_text(), yaml.CSafeLoader)
            if isinstance(document, dict)
        ]
    # what YAML reads as dates and sets has no JSON
    return [document for document in documents if _is_json(document)]


def _is_json(value: Any) -> bool:
    try:
        json.dumps(value)
    except TypeError:
        return False
    return True


@dataclass(frozen=True)
class Names:
    """Names that a run has."""

    nodes: tuple[str, ...] = ("n1",)
    pods: tuple[str, ...] = ("default/p",)

    @classmethod
    def of(cls, snapshot: dict[str, Any]) -> Names:
        names = [tuple(view[key] for view in snapshot.get(kind, ())) for kind, key in KINDS]
        return cls(
            *(names or default for names, default in zip(names, (("n1",), ("default/p",)), strict=True))
        )

    def put(self, chance: random.Random, value: dict[str, Any]) -> dict[str, Any]:
        """An input of the documentation with names of the run in place of those that it shows."""
        node, pod = chance.choice(self.nodes), chance.choice(self.pods)
        text = json.dumps(value)
        for shown, name in (("default/x", pod), ("default/p", pod), ("x", pod.split("/")[-1])):
            text = text.replace(f'"{shown}"', json.dumps(name))
        for shown in ("n1", "n3"):
            text = text.replace(f'"{shown}"', json.dumps(node)).replace(f"/{shown}", f"/{node}")
        return dict(json.loads(text))


KINDS = (("nodes", "name"), ("pods", "key"))
NO_NAMES = Names()


def some_input(chance: random.Random, names: Names) -> dict[str, Any]:
    value = names.put(chance, chance.choice(inputs()))
    if value["kind"] == "apply":
        chosen = [chance.choice(documents()) for _ in range(chance.randrange(1, 3))]
        if chance.random() < 0.5:
            return {"kind": "apply", "documents": chosen}
        return {"kind": "apply", "yaml": "\n---\n".join(json.dumps(document) for document in chosen)}
    return value


def some_command(chance: random.Random, head: int, names: Names = NO_NAMES) -> dict[str, Any]:
    """A command of the socket that is good, at or near the step `head`."""
    near = max(0, head - chance.choice((0, 0, 0, 0, 1, 5)))
    name = chance.choice((*COMMANDS, "step", "input", "input", "input"))
    args: dict[str, dict[str, Any]] = {
        "hello": {"protocol": PROTOCOL, "at": near, "have": {"seq": near, "hash": "0" * 64}},
        "step": {"from": near, "size": chance.choice(SIZES), "limit": 20, "until": 40, "union": False},
        "seek": {"to": near},
        "decision": {"seq": near},
        "input": {"from": head, "input": some_input(chance, names)},
        "ping": {},
    }
    return {"id": chance.randrange(1000), "do": name, **args.get(name, {})}
