"""The defaults of probes and lifecycle hooks.

Source: `SetDefaults_Probe`, `SetDefaults_HTTPGetAction` (pkg/apis/core/v1, v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.apiserver.validation.probe_rules import HOOKS, PROBES
from scheduler_core.objects.manifest import Json, Manifest

_DEFAULTS: Manifest = {"timeoutSeconds": 1, "periodSeconds": 10, "successThreshold": 1, "failureThreshold": 3}


def with_probe_defaults(container: Manifest) -> Manifest:
    """The container with all defaults of its probes and hooks."""
    changed: dict[str, Json] = {}
    for name in PROBES:
        probe = container.get(name)
        if isinstance(probe, Mapping):
            missing = {field: value for field, value in _DEFAULTS.items() if not probe.get(field)}
            changed[name] = _with_http_defaults({**probe, **missing})
    lifecycle = container.get("lifecycle")
    if isinstance(lifecycle, Mapping):
        hooks = {
            name: _with_http_defaults(hook)
            for name in HOOKS
            if isinstance(hook := lifecycle.get(name), Mapping)
        }
        changed["lifecycle"] = {**lifecycle, **hooks}
    return {**container, **changed} if changed else container


def _with_http_defaults(handler: Manifest) -> Manifest:
    http = handler.get("httpGet")
    if not isinstance(http, Mapping):
        return handler
    return {
        **handler,
        "httpGet": {**http, "path": http.get("path") or "/", "scheme": http.get("scheme") or "HTTP"},
    }
