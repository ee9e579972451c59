"""The defaults of Services. Source: pkg/apis/core/v1/defaults.go `SetDefaults_Service` (v1.34).

No cluster IP and no node port is allocated: the model has no network between pods.
"""

from __future__ import annotations

from scheduler_core.objects.manifest import Json, Manifest, is_map, mapping


def service_defaults(manifest: Manifest) -> Manifest:
    """The manifest of a Service with its defaults."""
    if not is_map(manifest.get("spec")):
        return manifest
    spec = {name: value for name, value in mapping(manifest["spec"]).items() if value is not None}
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
    given = {name: value for name, value in port.items() if value is not None}
    if given.get("targetPort") in ("", 0):
        del given["targetPort"]
    target: dict[str, Json] = {"targetPort": given["port"]} if given.get("port") else {}
    return {"protocol": "TCP", **target, **given}
