"""The OpenAPI document is a good one, and says what the views answer."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from playground.api.openapi import document, failures_of
from playground.api.operations import OPERATIONS, Operation
from playground.runs.models import Run
from tests import builders
from tests.playground.api.conftest import Api
from tests.playground.doc_tables import table

DOCUMENT = document("http://podium.test")
PAGE = Path(__file__).parents[3] / "docs/api.md"
ADVICE = next(operation for operation in OPERATIONS if operation.name == "advice")
READS = [
    operation for operation in OPERATIONS if operation.method == "GET" and "{slug}" not in operation.path
]

pytestmark = pytest.mark.django_db(transaction=True)


def schema_of(operation: Operation) -> dict[str, Any]:
    of_path = DOCUMENT["paths"][operation.path][operation.method.lower()]
    result = of_path["responses"][str(operation.status)]["content"]["application/json"]["schema"]
    return {**result, "components": DOCUMENT["components"]}


def promised(answer: Any, operation: Operation) -> None:
    """Fails where the answer is not of the schema that the document has for the operation."""
    import jsonschema  # takes a second, and this file is collected by every test process

    jsonschema.validate(answer, schema_of(operation))


@pytest.mark.parametrize("operation", READS, ids=lambda operation: operation.name)
def test_what_a_view_answers_is_what_the_document_promises(api: Api, run: Run, operation: Operation) -> None:
    api.post(f"/runs/{run.pk}/steps", {"size": "act"})
    query = {"why": "?pod=default/p0", "advice": "?pod=default/p0", "room": "?pod=default/p0"}
    query |= {"nearest": "?pod=default/p0"}
    query |= {"manifest": "?kind=Node&key=n1", "upgrade": "?to=1.35"}
    status, answer = api.get(operation.path.replace("{run}", run.pk) + query.get(operation.name, ""))

    assert 200 == status
    promised(answer, operation)


def test_a_run_that_is_made_is_what_the_document_promises(api: Api, run: Run) -> None:
    _, made = api.post(f"/runs/{run.pk}/forks", {"at": 0})

    promised(made, next(operation for operation in OPERATIONS if operation.name == "forks"))


def test_every_address_of_an_operation_names_each_of_its_fields() -> None:
    described = {
        path: {field["name"] for field in operation["parameters"] if field["in"] == "path"}
        for path, operations in DOCUMENT["paths"].items()
        for operation in operations.values()
    }

    assert {path: set(re.findall(r"{(\w+)}", path)) for path in DOCUMENT["paths"]} == described


def test_the_page_names_every_operation() -> None:
    messages = [(row[0], row[1]) for row in table(PAGE.read_text(encoding="utf-8"), "## Operations")]

    assert [
        (f"`{operation.method} {operation.path}`", operation.words) for operation in OPERATIONS
    ] == messages


def test_the_page_names_every_field_of_advice() -> None:
    rows = [(row[0], row[1]) for row in table(PAGE.read_text(encoding="utf-8"), "## Advice")]
    fields = schema_of(ADVICE)["items"]["properties"]

    assert [(f"`{name}`", field["description"]) for name, field in fields.items()] == rows


def test_advice_about_a_pod_that_fits_nowhere_is_what_the_document_promises(stranger: Api) -> None:
    waiting = builders.pod("p", "3", nodeSelector={"disk": "ssd"})
    manifests = [builders.node("n1", "4"), waiting]
    _, made = stranger.post("/runs", {"manifest": yaml.safe_dump_all(manifests)})
    owner = Api(made["token"])
    owner.post(f"/runs/{made['run']}/steps", {"size": "quiet"})
    status, answer = owner.get(f"/runs/{made['run']}/advice?pod=default/p")

    assert (200, True) == (status, len(answer) > 0)
    assert all(entry["lines"] and entry["price"] for entry in answer if entry["result"] != "none")
    promised(answer, ADVICE)


def test_a_token_is_asked_for_where_the_document_says_so(api: Api, run: Run) -> None:
    stranger = Api("")
    bodies = {"steps": {"size": "act"}, "inputs": {"input": {"kind": "cordon", "node": "n1"}}}
    requests = {
        operation.name
        for operation in OPERATIONS
        if operation.method == "POST"
        and stranger.post(operation.path.replace("{run}", run.pk), bodies.get(operation.name, {}))[0] == 401
    }

    assert {operation.name for operation in OPERATIONS if operation.token} == requests
    assert all("401" in failures_of(operation) for operation in OPERATIONS if operation.token)
