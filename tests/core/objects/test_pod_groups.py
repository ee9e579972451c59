"""Workload and PodGroup are read alike in the shapes of all releases."""

from __future__ import annotations

import pytest

from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import PodSpec
from scheduler_core.objects.pod_groups import PodGroup, SchedulingWorkload


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        (
            {"podGroupTemplateRef": {"workload": {"workloadName": "w", "podGroupTemplateName": "t"}}},
            ("w", "t"),
        ),
        ({"workloadRef": {"workloadName": "w", "templateName": "t"}}, ("w", "t")),
        ({}, ("", "")),
    ],
)
def test_a_group_names_the_workload_of_which_it_was_made(spec: dict[str, Json], expected: object) -> None:
    group = PodGroup.parse({"metadata": {"name": "g"}, "spec": spec})

    assert expected == (group.workload, group.template)


@pytest.mark.parametrize(
    ("mode", "expected"),
    [("PodGroup", "PodGroup"), ({"all": {}}, "PodGroup"), ({"single": {}}, "Pod"), (None, "Pod")],
)
def test_the_mode_of_disruption_is_a_word_or_a_field(mode: Json, expected: str) -> None:
    group = PodGroup.parse({"metadata": {"name": "g"}, "spec": {"disruptionMode": mode}})

    assert expected == group.disruption_mode


def test_a_group_without_a_gang_has_no_minimum() -> None:
    group = PodGroup.parse({"metadata": {"name": "g"}, "spec": {"schedulingPolicy": {"basic": {}}}})

    assert group.min_count is None
    assert (0, "") == (group.priority, group.topology)


@pytest.mark.parametrize(
    ("field", "policy"), [("podGroups", "policy"), ("podGroupTemplates", "schedulingPolicy")]
)
def test_a_workload_has_groups_or_templates(field: str, policy: str) -> None:
    entry: Json = {"name": "all", policy: {"gang": {"minCount": 3}}}
    workload = SchedulingWorkload.parse({"metadata": {"name": "w"}, "spec": {field: [entry]}})
    template = workload.template("all")

    assert template is not None
    assert (3, None) == (template.min_count, workload.template("other"))


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ({"schedulingGroup": {"podGroupName": "g"}}, "g"),
        ({"workloadRef": {"name": "w", "podGroup": "all", "podGroupReplicaKey": "1"}}, "w/all/1"),
        ({"workloadRef": {"name": "w", "podGroup": "all"}}, "w/all/"),
        ({}, ""),
    ],
)
def test_a_pod_names_its_group_by_a_podgroup_or_by_a_workload(spec: Json, expected: str) -> None:
    assert expected == PodSpec.parse(spec).group
