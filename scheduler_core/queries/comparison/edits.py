"""The fields in which two scenarios differ, object by object."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from scheduler_core.apiserver.defaults.defaulting import with_defaults
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text
from scheduler_core.objects.releases.releases import Release
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
        return " ".join(word for word in (self.kind, self.key.rpartition("/")[2]) if word)


def edits_between(then: Scenario, now: Scenario) -> Iterator[Edit]:
    """The edits that lead from one scenario to the other. Objects that an input applies count as objects.
    Objects are matched by kind and key, and the n-th time that an object is applied with the n-th time. An
    explicit value that equals the API server's default is no edit."""
    old, new = mapping(then.canonical()), mapping(now.canonical())
    for difference in differences(_header(old), _header(new)):
        yield Edit(SCENARIO, "", difference.path, difference.was, difference.now, {})
    parts = (
        (CONFIGURATION, then.configuration, now.configuration),
        (KUBELET, then.kubelet_configuration, now.kubelet_configuration),
    )
    for kind, was, is_ in parts:
        if kind == CONFIGURATION and _decides_alike(then, now):
            continue
        for difference in differences(was, is_):
            yield Edit(kind, "", difference.path, difference.was, difference.now, is_ or was)
    objects, others = _objects(old), _objects(new)
    for (kind, key, number), manifest in {**objects, **others}.items():
        before, after = objects.get((kind, key, number), {}), others.get((kind, key, number), {})
        for difference in differences(before, after):
            yield Edit(kind, key, difference.path, difference.was, difference.now, manifest)
    for difference in differences(_inputs(old), _inputs(new)):
        yield Edit(SCENARIO, "", difference.path, difference.was, difference.now, {})
    for difference in differences(old.get("switchedOff", ()), new.get("switchedOff", ())):
        yield Edit(SCENARIO, "", f"switchedOff{difference.path}", difference.was, difference.now, {})


def _decides_alike(then: Scenario, now: Scenario) -> bool:
    """Whether two configurations come to the same profiles, however they are written."""
    if then.configuration == now.configuration:
        return True
    try:
        return _profiles(then, now.release) == _profiles(now, now.release)
    except ValueError:  # an unknown plugin
        return False


def _profiles(
    scenario: Scenario, release: Release
) -> list[tuple[ProfileConfig, Mapping[str, tuple[str, ...]], Mapping[str, int]]]:
    profiles = []
    for profile in scenario.scheduling().profiles:
        expansion = expand(dict(profile.plugin_sets), release=release)
        profile = replace(profile, plugin_sets=(), release=release)
        profiles.append((profile, expansion.points, expansion.weights))
    return profiles


def _header(canonical: Mapping[str, Json]) -> dict[str, Json]:
    header = {name: canonical[name] for name in _HEADER if name in canonical}
    return {"version": DEFAULT_VERSION, **header}


def _objects(canonical: Mapping[str, Json]) -> dict[tuple[str, str, int], Manifest]:
    manifests: dict[tuple[str, str, int], Manifest] = {}
    inputs = items(canonical.get("inputs"))
    applied = [document for row in inputs for document in items(find(row, "documents"))]
    counts: Counter[tuple[str, str]] = Counter()
    for document in (*items(canonical.get("objects")), *applied):
        manifest = mapping(document)
        kind, name = text(manifest.get("kind")), text(find(manifest, "metadata", "name"))
        namespaced = kind not in KINDS or KINDS[kind].namespaced
        key = f"{text(find(manifest, 'metadata', 'namespace')) or 'default'}/{name}" if namespaced else name
        manifests[kind, key, counts[kind, key]] = with_defaults(kind, manifest) if kind in KINDS else manifest
        counts[kind, key] += 1
    return manifests


def _inputs(canonical: Mapping[str, Json]) -> dict[str, Json]:
    """The inputs without what they apply, which is compared object by object."""
    rows = [
        {name: value for name, value in mapping(entry).items() if name != "documents"}
        for entry in items(canonical.get("inputs"))
    ]
    return {"inputs": {str(number): row for number, row in enumerate(rows)}}
