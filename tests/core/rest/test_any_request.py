"""Anything that the interface's own OpenAPI allows, and much that it does not: every refusal is a `Status`."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scheduler_core import (
    ApiRequest,
    ApiResponse,
    Run,
    answer_read,
    answer_watch,
    answer_write,
)
from scheduler_core.rest.schema.openapi import openapi
from tests.builders import node, pod, workload
from tests.core.rest.builders import TABLE, body

EXAMPLES = int(os.environ.get("PODIUM_FUZZ", "100"))
VERSION = "v1.36.2"
METHODS = {"get": "GET", "post": "POST", "put": "PUT", "patch": "PATCH", "delete": "DELETE"}
PATCHES = (
    "application/json-patch+json",
    "application/merge-patch+json",
    "application/strategic-merge-patch+json",
    "application/apply-patch+yaml",
)


def operations() -> list[tuple[str, str, list[str]]]:
    """Each path of the OpenAPI documents with a method and the names of its parameters."""
    results = []
    root: Any = openapi("/openapi/v3", "", VERSION)
    for name in root.body["paths"]:
        document: Any = openapi(f"/openapi/v3/{name}", "", VERSION)
        for path, item in document.body["paths"].items():
            for method, operation in item.items():
                if method in METHODS:
                    results.append(
                        (path, METHODS[method], [parameter["name"] for parameter in operation["parameters"]])
                    )
    return results


_names = st.sampled_from(
    ["web", "n1", "n2", "alone", "default", "kube-system", "nothing", "A/b", "..", "x" * 300, "é"]
)
_values = st.sampled_from(
    [
        "",
        "0",
        "1",
        "All",
        "-1",
        "true",
        "Strict",
        "a=b",
        "a in (b",
        "metadata.name=n1",
        "spec.x=1",
        "Exact",
        "9" * 20,
        "é",
        "kubectl",
    ]
)
_scalars = (
    st.none()
    | st.booleans()
    | st.integers(-5, 2**40)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
)
_keys = st.sampled_from(
    [
        "kind",
        "apiVersion",
        "metadata",
        "spec",
        "status",
        "name",
        "labels",
        "containers",
        "image",
        "replicas",
        "selector",
        "target",
        "op",
        "path",
        "value",
        "$patch",
        "data",
        "managedFields",
        "taints",
        "deleteOptions",
    ]
)
_json = st.recursive(
    _scalars,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(_keys | st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=12,
)
_sound = st.sampled_from(
    [pod("new", "1"), node("n9"), workload("Deployment", "new"), {"spec": {"replicas": 2}}]
)
_patch = st.lists(
    st.fixed_dictionaries(
        {
            "op": st.sampled_from(["add", "remove", "replace", "test", "move", "?"]),
            "path": st.sampled_from(
                [
                    "",
                    "/spec",
                    "/spec/replicas",
                    "/metadata/labels/a",
                    "/spec/template/spec/containers/0/image",
                    "x",
                ]
            ),
            "value": _json,
        }
    ),
    max_size=3,
)


@st.composite
def _mutated(draw: Any) -> Any:
    """A sound object of which one part is another."""
    made = dict(draw(_sound))
    part = draw(st.sampled_from(sorted(made)))
    inner = made[part]
    if isinstance(inner, dict) and inner and draw(st.booleans()):
        return {**made, part: {**inner, draw(st.sampled_from(sorted(inner))): draw(_json)}}
    return {**made, part: draw(_json)}


OPERATIONS = operations()


@st.composite
def requests(draw: Any) -> ApiRequest:
    path, method, parameters = draw(st.sampled_from(OPERATIONS))
    path = path.replace("{namespace}", draw(_names)).replace("{name}", draw(_names))
    path += draw(
        st.sampled_from(["", "", "", "/status", "/scale", "/eviction", "/binding", "/log", "/nothing"])
    )
    query = draw(
        st.dictionaries(
            st.sampled_from([*parameters, "force", "watch", "limit", "continue", "labelSelector"]),
            _values,
            max_size=3,
        )
    )
    sent = None if method == "GET" else draw(_sound | _mutated() | _json | _patch)
    return ApiRequest(
        method,
        path,
        query,
        draw(st.sampled_from(["", TABLE])),
        draw(st.sampled_from(["", *PATCHES])),
        sent,
        agent=draw(st.sampled_from(["", "kubectl/v1"])),
    )


def answer(recording: Run, request: ApiRequest) -> ApiResponse | None:
    world = recording.world(recording.head_seq)
    if request.method != "GET":
        return answer_write(world, request, 0, may_write=True).response
    if request.watches:
        result = answer_watch(
            recording, recording.head_seq, request, request.query.get("resourceVersion", "")
        )
        return result if isinstance(result, ApiResponse) else None
    return answer_read(world, request)


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(request=requests())
def test_no_request_fails_and_every_refusal_is_a_status(recording: Run, request: ApiRequest) -> None:
    result = answer(recording, request)
    if result is not None and result.code >= 400 and isinstance(result.body, dict):
        status: Any = result.body

        assert ("Status", "Failure", result.code) == (status["kind"], status["status"], status["code"])
    assert result is None or result.code not in (500, 501)


def test_asking_changes_nothing(recording: Run) -> None:
    assert ["n1", "n2"] == [item["metadata"]["name"] for item in body(recording, "/api/v1/nodes")["items"]]
