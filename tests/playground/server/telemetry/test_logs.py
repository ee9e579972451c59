"""The log as JSON: one object a line, with the ids of request and run. And spans, where traces are asked for."""

import io
import json
import logging
import os
import subprocess
import sys
from typing import Any

import pytest
from django.conf import settings
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from pythonjsonlogger.json import JsonFormatter

from playground.server.telemetry import access_log, traces


def settings_with(**environment: str) -> Any:
    """What a process with these variables has as LOGGING and whether it listens for Prometheus."""
    code = (
        "import json; from playground import settings as s; print(json.dumps([s.LOGGING, s.METRICS_ADDRESS]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | environment, capture_output=True, text=True
    )
    return json.loads(done.stdout) if done.returncode == 0 else done.stderr


def test_a_line_has_the_ids_of_its_request_and_its_run() -> None:
    logging_of, address = settings_with(PODIUM_LOG_JSON="1", PODIUM_METRICS="127.0.0.1:9464")
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    options = {key: value for key, value in logging_of["formatters"]["json"].items() if key != "()"}
    handler.setFormatter(JsonFormatter(**options))
    handler.addFilter(access_log.IdsOfRequest())
    access_log.request_id.set("abcd1234")
    access_log.run_id.set("abcdefgh2345")
    handler.handle(
        logging.makeLogRecord({"name": "playground.runs", "levelname": "INFO", "msg": "a step\nof two lines"})
    )
    result = json.loads(stream.getvalue())

    assert 1 == stream.getvalue().count("\n")
    assert ("abcd1234", "abcdefgh2345", "a step\nof two lines") == (
        result["request"],
        result["run"],
        result["message"],
    )
    assert {"time", "level", "logger"} <= set(result)
    assert ["127.0.0.1", 9464] == address


@pytest.mark.parametrize("value", ["9464", "localhost:", "localhost:http", "localhost:99999"])
def test_an_address_of_metrics_that_cannot_be_is_refused_by_name(value: str) -> None:
    assert "podium: PODIUM_METRICS: must be host:port" in settings_with(PODIUM_METRICS=value)


def test_without_settings_nothing_is_logged_of_what_went_well() -> None:
    assert "WARNING" == settings.LOGGING["loggers"]["playground.access"]["level"]


async def test_a_request_is_a_span_where_traces_are_asked_for() -> None:
    async def answers(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def nothing(*_: Any) -> Any:
        return {"type": "http.request"}

    exporter = InMemorySpanExporter()
    application = traces.traced(answers, SimpleSpanProcessor(exporter))
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/r/x",
        "headers": [],
        "query_string": b"",
        "scheme": "http",
    }
    await application({**scope, "http_version": "1.1", "server": ("localhost", 80)}, nothing, nothing)

    assert ["GET /r/x"] == [span.name for span in exporter.get_finished_spans()]


def test_traces_without_their_libraries_say_which_extra_brings_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(traces.NAMES, "asgi", "opentelemetry.no_such_module")

    with pytest.raises(SystemExit, match=r"pip install 'podium\[traces\]'"):
        traces.traced(lambda *_: None)
