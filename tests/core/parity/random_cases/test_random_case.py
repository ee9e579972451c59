"""Random cases: the same seed makes the same case, and a series has what the recorded themes lack."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scheduler_core.parity.random_cases.random_case import case_of
from scheduler_core.parity.sequence_case import run_sequence_case

SERIES: list[dict[str, Any]] = [case_of("series", number) for number in range(150)]


def test_equal_seeds_make_equal_cases_and_others_do_not() -> None:
    assert case_of("1", 5) == case_of("1", 5)
    assert case_of("1", 5) != case_of("1", 6)
    assert case_of("1", 5) != case_of("2", 5)


def test_a_case_is_json_with_names_of_their_own() -> None:
    for case in SERIES:
        names = [pod["metadata"]["name"] for pod in [*case["pods"], *case["pending"]]]

        assert json.loads(json.dumps(case)) == case
        assert len(set(names)) == len(names)


def parts_of(case: dict[str, Any], field: str, part: str) -> bool:
    return part in json.dumps(case.get(field, []))


@pytest.mark.parametrize(
    ("field", "part"),
    [
        pytest.param("pending", '"values": ["many"]', id="a preference that cannot be read"),
        pytest.param("csinodes", "kubernetes.io/aws-ebs", id="a migrated plugin"),
        pytest.param("pvs", "awsElasticBlockStore", id="an in-tree disk"),
        pytest.param("pods", "Infeasible", id="a resize that is impossible"),
        pytest.param("config", "DoNotSchedule", id="a hard default constraint"),
        pytest.param("services", '"app"', id="a Service"),
        pytest.param("pending", "resourceClaims", id="a pod with claims for devices"),
        pytest.param("resourceclaims", "allocation", id="a claim that is allocated"),
        pytest.param("resourceslices", "large", id="a device with an attribute"),
        pytest.param("resourceslices", "allNodes", id="a device that every node reaches"),
        pytest.param("resourceclaims", "firstAvailable", id="a prioritized list"),
        pytest.param("resourceclaims", "adminAccess", id="admin access"),
        pytest.param("resourceclaims", '"All"', id="all devices"),
        pytest.param("resourceclaims", "matchAttribute", id="a constraint over devices"),
        pytest.param("pending", "device-1", id="a pod with two claims for devices"),
        pytest.param("pending", "schedulingGates", id="a gate"),
        pytest.param("pods", "initContainerStatuses", id="a resized sidecar"),
        pytest.param("pods", "aws://z1/d", id="a disk that cannot be translated"),
        pytest.param("csinodes", '"count": 1', id="a limit of volumes"),
        pytest.param("pvcs", "uid-somebody-else", id="a claim of another pod"),
        pytest.param("pending", "nominatedNodeName", id="a nomination"),
        pytest.param("pending", "deletionTimestamp", id="a pod that is being deleted"),
    ],
)
def test_a_series_has_what_the_recorded_themes_lack(field: str, part: str) -> None:
    result = sum(parts_of(case, field, part) for case in SERIES)

    assert result >= 3


def test_attempts_of_a_series_end_in_every_way() -> None:
    steps = [step for case in SERIES for step in run_sequence_case(case)["steps"]]  # type: ignore[union-attr]
    ends = {
        name
        for step in steps
        for name in ("node", "nominated", "unschedulable", "error", "skipped")
        if name in step
    }  # type: ignore[operator]

    assert {"node", "nominated", "unschedulable", "error", "skipped"} == ends
