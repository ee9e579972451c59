"""A scenario: a start state, texts, a seed and timed inputs. It is immutable and addressed by its content."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from scheduler_core.apiserver.documents.source_object import SourceObject
from scheduler_core.inputs.conditions.parse import parse_condition
from scheduler_core.inputs.conditions.verdict import Condition
from scheduler_core.inputs.parse import TimedInput, parse_timed_input
from scheduler_core.objects.hashing import digest
from scheduler_core.objects.manifest import Json, Manifest, find, flag, integer, items, mapping, strings, text
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.read_once import with_shared_spec
from scheduler_core.objects.scalars.times import parse_time
from scheduler_core.scheduler.configuration.configuration import Configuration, parse_configuration
from scheduler_core.scheduler.configuration.releases import in_release
from scheduler_core.scheduler.own_plugins.own_plugin import NO_OWN_PLUGINS, OwnPlugins
from scheduler_core.simulation.scenario.header import DEFAULT_VERSION, Focus, Header
from scheduler_core.simulation.scenario.kubelet_configuration import KIND as KUBELET_CONFIGURATION
from scheduler_core.simulation.scenario.missing_kinds import missing_kinds

FORMAT = 1
_HEADER_TEXTS = ("name", "id", "topic", "title", "summary", "question", "answer", "because", "start")


@dataclass(frozen=True)
class Scenario(Header):
    """A header's fields (name, title, seed, inputs, …) and the objects of the start state, in order of
    creation.

    `configuration` holds the fields of the KubeSchedulerConfiguration that are read, {} without one.
    `kubelet_configuration` does the same for the KubeletConfiguration of all nodes.
    """

    objects: tuple[SourceObject, ...] = ()
    configuration: Manifest = field(default_factory=dict)
    kubelet_configuration: Manifest = field(default_factory=dict)

    @property
    def start_at(self) -> int:
        """The instant of virtual time 0, in milliseconds since the epoch."""
        return parse_time(self.start) or 0

    @property
    def documents(self) -> tuple[Manifest, ...]:
        """All documents after the header: configurations, if there are any, and the objects."""
        own: tuple[Manifest, ...] = (self.configuration,) if self.configuration else ()
        if self.kubelet_configuration:
            own += (
                {
                    "apiVersion": "kubelet.config.k8s.io/v1beta1",
                    "kind": KUBELET_CONFIGURATION,
                    **self.kubelet_configuration,
                },
            )
        return own + tuple(source.manifest for source in self.objects)

    def kubelet_configuration_of(self, node: str) -> Manifest:
        """The configuration of the kubelet on `node`: the document for all nodes, overlaid in order by those
        that name this node."""
        merged = dict(self.kubelet_configuration)
        for entry in self._kubelets_by_node.get(node, ()):
            merged.update(mapping(entry.get("configuration")))
        return merged

    def kubelet_version_of(self, node: str) -> str:
        """The version of the kubelet on `node` where it is not that of the control plane; "" elsewhere."""
        versions = (text(entry.get("version")) for entry in self._kubelets_by_node.get(node, ()))
        return next((version for version in versions if version), "")

    @cached_property
    def _kubelets_by_node(self) -> Mapping[str, list[Manifest]]:
        """The entries of `kubelets` that name a node."""
        entries: dict[str, list[Manifest]] = {}
        for entry in self.kubelets:
            for node in dict.fromkeys(items(entry.get("nodes"))):
                entries.setdefault(text(node), []).append(entry)
        return entries

    def scheduling(self, plugins: OwnPlugins = NO_OWN_PLUGINS) -> Configuration:
        """The scheduler configuration of this scenario. Raises ValueError when `plugins` lacks one that it
        enables.
        """
        if not self.configuration:
            return in_release(Configuration(), self.release)
        parsed = parse_configuration(self.configuration, plugins, self.release)
        if parsed.problems:
            first = parsed.problems[0]
            raise ValueError(f"{first.path}: {text(first.args.get('text')) or first.code}")
        return parsed.configuration

    def canonical(self) -> dict[str, Json]:
        """Everything that decides how the scenario runs and what it says, as JSON; `from_canonical` is the
        inverse."""
        written: dict[str, Json] = {"podium": FORMAT}
        written.update((name, getattr(self, name)) for name in _HEADER_TEXTS)
        written["lesson"] = self.lesson
        written["seed"] = self.seed
        written["focus"] = {"pod": self.focus.pod, "node": self.focus.node}
        written["scheduler"] = {"running": self.scheduler_running}
        written["applications"] = list(self.applications)
        written["inputs"] = [timed.to_json() for timed in self.inputs]
        written["objects"] = [source.manifest for source in self.objects]
        if self.switched_off:
            written["switchedOff"] = [timed.to_json() for timed in self.switched_off]
        if self.expect:
            written["expect"] = [condition.to_json() for condition in self.expect]
        if self.configuration:
            written["configuration"] = self.configuration
        if self.version != DEFAULT_VERSION:
            written["version"] = self.version
        if self.feature_gates:
            written["featureGates"] = dict(self.feature_gates)
        if self.versions:
            written["versions"] = list(self.versions)
        if self.kubelets:
            written["kubelets"] = list(self.kubelets)
        if self.kubelet_configuration:
            written["kubeletConfiguration"] = self.kubelet_configuration
        return written

    @cached_property
    def missing_kinds(self) -> tuple[str, ...]:
        """The resources, as kubectl names them, that the text lacks although a decision may need them."""
        return missing_kinds(self.objects)

    @cached_property
    def digest(self) -> str:
        """sha256 (hex) of the canonical form: equal scenarios have equal digests."""
        return digest(self.canonical())

    @staticmethod
    def from_canonical(value: Json) -> Scenario:
        """Raises ValueError for a value that `canonical` did not write."""
        if find(value, "podium") != FORMAT:
            raise ValueError(f"not a canonical scenario of format {FORMAT}: podium={find(value, 'podium')!r}")
        expected: list[Condition] = []
        for index, entry in enumerate(items(find(value, "expect"))):
            condition = parse_condition(entry, f"expect[{index}]")
            if isinstance(condition, Problem):
                raise ValueError(f"{condition.path}: {condition.code}")
            expected.append(condition)
        return Scenario(
            **{name: text(find(value, name)) for name in _HEADER_TEXTS},
            lesson=integer(find(value, "lesson")),
            seed=integer(find(value, "seed")) or 0,
            focus=Focus(text(find(value, "focus", "pod")), text(find(value, "focus", "node"))),
            scheduler_running=flag(find(value, "scheduler", "running")),
            applications=tuple(mapping(entry) for entry in items(find(value, "applications"))),
            inputs=_inputs(value, "inputs"),
            switched_off=_inputs(value, "switchedOff"),
            expect=tuple(expected),
            objects=tuple(
                SourceObject(text(find(entry, "kind")), with_shared_spec(mapping(entry)))
                for entry in items(find(value, "objects"))
            ),
            configuration=mapping(find(value, "configuration")),
            version=text(find(value, "version")) or DEFAULT_VERSION,
            versions=strings(find(value, "versions")),
            feature_gates={name: flag(on) for name, on in mapping(find(value, "featureGates")).items()},
            kubelets=tuple(mapping(entry) for entry in items(find(value, "kubelets"))),
            kubelet_configuration=mapping(find(value, "kubeletConfiguration")),
        )


def _inputs(value: Json, name: str) -> tuple[TimedInput, ...]:
    timed: list[TimedInput] = []
    for index, entry in enumerate(items(find(value, name))):
        parsed = parse_timed_input(entry, f"{name}[{index}]")
        if isinstance(parsed, Problem):
            raise ValueError(f"{parsed.path}: {parsed.code}")
        timed.append(parsed)
    return tuple(timed)
