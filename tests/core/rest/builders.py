"""Runs that are asked through the REST interface, and what they answer."""

from __future__ import annotations

import json
from typing import Any

from scheduler_core import ApiRequest, ApiResponse, Run, answer_read, answer_write, parse_input
from scheduler_core.rest.write_handlers import WriteResult
from tests.builders import node, pod, workload
from tests.core.play import header, scenario_from

WEB = "/apis/apps/v1/namespaces/default/deployments/web"
APPLY = "application/apply-patch+yaml"
TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json"


def shop() -> Run:
    """Two nodes and a Deployment of three pods, all of which run."""
    web = workload("Deployment", "web", replicas=3)
    recording = Run(
        scenario_from([header(), node("n1", cpu="4"), node("n2", cpu="4"), web, pod("alone", "1")])
    )
    recording.step(0, "quiet", limit=500)
    return recording


def ask(recording: Run, path: str, accept: str = "", **query: str) -> ApiResponse:
    request = ApiRequest("GET", path, query, accept)
    return answer_read(recording.world(recording.head_seq), request)


def body(recording: Run, path: str, accept: str = "", **query: str) -> Any:
    """A copy of what is answered, as a client has it."""
    return json.loads(json.dumps(ask(recording, path, accept, **query).body))


def names(recording: Run, path: str, **query: str) -> list[str]:
    return [item["metadata"]["name"] for item in body(recording, path, **query)["items"]]


def cells(recording: Run, path: str, **query: str) -> list[dict[str, Any]]:
    """The rows of a table, by the names of the columns."""
    result = body(recording, path, TABLE, **query)
    columns = [column["name"] for column in result["columnDefinitions"]]
    return [dict(zip(columns, row["cells"], strict=True)) for row in result["rows"]]


def attempt(
    recording: Run, method: str, path: str, value: Any = None, kind: str = "", **query: str
) -> WriteResult:
    request = ApiRequest(
        method, path, query, content_type=kind, body=value, agent="kubectl/v1.34.1 (linux/amd64)"
    )
    return answer_write(recording.world(recording.head_seq), request, 0, may_write=True)


def code_and_message(written: WriteResult) -> tuple[int, Any]:
    answer: Any = written.response.body
    return written.response.code, answer.get("message", answer)


def given(recording: Run, written: WriteResult) -> None:
    """Gives the input as it is stored."""
    assert written.input is not None
    value = parse_input(written.input.to_json())
    assert value == written.input
    frame: Any = recording.give(recording.head_seq, value)  # type: ignore[arg-type]
    assert isinstance(frame, dict), frame
