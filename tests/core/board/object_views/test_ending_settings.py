"""What the board is told of the settings that decide how a pod ends."""

from __future__ import annotations

from typing import Any

from scheduler_core.board.object_views.ending_settings import ending_settings
from scheduler_core.objects import Pod


def of(*, finalizers: tuple[str, ...] = (), init: tuple[Any, ...] = (), **spec: Any) -> list[Any]:
    containers = {"containers": [{"name": "app", "image": "a"}], "initContainers": list(init)}
    metadata = {"name": "p", "namespace": "default", "finalizers": list(finalizers)}
    return ending_settings(Pod.parse({"metadata": metadata, "spec": containers | spec}))


def test_a_pod_with_defaults_alone_has_no_settings_worth_a_line() -> None:
    assert [] == of()
    assert [] == of(terminationGracePeriodSeconds=30)


def test_another_grace_period_is_a_setting() -> None:
    assert [{"say": "grace", "args": {"n": 0}}] == of(terminationGracePeriodSeconds=0)


def test_hooks_probes_with_their_own_grace_period_and_finalizers_stand_behind_the_grace_period() -> None:
    app = {
        "name": "app",
        "image": "a",
        "lifecycle": {
            "preStop": {"exec": {"command": ["/bin/drain"]}},
            "postStart": {"httpGet": {"port": 80}},
        },
        "livenessProbe": {"httpGet": {"port": 80}, "terminationGracePeriodSeconds": 10},
        "startupProbe": {"httpGet": {"port": 80}},
        "readinessProbe": {"httpGet": {"port": 80}},
    }
    result = of(containers=[app], finalizers=("example.com/backup",))

    assert [
        {"say": "grace", "args": {"n": 30}},
        {"say": "poststart", "args": {"container": "app", "how": "httpGet"}},
        {"say": "prestop", "args": {"container": "app", "how": "exec"}},
        {"say": "probe", "args": {"container": "app", "probe": "livenessProbe", "n": 10}},
        {"say": "finalizers", "args": {"names": ["example.com/backup"]}},
    ] == result


def test_a_hook_that_sleeps_says_how_long_and_that_of_a_sidecar_counts_too() -> None:
    sidecar = {"name": "proxy", "image": "a", "lifecycle": {"preStop": {"sleep": {"seconds": 5}}}}
    result = of(init=(sidecar,))

    assert {"say": "prestop", "args": {"container": "proxy", "how": "sleep 5 s"}} == result[1]
