"""deploy/kubernetes: valid by Kubernetes' own schemas, and fitting to what podium does when it is stopped."""

import shutil
import subprocess
from typing import Any

import pytest
import yaml

from playground.server.serve import DRAIN_SECONDS
from playground.texts.manifests import importer
from tests.deploy.kustomize import OVERLAYS, of_kind, rendered

NAMES = ("local", "three-zones")
VERSIONS = ("1.34.0", "1.37.0")


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("name", NAMES)
def test_every_manifest_is_valid_by_the_strict_schema(name: str, version: str) -> None:
    import kubernetes_validate  # takes seconds, and this file is collected by every test process

    result = rendered(OVERLAYS / name)
    for entry in result:
        kubernetes_validate.validate(entry, version, strict=True)

    assert {"Deployment", "PodDisruptionBudget", "HorizontalPodAutoscaler", "NetworkPolicy"} <= {
        item["kind"] for item in result
    }


def test_a_field_that_is_spelt_wrong_is_refused_by_the_schema() -> None:
    import kubernetes_validate

    server = of_kind("local", "Deployment")["podium-server"]
    server["spec"]["template"]["spec"]["terminationGracePeriod"] = 30

    with pytest.raises(kubernetes_validate.ValidationError, match="terminationGracePeriod"):
        kubernetes_validate.validate(server, VERSIONS[0], strict=True)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_rendered_here_is_what_kustomize_renders(name: str) -> None:
    kubectl = shutil.which("kubectl")
    if kubectl is None:
        pytest.skip("NOT COMPARED with kustomize: kubectl is not on this machine")
    done = subprocess.run([kubectl, "kustomize", str(OVERLAYS / name)], capture_output=True, text=True)
    if done.returncode and "unknown" in done.stderr:
        pytest.skip(f"NOT COMPARED with kustomize: this kubectl is too old: {done.stderr[:200]}")

    def key(entry: dict[str, Any]) -> tuple[str, str]:
        return entry["kind"], entry["metadata"]["name"]

    theirs = sorted((item for item in yaml.safe_load_all(done.stdout) if item), key=key)

    assert theirs == sorted(rendered(OVERLAYS / name), key=key)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("deployment", ["podium-server", "podium-worker"])
def test_the_grace_period_covers_pre_stop_goodbye_and_what_has_begun(name: str, deployment: str) -> None:
    spec = of_kind(name, "Deployment")[deployment]["spec"]["template"]["spec"]
    hook = spec["containers"][0].get("lifecycle", {}).get("preStop", {}).get("sleep", {}).get("seconds", 0)

    assert spec["terminationGracePeriodSeconds"] >= hook + 2 * (DRAIN_SECONDS + 1) + 10


@pytest.mark.parametrize("name", NAMES)
def test_every_budget_service_autoscaler_and_policy_meets_pods_that_exist(name: str) -> None:
    result = rendered(OVERLAYS / name)
    pods = [
        item["spec"]["template"]["metadata"]["labels"]
        for item in result
        if item["kind"] in {"Deployment", "StatefulSet"}
    ]
    required: dict[str, dict[str, str]] = {}
    for entry in result:
        spec, title = entry.get("spec", {}), f"{entry['kind']} {entry['metadata']['name']}"
        if entry["kind"] == "Service":
            required[title] = spec["selector"]
        if entry["kind"] == "PodDisruptionBudget":
            required[title] = spec["selector"]["matchLabels"]
        if entry["kind"] == "NetworkPolicy":
            required[title] = spec["podSelector"]["matchLabels"]

    assert [] == [
        title for title, labels in required.items() if not any(labels.items() <= pod.items() for pod in pods)
    ]
    assert {
        item["spec"]["scaleTargetRef"]["name"] for item in result if item["kind"] == "HorizontalPodAutoscaler"
    } <= set(of_kind(name, "Deployment"))


@pytest.mark.parametrize("name", NAMES)
def test_podium_itself_reads_the_manifests_without_a_problem(name: str) -> None:
    text = "---\n".join(yaml.safe_dump(item) for item in rendered(OVERLAYS / name))
    imported = importer.import_text(text.encode(), add_nodes=True)

    assert [] == [
        (problem.path, problem.code) for problem in imported.problems if problem.severity == "error"
    ]
    assert imported.canonical is not None
