"""From a text to a scenario: read, drop what may be secret, hand to the core, place each problem.

Pure and without Django's database, so that it runs in a worker process; what comes out can be pickled.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import scheduler_core as core
from playground import limits
from playground.manifests import yaml_source, yaml_text
from playground.plugins import own_plugins

ADDED_NODES = 3
ADDED_CPU, ADDED_GIBIBYTES = 4, 8
MOST_NAMED_NODES = 1_000
GIBIBYTE = 2**30
ANSWER_FRAMES = 400
ANSWER_SECONDS = 5.0
"""Steps played ahead at most, to find the scheduler's first word about the pod that waits."""


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing said about an object: a code with arguments, and where."""

    code: str
    args: Mapping[str, Any] = field(default_factory=dict)
    path: str = ""


@dataclass(frozen=True, slots=True)
class ObjectReport:
    """What became of one object. `fate`: kept, changed, ignored or refused."""

    fate: str
    kind: str
    namespace: str
    name: str
    line: int
    remarks: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class Imported:
    """`canonical` is None when there are errors among the problems, or nothing to draw."""

    canonical: str | None
    digest: str
    source: str
    title: str
    report: tuple[ObjectReport, ...]
    problems: tuple[core.Problem, ...]
    problem_count: int
    pod: str | None = None
    """ns/name of the first pod that waits for a node."""
    groups: tuple[Any, ...] = ()
    """The report as people read it, in place of `report`: see `report.Group`."""
    answer_seq: int = 0
    """The step at which the scheduler has first decided about `pod`, 0 when it was not reached."""

    @property
    def failed(self) -> bool:
        """Whether something stands in the way (a text without anything to draw is no fault)."""
        return any(problem.severity == "error" for problem in self.problems)


def import_text(data: bytes | str, *, add_nodes: bool = True, play: bool = False) -> Imported:
    """All of an import but storing it. `play`: also look for the first word about the first waiting pod."""
    source = yaml_source.read(data)
    if not source.documents and not source.problems:
        return _failed([core.Problem("", "text.empty", position=core.Position(1, 1))])
    problems = list(source.problems)
    if not source.documents:
        return _failed(problems)
    cleaned: dict[int, Any] = {}
    dropped: dict[int, tuple[core.Dropped, ...]] = {}
    odd: list[ObjectReport] = []
    for document in source.documents:
        if document.value is None:
            continue
        if not isinstance(document.value, dict):
            odd.append(ObjectReport("ignored", "", "", "", document.line, (Remark("document.not_a_map"),)))
            continue
        cleaned[document.index], dropped[document.index] = core.drop_secrets(document.value)
    if not cleaned and not odd:
        return _failed([*problems, core.Problem("", "text.empty", position=core.Position(1, 1))])
    documents = [core.SourceDocument(index, value, cleaned=True) for index, value in cleaned.items()]
    parsed = core.parse_scenario(documents, own_plugins())
    problems.extend(parsed.problems)
    report = [*_report(source, cleaned, dropped, parsed.report), *odd]
    placed = _place(source, problems)
    if parsed.scenario is None or any(problem.severity == "error" for problem in problems):
        return _failed(placed, report=tuple(report), count=len(problems))
    scenario = parsed.scenario
    kinds = {str(each.get("kind")) for each in scenario.objects}
    if not kinds & core.DRAWN_ALONE and not scenario.inputs:
        nothing = core.Problem("", "text.nothing_known", position=core.Position(1, 1), severity="warning")
        return _failed([*placed, nothing], report=tuple(report), count=len(problems) + 1)
    headers = [value for value in cleaned.values() if value.get("kind") == "Scenario"]
    if add_nodes and "Node" not in kinds:
        added, told = _missing_nodes(scenario)
        report.append(told)
        whole = [*headers, *scenario.documents, *added]
        documents = [core.SourceDocument(*pair) for pair in enumerate(whole)]
        again = core.parse_scenario(documents, own_plugins())
        scenario = again.scenario or scenario
    canonical = canonical_text(scenario)
    pod, answer = first_waiting(scenario) if play else (None, 0)
    return Imported(
        canonical=canonical,
        digest=digest(canonical),
        source=yaml_text.dump_documents([*headers, *scenario.documents]),
        title=scenario.title,
        report=tuple(report),
        problems=placed,
        problem_count=len(problems),
        pod=pod,
        answer_seq=answer,
    )


def canonical_text(scenario: core.Scenario) -> str:
    return json.dumps(scenario.canonical(), ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def digest(canonical: str) -> str:
    """The address of a revision: sha256 (hex) of its canonical JSON text."""
    return hashlib.sha256(canonical.encode()).hexdigest()


def first_waiting(scenario: core.Scenario) -> tuple[str | None, int]:
    """The first pod without a node, and the step after which the scheduler has decided about it."""
    objects: Any = scenario.objects
    chosen = next((_pod_key(each) for each in objects if _waits(each)), None)
    if chosen is None:
        return None, 0
    recording = core.Recording(scenario, [], plugins=own_plugins())
    deadline = time.monotonic() + ANSWER_SECONDS
    seq = 0
    while seq < ANSWER_FRAMES and not recording.quiet(seq) and time.monotonic() < deadline:
        frames: Any = recording.step(seq, "act", limit=1)
        if not frames:
            break
        seq = frames[-1]["seq"]
        decision = frames[-1].get("decision")
        if decision is not None and decision["pod"] == chosen:
            return chosen, seq
    return chosen, 0


def _waits(manifest: Mapping[str, Any]) -> bool:
    if manifest.get("kind") != "Pod":
        return False
    spec, status = manifest.get("spec") or {}, manifest.get("status") or {}
    phase = status.get("phase") or "Pending"
    return phase == "Pending" and not spec.get("nodeName") and not spec.get("schedulingGates")


def _pod_key(manifest: Mapping[str, Any]) -> str:
    metadata = manifest["metadata"]
    return f"{metadata.get('namespace') or 'default'}/{metadata['name']}"


def _failed(
    problems: Iterable[core.Problem], *, report: tuple[ObjectReport, ...] = (), count: int | None = None
) -> Imported:
    shown = tuple(problems)
    return Imported(None, "", "", "", report, shown, len(shown) if count is None else count)


def _place(source: yaml_source.Source, problems: list[core.Problem]) -> tuple[core.Problem, ...]:
    """The first problems, in the order of the text, each with its line and column."""
    wanted: dict[int, set[str]] = {}
    shown = problems[: limits.IMPORT_PROBLEMS]
    for problem in shown:
        if problem.position is None and problem.document is not None:
            wanted.setdefault(problem.document, set()).add(problem.path)
    places = {index: source.locate(index, paths) for index, paths in wanted.items()}
    result = [
        problem
        if problem.position is not None or problem.document is None
        else replace(problem, position=places[problem.document].get(problem.path, core.Position(1, 1)))
        for problem in shown
    ]
    return tuple(
        sorted(
            result, key=lambda each: (each.position.line, each.position.column) if each.position else (0, 0)
        )
    )


def _report(
    source: yaml_source.Source,
    cleaned: Mapping[int, Any],
    dropped: Mapping[int, tuple[core.Dropped, ...]],
    entries: Iterable[Any],
) -> Iterator[ObjectReport]:
    """The core's entries and what was dropped, brought together object by object."""
    lines = {document.index: document.line for document in source.documents}
    objects: dict[tuple[int, int | None], tuple[str, str, str, list[Remark]]] = {}
    for entry in entries:
        key = (entry.document, entry.index_in_list)
        _, _, _, remarks = objects.setdefault(key, (entry.kind, entry.namespace, entry.name, []))
        if entry.code != "kept":
            remarks.append(Remark(entry.code, dict(entry.args), _item_of(entry.path)[1]))
    for index, taken in dropped.items():
        for each in taken:
            item, path = _item_of(each.path)
            key = (index, item)
            if key not in objects:
                value = cleaned[index]
                objects[key] = (str(value.get("kind", "")), "", _name(value), [])
            args = {"n": len(each.names), "names": list(each.names)}
            objects[key][3].append(Remark(each.code, args, path))
    in_lists: dict[int, list[str]] = {}
    for index, item in objects:
        if item is not None:
            in_lists.setdefault(index, []).append(f"items[{item}]")
    places = {index: source.locate(index, paths) for index, paths in in_lists.items()}
    for (index, item), (kind, namespace, name, remarks) in sorted(
        objects.items(), key=lambda each: (each[0][0], -1 if each[0][1] is None else each[0][1])
    ):
        place = places[index].get(f"items[{item}]") if item is not None else None
        line = place.line if place else lines.get(index, 1)
        yield ObjectReport(_fate(remarks), kind, namespace, name, line, tuple(remarks))


