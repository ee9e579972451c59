"""The optional first document of a scenario's file: `kind: Scenario` of `podium/v1`.

It holds only texts, times and behaviour; the cluster itself is plain manifests.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scheduler_core.inputs.conditions.parse import parse_condition
from scheduler_core.inputs.conditions.verdict import Condition
from scheduler_core.inputs.limits import SCENARIO_INPUTS
from scheduler_core.inputs.parse import TimedInput, parse_timed_input
from scheduler_core.kubelet.node.kubelet_configuration import problems as problems_of_kubelet
from scheduler_core.objects.manifest import Json, Manifest, integer, text
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.releases.gates import gate_problems
from scheduler_core.objects.releases.releases import Release, release
from scheduler_core.objects.releases.version import is_version, parse_version
from scheduler_core.objects.scalars.times import parse_time
from scheduler_core.simulation.scenario.applications import (
    RULE_FIELDS,
    SECONDS_FIELDS,
    SECONDS_OR_NULL_FIELDS,
    behaviour_problems,
)
from scheduler_core.simulation.scenario.kubelet_configuration import kept_fields
from scheduler_core.simulation.scenario.moments import DEFAULT_START

API_VERSION = "podium/v1"
_NAME = re.compile(r"[a-z0-9]([-a-z0-9]{0,78}[a-z0-9])?")
_WORDS = ("id", "topic", "title", "summary", "question", "answer", "because")
_WORD_LIMIT = 2_000
_SPEC_FIELDS = (
    *_WORDS,
    "lesson",
    "seed",
    "start",
    "version",
    "versions",
    "featureGates",
    "focus",
    "scheduler",
    "kubelets",
    "applications",
    "inputs",
    "expect",
)
DEFAULT_VERSION = "1.34"
"""The version of a stored scenario that names none."""


@dataclass(frozen=True, slots=True)
class Focus:
    """What to show first: a pod's key and a node's name, "" for none."""

    pod: str = ""
    node: str = ""


@dataclass(frozen=True, slots=True)
class Header:
    """All fields of a Scenario document. `lesson` is None outside the core course.

    `start` is the moment (RFC 3339) of second 0. `version` is the Kubernetes version of the cluster, in which
    `feature_gates` are set otherwise than by default; `versions` are those in which the scenario is worth
    playing again. `expect` are conditions that hold when the run is quiet. `kubelets` is
    `{nodes: [name], configuration: {…}, version}`, a KubeletConfiguration for some nodes only, or kubelets of
    an older release. `switched_off` are inputs that the run does not take: somebody switched them off, and
    may switch them on again.
    """

    name: str = ""
    id: str = ""
    topic: str = ""
    title: str = ""
    summary: str = ""
    question: str = ""
    answer: str = ""
    because: str = ""
    lesson: int | None = None
    seed: int = 1
    start: str = DEFAULT_START
    focus: Focus = Focus()
    scheduler_running: bool = True
    applications: tuple[Manifest, ...] = ()
    inputs: tuple[TimedInput, ...] = ()
    switched_off: tuple[TimedInput, ...] = ()
    expect: tuple[Condition, ...] = ()
    version: str = DEFAULT_VERSION
    versions: tuple[str, ...] = ()
    feature_gates: Mapping[str, bool] = field(default_factory=dict)
    kubelets: tuple[Manifest, ...] = ()

    @property
    def release(self) -> Release:
        """How the Kubernetes release of the cluster behaves, with the scenario's feature gates."""
        return release(self.version, self.feature_gates)


def is_header(document: Json) -> bool:
    """Whether a document is a podium Scenario, of any version."""
    return (
        isinstance(document, Mapping)
        and document.get("kind") == "Scenario"
        and text(document.get("apiVersion")).startswith("podium/")
    )


def parse_header(
    document: Mapping[str, Json], version: str = DEFAULT_VERSION, start: str = DEFAULT_START
) -> tuple[Header, tuple[Problem, ...]]:
    """The header and all its problems, by path; with problems the header is the default one. `version` and
    `start` are those of a document which names none."""
    return _HeaderReader(version, start).read(document)


