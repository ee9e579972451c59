"""The fields that an editor of manifests knows."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver.documents.known_fields import FIELD_VALUES, known_fields
from scheduler_core.apiserver.documents.manifests import SourceDocument
from scheduler_core.objects.manifest import find
from scheduler_core.simulation.scenario.parse import parse_scenario
from tests.builders import pod, workload


def test_fields_of_a_pod_lead_down_to_its_containers() -> None:
    requests = find(known_fields()["Pod"], "spec", "containers", "resources")

    assert {"requests", "limits", "claims"} == set(requests)  # type: ignore[arg-type]


SPREAD = {"maxSkew": 1, "topologyKey": "zone", "whenUnsatisfiable": "DoNotSchedule"}


@pytest.mark.parametrize(
    ("field", "manifest"),
    [
        ("whenUnsatisfiable", pod("p", topologySpreadConstraints=[{**SPREAD, "whenUnsatisfiable": "?"}])),
        ("nodeAffinityPolicy", pod("p", topologySpreadConstraints=[{**SPREAD, "nodeAffinityPolicy": "?"}])),
        ("nodeTaintsPolicy", pod("p", topologySpreadConstraints=[{**SPREAD, "nodeTaintsPolicy": "?"}])),
        ("preemptionPolicy", pod("p", preemptionPolicy="?")),
        ("spec.restartPolicy", pod("p", restartPolicy="?")),
        ("strategy.type", workload("Deployment", "d", strategy={"type": "?"})),
        ("updateStrategy.type", workload("StatefulSet", "s", serviceName="s", updateStrategy={"type": "?"})),
        ("podManagementPolicy", workload("StatefulSet", "s", serviceName="s", podManagementPolicy="?")),
        ("tolerations.operator", pod("p", tolerations=[{"key": "k", "operator": "?"}])),
        ("tolerations.effect", pod("p", tolerations=[{"key": "k", "operator": "Exists", "effect": "?"}])),
        ("completionMode", workload("Job", "j", completionMode="?", completions=1)),
    ],
)
def test_the_values_of_a_field_are_those_that_the_api_server_takes(field: str, manifest: Any) -> None:
    problems = parse_scenario([SourceDocument(0, manifest)]).problems
    listed = [str(problem.args.get("supported") or problem.args.get("text") or "") for problem in problems]

    assert any(all(f'"{value}"' in text for value in FIELD_VALUES[field]) for text in listed), problems
