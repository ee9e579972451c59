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

    found = rendered(OVERLAYS / name)
    for each in found:
        kubernetes_validate.validate(each, version, strict=True)

    assert {"Deployment", "PodDisruptionBudget", "HorizontalPodAutoscaler", "NetworkPolicy"} <= {
        each["kind"] for each in found
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

    def key(each: dict[str, Any]) -> tuple[str, str]:
        return each["kind"], each["metadata"]["name"]

    theirs = sorted((each for each in yaml.safe_load_all(done.stdout) if each), key=key)

    assert theirs == sorted(rendered(OVERLAYS / name), key=key)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("deployment", ["podium-server", "podium-worker"])
def test_the_grace_period_covers_pre_stop_goodbye_and_what_has_begun(name: str, deployment: str) -> None:
    spec = of_kind(name, "Deployment")[deployment]["spec"]["template"]["spec"]
    hook = spec["containers"][0].get("lifecycle", {}).get("preStop", {}).get("sleep", {}).get("seconds", 0)

    assert spec["terminationGracePeriodSeconds"] >= hook + 2 * (DRAIN_SECONDS + 1) + 10


@pytest.mark.parametrize("name", NAMES)
def test_every_budget_service_autoscaler_and_policy_meets_pods_that_exist(name: str) -> None:
    found = rendered(OVERLAYS / name)
    pods = [
        each["spec"]["template"]["metadata"]["labels"]
        for each in found
        if each["kind"] in {"Deployment", "StatefulSet"}
    ]
    wanted: dict[str, dict[str, str]] = {}
    for each in found:
        spec, title = each.get("spec", {}), f"{each['kind']} {each['metadata']['name']}"
        if each["kind"] == "Service":
            wanted[title] = spec["selector"]
        if each["kind"] == "PodDisruptionBudget":
            wanted[title] = spec["selector"]["matchLabels"]
        if each["kind"] == "NetworkPolicy":
            wanted[title] = spec["podSelector"]["matchLabels"]

    assert [] == [
        title for title, labels in wanted.items() if not any(labels.items() <= pod.items() for pod in pods)
    ]
    assert {
        each["spec"]["scaleTargetRef"]["name"] for each in found if each["kind"] == "HorizontalPodAutoscaler"
    } <= set(of_kind(name, "Deployment"))


@pytest.mark.parametrize("name", NAMES)
def test_podium_itself_reads_the_manifests_without_a_problem(name: str) -> None:
    text = "---\n".join(yaml.safe_dump(each) for each in rendered(OVERLAYS / name))
    imported = importer.import_text(text.encode(), add_nodes=True)

    assert [] == [(each.path, each.code) for each in imported.problems if each.severity == "error"]
    assert imported.canonical is not None
