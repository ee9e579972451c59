"""The operations of `/api/v1`: method, address, fields, and answer. Nothing here does I/O."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import scheduler_core as core
from playground.runs.protocol import (
    SIZES,
    Command,
    Field,
    an_object,
    flag,
    one_of,
    positive,
    seconds,
    whole,
    wrong_type,
)
from scheduler_core import QUERIES, Problem


def text(value: Any, path: str) -> Problem | None:
    return None if isinstance(value, str) else wrong_type(path, "a text", value)


def a_list(value: Any, path: str) -> Problem | None:
    return None if isinstance(value, list) else wrong_type(path, "a list", value)


#: Check → the JSON Schema of the values that it accepts.
SCHEMAS: Mapping[Any, dict[str, Any]] = {
    whole: {"type": "integer", "minimum": 0},
    positive: {"type": "integer", "minimum": 1},
    seconds: {"type": "number", "minimum": 0},
    flag: {"type": "boolean"},
    an_object: {"type": "object"},
    a_list: {"type": "array", "items": {}},
    text: {"type": "string"},
}
a_size = one_of(*SIZES)


def schema_of(field: Field) -> dict[str, Any]:
    return {"type": "string", "enum": list(SIZES)} if field.check is a_size else SCHEMAS[field.check]


@dataclass(frozen=True, slots=True)
class Query:
    """A field of the query: a whole number or a text; an optional one has a default."""

    name: str
    kind: Literal["integer", "string"]
    words: str
    required: bool = False


@dataclass(frozen=True, slots=True)
class Operation:
    """`name` is the operationId and the name of its view; `path` follows `/api/v1`. `token`: the right to act
    is required. `body` are the fields of a POST. `answer` is the JSON Schema of a successful answer, which
    has status `status`."""

    name: str
    method: Literal["GET", "POST"]
    path: str
    words: str
    answer: dict[str, Any]
    query: tuple[Query, ...] = ()
    body: tuple[Field, ...] = ()
    token: bool = False
    status: int = 200

    def command(self) -> Command:
        """The body as a command, so that the same parser reports its problems."""
        return Command(self.name, self.body, "act" if self.token else "view", self.words)


AT = Query("at", "integer", "the step; without it the newest one")
WHOLE = {"type": "integer"}
TEXT = {"type": "string"}
ANY_OBJECT = {"type": "object"}


def object_of(**members: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": members, "required": sorted(members)}


def list_of(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _of_step(name: str, query: core.Query) -> Operation:
    """A question of the core as an operation. Its optional arguments are left out."""
    needed = [argument for argument in query.arguments if argument.required]
    args = (Query(parameter.name, "string", parameter.words, required=True) for parameter in needed)
    schema = dict(query.schema or {})
    return Operation(name, "GET", f"/runs/{{run}}/{name}", query.words, schema, query=(*args, AT))


RUN = {"$ref": "#/components/schemas/Run"}
MADE = {"$ref": "#/components/schemas/MadeRun"}
FRAMES = {"$ref": "#/components/schemas/Frames"}
SCENARIO = {"$ref": "#/components/schemas/Scenario"}

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "root", "GET", "/", "what this server speaks", object_of(api=TEXT, kubernetes=TEXT, openapi=TEXT)
    ),
    Operation("openapi", "GET", "/openapi.json", "this interface as OpenAPI 3.1", ANY_OBJECT),
    Operation("scenarios", "GET", "/scenarios", "the scenarios of the gallery", list_of(SCENARIO)),
    Operation(
        "scenario",
        "GET",
        "/scenarios/{slug}",
        "one scenario, with its manifest as YAML",
        {"allOf": [SCENARIO, object_of(manifest=TEXT)]},
    ),
    Operation(
        "create_run",
        "POST",
        "/runs",
        "a new run of a scenario, or of a manifest",
        MADE,
        body=(
            Field("scenario", text, False),
            Field("manifest", text, False),
            Field("addNodes", flag, False),
            Field("title", text, False),
            Field("release", text, False),
            Field("gates", text, False),
        ),
        status=201,
    ),
    Operation("run", "GET", "/runs/{run}", "how a run stands", RUN),
    Operation(
        "steps",
        "POST",
        "/runs/{run}/steps",
        "play on from the newest step",
        FRAMES,
        body=(
            Field("size", a_size),
            Field("from", whole, False),
            Field("until", seconds, False),
            Field("limit", positive, False),
        ),
        token=True,
    ),
    Operation(
        "inputs",
        "POST",
        "/runs/{run}/inputs",
        "do something to the cluster at the newest step",
        FRAMES,
        body=(Field("input", an_object), Field("from", whole, False)),
        token=True,
    ),
    Operation(
        "until",
        "POST",
        "/runs/{run}/until",
        "the step at which a condition begins to hold",
        object_of(seq=WHOLE, holds={"type": "boolean"}, said=TEXT, ended={"type": "boolean"}),
        body=(Field("condition", text), Field("from", whole, False), Field("limit", positive, False)),
    ),
    Operation(
        "judge",
        "POST",
        "/runs/{run}/judge",
        "whether conditions hold at a step",
        object_of(verdicts=list_of(object_of(holds={"type": "boolean"}, said=TEXT))),
        body=(Field("conditions", a_list), Field("at", whole, False)),
    ),
    Operation(
        "forks",
        "POST",
        "/runs/{run}/forks",
        "a run with the same past up to a step",
        MADE,
        body=(Field("at", whole, False),),
        status=201,
    ),
    Operation(
        "frames",
        "GET",
        "/runs/{run}/frames",
        "the frames after step `from` up to step `to`",
        FRAMES,
        query=(Query("from", "integer", "a step; without it 0"), Query("to", "integer", "a later step")),
    ),
    Operation(
        "story",
        "GET",
        "/runs/{run}/story",
        "the sentences of those frames, in your language",
        list_of(object_of(seq=WHOLE, t={"type": "number"}, who=TEXT, said=TEXT)),
        query=(Query("from", "integer", "a step; without it 0"), Query("to", "integer", "a later step")),
    ),
    *(_of_step(name, query) for name, query in QUERIES.items() if query.words),
)
