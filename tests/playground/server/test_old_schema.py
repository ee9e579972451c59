"""A server whose database is older than it is says so: on pages, to scripts, on /readyz."""

import json
from collections.abc import Iterator

import pytest
from channels.testing import ApplicationCommunicator
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client as Browser

from playground.asgi import application
from playground.runs.models import Run
from playground.server.telemetry import readiness

OLD = [("runs", "0005_input_texts")]


@pytest.fixture
def old_schema(run: Run, monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    monkeypatch.setattr(readiness, "_current", set())
    executor = MigrationExecutor(connection)
    newest = executor.loader.graph.leaf_nodes()
    executor.migrate(OLD)
    yield run
    MigrationExecutor(connection).migrate(newest)


def test_pages_and_scripts_are_told_that_the_database_is_too_old(old_schema: Run) -> None:
    browser = Browser()
    pages = [browser.get(f"/r/{old_schema.pk}"), browser.get("/"), browser.post(f"/r/{old_schema.pk}/fork")]
    script = browser.post(f"/r/{old_schema.pk}/fork", headers={"Accept": "application/json"})
    api = browser.get(f"/api/v1/runs/{old_schema.pk}")
    ready = browser.get("/readyz")

    assert [503] * 6 == [item.status_code for item in (*pages, script, api, ready)]
    assert "podium prepare" in pages[0].content.decode()
    assert "server.old_schema" == script.json()["message"]["id"]
    assert "server.old_schema" == api.json()["code"]
    assert "! database: old schema, lacks runs.0006_lasting: run `podium prepare`" in ready.content.decode()


async def test_kubectl_is_told_that_the_database_is_too_old(old_schema: Run) -> None:
    scope = {
        "type": "http",
        "method": "GET",
        "path": f"/r/{old_schema.pk}/k8s/api/v1/pods",
        "query_string": b"",
    }
    app = ApplicationCommunicator(application, scope | {"headers": [(b"host", b"localhost")]})
    await app.send_input({"type": "http.request", "body": b""})
    head = await app.receive_output(30)
    result = json.loads((await app.receive_output(30))["body"])

    assert (503, "Status", "ServiceUnavailable") == (head["status"], result["kind"], result["reason"])
    assert "podium prepare" in result["message"]
