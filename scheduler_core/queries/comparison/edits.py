"""The fields in which two scenarios differ, object by object."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from scheduler_core.apiserver.defaults.defaulting import with_defaults
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text
from scheduler_core.queries.history.fields import differences
from scheduler_core.scheduler.configuration.extension_points import expand
from scheduler_core.scheduler.configuration.profile import ProfileConfig
from scheduler_core.simulation.scenario.header import DEFAULT_VERSION
from scheduler_core.simulation.scenario.scenario import Scenario

SCENARIO, CONFIGURATION, KUBELET = "Scenario", "KubeSchedulerConfiguration", "KubeletConfiguration"
_HEADER = ("seed", "version", "featureGates", "start", "scheduler", "kubelets", "applications")


@dataclass(frozen=True, slots=True)
class Edit:
    """One field that was changed. `key` is the object's key, "" for a document without one; `was` and `now`
    are None for a field that is not there. `manifest` is the whole object as it is now, or as it was.
    """

    kind: str
    key: str
    path: str
    was: Json
    now: Json
    manifest: Manifest

    @property
    def field(self) -> str:
        """The name of the field: `maxSkew` of `spec.topologySpreadConstraints[0].maxSkew`."""
        return self.path.rpartition(".")[2].partition("[")[0]

    @property
    def named(self) -> str:
        """The object as a person reads it: `Pod p`."""
        return " ".join(each for each in (self.kind, self.key.rpartition("/")[2]) if each)


def edits_between(then: Scenario, now: Scenario) -> Iterator[Edit]:
    """What was changed in a scenario. Objects that an input applies count as objects; objects of one kind and
    key are the same, and the n-th time that one is applied is matched with the n-th time. A field that says
    what the API server's default says is no change."""
    said, says = mapping(then.canonical()), mapping(now.canonical())
    for each in differences(_header(said), _header(says)):
        yield Edit(SCENARIO, "", each.path, each.was, each.now, {})
    parts = (
        (CONFIGURATION, then.configuration, now.configuration),
        (KUBELET, then.kubelet_configuration, now.kubelet_configuration),
    )
    for kind, was, is_ in parts:
        if kind == CONFIGURATION and _decides_alike(then, now):
            continue
        for each in differences(was, is_):
            yield Edit(kind, "", each.path, each.was, each.now, is_ or was)
    objects, others = _objects(said), _objects(says)
    for (kind, key, number), manifest in {**objects, **others}.items():
        before, after = objects.get((kind, key, number), {}), others.get((kind, key, number), {})
        for each in differences(before, after):
            yield Edit(kind, key, each.path, each.was, each.now, manifest)
    for each in differences(_inputs(said), _inputs(says)):
        yield Edit(SCENARIO, "", each.path, each.was, each.now, {})
    for each in differences(said.get("switchedOff", ()), says.get("switchedOff", ())):
        yield Edit(SCENARIO, "", f"switchedOff{each.path}", each.was, each.now, {})


def _decides_alike(then: Scenario, now: Scenario) -> bool:
    """Whether two configurations come to the same profiles, however they are written."""
    if then.configuration == now.configuration:
        return True
    try:
        return _profiles(then) == _profiles(now)
    except ValueError:  # a plugin that is not known here
        return False


def _profiles(
    scenario: Scenario,
) -> list[tuple[ProfileConfig, Mapping[str, tuple[str, ...]], Mapping[str, int]]]:
    made = []
    for profile in scenario.scheduling().profiles:
        expansion = expand(dict(profile.plugin_sets))
        made.append((replace(profile, plugin_sets=()), expansion.points, expansion.weights))
    return made


def _header(canonical: Mapping[str, Json]) -> dict[str, Json]:
    said = {name: canonical[name] for name in _HEADER if name in canonical}
    return {"version": DEFAULT_VERSION, **said}


def _objects(canonical: Mapping[str, Json]) -> dict[tuple[str, str, int], Manifest]:
    found: dict[tuple[str, str, int], Manifest] = {}
    applied = [each for one in items(canonical.get("inputs")) for each in items(find(one, "documents"))]
    met: Counter[tuple[str, str]] = Counter()
    for document in (*items(canonical.get("objects")), *applied):
        manifest = mapping(document)
        kind, name = text(manifest.get("kind")), text(find(manifest, "metadata", "name"))
        namespaced = kind not in KINDS or KINDS[kind].namespaced
        key = f"{text(find(manifest, 'metadata', 'namespace')) or 'default'}/{name}" if namespaced else name
        found[kind, key, met[kind, key]] = with_defaults(kind, manifest) if kind in KINDS else manifest
        met[kind, key] += 1
    return found


def _inputs(canonical: Mapping[str, Json]) -> dict[str, Json]:
    """The inputs without what they apply, which is compared object by object."""
    rows = [
        {name: value for name, value in mapping(each).items() if name != "documents"}
        for each in items(canonical.get("inputs"))
    ]
    return {"inputs": {str(number): row for number, row in enumerate(rows)}}
