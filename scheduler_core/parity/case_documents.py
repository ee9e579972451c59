"""A recorded case as manifests of a scenario, so that the board can show it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text
from scheduler_core.parity.runner import read

_KINDS = {
    "namespaces": "Namespace",
    "priorityclasses": "PriorityClass",
    "nodes": "Node",
    "pdbs": "PodDisruptionBudget",
    "services": "Service",
    "replicationcontrollers": "ReplicationController",
    "replicasets": "ReplicaSet",
    "statefulsets": "StatefulSet",
    "storageclasses": "StorageClass",
    "csinodes": "CSINode",
    "pvs": "PersistentVolume",
    "pvcs": "PersistentVolumeClaim",
}
_OWNERS = ("replicationcontrollers", "replicasets", "statefulsets")


@dataclass(frozen=True, slots=True)
class CaseScenario:
    """The documents of one scenario; the first is its header. `pod` is the pod to look at, "" for several."""

    title: str
    pod: str
    documents: tuple[Manifest, ...]


def find_case(file: str, case_id: str) -> Manifest | None:
    """The case of a `decide` or `sequence` file; raises ValueError for another kind of file."""
    kind, entries = read(file)
    if kind not in ("decide", "sequence"):
        raise ValueError(f"only decide and sequence cases are clusters; this file holds {kind}")
    for entry in entries:
        case = mapping(find(entry, "case"))
        if case.get("id") == case_id:
            return case
    return None


def case_scenarios(case: Manifest) -> tuple[CaseScenario, ...]:
    """One scenario for a sequence; for a `decide` case one for each waiting pod, because each was judged
    alone.
    """
    pending = [mapping(entry) for entry in items(case.get("pending"))]
    groups = [pending] if case.get("mode") == "sequence" else [[pod] for pod in pending]
    return tuple(_scenario(case, group) for group in groups)


def _scenario(case: Manifest, pending: list[Manifest]) -> CaseScenario:
    name = text(case.get("id"))
    pod = _key(pending[0]) if len(pending) == 1 else ""
    title = f"{name} ({pod})" if pod else name
    header: dict[str, Json] = {
        "apiVersion": "podium/v1",
        "kind": "Scenario",
        "metadata": {"name": name},
        "spec": {"title": title, **({"focus": {"pod": pod}} if pod else {})},
    }
    documents: list[Manifest] = [header]
    configuration = configuration_of(case.get("config"))
    if configuration is not None:
        documents.append(configuration)
    pods = [mapping(entry) for entry in items(case.get("pods"))]
    for field, kind in _KINDS.items():
        for entry in items(case.get(field)):
            document: dict[str, Json] = {
                **mapping(entry),
                "apiVersion": KINDS[kind].api_version,
                "kind": kind,
            }
            if field in _OWNERS:
                document = _contented(document, kind, [*pods, *pending])
            documents.append(document)
    documents.extend({**pod, "apiVersion": "v1", "kind": "Pod"} for pod in [*pods, *pending])
    return CaseScenario(title, pod, tuple(documents))


def _key(pod: Manifest) -> str:
    return f"{text(find(pod, 'metadata', 'namespace')) or 'default'}/{text(find(pod, 'metadata', 'name'))}"


def _contented(document: Manifest, kind: str, pods: list[Manifest]) -> dict[str, Json]:
    """An owner that wants exactly the pods it has, because no controller works in a recorded case."""
    name = find(document, "metadata", "name")
    owned = sum(
        find(reference, "kind") == kind and find(reference, "name") == name
        for pod in pods
        for reference in items(find(pod, "metadata", "ownerReferences"))
    )
    return {**document, "spec": {**mapping(document.get("spec")), "replicas": owned}}


# --- the profile ----------------------------------------------------------------------------------


def configuration_of(config: Json) -> Manifest | None:
    """`config` of a case as a KubeSchedulerConfiguration; None for the default profile."""
    fields = mapping(config)
    if not fields:
        return None
    profile: dict[str, Json] = {
        "schedulerName": "default-scheduler",
        "pluginConfig": [{"name": name, "args": args} for name, args in _arguments(fields) if args],
    }
    disabled = [{"name": name} for name in items(fields.get("disabledPlugins"))]
    weights = mapping(fields.get("pluginWeights"))
    if disabled or weights:
        enabled = [{"name": name, "weight": weight} for name, weight in weights.items()]
        again = [{"name": name} for name in weights]
        profile["plugins"] = {
            "multiPoint": {"disabled": disabled},
            "score": {"disabled": again, "enabled": enabled},
        }
    return {
        "apiVersion": "kubescheduler.config.k8s.io/v1",
        "kind": "KubeSchedulerConfiguration",
        "percentageOfNodesToScore": 100,
        "profiles": [profile],
    }


def _arguments(config: Mapping[str, Json]) -> Iterator[tuple[str, dict[str, Json]]]:
    def renamed(**names: str) -> dict[str, Json]:
        return {argument: config[name] for argument, name in names.items() if name in config}

    fit = renamed(
        scoringStrategy="scoringStrategy",
        ignoredResources="ignoredResources",
        ignoredResourceGroups="ignoredResourceGroups",
    )
    yield "NodeResourcesFit", fit
    balanced = renamed(resources="balancedAllocationResources")
    yield "NodeResourcesBalancedAllocation", balanced
    yield (
        "InterPodAffinity",
        renamed(
            hardPodAffinityWeight="hardPodAffinityWeight",
            ignorePreferredTermsOfExistingPods="ignorePreferredTermsOfExistingPods",
        ),
    )
    yield "NodeAffinity", renamed(addedAffinity="addedAffinity")
    yield (
        "PodTopologySpread",
        renamed(defaultingType="defaultingType", defaultConstraints="defaultConstraints"),
    )
