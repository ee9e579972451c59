"""A scenario: a start state, words, a seed and inputs at given times. Immutable, addressed by its content."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property

from scheduler_core.apiserver.documents.manifests import ReportEntry, SourceDocument, parse_documents
from scheduler_core.kubelet.node.kubelet_configuration import problems as problems_of_kubelet
from scheduler_core.objects.manifest import Json, Manifest, find, flag, integer, items, mapping, text
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.times import parse_time
from scheduler_core.scheduler.configuration.configuration import (
    KIND,
    READ,
    Configuration,
    is_configuration,
    parse_configuration,
)
from scheduler_core.scheduler.plugins.own_plugin import NO_OWN_PLUGINS, OwnPlugins
from scheduler_core.simulation.hashing import digest
from scheduler_core.simulation.inputs.behaviour_annotations import annotation_problems
from scheduler_core.simulation.inputs.json_check import not_json
from scheduler_core.simulation.inputs.parse import TimedInput, parse_timed_input
from scheduler_core.simulation.limits import OBJECTS
from scheduler_core.simulation.scenario.header import DEFAULT_VERSION, Focus, Header, is_header, parse_header
from scheduler_core.simulation.scenario.kubelet_configuration import KIND as KUBELET_CONFIGURATION
from scheduler_core.simulation.scenario.kubelet_configuration import (
    fields_not_read,
    is_kubelet_configuration,
    kept_fields,
)

FORMAT = 1
_HEADER_TEXTS = ("name", "id", "topic", "title", "summary", "question", "answer", "because", "start")


@dataclass(frozen=True)
class Scenario(Header):
    """A header's fields (name, title, seed, inputs, …) and the start state's manifests, in order of
    creation.

    `configuration`: the KubeSchedulerConfiguration as far as it is read, {} without one.
    `kubelet_configuration`: the KubeletConfiguration for all nodes likewise.
    """

    objects: tuple[Manifest, ...] = ()
    configuration: Manifest = field(default_factory=dict)
    kubelet_configuration: Manifest = field(default_factory=dict)

    @property
    def start_at(self) -> int:
        """The instant of virtual time 0, in milliseconds since the epoch."""
        return parse_time(self.start) or 0

    @property
    def documents(self) -> tuple[Manifest, ...]:
        """All there is beside the header: configurations, if there are any, and the objects."""
        own: tuple[Manifest, ...] = (self.configuration,) if self.configuration else ()
        if self.kubelet_configuration:
            own += (
                {
                    "apiVersion": "kubelet.config.k8s.io/v1beta1",
                    "kind": KUBELET_CONFIGURATION,
                    **self.kubelet_configuration,
                },
            )
        return own + self.objects

    def kubelet_configuration_of(self, node: str) -> Manifest:
        """What the kubelet of `node` is configured with: the document for all, overlaid by those that name
        it, in order."""
        merged = dict(self.kubelet_configuration)
        for entry in self.kubelets:
            if node in items(entry.get("nodes")):
                merged.update(mapping(entry.get("configuration")))
        return merged

    def scheduling(self, plugins: OwnPlugins = NO_OWN_PLUGINS) -> Configuration:
        """How this scenario's scheduler is set up. ValueError where `plugins` lacks one that it enables."""
        if not self.configuration:
            return Configuration()
        parsed = parse_configuration(self.configuration, plugins)
        if parsed.problems:
            first = parsed.problems[0]
            raise ValueError(f"{first.path}: {text(first.args.get('text')) or first.code}")
        return parsed.configuration

    def canonical(self) -> dict[str, Json]:
        """All that decides how the scenario runs and what it says, as JSON; `from_canonical` is the
        inverse."""
        written: dict[str, Json] = {"podium": FORMAT}
        written.update((name, getattr(self, name)) for name in _HEADER_TEXTS)
        written["lesson"] = self.lesson
        written["seed"] = self.seed
        written["focus"] = {"pod": self.focus.pod, "node": self.focus.node}
        written["scheduler"] = {"running": self.scheduler_running}
        written["applications"] = list(self.applications)
        written["inputs"] = [timed.to_json() for timed in self.inputs]
        written["objects"] = list(self.objects)
        if self.configuration:
            written["configuration"] = self.configuration
        if self.version != DEFAULT_VERSION:
            written["version"] = self.version
        if self.kubelets:
            written["kubelets"] = list(self.kubelets)
        if self.kubelet_configuration:
            written["kubeletConfiguration"] = self.kubelet_configuration
        return written

    @cached_property
    def digest(self) -> str:
        """sha256 (hex) of the canonical form: equal scenarios have equal digests."""
        return digest(self.canonical())

    @staticmethod
    def from_canonical(value: Json) -> Scenario:
        """Raises ValueError for a value that `canonical` did not write."""
        if find(value, "podium") != FORMAT:
            raise ValueError(f"not a canonical scenario of format {FORMAT}: podium={find(value, 'podium')!r}")
        timed: list[TimedInput] = []
        for index, entry in enumerate(items(find(value, "inputs"))):
            parsed = parse_timed_input(entry, f"inputs[{index}]")
            if isinstance(parsed, Problem):
                raise ValueError(f"{parsed.path}: {parsed.code}")
            timed.append(parsed)
        return Scenario(
            **{name: text(find(value, name)) for name in _HEADER_TEXTS},
            lesson=integer(find(value, "lesson")),
            seed=integer(find(value, "seed")) or 0,
            focus=Focus(text(find(value, "focus", "pod")), text(find(value, "focus", "node"))),
            scheduler_running=flag(find(value, "scheduler", "running")),
            applications=tuple(mapping(entry) for entry in items(find(value, "applications"))),
            inputs=tuple(timed),
            objects=tuple(mapping(entry) for entry in items(find(value, "objects"))),
            configuration=mapping(find(value, "configuration")),
            version=text(find(value, "version")) or DEFAULT_VERSION,
            kubelets=tuple(mapping(entry) for entry in items(find(value, "kubelets"))),
            kubelet_configuration=mapping(find(value, "kubeletConfiguration")),
        )