def _fate(remarks: list[Remark]) -> str:
    codes = [remark.code for remark in remarks]
    for prefix, fate in (("invalid.", "refused"), ("ignored.", "ignored"), ("changed.", "changed")):
        if any(code.startswith(prefix) for code in codes):
            return fate
    dropped = any(code.startswith("dropped.") and code != "dropped.managed_fields" for code in codes)
    return "changed" if dropped else "kept"


def _item_of(path: str) -> tuple[int | None, str]:
    """(item of a list, path inside of it): items[3].spec → (3, spec)."""
    if path.startswith("items[") and "]" in path:
        number, _, rest = path[len("items[") :].partition("]")
        if number.isdigit():
            return int(number), rest.removeprefix(".")
    return None, path


def _name(value: Mapping[str, Any]) -> str:
    metadata = value.get("metadata")
    return str(metadata.get("name", "")) if isinstance(metadata, dict) else ""


def _missing_nodes(scenario: core.Scenario) -> tuple[list[dict[str, Any]], ObjectReport]:
    """Nodes for a text that brings none: those its pods name, large enough for them, else a few."""
    used: dict[str, tuple[int, int]] = {}
    start: Any = core.Recording(scenario, [], plugins=own_plugins()).snapshot(0)
    for pod in start["pods"]:
        if pod["node"]:
            cpu, memory = used.get(pod["node"], (0, 0))
            used[pod["node"]] = (cpu + pod["cpu"], memory + pod["mem"])
    if not used:
        added = [_node(f"node-{number}", ADDED_CPU, ADDED_GIBIBYTES) for number in range(1, ADDED_NODES + 1)]
        args: dict[str, Any] = {"n": len(added), "cpu": ADDED_CPU, "memory": f"{ADDED_GIBIBYTES}Gi"}
        return added, _added(added, Remark("added.nodes", args))
    added = [
        _node(name, _room(cpu, 1000, ADDED_CPU), _room(memory, GIBIBYTE, ADDED_GIBIBYTES))
        for name, (cpu, memory) in sorted(used.items())[:MOST_NAMED_NODES]
    ]
    return added, _added(added, Remark("added.named_nodes", {"n": len(added)}))


def _room(used: int, unit: int, least: int) -> int:
    """The next power of two of units that holds what is used."""
    room = least
    while room * unit < used:
        room *= 2
    return room


def _node(name: str, cpu: int, gibibytes: int) -> dict[str, Any]:
    room = {"cpu": str(cpu), "memory": f"{gibibytes}Gi", "pods": "110"}
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name, "labels": {"kubernetes.io/hostname": name}},
        "status": {"allocatable": dict(room), "capacity": dict(room)},
    }


def _added(nodes: list[dict[str, Any]], remark: Remark) -> ObjectReport:
    names = ", ".join(node["metadata"]["name"] for node in nodes[:10])
    return ObjectReport("changed", "Node", "", names, 0, (remark,))
