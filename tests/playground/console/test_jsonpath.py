"""Templates of JSONPath, held against what kubectl 1.35.2 printed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from playground.console.jsonpath import MOST, render, results
from playground.console.output import LineError

RECORDED = json.loads((Path(__file__).parent / "data/jsonpath.json").read_text())


@pytest.mark.parametrize("case", RECORDED["cases"], ids=lambda case: case["template"])
def test_a_template_gives_what_kubectl_printed(case: dict[str, Any]) -> None:
    try:
        answer = {"text": render(case["template"], RECORDED["object"])}
    except LineError as error:
        answer = {"error": str(error)}

    assert case == {"template": case["template"], **answer}


def test_a_pod_without_a_node_is_not_selected_by_another_node() -> None:
    """As kubectl 1.35.2 selects (client-go util/jsonpath/jsonpath.go, evalFilter; findings/kubectl_not_equal.sh)."""
    pods = {"items": [{"spec": {"nodeName": "n1"}}, {"spec": {"nodeName": "n2"}}, {"spec": {}}]}

    assert [{"nodeName": "n2"}] == results('.items[?(@.spec.nodeName!="n1")].spec', pods)


def test_everything_inside_is_visited_in_the_order_of_the_object() -> None:
    inside = {"z": "first", "c": {"d": "inner", "a": "deep"}}

    assert [inside, "first", inside["c"], "inner", "deep"] == results(".b..", {"b": inside})


def test_a_template_with_too_many_results_is_refused() -> None:
    items = {"items": [{"name": "a"}] * 1_000}
    many = ",".join(["'items'"] * (MOST // 1_000))

    with pytest.raises(LineError, match="the result is too long"):
        render(f"{{[{many}]..}}", items)
