"""What a server tells Prometheus, where, and that dashboard and alerts ask for nothing else."""

import json
import re
from pathlib import Path

import pytest
import yaml
from asgiref.testing import ApplicationCommunicator
from django.test import Client, override_settings
from prometheus_client.parser import text_string_to_metric_families

from playground.runs.models import Run
from playground.server.telemetry import access_log, metrics
from playground.site import metrics_listener
from tests.playground.conftest import Connect

MONITORING = Path(__file__).parents[4] / "deploy/monitoring"
OTHERS = {"up", "process_cpu_seconds_total", "process_resident_memory_bytes"}
"""What Prometheus itself knows, and what its library tells of each process."""


def number(name: str, **labels: str) -> float:
    return metrics.REGISTRY.get_sample_value(name, labels) or 0.0


def exported() -> set[str]:
    """Every name of a sample, or of a family without samples yet."""
    results: set[str] = set(metrics._looks.looks)
    for family in text_string_to_metric_families(metrics.exposition().decode()):
        results |= {sample.name for sample in family.samples}
        endings = {"counter": ("_total",), "histogram": ("_bucket", "_count", "_sum")}.get(family.type, ("",))
        results |= {family.name + ending for ending in endings}
    return results


@pytest.mark.parametrize("file", ["grafana-dashboard.json", "prometheus-rules.yaml"])
def test_dashboard_and_rules_ask_only_for_what_is_exported(file: str) -> None:
    read = json.loads if file.endswith(".json") else yaml.safe_load
    requests = re.findall(r'"expr": "((?:[^"\\]|\\.)*)"', json.dumps(read((MONITORING / file).read_text())))
    names = {name for text in requests for name in re.findall(r"(?<![:\w])((?:podium|process)_\w+)", text)}

    assert names
    assert set() == names - exported() - OTHERS


def test_every_recorded_ratio_that_an_alert_names_is_recorded() -> None:
    groups = yaml.safe_load((MONITORING / "prometheus-rules.yaml").read_text())["groups"]
    rules = [rule for group in groups for rule in group["rules"]]
    recorded = {rule["record"] for rule in rules if "record" in rule}
    named = {
        name for rule in rules if "alert" in rule for name in re.findall(r"podium:\w+:\w+", rule["expr"])
    }

    assert named <= recorded
    assert all({"summary", "action"} == set(rule["annotations"]) for rule in rules if "alert" in rule)


def test_metrics_are_not_there_unless_a_token_is_set(client: Client) -> None:
    assert 404 == client.get("/metrics", headers={"Authorization": "Bearer "}).status_code


@override_settings(METRICS_TOKEN="only-prometheus-knows")
def test_metrics_are_told_to_who_has_the_token_and_not_there_for_others(client: Client) -> None:
    answer = client.get("/metrics", headers={"Authorization": "Bearer only-prometheus-knows"})

    assert b"podium_sockets{" in answer.content
    assert [404, 404] == [
        client.get("/metrics").status_code,
        client.get("/metrics", headers={"Authorization": "Bearer other"}).status_code,
    ]


def test_no_port_is_opened_unless_it_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[object] = []
    monkeypatch.setattr(metrics_listener, "start_http_server", lambda *args, **named: opened.append(args))
    with override_settings(METRICS_ADDRESS=None):
        metrics_listener.listen()
    with override_settings(METRICS_ADDRESS=("127.0.0.1", 9464)):
        metrics_listener.listen()

    assert [(9464, "127.0.0.1")] == opened


@pytest.mark.django_db
async def test_a_request_counts_by_view_and_status_and_its_answer_has_an_id() -> None:
    from playground.asgi import application

    before = number("podium_http_requests_total", view="none", method="GET", status="404")
    headers = [(b"host", b"localhost")]
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/no-such-page",
        "headers": headers,
        "query_string": b"",
    }
    page = ApplicationCommunicator(application, scope)
    await page.send_input({"type": "http.request", "body": b""})
    begin = await page.receive_output(60)
    await page.wait(60)

    assert before + 1 == number("podium_http_requests_total", view="none", method="GET", status="404")
    assert re.fullmatch(rb"[0-9a-f]{16}", dict(begin["headers"])[b"x-request-id"])


async def test_a_socket_counts_while_it_is_open_and_each_command_has_its_time(
    run: Run, connect: Connect
) -> None:
    open_before, steps = metrics.open_sockets["run"], number("podium_command_seconds_count", command="step")
    refused = number("podium_refusals_total", code="step.out_of_range")
    client = await connect(run)
    await client.hello()
    await client.ask("step", **{"from": 0, "size": "act"})
    await client.ask("seek", to=999)
    while_open = metrics.open_sockets["run"]
    await client.socket.disconnect(timeout=60)

    assert (open_before + 1, open_before) == (while_open, metrics.open_sockets["run"])
    assert steps + 1 == number("podium_command_seconds_count", command="step")
    assert refused + 1 == number("podium_refusals_total", code="step.out_of_range")


@pytest.mark.parametrize(
    ("trusted", "given", "kept"),
    [(True, b"abcdef-12345", True), (True, b"two words\r\nhere", False), (False, b"abcdef-12345", False)],
)
def test_only_a_trusted_proxy_names_a_request(trusted: bool, given: bytes, kept: bool) -> None:
    with override_settings(TRUST_PROXY=trusted):
        named = access_log.id_of({"headers": [(b"x-request-id", given)]})

    assert kept == (named.encode() == given)


def test_labels_are_few_whatever_is_asked_for() -> None:
    paths = ["/r/abcdefgh2345", "/static/a.js", "/static/b.js", "/nothing", "/other/nothing", "/healthz"]

    assert ["runs:board", "static", "static", "none", "none", "runs:healthz"] == list(
        map(access_log.view_of, paths)
    )


def test_a_look_that_fails_hides_no_other() -> None:
    def fails() -> metrics.Samples:
        raise OSError("away")

    metrics.look("podium_test_fails", "Fails.", fails)
    try:
        result = metrics.exposition()
    finally:
        del metrics._looks.looks["podium_test_fails"]

    assert (True, False) == (b"podium_sockets{" in result, b"podium_test_fails" in result)
