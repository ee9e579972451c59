"""The defaults of Services. Source: pkg/apis/core/v1/defaults.go `SetDefaults_Service` (v1.34).

No cluster IP and no node port is allocated: the model has no network between pods.
"""

from __future__ import annotations

from scheduler_core.apiserver.defaults.storage_defaults import without_nulls
from scheduler_core.objects.manifest import Json, Manifest, is_map, mapping


def service_defaults(manifest: Manifest) -> Manifest:
    """The manifest of a Service with its defaults."""
    if not is_map(manifest.get("spec")):
        return manifest
    spec = without_nulls(mapping(manifest["spec"]))
    defaults: dict[str, Json] = {"type": "ClusterIP", "sessionAffinity": "None"}
    if spec.get("type", "ClusterIP") != "ExternalName":
        defaults["internalTrafficPolicy"] = "Cluster"
    ports = spec.get("ports")
    if isinstance(ports, (list, tuple)):
        spec["ports"] = [_port(port) for port in ports]
    return {**manifest, "spec": {**defaults, **spec}}


def _port(port: Json) -> Json:
    if not is_map(port):
        return port
    given = without_nulls(port)
    if given.get("targetPort") in ("", 0):
        del given["targetPort"]
    target: dict[str, Json] = {"targetPort": given["port"]} if given.get("port") else {}
    return {"protocol": "TCP", **target, **given}
