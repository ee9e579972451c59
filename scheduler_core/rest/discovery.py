"""Discovery: which groups, versions and resources a release serves; and what the server
says of itself.

Source: apiserver endpoints/discovery and endpoints/discovery/aggregated (v0.34).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from scheduler_core.objects.manifest import Json
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.releases.version import parse_version
from scheduler_core.rest.resources import GROUPS, Resource, Subresource, served_versions
from scheduler_core.rest.status import NO_SUCH_PATH, Response

AGGREGATED_TYPE = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"
_BUILD: Mapping[str, Mapping[str, Json]] = {
    "v1.34.1": {
        "gitCommit": "93248f9ae092f571eb870b7664c534bfc7d00f03",
        "buildDate": "2025-09-09T19:38:14Z",
        "goVersion": "go1.24.6",
    }
}
"""What only the build of a version decides; it is left empty for others."""


def version_of(git_version: str) -> dict[str, Json]:
    """The answer to /version of a control plane that calls itself `v1.36.2`."""
    major, minor, _patch = parse_version(git_version)
    return {
        "major": str(major),
        "minor": str(minor),
        "emulationMajor": str(major),
        "emulationMinor": str(minor),
        "minCompatibilityMajor": str(major),
        "minCompatibilityMinor": str(minor - 1),
        "gitVersion": git_version,
        "gitCommit": "",
        "gitTreeState": "clean",
        "buildDate": "",
        "goVersion": "",
        "compiler": "gc",
        "platform": "linux/amd64",
        **_BUILD.get(git_version, {}),
    }


def wants_aggregated(accept: str) -> bool:
    """Whether the client understands version 2 of aggregated discovery. One that knows only v2beta1 takes a
    v2 answer for no resources at all.
    """
    ranges = (part.replace(" ", "").split(";") for part in accept.split(","))
    return any("g=apidiscovery.k8s.io" in parameters and "v=v2" in parameters for parameters in ranges)


def discover(path: str, accept: str, release: Release = BASELINE) -> Response | None:
    """The answer to a discovery path such as `/apis/apps/v1`; None for any other path."""
    steps = [step for step in path.split("/") if step]
    match steps:
        case ["healthz" | "livez" | "readyz", *_]:
            return Response(200, "ok", "text/plain; charset=utf-8")
        case []:
            paths = ["/api", "/api/v1", "/apis", *(f"/apis/{name}" for name in GROUPS if name)]
            return Response(200, {"paths": [*paths, "/healthz", "/openapi/v2", "/openapi/v3", "/version"]})
        case ["api" | "apis" as root] if wants_aggregated(accept):
            return Response(200, _aggregated(root, release), AGGREGATED_TYPE)
        case ["api"]:
            return Response(
                200, {"kind": "APIVersions", "versions": ["v1"], "serverAddressByClientCIDRs": []}
            )
        case ["apis"]:
            groups: list[Json] = [_group(name, release) for name in GROUPS if name]
            return Response(200, {"kind": "APIGroupList", "apiVersion": "v1", "groups": groups})
        case ["api", "v1"]:
            return Response(200, _resource_list("", "v1"))
        case ["api", _]:
            return NO_SUCH_PATH
        case ["apis", group]:
            if group not in GROUPS:
                return NO_SUCH_PATH
            return Response(200, {"kind": "APIGroup", "apiVersion": "v1", **_group(group, release)})
        case ["apis", group, version]:
            if group not in GROUPS or version not in served_versions(group, release):
                return NO_SUCH_PATH
            return Response(200, _resource_list(group, version))
        case _:
            return None


def _group(name: str, release: Release) -> dict[str, Json]:
    versions = served_versions(name, release)
    answers: list[Json] = [{"groupVersion": f"{name}/{version}", "version": version} for version in versions]
    return {"name": name, "versions": answers, "preferredVersion": answers[0]}


@cache
def _resource_list(group: str, version: str) -> Json:
    rows = GROUPS[group][version]
    listed: list[Json] = []
    for row in sorted(rows, key=lambda row: row.plural):
        listed.append(_entry(row))
        listed += [_sub_entry(row, subresource) for subresource in row.subresources]
    return {
        "kind": "APIResourceList",
        "apiVersion": "v1",
        "groupVersion": rows[0].api_version,
        "resources": listed,
    }


def _entry(row: Resource) -> Json:
    entry: dict[str, Json] = {
        "name": row.plural,
        "singularName": row.singular,
        "namespaced": row.namespaced,
        "kind": row.kind,
        "verbs": list(row.verbs),
    }
    if row.short_names:
        entry["shortNames"] = list(row.short_names)
    if row.categories:
        entry["categories"] = list(row.categories)
    return entry


def _sub_entry(row: Resource, sub: Subresource) -> Json:
    entry: dict[str, Json] = {
        "name": f"{row.plural}/{sub.name}",
        "singularName": "",
        "namespaced": row.namespaced,
        "kind": sub.kind,
        "verbs": list(sub.verbs),
    }
    return {**entry, "group": sub.group, "version": sub.version} if sub.version else entry


@cache
def _aggregated(root: str, release: Release) -> Json:
    names = [""] if root == "api" else [name for name in GROUPS if name]
    return {
        "kind": "APIGroupDiscoveryList",
        "apiVersion": "apidiscovery.k8s.io/v2",
        "metadata": {},
        "items": [_aggregated_group(name, served_versions(name, release)) for name in names],
    }


def _aggregated_group(name: str, versions: Iterable[str]) -> dict[str, Json]:
    listed: list[Json] = []
    for version in versions:
        rows = sorted(GROUPS[name][version], key=lambda row: row.plural)
        resources: list[Json] = [_aggregated_entry(row) for row in rows]
        listed.append({"version": version, "freshness": "Current", "resources": resources})
    return {"metadata": {"name": name, "creationTimestamp": None}, "versions": listed}


def all_groups() -> tuple[Mapping[str, Json], ...]:
    """Each API group as an APIGroupDiscovery, with the versions that any release serves."""
    return tuple(_aggregated_group(name, versions) for name, versions in GROUPS.items())


def _aggregated_entry(row: Resource) -> Json:
    entry: dict[str, Json] = {
        "resource": row.plural,
        "responseKind": {"group": row.group, "version": row.version, "kind": row.kind},
        "scope": "Namespaced" if row.namespaced else "Cluster",
        "singularResource": row.singular,
        "verbs": list(row.verbs),
    }
    if row.short_names:
        entry["shortNames"] = list(row.short_names)
    if row.categories:
        entry["categories"] = list(row.categories)
    if row.subresources:
        entry["subresources"] = [
            {
                "subresource": sub.name,
                "responseKind": {
                    "group": sub.group if sub.version else row.group,
                    "version": sub.version or row.version,
                    "kind": sub.kind,
                },
                "verbs": list(sub.verbs),
            }
            for sub in row.subresources
        ]
    return entry
