"""The OpenAPI document is a good one, and says what the views answer."""

import re
from pathlib import Path
from typing import Any

import pytest

from playground.api.openapi import document, failures_of
from playground.api.operations import OPERATIONS, Operation
from playground.runs.models import Run
from tests.playground.api.conftest import Api
from tests.playground.doc_tables import table

DOCUMENT = document("http://podium.test")
PAGE = Path(__file__).parents[3] / "docs/api.md"
READS = [each for each in OPERATIONS if each.method == "GET" and "{slug}" not in each.path]

pytestmark = pytest.mark.django_db(transaction=True)


def schema_of(operation: Operation) -> dict[str, Any]:
    of_path = DOCUMENT["paths"][operation.path][operation.method.lower()]
    found = of_path["responses"][str(operation.status)]["content"]["application/json"]["schema"]
    return {**found, "components": DOCUMENT["components"]}


def promised(answer: Any, operation: Operation) -> None:
    """Fails where the answer is not of the schema that the document has for the operation."""
    import jsonschema  # takes a second, and this file is collected by every test process

    jsonschema.validate(answer, schema_of(operation))


@pytest.mark.parametrize("operation", READS, ids=lambda each: each.name)
def test_what_a_view_answers_is_what_the_document_promises(api: Api, run: Run, operation: Operation) -> None:
    api.post(f"/runs/{run.pk}/steps", {"size": "act"})
    query = {"why": "?pod=default/p0", "advice": "?pod=default/p0", "room": "?pod=default/p0"}
    query |= {"manifest": "?kind=Node&key=n1", "upgrade": "?to=1.35"}
    status, answer = api.get(operation.path.replace("{run}", run.pk) + query.get(operation.name, ""))

    assert 200 == status
    promised(answer, operation)


def test_a_run_that_is_made_is_what_the_document_promises(api: Api, run: Run) -> None:
    _, made = api.post(f"/runs/{run.pk}/forks", {"at": 0})

    promised(made, next(each for each in OPERATIONS if each.name == "forks"))


def test_every_address_of_an_operation_names_each_of_its_fields() -> None:
    described = {
        path: {field["name"] for field in each["parameters"] if field["in"] == "path"}
        for path, operations in DOCUMENT["paths"].items()
        for each in operations.values()
    }

    assert {path: set(re.findall(r"{(\w+)}", path)) for path in DOCUMENT["paths"]} == described


def test_the_page_names_every_operation() -> None:
    told = [(row[0], row[1]) for row in table(PAGE.read_text(encoding="utf-8"), "## Operations")]

    assert [(f"`{each.method} {each.path}`", each.words) for each in OPERATIONS] == told


def test_a_token_is_asked_for_where_the_document_says_so(api: Api, run: Run) -> None:
    stranger = Api("")
    bodies = {"steps": {"size": "act"}, "inputs": {"input": {"kind": "cordon", "node": "n1"}}}
    asked = {
        each.name
        for each in OPERATIONS
        if each.method == "POST"
        and stranger.post(each.path.replace("{run}", run.pk), bodies.get(each.name, {}))[0] == 401
    }

    assert {each.name for each in OPERATIONS if each.token} == asked
    assert all("401" in failures_of(each) for each in OPERATIONS if each.token)
