"""The promises hold on random cases, and each of them notices when it is broken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from scheduler_core.parity.random_cases import promises
from scheduler_core.parity.random_cases.promises import PROMISES, broken_promises
from scheduler_core.parity.random_cases.random_case import case_of
from scheduler_core.scheduler.cycle.decision import Decision
from tests.core.parity.random_cases.strategies import cases


@settings(derandomize=True, suppress_health_check=list(HealthCheck))
@given(case=cases)
def test_random_cases_keep_every_promise(case: dict[str, Any]) -> None:
    assert () == broken_promises(case)


@pytest.mark.parametrize("number", range(6))
def test_cases_of_a_series_keep_every_promise(number: int) -> None:
    assert () == broken_promises(case_of("promises", number))


Sabotage = Callable[[Decision, Any], Decision]


def forgetful(decision: Decision, attempt: Any) -> Decision:
    """Without a trace the first feasible node is lost."""
    return decision if attempt.trace else replace(decision, feasible=decision.feasible[1:])


def talkative(decision: Decision, attempt: Any) -> Decision:
    return replace(decision, fit_error=f"{decision.fit_error} and more") if decision.fit_error else decision


def generous(decision: Decision, attempt: Any) -> Decision:
    return replace(decision, totals={name: total + 1 for name, total in decision.totals.items()})


@pytest.mark.parametrize(
    ("promise", "sabotage"),
    [
        pytest.param("fast_equals_traced", forgetful, id="the fast path loses a node"),
        pytest.param("text_is_the_sum_of_verdicts", talkative, id="the text says more than the verdicts"),
        pytest.param("best_is_the_highest_total", generous, id="a total is no sum"),
    ],
)
def test_a_decision_that_breaks_a_promise_is_noticed(
    promise: str, sabotage: Sabotage, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = promises._decide
    monkeypatch.setattr(
        promises, "_decide", lambda cluster, pod, attempt: sabotage(plain(cluster, pod, attempt), attempt)
    )

    assert promise in {
        broken.promise for number in range(12) for broken in broken_promises(case_of("sabotage", number))
    }


def test_a_memo_that_changes_a_sequence_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(promises, "run_sequence_case", lambda case, keep=True: {"steps": [keep]})

    assert "memo_changes_nothing" in {broken.promise for broken in broken_promises(case_of("sabotage", 0))}


@pytest.mark.parametrize(
    ("promise", "blind"),
    [
        pytest.param("order_of_nodes_changes_tosses_only", "first", id="the first node is refused"),
        pytest.param("a_stranger_changes_no_reason", "crowd", id="many nodes are refused"),
        pytest.param("more_room_lets_in_as_many", "rich", id="large nodes are refused"),
    ],
)
def test_a_verdict_that_depends_on_what_it_should_not_is_noticed(
    promise: str, blind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = promises._verdicts

    def spoiled(case: Any) -> dict[str, dict[str, Any]]:
        result: dict[str, dict[str, Any]] = plain(case)  # type: ignore[assignment]
        nodes = case["nodes"]
        names = {
            "first": [nodes[0]["metadata"]["name"]],
            "crowd": [
                node["metadata"]["name"]
                for node in nodes
                if len(nodes) > 8 or nodes[-1]["metadata"]["name"] == "stranger"
            ],
            "rich": [
                node["metadata"]["name"] for node in nodes if node["status"]["allocatable"]["cpu"] == "64"
            ],
        }[blind]
        for verdict in result.values():
            for name in names:
                if name in verdict.get("nodes", {}):
                    verdict["nodes"][name] = {"code": "Unschedulable", "reasons": ["out of spite"]}
        return result

    monkeypatch.setattr(promises, "_verdicts", spoiled)

    assert promise in {
        broken.promise for number in range(12) for broken in broken_promises(case_of("sabotage", number))
    }


def test_an_exception_breaks_the_promise_in_which_it_was_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def raising(case: Any, keep: bool = True) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr(promises, "run_sequence_case", raising)

    broken = broken_promises(case_of("sabotage", 0))
    assert [("memo_changes_nothing", "ZeroDivisionError: by zero")] == [
        (one.promise, one.text) for one in broken
    ]


def test_every_promise_says_what_it_holds() -> None:
    assert all(promise.__doc__ for promise in PROMISES.values())
