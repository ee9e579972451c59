"""How long hooks and init containers take."""

from __future__ import annotations

import pytest

from scheduler_core.kubelet.application.behaviour import (
    Application,
    Behaviour,
    HookBehaviour,
    hook_of,
    init_takes_ms,
    slept_ms,
)
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Pod


@pytest.mark.parametrize(
    ("command", "milliseconds"),
    [
        (("sleep", "5"), 5_000),
        (("/bin/sh", "-c", "echo bye; sleep 2.5"), 2_500),
        (("sleep", "infinity"), -1),
        (("./asleep", "5"), None),
        (("nginx",), None),
    ],
)
def test_a_sleep_in_a_command_says_how_long_it_takes(
    command: tuple[str, ...], milliseconds: int | None
) -> None:
    assert milliseconds == slept_ms(command)


@pytest.mark.parametrize(
    ("hook", "expected"),
    [
        ({"sleep": {"seconds": 5}}, HookBehaviour(5_000)),
        ({"exec": {"command": ["sleep", "infinity"]}}, HookBehaviour(None)),
        ({"exec": {"command": ["nginx", "-s", "quit"]}}, HookBehaviour(0)),
        ({"tcpSocket": {"port": 80}}, HookBehaviour(0, fails=True)),
        (None, None),
    ],
)
def test_a_hook_takes_as_long_as_its_manifest_says(hook: Json, expected: HookBehaviour | None) -> None:
    assert expected == hook_of({"lifecycle": {"preStop": hook}}, Behaviour())


def test_a_stated_time_counts_for_a_hook_whose_manifest_says_none() -> None:
    container: Json = {"lifecycle": {"preStop": {"httpGet": {"port": 80}}}}

    assert HookBehaviour(3_000) == hook_of(container, Behaviour(pre_stop=HookBehaviour(3_000)))


def test_an_init_container_takes_one_second_unless_something_else_is_stated() -> None:
    sleeping: Json = {"command": ["sleep", "4"]}

    assert [1_000, 4_000, 9_000] == [
        init_takes_ms({}, Behaviour()),
        init_takes_ms(sleeping, Behaviour()),
        init_takes_ms(sleeping, Behaviour(completes_after_ms=9_000)),
    ]


def test_an_entry_of_the_scenario_is_about_the_pods_it_names() -> None:
    pods = [Pod.parse({"metadata": {"name": name}, "spec": {}}) for name in ("a", "b")]

    assert [True, False] == [Application(pods=("default/a",)).concerns(pod) for pod in pods]