class _HeaderReader:
    def __init__(self, default_version: str, default_start: str) -> None:
        self.default_version = default_version
        self.default_start = default_start
        self.problems: list[Problem] = []

    def wrong(self, path: str, code: str, **args: Json) -> None:
        self.problems.append(Problem(path, code, args))

    def read(self, document: Mapping[str, Json]) -> tuple[Header, tuple[Problem, ...]]:
        metadata = self.map_at(document, "metadata", "metadata")
        spec = self.map_at(document, "spec", "spec")
        self.check_names(spec, "spec", _SPEC_FIELDS)
        name = self.text_at(metadata, "name", "metadata.name", 80)
        if name and not _NAME.fullmatch(name):
            self.wrong("metadata.name", "scenario.not_a_name", got=name)
        words = {word: self.text_at(spec, word, f"spec.{word}", _WORD_LIMIT) for word in _WORDS}
        start = self.text_at(spec, "start", "spec.start", 40) or self.default_start
        if parse_time(start) is None:
            self.wrong("spec.start", "scenario.not_a_time", got=start)
        focus = self.map_at(spec, "focus", "spec.focus")
        inputs, switched_off = self.inputs(spec)
        version = self.version(spec.get("version"), "spec.version") or self.default_version
        header = Header(
            name=name,
            **words,
            lesson=self.whole_at(spec, "lesson", "spec.lesson"),
            seed=self.whole_at(spec, "seed", "spec.seed", default=1) or 0,
            start=start,
            focus=Focus(
                self.text_at(focus, "pod", "spec.focus.pod", 400),
                self.text_at(focus, "node", "spec.focus.node", 253),
            ),
            scheduler_running=self.running(spec),
            applications=self.applications(spec),
            inputs=inputs,
            switched_off=switched_off,
            expect=self.expect(spec),
            version=version,
            versions=tuple(
                self.version(entry, f"spec.versions[{index}]")
                for index, entry in enumerate(self.list_at(spec, "versions", "spec.versions"))
            ),
            feature_gates=self.feature_gates(spec, version),
            kubelets=self.kubelets(spec),
        )
        return (Header(), tuple(self.problems)) if self.problems else (header, ())

    def map_at(self, where: Mapping[str, Json], name: str, path: str) -> Mapping[str, Json]:
        value = where.get(name)
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            self.wrong(path, "scenario.not_a_map")
            return {}
        return value

    def list_at(self, where: Mapping[str, Json], name: str, path: str) -> list[Json]:
        value = where.get(name)
        if value is None:
            return []
        if not isinstance(value, (list, tuple)):
            self.wrong(path, "scenario.not_a_list")
            return []
        return list(value)

    def text_at(self, where: Mapping[str, Json], name: str, path: str, limit: int) -> str:
        value = where.get(name)
        if value is None:
            return ""
        if not isinstance(value, str):
            self.wrong(path, "scenario.not_a_text", got=repr(value)[:60])
            return ""
        if len(value) > limit:
            self.wrong(path, "scenario.too_long", limit=limit)
        return value

    def whole_at(
        self, where: Mapping[str, Json], name: str, path: str, default: int | None = None
    ) -> int | None:
        value = where.get(name)
        if value is None:
            return default
        number = integer(value)
        if number is None or not -(2**63) <= number < 2**63:
            self.wrong(path, "scenario.not_a_whole_number", got=repr(value)[:60])
            return default
        return number

    def check_seconds(self, where: Mapping[str, Json], name: str, path: str) -> None:
        value = where.get(name)
        if value is None:
            return
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 10**8:
            self.wrong(path, "scenario.not_seconds", got=repr(value)[:60])

    def check_names(self, where: Mapping[str, Json], path: str, fields: tuple[str, ...]) -> None:
        for name in where:
            if name not in fields:
                self.wrong(f"{path}.{name}", "scenario.unknown_field", supported=list(fields))

    def version(self, value: Json, path: str) -> str:
        version = self.text_at({"version": value}, "version", path, 20)
        if version and not is_version(version):
            self.wrong(path, "scenario.unknown_version", got=version)
        return version

    def feature_gates(self, spec: Mapping[str, Json], version: str) -> dict[str, bool]:
        settings: dict[str, bool] = {}
        for name, value in self.map_at(spec, "featureGates", "spec.featureGates").items():
            if isinstance(value, bool):
                settings[name] = value
            else:
                self.wrong(f"spec.featureGates.{name}", "scenario.not_a_flag", got=repr(value)[:60])
        if is_version(version):
            for problem in gate_problems(parse_version(version), settings):
                self.problems.append(problem.below("spec.featureGates"))
        return settings

    def kubelets(self, spec: Mapping[str, Json]) -> tuple[Manifest, ...]:
        kubelets: list[Manifest] = []
        for index, entry in enumerate(self.list_at(spec, "kubelets", "spec.kubelets")):
            path = f"spec.kubelets[{index}]"
            if not isinstance(entry, Mapping):
                self.wrong(path, "scenario.not_a_map")
                continue
            self.check_names(entry, path, ("nodes", "configuration", "version"))
            nodes = self.list_at(entry, "nodes", f"{path}.nodes")
            if not nodes:
                self.wrong(f"{path}.nodes", "scenario.no_nodes")
            for place, node in enumerate(nodes):
                if not isinstance(node, str) or not node:
                    self.wrong(f"{path}.nodes[{place}]", "scenario.not_a_text", got=repr(node)[:60])
            configuration = self.map_at(entry, "configuration", f"{path}.configuration")
            for wrong in problems_of_kubelet(configuration):
                self.problems.append(replace(wrong, path=f"{path}.configuration.{wrong.path}"))
            version = self.version(entry.get("version"), f"{path}.version")
            kubelets.append(
                {
                    "nodes": nodes,
                    "configuration": kept_fields(configuration),
                    **({"version": version} if version else {}),
                }
            )
        return tuple(kubelets)

    def running(self, spec: Mapping[str, Json]) -> bool:
        running = self.map_at(spec, "scheduler", "spec.scheduler").get("running", True)
        if not isinstance(running, bool):
            self.wrong("spec.scheduler.running", "scenario.not_a_flag", got=repr(running)[:60])
        return running is True

    def applications(self, spec: Mapping[str, Json]) -> tuple[Manifest, ...]:
        rules: list[Manifest] = []
        for index, entry in enumerate(self.list_at(spec, "applications", "spec.applications")):
            path = f"spec.applications[{index}]"
            if not isinstance(entry, Mapping):
                self.wrong(path, "scenario.not_a_map")
                continue
            self.check_rule(entry, path)
            rules.append(entry)
        return tuple(rules)

    def check_rule(self, entry: Manifest, path: str) -> None:
        self.check_names(entry, path, RULE_FIELDS)
        for place, key in enumerate(self.list_at(entry, "pods", f"{path}.pods")):
            if not isinstance(key, str) or not key:
                self.wrong(f"{path}.pods[{place}]", "scenario.not_a_text", got=repr(key)[:60])
        self.map_at(entry, "selector", f"{path}.selector")
        if not entry.get("pods") and "selector" not in entry:
            self.wrong(path, "scenario.no_selection")
        self.text_at(entry, "namespace", f"{path}.namespace", 63)
        self.text_at(entry, "container", f"{path}.container", 63)
        for name in (*SECONDS_FIELDS, *SECONDS_OR_NULL_FIELDS):
            self.check_seconds(entry, name, f"{path}.{name}")
        self.problems += [problem.below(path) for problem in behaviour_problems(entry)]

    def expect(self, spec: Mapping[str, Json]) -> tuple[Condition, ...]:
        conditions: list[Condition] = []
        for index, entry in enumerate(self.list_at(spec, "expect", "spec.expect")):
            parsed = parse_condition(entry, f"spec.expect[{index}]")
            if isinstance(parsed, Problem):
                self.problems.append(parsed)
            else:
                conditions.append(parsed)
        return tuple(conditions)

    def inputs(self, spec: Mapping[str, Json]) -> tuple[tuple[TimedInput, ...], tuple[TimedInput, ...]]:
        """The inputs that the run takes, and those that are switched off (`disabled: true`)."""
        entries = self.list_at(spec, "inputs", "spec.inputs")
        if len(entries) > SCENARIO_INPUTS:
            self.wrong("spec.inputs", "scenario.too_many", limit=SCENARIO_INPUTS, got=len(entries))
            return (), ()
        timed: dict[bool, list[TimedInput]] = {False: [], True: []}
        for index, entry in enumerate(entries):
            path, off = f"spec.inputs[{index}]", False
            if isinstance(entry, Mapping) and entry.get("disabled") is not None:
                off = entry["disabled"] is True
                if not isinstance(entry["disabled"], bool):
                    self.wrong(f"{path}.disabled", "scenario.not_a_flag", got=repr(entry["disabled"])[:60])
                entry = {name: value for name, value in entry.items() if name != "disabled"}
            parsed = parse_timed_input(entry, path)
            if isinstance(parsed, Problem):
                self.problems.append(parsed)
            else:
                timed[off].append(parsed)
        # The sort is stable: inputs of one instant keep the order of the file.
        on, off_ = (tuple(sorted(timed[off], key=lambda entry: entry.at_ms)) for off in (False, True))
        return on, off_
