"""Variants of scenarios as data: a scenario of the gallery with something changed, and what is expected then.

The file `scenarios/NAME.yaml` is about the gallery's scenario NAME. It maps sentences, which are the names
of the variants, to

    set: {p: {spec.priorityClassName: p101}}   # fields of documents by name (or kind); null removes one
    remove: [q]                                  # documents by name
    add: […]                                     # documents
    inputs: […]                                  # in place of the scenario's own
    first: 1                                     # only so many of the scenario's inputs
    more: […]                                    # inputs that are added
    version, featureGates, seed, applications    # of the header
    until: 20                                    # the second at which it is judged; without it, when it is quiet
    expect: […]                                  # conditions (docs/conditions.md)

A document may be written as the call of a builder: `{pod: {name: q, cpu: "1", node: n1}}`, `{node: {…}}`,
`{class: 100}`; and a deletion of a pod as `{at: 5, delete: q}`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from scheduler_core.engine.stretch import judge_all
from scheduler_core.inputs.conditions.fields import parse_path
from scheduler_core.inputs.conditions.parse import parse_condition
from scheduler_core.inputs.conditions.verdict import Condition
from scheduler_core.messages import say
from scheduler_core.objects.problem import Problem
from tests.builders import node, pod
from tests.core.play import Documents, Play, delete, gallery, named, priority_class, without

FOLDER = Path(__file__).with_name("scenarios")
FILES = sorted(FOLDER.glob("*.yaml"))
NEWEST = "1.36"
"""The newest release that is held against its original: that of scenarios which name none."""
HEADER = ("version", "featureGates", "seed", "applications", "inputs")
FIELDS = {*HEADER, "set", "remove", "add", "first", "more", "until", "expect"}


@cache
def _file(path: Path) -> dict[str, Any]:
    result: dict[str, Any] = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return result


NAMES = [f"{path.stem}: {name}" for path in FILES for name in _file(path)]


@dataclass(frozen=True, slots=True)
class Variant:
    """A scenario of the gallery and the changes to it."""

    scenario: str
    changes: dict[str, Any]

    def __post_init__(self) -> None:
        assert set() == set(self.changes) - FIELDS, "unknown fields"

    def documents(self) -> Documents:
        documents = without(gallery(self.scenario), *self.changes.get("remove", ()))
        documents += [_document(item) for item in self.changes.get("add", ())]
        spec = documents[0]["spec"]
        spec |= {name: self.changes[name] for name in HEADER if name in self.changes}
        own = spec.get("inputs", [])[: self.changes.get("first")]
        given = [*own, *self.changes.get("more", ())]
        spec["inputs"] = [_input(item) for item in given]
        spec.setdefault("version", NEWEST)
        for name, fields in self.changes.get("set", {}).items():
            for path, value in fields.items():
                _set(_chosen(documents, name), path, value)
        if "expect" in self.changes:
            spec["expect"] = self.changes["expect"]
        return documents

    def play(self) -> Play:
        """The variant, played to the second at which it is judged."""
        play = Play(self.documents())
        play.until(self.changes["until"]) if "until" in self.changes else play.until_quiet()
        return play


def variant(name: str) -> Variant:
    """A variant of the files by its name in `NAMES`."""
    scenario, _, sentence = name.partition(": ")
    changes = _file(FOLDER / f"{scenario}.yaml")[sentence]
    assert changes.get("expect"), "nothing is expected"
    return Variant(scenario, changes)


def conditions_of(documents: Documents) -> list[Condition]:
    results = [parse_condition(item, "expect") for item in documents[0]["spec"]["expect"]]
    assert not [item for item in results if isinstance(item, Problem)], results
    return results  # type: ignore[return-value]


def broken(play: Play, of: type | None = None) -> list[str]:
    """Path and sentence of each condition under `expect` that does not hold at the newest step; only those of
    one class, if it is given."""
    expect = play.recording.scenario.expect
    rows = [(place, item) for place, item in enumerate(expect) if of is None or isinstance(item, of)]
    verdicts = judge_all(play.recording, [item for _, item in rows], play.recording.head_seq)
    return [
        f"spec.expect[{place}]: {say(verdict.to_json()['said'])}"  # type: ignore[arg-type]
        for (place, _), verdict in zip(rows, verdicts, strict=True)
        if not verdict.holds
    ]


def _document(written: dict[str, Any]) -> dict[str, Any]:
    match written:
        case {"pod": {**fields}}:
            on = fields.pop("node", "")
            return pod(**fields, on=on)
        case {"node": fields}:
            return node(**fields)
        case {"class": int(value)}:
            return priority_class(value)
    return written


def _chosen(documents: Documents, name: str) -> dict[str, Any]:
    """The document of a name, or the only one of a kind."""
    of_kind = [document for document in documents if document["kind"] == name]
    return of_kind[0] if len(of_kind) == 1 else named(documents, name)


def _input(written: dict[str, Any]) -> dict[str, Any]:
    if "delete" in written:
        options = {name: value for name, value in written.items() if name not in ("at", "delete")}
        return delete(written["at"], written["delete"], **options)
    if "documents" in written:
        return {**written, "documents": [_document(document) for document in written["documents"]]}
    return written


def _set(document: Any, path: str, value: Any) -> None:
    """Sets the field at a path, with the maps on the way to it; None removes it. One place behind the end of a
    list adds to it."""
    *way, last = parse_path(path) or ()
    for step in way:
        document = document[step] if isinstance(step, int) else document.setdefault(step, {})
    if value is None:
        del document[last]
    elif isinstance(document, list) and last == len(document):
        document.append(value)
    else:
        document[last] = value
