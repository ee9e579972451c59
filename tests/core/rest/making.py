"""Runs that are asked through the REST interface, and what they answer."""

from __future__ import annotations

import json
from typing import Any

from scheduler_core import ApiRequest, ApiResponse, Recording, answer_read
from tests.builders import node, pod, workload
from tests.core.making import header
from tests.core.playing import scenario_from

TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json"


def shop() -> Recording:
    """Two nodes and a Deployment of three pods, all of which run."""
    web = workload("Deployment", "web", replicas=3)
    recording = Recording(
        scenario_from([header(), node("n1", cpu="4"), node("n2", cpu="4"), web, pod("alone", "1")])
    )
    recording.step(0, "quiet", limit=500)
    return recording


def ask(recording: Recording, path: str, accept: str = "", **query: str) -> ApiResponse:
    request = ApiRequest("GET", path, query, accept)
    return answer_read(recording.world(recording.head_seq), request)


def body(recording: Recording, path: str, accept: str = "", **query: str) -> Any:
    """A copy of what is answered, as a client has it."""
    return json.loads(json.dumps(ask(recording, path, accept, **query).body))


def names(recording: Recording, path: str, **query: str) -> list[str]:
    return [each["metadata"]["name"] for each in body(recording, path, **query)["items"]]


def cells(recording: Recording, path: str, **query: str) -> list[dict[str, Any]]:
    """The rows of a table, by the names of the columns."""
    told = body(recording, path, TABLE, **query)
    columns = [column["name"] for column in told["columnDefinitions"]]
    return [dict(zip(columns, row["cells"], strict=True)) for row in told["rows"]]
