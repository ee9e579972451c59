"""What one request or one statement about a run costs is bounded."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from scheduler_core import ApiRequest, Problem, Run, answer_write, judge_all, parse_condition
from tests.bounds.measure import bounded
from tests.core.rest.builders import shop

WEB = "/apis/apps/v1/namespaces/default/deployments/web"
JSON_PATCH, MERGE, STRATEGIC, APPLY = (
    "application/json-patch+json",
    "application/merge-patch+json",
    "application/strategic-merge-patch+json",
    "application/apply-patch+yaml",
)
CONTAINERS = "/spec/template/spec/containers"
BOUND = {"pod": {"name": "alone", "bound": True}}


@cache
def run() -> Run:
    return shop()


def of_pods(**spec: Any) -> dict[str, Any]:
    return {"spec": {"template": {"spec": spec}}}


def applied(**more: Any) -> dict[str, Any]:
    return {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}, **more}


def many(count: int) -> list[dict[str, Any]]:
    return [{"name": f"c{number}", "image": "i"} for number in range(count)]


def nested(levels: int) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(levels):
        value = {"a": value}
    return value


PATCHES: Mapping[str, tuple[str, Any, int]] = {
    "a list into itself": (
        JSON_PATCH, [{"op": "copy", "from": CONTAINERS, "path": f"{CONTAINERS}/-"}] * 40, 413
    ),
    "copies": (
        JSON_PATCH, [{"op": "copy", "from": f"{CONTAINERS}/0", "path": f"{CONTAINERS}/-"}] * 9_999, 422
    ),
    "operations": (JSON_PATCH, [{"op": "test", "path": "", "value": {}}] * 10_001, 413),
    "a long path": (JSON_PATCH, [{"op": "add", "path": "/a" * 9_000, "value": 1}], 422),
    "annotations": (MERGE, {"metadata": {"annotations": {f"a{n}": "x" for n in range(10_000)}}}, 200),
    "depth": (MERGE, nested(90), 200),
    "order": (
        STRATEGIC,
        of_pods(**{"$setElementOrder/containers": many(1_500), "containers": many(1_500)}),
        200,
    ),
    "entries": (APPLY, applied(**of_pods(containers=many(3_000))), 200),
}  # fmt: skip


@pytest.mark.parametrize("name", PATCHES)
def test_a_patch_ends_in_an_answer(name: str) -> None:
    kind, body, code = PATCHES[name]
    query = {"fieldManager": "k"} if kind == APPLY else {}
    request = ApiRequest("PATCH", WEB, query, "", kind, body)
    world = run().world(run().head_seq)

    answer = bounded(lambda: answer_write(world, request, 0, may_write=True).response, name)

    assert code == answer.code
    assert len(json.dumps(answer.body)) < 2**20


def holding(word: str, *names: str, levels: int = 8) -> dict[str, Any]:
    """A condition in itself again and again, under each of `names`."""
    value: dict[str, Any] = BOUND
    for _ in range(levels):
        inner: Any = dict.fromkeys(names, value) if names else value
        value = {word: {**inner, "seconds": 60} if word == "within" else inner}
    return value


CONDITIONS = {
    "always": holding("always"),
    "ever": holding("ever"),
    "before": holding("before", "first", "then"),
    "when": holding("when", "first", "that"),
    "within": holding("within", "of", "then"),
    "many": {"count": {"of": [BOUND] * 60, "is": {"from": 0, "to": 10**30}}},
    "wide": {"always": [{"ever": BOUND}] * 60},
    "step": {"always": {"not": {"step": {"kind": "nothing"}}}},
    "steps": {"always": {"steps": {"kind": "nothing", "are": []}}},
    "decisions": {"always": {"not": {"decision": {"pod": "p", "number": 9, "node": "n9"}}}},
}


@pytest.mark.parametrize("name", CONDITIONS)
def test_a_statement_about_a_run_is_judged_however_it_is_nested(name: str) -> None:
    condition = parse_condition(CONDITIONS[name], "until")
    assert not isinstance(condition, Problem), condition

    verdict = bounded(lambda: judge_all(run(), (condition,), run().head_seq)[0], name)

    assert isinstance(verdict.holds, bool)
