"""Nothing that may be secret is left, wherever it stands."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml

from scheduler_core.apiserver.documents.secrets import LAST_APPLIED, drop_secrets

SECRET = "hunter2-very-secret"
B64 = "aHVudGVyMi12ZXJ5LXNlY3JldA=="


@pytest.mark.parametrize(
    ("text", "code", "path", "names"),
    [
        (f"kind: Secret\ndata: {{pw: {B64}}}\n", "dropped.secret_data", "data", ("pw",)),
        (f"kind: Secret\nstringData: {{pw: {SECRET}}}\n", "dropped.secret_data", "stringData", ("pw",)),
        (f"kind: ConfigMap\ndata: {{a: {SECRET}}}\n", "dropped.config_data", "data", ("a",)),
        (f"kind: ConfigMap\nbinaryData: {{a: {B64}}}\n", "dropped.config_data", "binaryData", ("a",)),
        (
            f"kind: List\nitems:\n- kind: Pod\n- kind: Secret\n  data: {{pw: {B64}}}\n",
            "dropped.secret_data",
            "items[1].data",
            ("pw",),
        ),
        (
            f"kind: SecretList\nitems:\n- data: {{pw: {B64}}}\n",
            "dropped.secret_data",
            "items[0].data",
            ("pw",),
        ),
        (
            "kind: Deployment\nspec: {template: {spec: {containers: [{env: [{name: A, value: "
            f"{SECRET}}}]}}]}}}}}}\n",
            "dropped.env_value",
            "spec.template.spec.containers[0].env",
            ("A",),
        ),
        (
            f"kind: Pod\nmetadata: {{annotations: {{{LAST_APPLIED}: '{SECRET}'}}}}\n",
            "dropped.last_applied",
            "metadata.annotations",
            (LAST_APPLIED,),
        ),
        (
            f"kind: Whatever\nspec: {{deep: [{{env: [{{name: X, value: {SECRET}}}]}}]}}\n",
            "dropped.env_value",
            "spec.deep[0].env",
            ("X",),
        ),
    ],
)
def test_what_may_be_secret_is_dropped_and_named(
    text: str, code: str, path: str, names: tuple[str, ...]
) -> None:
    document = yaml.safe_load(text)

    cleaned, dropped = drop_secrets(document)

    assert [(code, path, names)] == [(one.code, one.path, one.names) for one in dropped]
    assert SECRET not in json.dumps(cleaned)
    assert B64 not in json.dumps(cleaned)
    assert (SECRET in json.dumps(document)) or (B64 in json.dumps(document)), "the argument is not changed"


def test_where_a_value_comes_from_is_kept() -> None:
    env = [{"name": "A", "valueFrom": {"secretKeyRef": {"name": "s", "key": "k"}}}, {"name": "B"}]
    pod = {"kind": "Pod", "spec": {"containers": [{"env": env}]}}

    cleaned, dropped = drop_secrets(pod)

    assert () == dropped
    assert cleaned is pod


def test_what_was_taken_belongs_to_the_object_of_a_list_not_to_the_list() -> None:
    pod = {"kind": "Pod", "spec": {"containers": [{"env": [{"name": "A", "value": SECRET}]}] * 2}}
    inner = {"kind": "List", "items": [pod, {"kind": "Secret", "data": {"pw": B64}}]}

    _, dropped = drop_secrets({"kind": "List", "items": [{"kind": "Pod"}, inner]})

    assert [
        ("items[1].items[0]", "items[1].items[0].spec.containers[0].env"),
        ("items[1].items[0]", "items[1].items[0].spec.containers[1].env"),
        ("items[1].items[1]", "items[1].items[1].data"),
    ] == [(one.owner, one.path) for one in dropped]


def test_documents_inside_of_a_document_are_looked_into() -> None:
    given = {"kind": "Secret", "stringData": {"pw": SECRET}}
    scenario: Any = {"kind": "Scenario", "spec": {"inputs": [{"kind": "apply", "documents": [given]}]}}

    cleaned, dropped = drop_secrets([scenario])

    assert SECRET not in json.dumps(cleaned)
    assert ["[0].spec.inputs[0].documents[0].stringData"] == [one.path for one in dropped]


def test_what_is_nested_deeper_than_anyone_nests_is_not_kept() -> None:
    value: Any = {"env": [{"name": "A", "value": SECRET}]}
    for _ in range(100):
        value = {"a": [value]}

    cleaned, _ = drop_secrets(value)

    assert SECRET not in json.dumps(cleaned)


def test_a_part_that_stands_in_two_places_is_cleaned_in_both() -> None:
    containers = [{"name": "c", "env": [{"name": "A", "value": SECRET}]}]
    harmless = {"labels": {"app": "web"}}
    pods = [{"kind": "Pod", "metadata": harmless, "spec": {"containers": containers}} for _ in range(2)]

    cleaned, dropped = drop_secrets({"kind": "List", "items": pods})

    assert SECRET not in json.dumps(cleaned)
    assert ["items[0]", "items[1]"] == [one.owner for one in dropped]
