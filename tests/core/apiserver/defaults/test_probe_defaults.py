"""The defaults of probes and lifecycle hooks."""

from __future__ import annotations

from scheduler_core.apiserver.defaults.probe_defaults import with_probe_defaults
from scheduler_core.objects.manifest import find


def test_a_probe_gets_the_four_numbers_that_it_does_not_give() -> None:
    container = {"name": "c", "livenessProbe": {"exec": {"command": ["x"]}, "periodSeconds": 3}}

    probe = with_probe_defaults(container)["livenessProbe"]

    assert {
        "exec": {"command": ["x"]},
        "timeoutSeconds": 1,
        "periodSeconds": 3,
        "successThreshold": 1,
        "failureThreshold": 3,
    } == probe


def test_a_number_of_0_is_not_given() -> None:
    container = {"name": "c", "startupProbe": {"failureThreshold": 0, "timeoutSeconds": 0}}

    probe = with_probe_defaults(container)["startupProbe"]

    assert (3, 1) == (find(probe, "failureThreshold"), find(probe, "timeoutSeconds"))


def test_an_http_handler_asks_for_the_root_over_http() -> None:
    container = {"name": "c", "readinessProbe": {"httpGet": {"port": 80}}}

    handler = find(with_probe_defaults(container), "readinessProbe", "httpGet")

    assert {"port": 80, "path": "/", "scheme": "HTTP"} == handler


def test_hooks_get_the_defaults_of_their_handler_alone() -> None:
    container = {
        "name": "c",
        "lifecycle": {
            "preStop": {"httpGet": {"port": 80, "path": "/bye"}},
            "postStart": {"sleep": {"seconds": 1}},
        },
    }

    lifecycle = with_probe_defaults(container)["lifecycle"]

    assert {
        "preStop": {"httpGet": {"port": 80, "path": "/bye", "scheme": "HTTP"}},
        "postStart": {"sleep": {"seconds": 1}},
    } == lifecycle


def test_a_container_without_probes_and_hooks_stays_the_same_object() -> None:
    container = {"name": "c"}

    assert with_probe_defaults(container) is container
