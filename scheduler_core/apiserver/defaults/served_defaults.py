"""Defaults of pod specs that decide nothing: the API serves them, and they are not stored.

Source: pkg/apis/core/v1/defaults.go (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.objects.manifest import Json, Manifest, items, mapping, text

POD_DEFAULTS: Mapping[str, Json] = {
    "dnsPolicy": "ClusterFirst",
    "enableServiceLinks": True,
    "securityContext": {},
}
CONTAINER_DEFAULTS: Mapping[str, Json] = {
    "resources": {},
    "terminationMessagePath": "/dev/termination-log",
    "terminationMessagePolicy": "File",
}
CONTAINER_LISTS = ("containers", "initContainers")
VOLUME_DEFAULTS: Mapping[str, Mapping[str, Json]] = {
    "azureDisk": {"cachingMode": "ReadWrite", "fsType": "ext4", "kind": "Shared", "readOnly": False},
    "configMap": {"defaultMode": 0o644},
    "downwardAPI": {"defaultMode": 0o644},
    "hostPath": {"type": ""},
    "projected": {"defaultMode": 0o644},
    "secret": {"defaultMode": 0o644},
}
"""Of each source of a volume."""
TOKEN_DEFAULTS: Mapping[str, Json] = {"expirationSeconds": 3600}
"""Of a service account token in a projected volume. kubectl ends with a panic where it is missing."""


def pull_policy(image: str) -> str:
    """The imagePullPolicy of a container that states none."""
    tag = image.rpartition("/")[2].partition("@")
    return "Always" if not tag[1] and tag[0].partition(":")[2] in ("", "latest") else "IfNotPresent"


def without_served_defaults(spec: Manifest) -> Manifest:
    """A pod spec without the fields that have the values which the API would serve without them. Specs that
    differ only in these are the same for Kubernetes, which stores them all."""
    bare = {name: value for name, value in spec.items() if POD_DEFAULTS.get(name) != value}
    if "serviceAccountName" in bare and bare.get("serviceAccount") == bare["serviceAccountName"]:
        del bare["serviceAccount"]
    for part in CONTAINER_LISTS:
        if part in bare:
            bare[part] = [_bare(mapping(container)) for container in items(bare[part])]
    if "volumes" in bare:
        bare["volumes"] = [_bare_volume(mapping(volume)) for volume in items(bare["volumes"])]
    return bare


def volume_with_defaults(volume: Manifest) -> Manifest:
    """A volume with the defaults of its source."""
    shown = dict(volume)
    for source, defaults in VOLUME_DEFAULTS.items():
        if source in volume:
            shown[source] = {**defaults, **mapping(volume[source])}
    if "projected" in volume:
        projected = mapping(shown["projected"])
        sources = [_with_token_defaults(mapping(entry)) for entry in items(projected.get("sources"))]
        shown["projected"] = {**projected, "sources": sources}
    return shown


def _with_token_defaults(source: Manifest) -> Manifest:
    if "serviceAccountToken" not in source:
        return source
    return {**source, "serviceAccountToken": {**TOKEN_DEFAULTS, **mapping(source["serviceAccountToken"])}}


def _bare_volume(volume: Manifest) -> Manifest:
    bare = dict(volume)
    for source, defaults in VOLUME_DEFAULTS.items():
        if source in volume:
            bare[source] = _without(mapping(volume[source]), defaults)
    if "projected" in volume:
        projected = mapping(bare["projected"])
        sources = [_bare_source(mapping(entry)) for entry in items(projected.get("sources"))]
        bare["projected"] = {**projected, "sources": sources}
    return bare


def _bare_source(source: Manifest) -> Manifest:
    if "serviceAccountToken" not in source:
        return source
    return {**source, "serviceAccountToken": _without(mapping(source["serviceAccountToken"]), TOKEN_DEFAULTS)}


def _without(fields: Manifest, defaults: Mapping[str, Json]) -> Manifest:
    return {name: value for name, value in fields.items() if name not in defaults or defaults[name] != value}


def _bare(container: Manifest) -> Manifest:
    defaults = {**CONTAINER_DEFAULTS, "imagePullPolicy": pull_policy(text(container.get("image")))}
    return {name: value for name, value in container.items() if defaults.get(name) != value}