@dataclass(frozen=True, slots=True)
class ParsedScenario:
    """`scenario` is None exactly when there are `problems`. Both tuples are ordered by document and place."""

    scenario: Scenario | None
    report: tuple[ReportEntry, ...]
    problems: tuple[Problem, ...]


def parse_scenario(
    documents: Sequence[SourceDocument], plugins: OwnPlugins = NO_OWN_PLUGINS
) -> ParsedScenario:
    """The scenario that some documents are: at most one Scenario document, one KubeSchedulerConfiguration and
    one KubeletConfiguration, the rest Kubernetes manifests.

    Lists count as their items. Unknown kinds are left out with a word in the report; what is wrong is a
    problem with its document and path, and then there is no scenario. `plugins`: those of one's own that a
    configuration may enable.
    """
    header = Header()
    problems: list[Problem] = []
    manifests: list[SourceDocument] = []
    seen = False
    configuration: Manifest = {}
    kubelet_configuration: Manifest = {}
    seen_kubelet = False
    told: list[ReportEntry] = []
    for document in documents:
        wrong_value = not_json(document.value)
        if wrong_value is not None:
            problems.append(replace(wrong_value, document=document.index))
        elif is_configuration(document.value):
            if configuration:
                problems.append(Problem("", "config.second", document=document.index))
                continue
            configuration, wrong_settings = _configuration(document, plugins, told)
            problems += wrong_settings
        elif is_kubelet_configuration(document.value):
            if seen_kubelet:
                problems.append(Problem("", "kubelet_config.second", document=document.index))
                continue
            seen_kubelet = True
            kubelet_configuration = _kubelet_configuration(document, told, problems)
        elif not is_header(document.value):
            manifests.append(document)
        elif seen:
            problems.append(Problem("", "scenario.two_headers", document=document.index))
        else:
            seen = True
            header, wrong = parse_header(mapping(document.value))
            problems += [replace(each, document=document.index) for each in wrong]
    parsed = parse_documents(manifests)
    problems += parsed.problems
    for document in manifests:
        problems += [
            Problem(path, "scenario.not_a_behaviour", args, document.index)
            for path, args in annotation_problems(document.value)
        ]
    if len(parsed.objects) > OBJECTS:
        args: dict[str, Json] = {"limit": OBJECTS, "got": len(parsed.objects)}
        problems.append(Problem("", "scenario.too_many", args, 0))
    report = tuple(sorted((*told, *parsed.report), key=lambda entry: entry.document))
    if problems:
        return ParsedScenario(None, report, tuple(problems))
    words = {each.name: getattr(header, each.name) for each in fields(Header)}
    scenario = Scenario(
        **words,
        objects=parsed.objects,
        configuration=configuration,
        kubelet_configuration=kubelet_configuration,
    )
    return ParsedScenario(scenario, report, ())


def _configuration(
    document: SourceDocument, plugins: OwnPlugins, told: list[ReportEntry]
) -> tuple[Manifest, list[Problem]]:
    """The document without what is not read (which may be addresses and credentials), and its problems."""
    parsed = parse_configuration(document.value, plugins)
    name = text(find(document.value, "metadata", "name"))
    told.append(ReportEntry(document.index, None, KIND, "", name, "kept"))
    if parsed.not_read:
        args: dict[str, Json] = {"fields": list(parsed.not_read)}
        told.append(
            ReportEntry(
                document.index, None, KIND, "", name, "kept.fields_not_read", parsed.not_read[0], args
            )
        )
    problems = [replace(each, document=document.index) for each in parsed.problems]
    given = mapping(document.value)
    return {name: given[name] for name in READ if name in given}, problems


def _kubelet_configuration(
    document: SourceDocument, told: list[ReportEntry], problems: list[Problem]
) -> Manifest:
    """As `_configuration`, for kubelets."""
    given = mapping(document.value)
    name = text(find(given, "metadata", "name"))
    told.append(ReportEntry(document.index, None, KUBELET_CONFIGURATION, "", name, "kept"))
    not_read = fields_not_read(given)
    if not_read:
        args: dict[str, Json] = {"fields": list(not_read)}
        code = "kept.fields_not_read"
        told.append(
            ReportEntry(document.index, None, KUBELET_CONFIGURATION, "", name, code, not_read[0], args)
        )
    problems += [replace(each, document=document.index) for each in problems_of_kubelet(given)]
    return kept_fields(given)
