"""The gallery draws podium's own deployment: its servers are those of deploy/kubernetes."""

from pathlib import Path
from typing import Any

import yaml

from tests.deploy.kustomize import of_kind

SCENARIO = Path(__file__).parents[2] / "playground/gallery/scenarios/podium-three-zones.yaml"
POD = ("terminationGracePeriodSeconds", "topologySpreadConstraints")
DEPLOYMENT = ("minReadySeconds", "strategy", "selector")


def documents() -> list[dict[str, Any]]:
    return list(yaml.safe_load_all(SCENARIO.read_text()))


def drawn() -> list[dict[str, Any]]:
    """The Deployment as it stands at the start, and as the rolling update makes it."""
    scenario, *objects = documents()
    return [item for item in objects if item["kind"] == "Deployment"] + scenario["spec"]["inputs"][0][
        "documents"
    ]


def what_matters(deployment: dict[str, Any]) -> dict[str, Any]:
    pod = deployment["spec"]["template"]["spec"]
    container = pod["containers"][0]
    probe = container["readinessProbe"]
    return {
        **{name: deployment["spec"][name] for name in DEPLOYMENT},
        **{name: pod[name] for name in POD},
        "resources": container["resources"],
        "lifecycle": container["lifecycle"],
        "probe": [probe["httpGet"]["path"], probe["periodSeconds"], probe["failureThreshold"]],
    }


def test_the_servers_that_are_drawn_are_those_of_the_overlay_of_three_zones() -> None:
    ours = what_matters(of_kind("three-zones", "Deployment")["podium-server"])

    assert [ours, ours] == [what_matters(item) for item in drawn()]


def test_the_budget_that_is_drawn_is_that_of_the_overlay() -> None:
    ours = of_kind("three-zones", "PodDisruptionBudget")["podium-server"]["spec"]

    assert [ours] == [
        document["spec"] for document in documents() if document["kind"] == "PodDisruptionBudget"
    ]
