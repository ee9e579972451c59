"""What the API server refuses in new pods although nothing here depends on it."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver.validation.create_rules import create_problems
from scheduler_core.objects.releases.releases import BASELINE, release
from tests.builders import pod

NEWEST = release("1.36")
TERM = "requiredDuringSchedulingIgnoredDuringExecution"


def refusals(manifest: Any, version: Any = NEWEST) -> list[str]:
    return [
        f"{problem.path}: {problem.text}"
        for problem in create_problems("Pod", manifest, new=True, release=version)
    ]


def with_container(**fields: Any) -> dict[str, Any]:
    return pod("p", containers=[{"name": "c", "image": "app:v1", **fields}])


def with_ports(*ports: dict[str, Any], **spec: Any) -> dict[str, Any]:
    manifest = with_container(ports=list(ports))
    manifest["spec"] |= spec
    return manifest


def with_volumes(*volumes: dict[str, Any]) -> dict[str, Any]:
    return pod("p", volumes=list(volumes))


PORT = "spec.containers[0].ports"
POLICY = "spec.containers[0].resizePolicy"


@pytest.mark.parametrize(
    ("manifest", "expected"),
    [
        (with_ports({"name": "web"}), [f"{PORT}[0].containerPort: Required value"]),
        (
            with_ports({"name": "web", "containerPort": 1}, {"name": "web", "containerPort": 2}),
            [f'{PORT}[1].name: Duplicate value: "web"'],
        ),
        (
            with_ports({"name": "80", "containerPort": 80}),
            [f'{PORT}[0].name: Invalid value: "80": must contain at least one letter (a-z)'],
        ),
        (
            with_ports({"name": "a--b-", "containerPort": 80}),
            [
                f'{PORT}[0].name: Invalid value: "a--b-": must not contain consecutive hyphens',
                f'{PORT}[0].name: Invalid value: "a--b-": must not begin or end with a hyphen',
            ],
        ),
        (
            with_ports({"containerPort": 1, "hostPort": 80}, {"containerPort": 2, "hostPort": 80}),
            [f'{PORT}[1].hostPort: Duplicate value: "TCP//80"'],
        ),
        (
            with_ports(
                {"containerPort": 1, "hostPort": 80}, {"containerPort": 2, "hostPort": 80, "protocol": "UDP"}
            ),
            [],
        ),
        (
            with_ports({"containerPort": 80, "hostPort": 81}, hostNetwork=True),
            [
                f"{PORT}[0].containerPort: Invalid value: 80: must match `hostPort` when `hostNetwork` is true",
            ],
        ),
        (
            with_container(volumeMounts=[{"name": "v"}]),
            ['spec.containers[0].volumeMounts[0].name: Not found: "v"'],
        ),
        (
            with_volumes({"name": "v", "emptyDir": {}, "hostPath": {"path": "/x"}}),
            ["spec.volumes[0].hostPath: Forbidden: may not specify more than 1 volume type"],
        ),
        (
            with_volumes({"name": "v", "image": {}}, {"name": "v", "persistentVolumeClaim": {}}),
            [
                "spec.volumes[0].image.reference: Required value",
                "spec.volumes[1].persistentVolumeClaim.claimName: Required value",
                'spec.volumes[1].name: Duplicate value: "v"',
            ],
        ),
        (
            with_container(resizePolicy=[{"resourceName": "gpu", "restartPolicy": "Maybe"}]),
            [
                f'{POLICY}: Unsupported value: "gpu": supported values: "cpu", "memory"',
                f'{POLICY}: Unsupported value: "Maybe": supported values: "NotRequired", "RestartContainer"',
            ],
        ),
        (
            {
                "metadata": {"name": "p"},
                "spec": {
                    "restartPolicy": "Never",
                    "containers": [
                        {
                            "image": "app:v1",
                            "resizePolicy": [{"resourceName": "cpu", "restartPolicy": "RestartContainer"}],
                        }
                    ],
                },
            },
            [
                f"{POLICY}: Invalid value: \"RestartContainer\": must be 'NotRequired' when `restartPolicy` is "
                "'Never'"
            ],
        ),
        (
            pod("p", os={"name": "mac"}),
            ['spec.os.name: Unsupported value: "mac": supported values: "linux", "windows"'],
        ),
        (
            pod("p", resources={"claims": [{"name": "x"}]}),
            ["spec.resources.claims: Forbidden: claims cannot be set for Resources at pod-level"],
        ),
    ],
)
def test_a_new_pod_is_refused_for_a_detail(manifest: Any, expected: list[str]) -> None:
    assert expected == refusals(manifest)
    assert [] == refusals(manifest, BASELINE)


def test_a_required_term_has_values_of_labels_and_names_of_namespaces() -> None:
    expression = {"key": "zone", "operator": "In", "values": ["a", "no value!"]}
    affinity = {
        "nodeAffinity": {TERM: {"nodeSelectorTerms": [{"matchExpressions": [expression]}]}},
        "podAntiAffinity": {TERM: [{"topologyKey": "zone", "namespaces": ["Shop"]}]},
    }
    node_term = f"spec.affinity.nodeAffinity.{TERM}.nodeSelectorTerms[0].matchExpressions[0]"
    starts = [
        f'{node_term}.values[1]: Invalid value: "no value!": a valid label must be',
        f'spec.affinity.podAntiAffinity.{TERM}[0].namespace: Invalid value: "Shop": a lowercase RFC 1123 label',
    ]

    assert starts == [
        words[: len(start)]
        for words, start in zip(refusals(pod("p", affinity=affinity)), starts, strict=True)
    ]


def test_keys_of_annotations_are_qualified_names_of_any_case() -> None:
    noted = pod("p")
    noted["metadata"]["annotations"] = {"Example.com/Team": "x", "no key": "y"}

    assert ['metadata.annotations: Invalid value: "no key": name part'] == [
        words[:56] for words in refusals(noted)
    ]


def test_what_a_controller_makes_is_not_looked_at() -> None:
    owned = with_container(volumeMounts=[{"name": "v"}])
    owned["metadata"]["ownerReferences"] = [{"kind": "ReplicaSet", "name": "r", "uid": "1"}]

    assert [] == refusals(owned)


@pytest.mark.parametrize("part", ["containers", "initContainers"])
def test_a_container_has_an_image(part: str) -> None:
    manifest = with_container()
    manifest["spec"][part] = [{"name": "a"}, {"name": "b", "image": "app:v1"}, {"name": "c", "image": ""}]

    assert [f"spec.{part}[{index}].image: Required value" for index in (0, 2)] == refusals(manifest)
    assert [] == refusals(manifest, BASELINE)
