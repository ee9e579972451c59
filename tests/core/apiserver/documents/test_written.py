"""What is kept of an object that a client of the API writes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scheduler_core.apiserver.documents.secrets import LAST_APPLIED
from scheduler_core.apiserver.documents.written import as_written
from scheduler_core.objects.manifest import Json
from tests.builders import workload


def secretive(**annotations: str) -> dict[str, Any]:
    made = workload("Deployment", "web", metadata={"annotations": annotations})
    made["spec"]["template"]["spec"]["containers"][0]["env"] = [{"name": "PASSWORD", "value": "hunter2"}]
    return made


def test_annotations_stay_and_values_of_variables_go() -> None:
    kept: Any = as_written(secretive(note="mine"))

    assert {"note": "mine"} == kept["metadata"]["annotations"]
    assert "hunter2" not in json.dumps(kept)


def test_the_copy_of_what_was_applied_loses_the_same() -> None:
    kept: Any = as_written(secretive(**{LAST_APPLIED: json.dumps(secretive())}))
    copy = json.loads(kept["metadata"]["annotations"][LAST_APPLIED])

    assert [{"name": "PASSWORD"}] == copy["spec"]["template"]["spec"]["containers"][0]["env"]
    assert kept == as_written(kept)


def test_a_copy_that_cannot_be_read_goes() -> None:
    kept: Any = as_written(secretive(**{LAST_APPLIED: "{hunter2"}))

    assert "hunter2" not in json.dumps(kept)


@pytest.mark.parametrize("kind", [{"name": "p"}, ["Pod"], 5, None])
def test_a_kind_that_is_no_text_is_the_kind_of_no_object(kind: Json) -> None:
    document: dict[str, Json] = {"apiVersion": "v1", "kind": kind, "metadata": {"name": "p"}}

    assert document["metadata"] == as_written(document)["metadata"]
