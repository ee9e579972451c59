"""Pods that a dump shows as stuck, by what keeps them so."""

from __future__ import annotations

from typing import Any

from tests.core.dumps.builders import found_pod, running, waiting

PROBE = {"httpGet": {"port": 80}, "periodSeconds": 10}


def containers_with(**container: Any) -> list[dict[str, Any]]:
    return [{"name": "app", "image": "example/app:1", **container}]


NOT_READY = found_pod(
    "p",
    "n",
    [running("app", 3_000, ready=False)],
    ready="False",
    containers=containers_with(readinessProbe=PROBE),
)
NOT_STARTED = found_pod(
    "p",
    "n",
    [running("app", 100, ready=False, started=False)],
    age=110,
    ready="False",
    ready_since=110,
    containers=containers_with(startupProbe={**PROBE, "failureThreshold": 60}),
)
INIT_RUNS = found_pod(
    "p",
    "n",
    [waiting("app", "PodInitializing")],
    init=[running("wait", 4_000)],
    phase="Pending",
    ready="False",
    initContainers=[{"name": "wait", "image": "w:1", "command": ["sh", "-c", "until false; do :; done"]}],
)
NO_IMAGE = found_pod("p", "n", [waiting("app", "ImagePullBackOff")], phase="Pending", ready="False", age=100)
NO_SECRET = found_pod(
    "p",
    "n",
    [waiting("app", "CreateContainerConfigError")],
    phase="Pending",
    ready="False",
    containers=containers_with(envFrom=[{"secretRef": {"name": "missing"}}]),
)
CREATING = found_pod(
    "p",
    "n",
    [waiting("app", "ContainerCreating")],
    phase="Pending",
    ready="False",
    volumes=[{"name": "s", "secret": {"secretName": "missing"}}],
)
KILL_HANGS = found_pod("p", "n", [running("app", 3_000)], deleted=900, grace=60)
