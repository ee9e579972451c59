"""The settings of a pod that decide how it ends, if they are not the defaults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scheduler_core.objects import Pod
from scheduler_core.objects.manifest import Json, find, integer, items, mapping, text
from scheduler_core.objects.pod import DEFAULT_GRACE_SECONDS

PROBES = ("startupProbe", "livenessProbe")
"""The probes after whose failure the kubelet kills a container (kubelet, prober_manager.go, v1.34)."""


def ending_settings(pod: Pod) -> list[Json]:
    """The settings in the order in which they matter, each `{say, args}`; empty where all are defaults.

    `say` is `grace` (args `n`: seconds), `prestop` or `poststart` (`container`, `how`), `probe` (`container`,
    `probe`, `n`: seconds of its own grace period) or `finalizers` (`names`).
    """
    grace = pod.spec.termination_grace_period_seconds
    settings = list(_of_containers(pod.manifest))
    if pod.meta.finalizers:
        settings.append({"say": "finalizers", "args": {"names": list(pod.meta.finalizers)}})
    if not settings and grace == DEFAULT_GRACE_SECONDS:
        return []
    return [{"say": "grace", "args": {"n": grace}}, *settings]


def _of_containers(manifest: Mapping[str, Json]) -> Iterator[dict[str, Json]]:
    spec = find(manifest, "spec")
    for field in ("initContainers", "containers"):
        for container in items(find(spec, field)):
            yield from _of_container(mapping(container))


def _of_container(container: Mapping[str, Json]) -> Iterator[dict[str, Json]]:
    if "lifecycle" not in container and not any(probe in container for probe in PROBES):
        return
    name = text(container.get("name"))
    for hook, say in (("postStart", "poststart"), ("preStop", "prestop")):
        handler = mapping(find(container, "lifecycle", hook))
        if handler:
            yield {"say": say, "args": {"container": name, "how": _handler(handler)}}
    for probe in PROBES:
        own = integer(find(container, probe, "terminationGracePeriodSeconds"))
        if own is not None:
            yield {"say": "probe", "args": {"container": name, "probe": probe, "n": own}}


def _handler(handler: Mapping[str, Json]) -> str:
    """The field that a v1.LifecycleHandler sets, such as `exec`; for a sleep, its seconds: `sleep 5 s`."""
    sleeps = integer(find(handler, "sleep", "seconds"))
    return f"sleep {sleeps} s" if sleeps is not None else next(iter(handler))
