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
    return bare


def _bare(container: Manifest) -> Manifest:
    defaults = {**CONTAINER_DEFAULTS, "imagePullPolicy": pull_policy(text(container.get("image")))}
    return {name: value for name, value in container.items() if defaults.get(name) != value}
