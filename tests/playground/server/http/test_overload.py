"""What cannot be done now is a 503 that says when to try again, never a 500."""

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from playground.runs import questions, stepper
from playground.runs.models import Run
from playground.server.fairness.asker import asker
from playground.server.fairness.buckets import Buckets
from playground.server.fairness.gate import OVERLOADED
from playground.server.http.overload import OverloadMiddleware
from playground.server.refusals import BusyError, TooLargeError, TooLongError
from playground.workers import pool as workers

pytestmark = pytest.mark.django_db(transaction=True)


def failing(error: Exception) -> Any:
    async def call(*args: Any, **kwargs: Any) -> Any:
        raise error

    return call


@pytest.mark.parametrize(
    ("error", "seconds"),
    [(BusyError("why", 7.0), 7), (TooLongError("why", 12.0), 30), (TooLargeError("why", 3 << 30), 30)],
)
def test_a_page_whose_worker_does_not_answer_says_so(
    client: Client, run: Run, monkeypatch: pytest.MonkeyPatch, error: Exception, seconds: int
) -> None:
    monkeypatch.setattr(workers.pool(), "call", failing(error))

    page = client.get(f"/r/{run.pk}/pods/default/p/why")

    assert (503, str(seconds)) == (page.status_code, page.headers["Retry-After"])
    assert "503" in page.content.decode()
    assert f"/r/{run.pk}/pods/default/p/why" in page.content.decode()


def test_a_page_that_needs_too_much_memory_names_the_limit(
    client: Client, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers.pool(), "call", failing(TooLargeError("why", 3 << 30)))

    page = client.get(f"/r/{run.pk}/pods/default/p/why")

    assert "This needs more than 3072 MB of memory and was stopped." in page.content.decode()


def test_a_script_is_told_as_json(client: Client, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers.pool(), "call", failing(BusyError("faults")))

    answer = client.get(f"/r/{run.pk}/faults", headers={"Accept": "application/json"})

    assert 503 == answer.status_code
    assert "server.busy" == answer.json()["message"]["id"]


def test_a_request_that_is_one_too_many_is_told_so(rf: RequestFactory) -> None:
    request = rf.get("/")
    request.scope = {OVERLOADED: True}  # type: ignore[attr-defined]  # as an ASGI request has it
    page = OverloadMiddleware(lambda request: HttpResponse())(request)

    assert (503, True) == (page.status_code, "Retry-After" in page.headers)


def test_what_was_asked_once_is_not_asked_again(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from playground.runs import services

    run_state = services.standing(run.pk)
    assert run_state is not None
    first = questions.text(run_state, "node_table", 0)
    monkeypatch.setattr(workers.pool(), "call", failing(BusyError("node_table")))

    assert first == questions.text(run_state, "node_table", 0)
    with pytest.raises(BusyError):
        questions.text(run_state, "faults", 0, node=None)


def test_who_asks_too_much_is_told_to_wait_and_what_is_known_is_still_told(
    client: Client, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stepper, "question_buckets", Buckets(0.1, 1))
    asker.set("a visitor")
    statuses = [client.get(f"/r/{run.pk}/{page}").status_code for page in ("faults", "faults", "nodes")]
    refused = client.get(f"/r/{run.pk}/nodes")
    asker.set("another")

    assert [200, 200, 429] == statuses
    assert "10" == refused.headers["Retry-After"]
    assert 200 == client.get(f"/r/{run.pk}/nodes").status_code
