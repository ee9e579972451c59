"""The Kubernetes API over HTTP: addresses, rights, bounds."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from channels.testing import HttpCommunicator

from playground import limits
from playground.asgi import application
from playground.kubeapi.app import request_buckets
from playground.runs.models import Run


@pytest.fixture(autouse=True)
def _untroubled() -> None:
    request_buckets.clear()


@dataclass(frozen=True)
class Got:
    code: int
    headers: Mapping[str, str]
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)


async def send(method: str, path: str, *, body: bytes = b"", host: str = "localhost", **headers: str) -> Got:
    sent = [(b"host", host.encode())]
    sent += [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    told = await HttpCommunicator(application, method, path, body, sent).get_response(timeout=30)
    found = {name.decode().lower(): value.decode() for name, value in told["headers"]}
    return Got(told["status"], found, told["body"].decode())


async def test_a_run_lists_its_nodes(run: Run) -> None:
    got = await send("GET", f"/r/{run.pk}/k8s/api/v1/nodes")

    assert ["n1", "n2", "n3"] == [each["metadata"]["name"] for each in got.json["items"]]
    assert "application/json" == got.headers["content-type"]


async def test_a_step_of_the_past_is_served_as_it_was(run: Run) -> None:
    got = await send("GET", f"/r/{run.pk}/k8s@0/api/v1/pods?fieldSelector=spec.nodeName%3D")

    assert 6 == len(got.json["items"])


async def test_a_step_that_is_not_there_is_a_status(run: Run) -> None:
    got = await send("GET", f"/r/{run.pk}/k8s@7/api/v1/pods")

    assert (404, "the run has no step 7: its newest is 0") == (got.code, got.json["message"])


async def test_a_run_that_is_not_there_is_a_status(transactional_db: None) -> None:
    got = await send("GET", "/r/nosuchrun/k8s/api/v1/pods")

    assert (404, "NotFound") == (got.code, got.json["reason"])


async def test_discovery_ends_with_a_slash_or_not(run: Run) -> None:
    for path in ("/version/", "/api/", "/apis/apps/"):
        assert 200 == (await send("GET", f"/r/{run.pk}/k8s{path}")).code


async def test_another_host_reaches_nothing(run: Run) -> None:
    assert 400 == (await send("GET", f"/r/{run.pk}/k8s/api/v1/pods", host="evil.example")).code


async def test_a_wrong_token_is_unauthorized(run: Run) -> None:
    got = await send("GET", f"/r/{run.pk}/k8s/api/v1/pods", authorization="Bearer wrong")

    assert (401, "Unauthorized") == (got.code, got.json["reason"])


async def test_a_body_that_is_too_long_is_refused(run: Run) -> None:
    body = b"x" * (limits.PAGE_BODY_BYTES + 1)
    got = await send("POST", f"/r/{run.pk}/k8s/api/v1/namespaces/default/pods", body=body)

    assert (413, "RequestEntityTooLarge") == (got.code, got.json["reason"])


async def test_who_asks_too_much_is_told_when_to_come_back(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_buckets, "take", lambda key: 1500)
    got = await send("GET", f"/r/{run.pk}/k8s/version")

    assert (429, "TooManyRequests", "2") == (got.code, got.json["reason"], got.headers["retry-after"])
