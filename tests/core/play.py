"""Plays scenarios in tests: from a YAML file (or documents made by a test) to the moment somebody looks
at."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import yaml

from scheduler_core import (
    Problem,
    Refused,
    Run,
    Scenario,
    SourceDocument,
    parse_input,
    parse_scenario,
)
from tests.builders import api_object

GALLERY = Path(__file__).parents[2] / "playground" / "gallery" / "scenarios"
SLUGS = sorted(path.stem for path in GALLERY.glob("*.yaml"))
Documents = list[dict[str, Any]]


def gallery(slug: str) -> Documents:
    """The documents of a gallery file, free to be changed."""
    text = (GALLERY / f"{slug}.yaml").read_text(encoding="utf-8")
    return list(yaml.load_all(text, Loader=yaml.CSafeLoader))


def in_version(slug: str, version: str) -> Documents:
    """The documents of a gallery file, played in another version of Kubernetes."""
    documents = gallery(slug)
    documents[0]["spec"]["version"] = version
    return documents


def scenario_from(documents: Sequence[dict[str, Any]]) -> Scenario:
    parsed = parse_scenario([SourceDocument(place, value) for place, value in enumerate(documents)])
    assert [] == [problem for problem in parsed.problems if problem.severity == "error"]
    assert parsed.scenario is not None
    return parsed.scenario


def priority_class(value: int, **fields: Any) -> dict[str, Any]:
    return api_object("PriorityClass", f"p{value}" if value >= 0 else f"minus{-value}", value=value, **fields)


def apply(at: float, *documents: dict[str, Any]) -> dict[str, Any]:
    return {"at": at, "kind": "apply", "documents": list(documents)}


def delete(at: float, name: str, **options: Any) -> dict[str, Any]:
    target = {"kind": "Pod", "namespace": "default", "name": name}
    return {"at": at, "kind": "delete", "object": target, **options}


def named(documents: Documents, name: str) -> dict[str, Any]:
    """The document of that name, also among those that inputs apply; to be changed in place."""
    applied = [
        item for given in documents[0]["spec"].get("inputs", ()) for item in given.get("documents", ())
    ]
    everything = [*documents[1:], *applied]
    return next(item for item in everything if item.get("metadata", {}).get("name") == name)


def without(documents: Documents, *names: str) -> Documents:
    return [document for document in documents if document.get("metadata", {}).get("name") not in names]


def with_decision(recording: Run, frame: dict[str, Any]) -> dict[str, Any]:
    """The frame with the whole decision in place of its outline."""
    return {**frame, "decision": recording.decision(frame["seq"])} if "decision" in frame else frame


class Play:
    """A run, looked at by virtual time. A moment is the last step at or before it."""

    def __init__(self, documents: Documents, inputs: Sequence[dict[str, Any]] | None = None) -> None:
        documents = copy.deepcopy(documents)
        if inputs is not None:
            documents[0]["spec"]["inputs"] = list(inputs)
        self.recording = Run(scenario_from(documents))

    def processes(self, seq: int) -> dict[str, list[str]]:
        """Node → keys of the pods that have processes there, whatever the API server says of them."""
        machines = self.recording.world(seq).cluster.machines()
        return {node: list(host.running().values()) for node, host in machines}

    def until(self, seconds: float) -> int:
        """Plays up to virtual second `seconds` and returns the step."""
        seq = 0
        while made := self.recording.step(seq, "time", until=seconds):
            seq += len(made)
        return seq

    def until_quiet(self) -> int:
        seq = 0
        while made := self.recording.step(seq, "quiet"):
            seq += len(made)
        assert self.recording.quiet(seq)
        return seq

    def give(self, seq: int, value: dict[str, Any]) -> dict[str, Any] | Refused | Problem:
        parsed = parse_input(value)
        assert not isinstance(parsed, Problem), parsed
        return self.recording.give(seq, parsed)

    def frames(self, *, kind: str | None = None, pod: str | None = None) -> list[dict[str, Any]]:
        """The frames played so far, of one kind and about one pod (by name) where these are named. Decisions
        stand in them as a whole."""
        results: list[Any] = [self.recording.frame(seq) for seq in range(1, self.recording.head_seq + 1)]
        return [
            with_decision(self.recording, frame)
            for frame in results
            if kind in (None, frame["kind"]) and (pod is None or f"default/{pod}" in frame["focus"]["pods"])
        ]

    def view(self, seq: int, name: str) -> dict[str, Any] | None:
        pods: list[Any] = self.recording.snapshot(seq)["pods"]  # type: ignore[assignment]
        return next((view for view in pods if view["key"] == f"default/{name}"), None)

    def manifest(self, seq: int, name: str) -> dict[str, Any]:
        result: Any = self.recording.ask("manifest", seq, kind="Pod", key=f"default/{name}")
        assert result is not None, f"no pod {name} at step {seq}"
        return result

    def node(self, seq: int, name: str) -> str:
        """spec.nodeName, "" for a pending pod."""
        return str(self.manifest(seq, name)["spec"].get("nodeName", ""))

    def text(self, seq: int, name: str) -> str:
        """The message of the PodScheduled condition."""
        conditions = self.manifest(seq, name)["status"].get("conditions", ())
        return next(
            (
                str(condition.get("message", ""))
                for condition in conditions
                if condition["type"] == "PodScheduled"
            ),
            "",
        )

    def condition(self, seq: int, name: str, kind: str) -> dict[str, Any] | None:
        conditions = self.manifest(seq, name)["status"].get("conditions", ())
        return next((condition for condition in conditions if condition["type"] == kind), None)

    def events(self, seq: int, name: str, reason: str | None = None) -> list[dict[str, Any]]:
        result: list[Any] = self.recording.ask("events", seq, key=f"default/{name}")  # type: ignore[assignment]
        return [event for event in result if reason in (None, event["reason"])]

    def exists(self, seq: int, name: str) -> bool:
        return self.recording.ask("manifest", seq, kind="Pod", key=f"default/{name}") is not None

    def bound_at(self, name: str) -> float:
        """Virtual second of the pod's binding."""
        frames = self.frames(kind="bind", pod=name)
        assert frames, f"{name} was never bound"
        return float(frames[-1]["t"])

    def gone_at(self, name: str) -> float:
        frames = self.frames(kind="removed", pod=name)
        assert frames, f"{name} was never removed"
        return float(frames[-1]["t"])

    def nominated(self, seq: int, name: str) -> str:
        return str(self.manifest(seq, name)["status"].get("nominatedNodeName", ""))

    def decision(self, name: str) -> dict[str, Any]:
        """The newest decision about a pod."""
        made = self.decisions(name)
        assert made, f"{name} was never tried"
        return made[-1]

    def decisions(self, name: str) -> list[dict[str, Any]]:
        return [
            frame["decision"]
            for frame in self.frames(kind="schedule")
            if frame["decision"]["pod"] == f"default/{name}"
        ]

    def refusals(self) -> dict[float, str]:
        """Virtual second → what the API server said to an input it refused."""
        return {
            float(frame["t"]): frame["message"]["args"]["text"]
            for frame in self.frames()
            if frame["message"]["id"] == "you.were_refused"
        }

    def terminating(self, seq: int, name: str) -> bool:
        return "deletionTimestamp" in self.manifest(seq, name)["metadata"]

    def untouched(self, seq: int, name: str) -> bool:
        """The pod of the start is there, and nobody has asked it to leave."""
        return (
            self.exists(seq, name)
            and not self.terminating(seq, name)
            and self.manifest(0, name)["metadata"]["uid"] == self.manifest(seq, name)["metadata"]["uid"]
        )

    def first(self, is_it: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first frame of the played ones for which `is_it` is true."""
        return next(frame for frame in self.frames() if is_it(frame))


def played(documents: Documents, inputs: Sequence[dict[str, Any]] | None = None) -> Play:
    """The scenario, played until it is quiet; `inputs` take the place of its own."""
    play = Play(documents, inputs)
    play.until_quiet()
    return play


def play_of(
    *documents: dict[str, Any], inputs: list[dict[str, Any]], applications: list[dict[str, Any]] | None = None
) -> Play:
    rules = {"applications": applications} if applications else {}
    return Play([header(*inputs, **rules), *documents])


def header(*inputs: Any, **spec: Any) -> dict[str, Any]:
    return {
        "apiVersion": "podium/v1",
        "kind": "Scenario",
        "metadata": {"name": "s"},
        "spec": {"inputs": list(inputs), **spec},
    }
