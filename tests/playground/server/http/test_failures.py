"""An error that nobody expected has an id: in the answer of each door, and once in the log, with its traceback."""

from __future__ import annotations

import json
import logging
import re
from typing import Any

import pytest
from django.test import Client

from playground.runs import services
from playground.runs.models import Run
from playground.server.http import failures
from playground.server.refusals import WorkerEndedError
from playground.workers import pool as workers
from tests.playground.kubeapi.requests import send

ID = re.compile(r"\b[0-9a-f]{8}\b")


def breaks(*_: Any, **__: Any) -> Any:
    raise ZeroDivisionError("in the middle")


def logged(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The ids of the errors in the log that have a traceback."""
    return [ID.findall(record.getMessage())[0] for record in caplog.records if record.exc_info]


@pytest.fixture
def broken(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setattr(services, "standing", breaks)
    return run


@pytest.mark.parametrize(
    ("address", "accept", "place"),
    [
        ("/r/{}", "text/html", "<p>"),
        ("/r/{}/find?q=a", "application/json", '"said"'),
        ("/api/v1/runs/{}", "application/json", '"code": "server.error"'),
    ],
)
def test_a_page_and_a_script_are_told_the_id_of_an_error(
    broken: Run, caplog: pytest.LogCaptureFixture, address: str, accept: str, place: str
) -> None:
    browser = Client(raise_request_exception=False)
    answer = browser.get(address.format(broken.pk), headers={"accept": accept})
    result = answer.content.decode()

    assert (500, True) == (answer.status_code, place.replace(" ", "") in result.replace(" ", ""))
    assert [True] == [item in result for item in logged(caplog)]


async def test_the_kubernetes_api_tells_the_id_of_an_error_as_a_status(
    run: Run, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playground.kubeapi.standings.standing", breaks)
    got = await send("GET", f"/r/{run.pk}/k8s/api/v1/nodes")
    result = json.loads(got.text)

    assert (500, "Status", 500) == (got.code, result["kind"], result["code"])
    assert [True] == [item in result["message"] for item in logged(caplog)]


@pytest.mark.parametrize("address", ["/r/{}/find?q=a", "/api/v1/runs/{}/snapshot"])
def test_a_call_whose_worker_ended_each_time_is_an_error_and_not_a_busy_server(
    run: Run, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    async def ended(*_: Any, **__: Any) -> Any:
        raise WorkerEndedError("a call")

    monkeypatch.setattr(workers.pool(), "call", ended)
    browser = Client(raise_request_exception=False)
    answer = browser.get(address.format(run.pk), headers={"accept": "application/json"})

    assert (500, "") == (answer.status_code, answer.headers.get("Retry-After", ""))
    assert [True] == [item in answer.content.decode() for item in logged(caplog)]


def test_an_error_that_two_doors_hear_of_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    error = ValueError("a")
    log = logging.getLogger("playground.runs")
    references = {failures.reference_of(error, log, "a step") for _ in range(2)}

    assert (1, 1) == (len(references), len(logged(caplog)))
    assert "ab12cd34" == failures.reference_of(failures.logged("ab12cd34"), log, "another")
