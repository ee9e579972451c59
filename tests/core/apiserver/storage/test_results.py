"""A refusal of a value carries its problems; its text lists them as the API server does."""

from __future__ import annotations

import pytest

from scheduler_core.apiserver import Refused
from scheduler_core.apiserver.storage.results import invalid, invalid_scale
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.problem import Problem
from tests.builders import pod
from tests.core.cluster import load, new_server, stored
from tests.core.kubectl_writes import apply

IMAGE = Problem.of("spec.containers[0].image", "required", "Required value")
POLICY = Problem.of("spec.restartPolicy", "invalid", 'Invalid value: "x"')


def test_one_problem_stands_alone_and_several_in_brackets() -> None:
    one, two = invalid("Pod", "p", [IMAGE]), invalid("Pod", "p", [IMAGE, POLICY])

    assert 'Pod "p" is invalid: spec.containers[0].image: Required value' == one.text
    assert (
        'Pod "p" is invalid: [spec.containers[0].image: Required value, '
        'spec.restartPolicy: Invalid value: "x"]'
    ) == two.text


def test_a_kind_outside_the_core_group_is_named_with_its_group() -> None:
    assert invalid("Deployment", "d", [POLICY]).text.startswith('Deployment.apps "d" is invalid: ')
    assert invalid_scale("d", POLICY).text.startswith('Scale.autoscaling "d" is invalid: ')


@pytest.mark.parametrize(
    ("kind", "old", "new", "paths"),
    [
        (
            "Pod",
            {"spec": {"containers": [{"name": "a", "image": "a"}], "activeDeadlineSeconds": 9}},
            {"spec": {"containers": [{"name": "a", "image": ""}], "activeDeadlineSeconds": 10}},
            ["spec.containers[0].image", "spec.activeDeadlineSeconds"],
        ),
        ("PriorityClass", {"value": 1}, {"value": 2}, ["value"]),
        (
            "StatefulSet",
            {"spec": {"serviceName": "a", "selector": {}, "template": pod("p")}},
            {"spec": {"serviceName": "b", "selector": {}, "template": pod("p")}},
            ["spec"],
        ),
        (
            "PersistentVolumeClaim",
            {"spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}},
            {"spec": {"accessModes": ["ReadWriteMany"], "resources": {"requests": {"storage": "1Gi"}}}},
            ["spec"],
        ),
    ],
)
def test_a_refused_change_carries_the_path_of_each_problem(
    kind: str, old: dict[str, Json], new: dict[str, Json], paths: list[str]
) -> None:
    api, named = new_server(), {"kind": kind, "metadata": {"name": "x"}}
    stored(load(api, kind, {**named, **old}))

    refused = apply(api, {**named, **new}, 0)

    assert isinstance(refused, Refused)
    assert paths == [problem.path for problem in refused.problems]
    assert all(problem.sentence in refused.text for problem in refused.problems)
