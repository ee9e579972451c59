"""Server-side apply: who manages a field, conflicts in Kubernetes' words, and what goes when nobody wants it."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Run, parse_input
from tests.builders import api_object
from tests.core.rest.builders import APPLY, WEB, attempt, body, code_and_message, given, shop

MINE = "/apis/apps/v1/namespaces/default/deployments/mine"


def configuration(**spec: Any) -> dict[str, Any]:
    container = {"name": "a", "image": "a:1", "ports": [{"containerPort": 80}]}
    template = {"metadata": {"labels": {"app": "mine"}}, "spec": {"containers": [container]}}
    made = {"replicas": 2, "selector": {"matchLabels": {"app": "mine"}}, "template": template, **spec}
    return api_object(
        "Deployment",
        "mine",
        metadata={"labels": {"app": "mine"}},
        spec={name: value for name, value in made.items() if value is not None},
    )


def apply(recording: Run, value: Any, manager: str = "a", path: str = MINE, **query: str) -> Any:
    """The answer to an apply whose input the run takes."""
    made = attempt(recording, "PATCH", path, value, APPLY, fieldManager=manager, **query)
    if made.input is not None:
        given(recording, made)
    return made.response.body


def managers(recording: Run, path: str = MINE) -> dict[str, Any]:
    listed = body(recording, path)["metadata"].get("managedFields", [])
    return {f"{item['manager']} {item['operation']}": item["fieldsV1"] for item in listed}


@pytest.fixture
def recording() -> Run:
    recording = shop()
    apply(recording, configuration())
    return recording


def test_who_applies_manages_the_fields_of_the_configuration(recording: Run) -> None:
    entry = body(recording, MINE)["metadata"]["managedFields"][0]
    container = {
        ".": {},
        "f:name": {},
        "f:image": {},
        "f:ports": {'k:{"containerPort":80,"protocol":"TCP"}': {".": {}, "f:containerPort": {}}},
    }
    template = {
        "f:metadata": {"f:labels": {"f:app": {}}},
        "f:spec": {"f:containers": {'k:{"name":"a"}': container}},
    }
    fields = {
        "f:metadata": {"f:labels": {"f:app": {}}},
        "f:spec": {"f:replicas": {}, "f:selector": {}, "f:template": template},
    }

    assert ("a", "Apply", "apps/v1", "FieldsV1") == tuple(
        entry[name] for name in ("manager", "operation", "apiVersion", "fieldsType")
    )
    assert fields == entry["fieldsV1"]


def test_another_value_of_a_managed_field_is_a_conflict(recording: Run) -> None:
    answer = apply(recording, configuration(replicas=5), "b")
    text = 'Apply failed with 1 conflict: conflict with "a": .spec.replicas'
    causes = [{"reason": "FieldManagerConflict", "message": 'conflict with "a"', "field": ".spec.replicas"}]

    assert (409, "Conflict", text) == (answer["code"], answer["reason"], answer["message"])
    assert causes == answer["details"]["causes"]


def test_several_conflicts_are_listed(recording: Run) -> None:
    changed = configuration(replicas=5)
    changed["spec"]["template"]["spec"]["containers"][0]["image"] = "a:2"
    attempt_scale = attempt(
        recording, "PATCH", f"{MINE}/scale", {"spec": {"replicas": 3}}, "application/merge-patch+json"
    )
    given(recording, attempt_scale)

    assert (
        'Apply failed with 2 conflicts: conflicts with "a":\n'
        '- .spec.template.spec.containers[name="a"].image\n'
        'conflicts with "kubectl" with subresource "scale" using apps/v1:\n'
        "- .spec.replicas"
    ) == apply(recording, changed, "b")["message"]


def test_the_same_value_is_managed_by_both(recording: Run) -> None:
    apply(recording, configuration(), "b")
    listed = managers(recording)

    assert listed["a Apply"] == listed["b Apply"]


def test_a_forced_apply_takes_the_field(recording: Run) -> None:
    answer = apply(recording, configuration(replicas=5), "b", force="true")

    assert 5 == answer["spec"]["replicas"]
    assert "f:replicas" not in managers(recording)["a Apply"]["f:spec"]
    assert "f:replicas" in managers(recording)["b Apply"]["f:spec"]


def test_a_field_that_is_left_out_goes_unless_another_manages_it(recording: Run) -> None:
    apply(recording, configuration(minReadySeconds=7, revisionHistoryLimit=3))
    apply(recording, configuration(revisionHistoryLimit=3), "b")
    apply(recording, configuration())
    spec = body(recording, MINE)["spec"]

    assert (None, 3) == (spec.get("minReadySeconds"), spec.get("revisionHistoryLimit"))


def test_a_container_that_is_left_out_goes(recording: Run) -> None:
    two = configuration()
    two["spec"]["template"]["spec"]["containers"].append({"name": "b", "image": "b:1"})
    apply(recording, two)
    apply(recording, configuration())

    assert ["a"] == [
        container["name"] for container in body(recording, MINE)["spec"]["template"]["spec"]["containers"]
    ]


def test_the_same_configuration_again_changes_nothing(recording: Run) -> None:
    made = attempt(recording, "PATCH", MINE, configuration(), APPLY, fieldManager="a")

    assert (200, None) == (made.response.code, made.input)


def test_an_object_that_nobody_managed_belonged_to_somebody_before() -> None:
    recording = shop()
    change = {"apiVersion": "apps/v1", "kind": "Deployment", "spec": {"replicas": 5}}
    refused = apply(recording, change, path=WEB)
    forced = apply(recording, change, path=WEB, force="true")

    assert (
        'Apply failed with 1 conflict: conflict with "before-first-apply" using apps/v1: .spec.replicas'
        == refused["message"]
    )
    assert ["a Apply", "before-first-apply Update"] == sorted(managers(recording, WEB))
    assert 5 == forced["spec"]["replicas"]


def test_what_is_changed_at_the_board_is_managed_by_podium(recording: Run) -> None:
    scale: Any = parse_input(
        {"kind": "scale", "object": {"kind": "Deployment", "name": "mine"}, "replicas": 4}
    )
    frame = recording.give(recording.head_seq, scale)
    answer = apply(recording, configuration())

    assert isinstance(frame, dict), frame
    assert (
        'Apply failed with 1 conflict: conflict with "podium" using apps/v1: .spec.replicas'
        == answer["message"]
    )


def test_an_object_without_managers_gets_none_by_an_update() -> None:
    recording = shop()
    given(
        recording, attempt(recording, "PATCH", WEB, {"spec": {"replicas": 5}}, "application/merge-patch+json")
    )

    assert {} == managers(recording, WEB)


def test_managers_can_be_replaced_as_kubectl_does_when_it_takes_over(recording: Run) -> None:
    listed = body(recording, MINE)["metadata"]["managedFields"]
    patch = [
        {"op": "replace", "path": "/metadata/managedFields", "value": [{**listed[0], "manager": "other"}]}
    ]
    given(recording, attempt(recording, "PATCH", MINE, patch, "application/json-patch+json"))

    assert ["other Apply"] == list(managers(recording))


def test_an_apply_needs_a_manager_and_another_patch_may_not_be_forced(recording: Run) -> None:
    nameless = code_and_message(attempt(recording, "PATCH", MINE, configuration(), APPLY))
    forced = code_and_message(
        attempt(recording, "PATCH", MINE, {}, "application/merge-patch+json", force="true")
    )

    assert (422, True) == (
        nameless[0],
        "fieldManager: Required value: is required for apply patch" in nameless[1],
    )
    assert (422, True) == (
        forced[0],
        "force: Forbidden: may not be specified for non-apply patch" in forced[1],
    )


def test_managed_fields_in_a_configuration_are_refused(recording: Run) -> None:
    value = configuration()
    value["metadata"]["managedFields"] = [{"manager": "a"}]

    assert (400, "metadata.managedFields must be nil") == code_and_message(
        attempt(recording, "PATCH", MINE, value, APPLY, fieldManager="a")
    )


def test_a_dry_run_says_what_would_come_and_stores_nothing(recording: Run) -> None:
    made = attempt(recording, "PATCH", MINE, configuration(replicas=9), APPLY, fieldManager="a", dryRun="All")
    answer: Any = made.response.body

    version = body(recording, MINE)["metadata"]["resourceVersion"]

    assert (9, version, None) == (
        answer["spec"]["replicas"],
        answer["metadata"]["resourceVersion"],
        made.input,
    )
