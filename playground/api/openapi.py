"""The API as OpenAPI 3.1, made from the table of operations."""

from __future__ import annotations

from typing import Any

from playground.api.operations import OPERATIONS, TEXT, WHOLE, Operation, list_of, object_of, schema_of

VERSION = "1.0.0"
_LICENCE = {"name": "Apache-2.0", "identifier": "Apache-2.0"}

_NULLABLE = {"type": ["string", "null"]}
_SCHEMAS: dict[str, Any] = {
    "Run": object_of(
        run=TEXT, title=TEXT, head=WHOLE, inputs=WHOLE, seed=WHOLE, scenario=_NULLABLE, url=TEXT
    ),
    "MadeRun": {
        "allOf": [
            {"$ref": "#/components/schemas/Run"},
            object_of(
                token={**TEXT, "description": "the right to act on the run: send it as a bearer token"},
                editUrl={**TEXT, "description": "the edit link, which gives a browser that right"},
                problems=list_of({"$ref": "#/components/schemas/Problem"}),
                doubt={
                    **TEXT,
                    "description": "that answers may be wrong because the manifest lacks something",
                },
            ),
        ]
    },
    "Frames": {
        "type": "object",
        "properties": {
            "from": WHOLE,
            "to": WHOLE,
            "head": WHOLE,
            "frames": {**list_of({"type": "object"}), "description": "as docs/protocol.md has them"},
        },
        "required": ["from", "to", "head", "frames"],
    },
    "Scenario": object_of(
        slug=TEXT, title=TEXT, topic=TEXT, summary=TEXT, question=TEXT, run=_NULLABLE, url=TEXT
    ),
    "Problem": {
        "type": "object",
        "properties": {
            "code": TEXT,
            "message": {**TEXT, "description": "a sentence in the language of Accept-Language"},
            "path": TEXT,
            "line": {"type": ["integer", "null"]},
            "head": WHOLE,
        },
        "required": ["code", "message", "path", "line"],
    },
}

#: Possible failures: of all operations, of those with a run, of those with a body, of those with a token.
_ALWAYS = {"405": "another method", "429": "too many requests", "503": "the server has too much to do"} | {
    "500": "the server failed; the message has the id of the error in its log"
}
_OF_A_RUN = {
    "404": "there is no such run or step",
    "409": "the run moved on, or is held back",
    "410": "the run went",
}
_OF_A_BODY = {"400": "the body is not what is described", "413": "it is too long", "415": "it is not JSON"}
_OF_A_TOKEN = {"401": "a token is needed", "403": "the token is not one of this run"}
_OF_INPUTS = {"422": "it says nothing that can be done; `path` and `line` name what is wrong"}


def document(server: str) -> dict[str, Any]:
    """The OpenAPI document of a server at an address such as `https://podium.example.org`."""
    paths: dict[str, Any] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _described(operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "podium",
            "version": VERSION,
            "license": _LICENCE,
        },
        "servers": [{"url": f"{server}/api/v1"}],
        "paths": paths,
        "components": {
            "schemas": _SCHEMAS,
            "securitySchemes": {"editLink": {"type": "http", "scheme": "bearer"}},
        },
    }


def _described(operation: Operation) -> dict[str, Any]:
    fields = [name[1:-1] for name in operation.path.split("/") if name.startswith("{")]
    parameters = [{"name": name, "in": "path", "required": True, "schema": TEXT} for name in fields]
    parameters += [
        {
            "name": field.name,
            "in": "query",
            "required": field.required,
            "description": field.words,
            "schema": {"type": "integer", "minimum": 0} if field.kind == "integer" else TEXT,
        }
        for field in operation.query
    ]
    members: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.words,
        "parameters": parameters,
        "responses": {
            str(operation.status): {
                "description": "as asked",
                "content": _json_of(operation.answer),
            },
            **{status: _failed(words) for status, words in failures_of(operation).items()},
        },
    }
    if operation.body:
        schema = {
            "type": "object",
            "properties": {field.name: schema_of(field) for field in operation.body},
            "required": [field.name for field in operation.body if field.required],
            "additionalProperties": False,
        }
        members["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    if operation.token:
        members["security"] = [{"editLink": []}]
    return members


def failures_of(operation: Operation) -> dict[str, str]:
    """Status → its meaning, for all possible failures of an operation."""
    failures = dict(_ALWAYS)
    if "{" in operation.path:
        failures |= _OF_A_RUN
    if operation.method == "POST":
        failures |= _OF_A_BODY | _OF_INPUTS
    elif operation.query:
        failures |= {"400": _OF_A_BODY["400"].replace("body", "address")}
    if operation.token:
        failures |= _OF_A_TOKEN
    if operation.name == "create_run":
        failures |= {"404": "there is no such scenario"}
    return dict(sorted(failures.items()))


def _failed(words: str) -> dict[str, Any]:
    problem = {"$ref": "#/components/schemas/Problem"}
    return {"description": words, "content": _json_of(problem)}


def _json_of(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
