"""Turns the documents of a file into a scenario, or into a list of their problems."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace

from scheduler_core.apiserver.documents.items import ReportEntry
from scheduler_core.apiserver.documents.manifests import SourceDocument, parse_documents
from scheduler_core.inputs.behaviour_annotations import annotation_problems
from scheduler_core.inputs.json_check import not_json
from scheduler_core.inputs.limits import OBJECTS
from scheduler_core.kubelet.node.kubelet_configuration import problems as problems_of_kubelet
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.releases.chosen import DOCUMENTS, ChosenRelease
from scheduler_core.objects.releases.gates import gate_problems
from scheduler_core.objects.releases.releases import Release
from scheduler_core.objects.releases.version import parse_version
from scheduler_core.scheduler.configuration.configuration import (
    KIND,
    READ,
    is_configuration,
    parse_configuration,
)
from scheduler_core.scheduler.own_plugins.own_plugin import NO_OWN_PLUGINS, OwnPlugins
from scheduler_core.simulation.scenario.header import DEFAULT_VERSION, Header, is_header, parse_header
from scheduler_core.simulation.scenario.kubelet_configuration import KIND as KUBELET_CONFIGURATION
from scheduler_core.simulation.scenario.kubelet_configuration import (
    fields_not_read,
    is_kubelet_configuration,
    kept_fields,
)
from scheduler_core.simulation.scenario.moments import SecondZero, second_zero
from scheduler_core.simulation.scenario.recognition import cluster_version, older_kubelets
from scheduler_core.simulation.scenario.scenario import Scenario


@dataclass(frozen=True, slots=True)
class ParsedScenario:
    """`scenario` is None exactly when one of the `problems` is an error. Those of objects that the API server
    would refuse are warnings: the others are taken. Both tuples are ordered by document and path. `zero` is
    second 0 as the objects name it; a Scenario document may state another one.
    """

    scenario: Scenario | None
    report: tuple[ReportEntry, ...]
    problems: tuple[Problem, ...]
    zero: SecondZero


def parse_scenario(
    documents: Sequence[SourceDocument],
    plugins: OwnPlugins = NO_OWN_PLUGINS,
    progress: Callable[[int, int], None] | None = None,
    version: str = DEFAULT_VERSION,
    chosen: ChosenRelease = DOCUMENTS,
    today_ms: int | None = None,
) -> ParsedScenario:
    """The scenario that some documents describe: at most one Scenario document, one
    KubeSchedulerConfiguration and one KubeletConfiguration; the others are Kubernetes manifests.

    Lists count as their items. Unknown kinds are left out and named in the report. Each problem has its
    document and path; with an error there is no scenario, and a warning is of an object that is left out.
    `plugins` are the server's own plugins, which a configuration may enable. `progress` is called at
    intervals with the number of validated objects and their total. `version` is the Kubernetes
    version of a scenario that names none and whose nodes name none; `chosen` outranks them all. Where the
    nodes decide and name several versions, each keeps the kubelet that it names. `today_ms` is the reader's
    clock in epoch milliseconds, which tells moments that no dump can have yet.
    """
    zero = second_zero(documents, today_ms)
    reported = cluster_version(document.value for document in documents)
    version = reported or version
    parts = _Parts(plugins, version, zero.start, _chosen(_header(documents, version), chosen).release)
    for document in documents:
        parts.add(document)
    header = _chosen(parts.header or Header(version=parts.version, start=parts.start), chosen)
    parsed = parse_documents(parts.manifests, progress, header.release, header.version)
    if reported and not (chosen.version or _names_version(documents)):
        header = replace(header, kubelets=(*header.kubelets, *older_kubelets(parsed.objects, header.version)))
    problems = [*parts.problems, *parsed.problems, *_behaviour_problems(parts.manifests)]
    if len(parsed.objects) > OBJECTS:
        args: dict[str, Json] = {"limit": OBJECTS, "got": len(parsed.objects)}
        problems.append(Problem("", "scenario.too_many", args, 0))
    if chosen.gates is not None:
        problems += gate_problems(parse_version(header.version), header.feature_gates)
    report = tuple(sorted((*parts.report, *parsed.report, *zero.odd), key=lambda entry: entry.document))
    if any(problem.severity == "error" for problem in problems):
        return ParsedScenario(None, report, tuple(problems), zero)
    scenario = Scenario(
        **{field.name: getattr(header, field.name) for field in fields(Header)},
        objects=parsed.objects,
        configuration=parts.configuration or {},
        kubelet_configuration=parts.kubelet_configuration or {},
    )
    return ParsedScenario(scenario, report, tuple(problems), zero)


def _names_version(documents: Sequence[SourceDocument]) -> bool:
    return any(
        is_header(document.value)
        and not_json(document.value) is None
        and find(document.value, "spec", "version") is not None
        for document in documents
    )


def _header(documents: Sequence[SourceDocument], version: str) -> Header:
    """The header, wherever it stands, else one that states `version` alone."""
    for document in documents:
        if is_header(document.value) and not_json(document.value) is None:
            return parse_header(mapping(document.value), version)[0]
    return Header(version=version)


def _chosen(header: Header, chosen: ChosenRelease) -> Header:
    version, gates = chosen.applied(header.version, header.feature_gates)
    return replace(header, version=version, feature_gates=gates)


def with_documents(scenario: Scenario, documents: Sequence[SourceDocument]) -> Scenario | None:
    """The scenario with the objects of further manifests. They must be new: none may have the kind and name
    of an object that is there. None when they have problems, or make too many objects."""
    parsed = parse_documents(documents, release=scenario.release, version=scenario.version)
    together = (*scenario.objects, *parsed.objects)
    if parsed.problems or len(together) > OBJECTS:
        return None
    ordered = sorted(together, key=lambda source: KINDS[source.kind].creation_rank)
    return replace(scenario, objects=tuple(ordered))


def _behaviour_problems(manifests: Sequence[SourceDocument]) -> Iterator[Problem]:
    for document in manifests:
        for problem in annotation_problems(document.value):
            yield replace(problem, document=document.index)


def _profiles_read(profiles: Json, not_read: frozenset[str]) -> Json:
    """The profiles without arguments for plugins that do not exist, which may hold anything."""
    kept: list[Json] = []
    for number, profile in enumerate(items(profiles)):
        path = f"profiles[{number}].pluginConfig"
        listed = items(find(profile, "pluginConfig"))
        read = [entry for place, entry in enumerate(listed) if f"{path}[{place}]" not in not_read]
        kept.append(profile if len(read) == len(listed) else {**mapping(profile), "pluginConfig": read})
    return kept


@dataclass(slots=True)
class _Parts:
    """The documents sorted by kind. A header or configuration is None until its document comes; the
    configurations hold only the fields that are read."""

    plugins: OwnPlugins
    version: str
    start: str
    release: Release
    header: Header | None = None
    configuration: dict[str, Json] | None = None
    kubelet_configuration: Manifest | None = None
    manifests: list[SourceDocument] = field(default_factory=list)
    report: list[ReportEntry] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def add(self, document: SourceDocument) -> None:
        wrong = None if document.is_json else not_json(document.value)
        if wrong is not None:
            self._wrong(document, wrong)
        elif is_configuration(document.value):
            self._add_configuration(document)
        elif is_kubelet_configuration(document.value):
            self._add_kubelet_configuration(document)
        elif is_header(document.value):
            self._add_header(document)
        else:
            self.manifests.append(document)

    def _wrong(self, document: SourceDocument, *problems: Problem) -> None:
        self.problems += [replace(problem, document=document.index) for problem in problems]

    def _add_header(self, document: SourceDocument) -> None:
        if self.header is not None:
            self._wrong(document, Problem("", "scenario.two_headers"))
            return
        self.header, wrong = parse_header(mapping(document.value), self.version, self.start)
        self._wrong(document, *wrong)

    def _add_configuration(self, document: SourceDocument) -> None:
        if self.configuration is not None:
            self._wrong(document, Problem("", "config.second"))
            return
        parsed = parse_configuration(document.value, self.plugins, self.release)
        self._tell(document, KIND, parsed.not_read)
        self._wrong(document, *parsed.problems)
        given = mapping(document.value)
        self.configuration = {name: given[name] for name in READ if name in given}
        if "profiles" in self.configuration:
            self.configuration["profiles"] = _profiles_read(given["profiles"], frozenset(parsed.not_read))

    def _add_kubelet_configuration(self, document: SourceDocument) -> None:
        if self.kubelet_configuration is not None:
            self._wrong(document, Problem("", "kubelet_config.second"))
            return
        given = mapping(document.value)
        self._tell(document, KUBELET_CONFIGURATION, fields_not_read(given))
        self._wrong(document, *problems_of_kubelet(given))
        self.kubelet_configuration = kept_fields(given)

    def _tell(self, document: SourceDocument, kind: str, not_read: Sequence[str]) -> None:
        """Reports a configuration and its fields that are not read (which may be addresses or
        credentials)."""
        name = text(find(document.value, "metadata", "name"))
        self.report.append(ReportEntry(document.index, None, kind, "", name, "kept"))
        if not_read:
            args: dict[str, Json] = {"fields": list(not_read)}
            code = "kept.fields_not_read"
            self.report.append(ReportEntry(document.index, None, kind, "", name, code, not_read[0], args))
