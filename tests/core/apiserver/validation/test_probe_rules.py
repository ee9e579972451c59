"""Impossible probes and hooks are refused in the API server's words; possible ones are completed."""

from __future__ import annotations

import pytest

from scheduler_core.apiserver.defaults.defaulting import with_defaults
from scheduler_core.apiserver.validation.validation import validate
from scheduler_core.objects.manifest import Json, find
from tests.builders import pod

HTTP = {"httpGet": {"port": 80}}
SLEEP = "must be non-negative and less than terminationGracePeriodSeconds (30)"
ONLY_SIDECARS = "may not be set for init containers without restartPolicy=Always"


def problems(container: dict[str, Json], part: str = "containers", **spec: Json) -> list[str]:
    entry: Json = {"name": "app", "image": "a", **container}
    manifest = (
        pod("p", containers=[entry], **spec)
        if part == "containers"
        else pod("p", initContainers=[{**entry, "name": "i"}])
    )
    return [problem.sentence for problem in validate("Pod", with_defaults("Pod", manifest))]


@pytest.mark.parametrize(
    ("container", "expected"),
    [
        (
            {"livenessProbe": {**HTTP, "tcpSocket": {"port": 80}}},
            "livenessProbe.tcpSocket: Forbidden: may not specify more than 1 handler type",
        ),
        (
            {"readinessProbe": {"periodSeconds": 5}},
            "readinessProbe: Required value: must specify a handler type",
        ),
        (
            {"livenessProbe": {**HTTP, "successThreshold": 2}},
            "livenessProbe.successThreshold: Invalid value: 2: must be 1",
        ),
        (
            {"startupProbe": {**HTTP, "successThreshold": 3}},
            "startupProbe.successThreshold: Invalid value: 3: must be 1",
        ),
        (
            {"livenessProbe": {**HTTP, "periodSeconds": -1}},
            "livenessProbe.periodSeconds: Invalid value: -1: must be greater than or equal to 0",
        ),
        (
            {"livenessProbe": {**HTTP, "terminationGracePeriodSeconds": 0}},
            "livenessProbe.terminationGracePeriodSeconds: Invalid value: 0: must be greater than 0",
        ),
        (
            {"readinessProbe": {**HTTP, "terminationGracePeriodSeconds": 5}},
            "readinessProbe.terminationGracePeriodSeconds: Invalid value: 5: must not be set for readinessProbes",
        ),
        ({"livenessProbe": {"exec": {"command": []}}}, "livenessProbe.exec.command: Required value"),
        (
            {"livenessProbe": {"tcpSocket": {"port": 0}}},
            "livenessProbe.tcpSocket.port: Invalid value: 0: must be between 1 and 65535, inclusive",
        ),
        (
            {"lifecycle": {"preStop": {"exec": {"command": ["a"]}, "sleep": {"seconds": 1}}}},
            "lifecycle.preStop.sleep: Forbidden: may not specify more than 1 handler type",
        ),
        (
            {"lifecycle": {"postStart": {}}},
            "lifecycle.postStart: Required value: must specify a handler type",
        ),
        (
            {"lifecycle": {"preStop": {"sleep": {"seconds": 31}}}},
            f"lifecycle.preStop.sleep: Invalid value: 31: {SLEEP}",
        ),
        (
            {"lifecycle": {"preStop": {"sleep": {"seconds": -1}}}},
            f"lifecycle.preStop.sleep: Invalid value: -1: {SLEEP}",
        ),
        ({"restartPolicy": "Always"}, "restartPolicy: Forbidden: may not be set for non-init containers"),
    ],
)
def test_what_cannot_be_is_refused(container: dict[str, Json], expected: str) -> None:
    assert [f"spec.containers[0].{expected}"] == problems(container)


@pytest.mark.parametrize(
    ("container", "expected"),
    [
        ({"livenessProbe": HTTP}, [f"livenessProbe: Forbidden: {ONLY_SIDECARS}"]),
        ({"lifecycle": {"preStop": HTTP}}, [f"lifecycle: Forbidden: {ONLY_SIDECARS}"]),
        (
            {"restartPolicy": "Never"},
            ['restartPolicy: Unsupported value: "Never": supported values: "Always"'],
        ),
        ({"restartPolicy": "Always", "livenessProbe": HTTP, "lifecycle": {"preStop": HTTP}}, []),
    ],
)
def test_only_sidecars_among_init_containers_have_probes_and_hooks(
    container: dict[str, Json], expected: list[str]
) -> None:
    assert [f"spec.initContainers[0].{text}" for text in expected] == problems(container, "initContainers")


def test_a_hook_may_sleep_as_long_as_the_grace() -> None:
    assert [] == problems({"lifecycle": {"preStop": {"sleep": {"seconds": 30}}}})
    assert [] == problems({"lifecycle": {"preStop": {"sleep": {"seconds": 0}}}})


def test_probes_are_completed() -> None:
    stored = with_defaults("Pod", pod("p", containers=[{"name": "app", "image": "a", "livenessProbe": HTTP}]))

    assert {
        "httpGet": {"port": 80, "path": "/", "scheme": "HTTP"},
        "timeoutSeconds": 1,
        "periodSeconds": 10,
        "successThreshold": 1,
        "failureThreshold": 3,
    } == find(stored, "spec", "containers", 0, "livenessProbe")
