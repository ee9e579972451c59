"""Changes of the start: an object of the scenario with other values, and the world that begins with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import chain

from scheduler_core.apiserver.admission.admission import resolve_priority
from scheduler_core.apiserver.defaults.defaulting import with_defaults
from scheduler_core.apiserver.documents.source_object import SourceObject
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.validation.create_rules import create_problems
from scheduler_core.apiserver.validation.validation import validate
from scheduler_core.engine.exchange import READ_WHEN_TRIED, with_exchanged
from scheduler_core.engine.recording import Recording
from scheduler_core.engine.world import World
from scheduler_core.inputs.kubectl_inputs import Apply
from scheduler_core.inputs.parse import TimedInput
from scheduler_core.objects.kinds import KINDS, Object
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text, with_value
from scheduler_core.objects.pod import PodSpec
from scheduler_core.objects.pod_resources.qos import spec_qos_class
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.releases.known_fields import with_known_fields
from scheduler_core.objects.releases.releases import Release
from scheduler_core.queries.comparison.settled import with_settled_budgets
from scheduler_core.queries.scalpel.branch import world_at
from scheduler_core.queries.scalpel.chip import Chip
from scheduler_core.queries.scalpel.paths import Place, with_value_at
from scheduler_core.scheduler.own_plugins.own_plugin import OwnPlugins
from scheduler_core.simulation.scenario.scenario import Scenario

Sources = Mapping[tuple[str, str], SourceObject]
"""Changed objects of the start by kind and key."""
CLASS = ("spec", "priorityClassName")
_LISTS = ("containers", "initContainers")
_AMOUNTS = ("allocatable", "capacity")


@dataclass(frozen=True)
class Beginning:
    """The scenario of a changed run, and the world at one of its steps from which it is played on."""

    scenario: Scenario
    world: World


def source_of(scenario: Scenario, kind: str, key: str) -> SourceObject | None:
    """The object of the start, or the one that the script applies first under this name; None where the
    scenario has no such object."""
    start = (source for source in scenario.objects if source.kind == kind and source.meta.key == key)
    scripted = (
        source
        for timed in scenario.inputs
        for source in _applied(timed)
        if source is not None and (source.kind, source.meta.key) == (kind, key)
    )
    return next(chain(start, scripted), None)


def _applied(timed: TimedInput) -> list[SourceObject | None]:
    """The objects that an input applies; None for a document of no known kind."""
    documents = timed.input.documents if isinstance(timed.input, Apply) else ()
    kinds = [(text(document.get("kind")), document) for document in documents]
    return [SourceObject(kind, document) if kind in KINDS else None for kind, document in kinds]


def changed_source(
    source: SourceObject, place: Place, value: Json, release: Release
) -> SourceObject | Problem:
    """The object of the start with another value; a Problem, in the API server's words, where it would refuse
    such an object."""
    changed = with_value_at(source.manifest, place, value)
    if isinstance(changed, Problem):  # a list that the text leaves out stands in its defaults
        changed = with_value_at(source.defaulted, place, value)
    if isinstance(changed, Problem):
        return changed
    made = SourceObject(source.kind, changed)
    odd = {problem.path for problem in _problems(source, release)}
    wrong = (problem for problem in _problems(made, release) if problem.path not in odd)
    return next(wrong, made)


def of_class(source: SourceObject, chip: Chip, api: ApiServer) -> SourceObject | Problem:
    """A pod with the priority and the preemption policy of its class, as the admission plugin Priority sets
    them; a Problem in its words where there is no such class."""
    resolved = resolve_priority(text(source.spec_manifest.get(CLASS[-1])), api.priority_classes)
    if resolved is None:
        words = f'pods "{source.meta.name}" is forbidden: no PriorityClass with name {chip.now} was found'
        return Problem(chip.path, "scalpel.refused", {"text": words})
    _name, value, policy = resolved
    manifest = with_value(source.manifest, ("spec", "priority"), value)
    return SourceObject(source.kind, with_value(manifest, ("spec", "preemptionPolicy"), policy))


def _problems(source: SourceObject, release: Release) -> tuple[Problem, ...]:
    manifest = _defaulted(source, release)
    written = create_problems(source.kind, manifest, new=False)
    return (*validate(source.kind, manifest, release), *written)


def _defaulted(source: SourceObject, release: Release) -> Manifest:
    trimmed = with_known_fields(source.kind, source.manifest, release, keeps_priority=True)
    return with_defaults(source.kind, trimmed)


def with_sources(scenario: Scenario, sources: Sources, plugins: OwnPlugins) -> Scenario:
    """The scenario with other objects in the place of those of the same names, also of those that its script
    applies. What it expects of its course need not hold."""
    objects = tuple(sources.get((source.kind, source.meta.key), source) for source in scenario.objects)
    inputs = tuple(_with_documents(timed, sources) for timed in scenario.inputs)
    changed = replace(scenario, objects=objects, inputs=inputs, expect=())
    return with_settled_budgets(scenario, changed, plugins)


def _with_documents(timed: TimedInput, sources: Sources) -> TimedInput:
    applied = _applied(timed)
    named = [None if source is None else sources.get((source.kind, source.meta.key)) for source in applied]
    if not isinstance(timed.input, Apply) or not any(named):
        return timed
    pairs = zip(timed.input.documents, named, strict=True)
    documents = tuple(document if source is None else source.manifest for document, source in pairs)
    return replace(timed, input=replace(timed.input, documents=documents))


def beginning(recording: Recording, sources: Sources, latest: int) -> Beginning:
    """The changed run at a step that is not after `latest`: at the last one before any of the changed objects
    mattered, where that is known, else at its start."""
    scenario = with_sources(recording.scenario, sources, recording.plugins)
    at = min([latest, *(_untouched_until(recording, kind, key, latest) for kind, key in sources)])
    world: World | None = world_at(recording, at)
    for (kind, key), source in sources.items():
        if _scripted_ms(recording.scenario, kind, key) is not None:
            continue
        manifest = _as_started(recording, kind, key, source, at)
        world = None if world is None or manifest is None else with_exchanged(world, kind, key, manifest)
    if world is None:
        world = World(scenario, recording.plugins)
    else:
        world = world.copy() if world is world_at(recording, at) else world
        world.scenario = scenario
    return Beginning(scenario, world)


def _untouched_until(recording: Recording, kind: str, key: str, latest: int) -> int:
    """The last step up to `latest` at which nobody has done anything with a pod, or before the script applies
    an object; 0 for any other object of the start."""
    rows = recording.acts(latest, newest=latest)
    scripted_ms = _scripted_ms(recording.scenario, kind, key)
    if scripted_ms is not None:
        return next((row[0] - 1 for row in rows if row[1] * 1000 >= scripted_ms), latest)
    if kind != "Pod":
        return 0
    return next((row[0] - 1 for row in rows if row[4] == key), latest)


def _scripted_ms(scenario: Scenario, kind: str, key: str) -> int | None:
    """The virtual millisecond at which the script first applies an object that the scenario does not begin
    with; None for any other object."""
    if any(source.kind == kind and source.meta.key == key for source in scenario.objects):
        return None
    moments = (
        timed.at_ms
        for timed in scenario.inputs
        if any(source and (source.kind, source.meta.key) == (kind, key) for source in _applied(timed))
    )
    return min(moments, default=None)


def _as_started(recording: Recording, kind: str, key: str, source: SourceObject, at: int) -> Manifest | None:
    """The changed object as the start state would hold it, where it can be said without loading it: fields
    differ that no other field depends on, and nobody has written the object up to step `at`."""
    begun, stored = (world_at(recording, seq).api.get(kind, key) for seq in (0, at))
    old = source_of(recording.scenario, kind, key)
    if begun is None or old is None or stored is None or stored.manifest != begun.manifest:
        return None
    release = recording.scenario.release
    before, after = _defaulted(old, release), _defaulted(source, release)
    if kind == "Node":
        return _node(stored, before, after)
    same = {**before, "spec": None} == {**after, "spec": None}
    if kind != "Pod" or not same:
        return None
    was, now = SourceObject(kind, before).spec_manifest, SourceObject(kind, after).spec_manifest
    spec = dict(stored.spec_manifest)
    for name in dict.fromkeys((*was, *now)):
        if was.get(name) == now.get(name):
            continue
        if name not in READ_WHEN_TRIED or spec.get(name) != was.get(name) or name not in now:
            return None
        if name in _LISTS and _bare(was[name]) != _bare(now[name]):
            return None
        spec[name] = now[name]
    manifest = with_value(stored.manifest, ("spec",), spec)
    if not find(before, "status", "qosClass"):
        manifest = with_value(manifest, ("status", "qosClass"), spec_qos_class(PodSpec.parse(spec)))
    return manifest


def _bare(containers: Json) -> list[Json]:
    """Containers without their resources."""
    return [{**mapping(entry), "resources": None} for entry in items(containers)]


def _node(stored: Object, before: Manifest, after: Manifest) -> Manifest | None:
    """A node with other amounts."""
    manifest: Manifest = stored.manifest
    for part in _AMOUNTS:
        was, now = find(before, "status", part), find(after, "status", part)
        if was == now:
            continue
        if find(manifest, "status", part) != was or now is None:
            return None
        manifest = with_value(manifest, ("status", part), now)
    return manifest if _rest(before) == _rest(after) else None


def _rest(node: Manifest) -> Json:
    written = SourceObject("Node", node).status_manifest
    return {**node, "status": {name: value for name, value in written.items() if name not in _AMOUNTS}}
