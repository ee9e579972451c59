"""Annotations that say how an application behaves."""

from __future__ import annotations

import pytest

from scheduler_core.kubelet.application.annotations import NAMES, annotated, problems, seconds_ms, windows
from scheduler_core.kubelet.application.behaviour import Behaviour, HookBehaviour, Window


@pytest.mark.parametrize(
    ("message", "milliseconds"),
    [
        ("5", 5_000),
        ("2.5", 2_500),
        ("1m30s", 90_000),
        ("300ms", 300),
        ("", None),
        ("soon", None),
        ("5s!", None),
    ],
)
def test_times_are_seconds_or_durations(message: str, milliseconds: int | None) -> None:
    assert milliseconds == seconds_ms(message)


def test_windows_are_sorted_and_may_stay_open() -> None:
    assert (Window(10_000, 40_000), Window(60_000)) == windows("60-, 10-40")
    assert windows("40-10") is None


def test_an_annotation_about_a_container_overrides_one_about_the_pod() -> None:
    message = {"podium/ready-after": "5", "podium/app.ready-after": "7"}

    assert [7_000, 5_000] == [
        annotated(Behaviour(), message, container).ready_after_ms for container in ("app", "proxy")
    ]


@pytest.mark.parametrize(
    ("name", "message", "expected"),
    [
        ("exits-after-sigterm", "never", Behaviour(exits_after_sigterm_ms=None)),
        ("exits-after-sigterm", "3", Behaviour(exits_after_sigterm_ms=3_000)),
        ("pre-stop-takes", "hangs", Behaviour(pre_stop=HookBehaviour(None))),
        ("post-start-takes", "5 fails", Behaviour(post_start=HookBehaviour(5_000, fails=True))),
        ("pull-takes", "fails", Behaviour(pull_ms=None)),
        ("crashes-at", "30,10", Behaviour(crashes_at_ms=(10_000, 30_000))),
        ("exit-code", "7", Behaviour(exit_code=7)),
        ("exit-code", "256", Behaviour()),
    ],
)
def test_each_annotation_sets_its_field_and_one_that_cannot_be_read_sets_nothing(
    name: str, message: str, expected: Behaviour
) -> None:
    assert expected == annotated(Behaviour(), {f"podium/{name}": message}, "app")


def test_what_cannot_be_read_is_named_with_the_form_it_should_have() -> None:
    message = {
        "podium/ready-after": "soon",
        "podium/sleepy": "1",
        "podium/proxy.ready-after": "5",
        "podium/data.disk": "1Gi",
        "example.com/other": "x",
    }

    assert [
        ("metadata.annotations[podium/ready-after]", "soon", "seconds"),
        ("metadata.annotations[podium/sleepy]", "sleepy", f"one of {', '.join(NAMES)}"),
        ("metadata.annotations[podium/proxy.ready-after]", "proxy", "of a container: app"),
    ] == [
        (problem.path, problem.args["got"], problem.args["expected"])
        for problem in problems(message, ["app"], ["data"])
    ]
