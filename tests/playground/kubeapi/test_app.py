"""The Kubernetes API over HTTP: addresses, rights, bounds."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.testing import ApplicationCommunicator
from django.http import HttpResponse

from playground import limits
from playground.asgi import application
from playground.kubeapi import clocks
from playground.kubeapi.app import request_buckets
from playground.kubeapi.rights import token_for
from playground.runs import access, edit_links, services
from playground.runs.changes import moves
from playground.runs.changes.input_text import InputText
from playground.runs.models import Run
from tests.builders import workload
from tests.playground.conftest import Connect
from tests.playground.kubeapi.requests import POD, PODS, UNAVAILABLE, NoDatabase, send, token


@pytest.fixture(autouse=True)
def _untroubled() -> None:
    request_buckets.clear()


async def test_a_run_lists_its_nodes(run: Run) -> None:
    got = await send("GET", f"/r/{run.pk}/k8s/api/v1/nodes")

    assert ["n1", "n2", "n3"] == [item["metadata"]["name"] for item in got.json["items"]]
    assert "application/json" == got.headers["content-type"]


async def test_a_step_of_the_past_is_served_as_it_was(run: Run) -> None:
    got = await send("GET", f"/r/{run.pk}/k8s@0/api/v1/pods?fieldSelector=spec.nodeName%3D")

    assert 6 == len(got.json["items"])


async def test_two_steps_tell_the_times_of_an_object_alike_although_clocks_move_on(
    run: Run, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = await connect(run)
    await client.hello()
    end = (await client.ask("step", **{"from": 0, "size": "cycle"}))["to"]
    created = []
    for step, seconds in ((0, 0), (end, 90)):
        late = int(time.time() + seconds) * 1000
        monkeypatch.setattr("playground.kubeapi.reads.wall_ms", lambda late=late: late)
        got = await send("GET", f"/r/{run.pk}/k8s@{step}/api/v1/nodes/n1")
        created.append(got.json["metadata"]["creationTimestamp"])

    assert created[0] == created[1]


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


@database_sync_to_async
def inputs_of(run: Run) -> list[dict[str, Any]]:
    return [json.loads(item.text.value) for item in run.inputs.select_related("text").order_by("ordinal")]


async def test_a_write_is_an_input_that_everybody_sees(run: Run, connect: Connect) -> None:
    watcher = await connect(run, owner=False)
    await watcher.hello()
    mine = await database_sync_to_async(token)(run)
    got = await send(
        "POST", f"/r/{run.pk}/k8s{PODS}", body=json.dumps(POD).encode(), authorization=f"Bearer {mine}"
    )
    message = await watcher.hear()
    kept = await inputs_of(run)

    assert (201, "new") == (got.code, got.json["metadata"]["name"])
    assert ("frames", 1, "input-apply") == (message["type"], message["to"], message["frames"][0]["kind"])
    assert [("request", "create")] == [(item["kind"], item["verb"]) for item in kept]


async def test_writes_at_one_time_are_done_one_after_the_other(run: Run) -> None:
    path = f"/r/{run.pk}/k8s/as/{await database_sync_to_async(token)(run)}{PODS}"
    pods = [json.dumps({**POD, "metadata": {"name": f"new{n}"}}).encode() for n in range(5)]
    made = await asyncio.gather(*(send("POST", path, body=pod) for pod in pods))
    await run.arefresh_from_db()

    assert ([201] * 5, 5) == ([item.code for item in made], len(await inputs_of(run)))


async def test_the_token_may_stand_in_the_address(run: Run) -> None:
    mine = await database_sync_to_async(token)(run)
    got = await send("DELETE", f"/r/{run.pk}/k8s/as/{mine}{PODS}/p1")
    gone = await send("GET", f"/r/{run.pk}/k8s{PODS}/p1")

    assert (200, 404) == (got.code, gone.code)


async def test_a_write_without_a_token_is_forbidden_in_kubernetes_words(run: Run) -> None:
    got = await send("DELETE", f"/r/{run.pk}/k8s{PODS}/p1")
    words = 'pods "p1" is forbidden: User "system:anonymous" cannot delete resource "pods"'

    assert (403, "Forbidden", words) == (got.code, got.json["reason"], got.json["message"][: len(words)])
    assert [] == await inputs_of(run)


async def test_the_past_cannot_be_written(run: Run) -> None:
    mine = await database_sync_to_async(token)(run)
    got = await send("DELETE", f"/r/{run.pk}/k8s@0/as/{mine}{PODS}/p1")

    assert (403, True) == (got.code, got.json["message"].endswith("a step of the past can only be read"))


async def test_a_token_of_the_edit_link_ends_with_it(run: Run) -> None:
    def granted() -> str:
        run_state = services.standing(run.pk)
        assert run_state is not None
        response = HttpResponse()
        access.remember_grant(response, {}, run.pk, access.digest(edit_links.token_of(run_state)))
        return token_for(run_state, {access.EDIT_COOKIE: response.cookies[access.EDIT_COOKIE].value})

    theirs = await database_sync_to_async(granted)()
    before = await send("DELETE", f"/r/{run.pk}/k8s/as/{theirs}{PODS}/p1")
    await database_sync_to_async(edit_links.renew)(run.pk)
    after = await send("DELETE", f"/r/{run.pk}/k8s/as/{theirs}{PODS}/p2")

    assert (200, 401) == (before.code, after.code)


async def test_who_loses_a_race_tries_again(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = await database_sync_to_async(token)(run)
    record, lost = services.record_input, []

    def late(*args: Any, **kwargs: Any) -> Any:
        if not lost:
            lost.append(True)
            return services.Lost(0, 0)
        return record(*args, **kwargs)

    monkeypatch.setattr(services, "record_input", late)
    got = await send("DELETE", f"/r/{run.pk}/k8s/as/{mine}{PODS}/p1")

    assert (200, 1) == (got.code, len(await inputs_of(run)))


@pytest.mark.parametrize(
    ("body", "kind", "code"),
    [
        (b"{", "application/json", 400),
        (b"[" * 5000, "application/json", 400),
        (b'{"a": NaN}', "application/json", 400),
        (b"x: y", "text/plain", 415),
        (b"\xff", "application/json", 400),
        (b"a: [", "application/yaml", 400),
        (b"a: 1\n---\nb: 2", "application/yaml", 400),
    ],
)
async def test_a_body_that_cannot_be_read_is_a_status(run: Run, body: bytes, kind: str, code: int) -> None:
    mine = await database_sync_to_async(token)(run)
    got = await send("POST", f"/r/{run.pk}/k8s/as/{mine}{PODS}", body=body, content_type=kind)

    assert (code, "Status") == (got.code, got.json["kind"])


async def test_what_was_deleted_is_not_found_when_it_is_deleted_again(run: Run) -> None:
    path = f"/r/{run.pk}/k8s/as/{await database_sync_to_async(token)(run)}{PODS}/p1?gracePeriodSeconds=0"
    gone, again = [await send("DELETE", path) for _ in range(2)]

    assert (200, 404, "NotFound") == (gone.code, again.code, again.json["reason"])
    assert 1 == len(await inputs_of(run))


@pytest.mark.parametrize("name", ["..", "../../nodes", "a/b", ".", "a\nb", "%2e%2e"])
async def test_a_name_that_is_a_path_leads_nowhere_else(run: Run, name: str) -> None:
    got = await send("GET", f"/r/{run.pk}/k8s{PODS}/{name}")

    assert 404 == got.code


async def test_controllers_have_reacted_before_the_next_answer_and_the_clock_stands(run: Run) -> None:
    base = f"/r/{run.pk}/k8s/as/{await database_sync_to_async(token)(run)}"
    web = workload("Deployment", "web", 2)
    await send("POST", f"{base}/apis/apps/v1/namespaces/default/deployments", body=json.dumps(web).encode())
    status, pods = [
        (await send("GET", f"/r/{run.pk}/k8s{path}")).json
        for path in ("/apis/apps/v1/namespaces/default/deployments/web", f"{PODS}?labelSelector=app%3Dweb")
    ]
    held = await database_sync_to_async(services.standing)(run.pk)

    assert (2, 2) == (status["status"]["replicas"], len(pods["items"]))
    assert held is not None
    assert (1, 0.0) == (len(await inputs_of(run)), await clocks._second(held))


async def test_who_only_reads_moves_nothing_and_who_may_act_finds_controllers_that_have_caught_up(
    run: Run,
) -> None:
    path = f"/r/{run.pk}/k8s/as/{await database_sync_to_async(token)(run)}"
    web = workload("Deployment", "web", 1)
    read = InputText(json.dumps({"kind": "apply", "documents": [web]}))
    standing = await database_sync_to_async(services.standing)(run.pk)
    assert standing is not None
    await moves.move(standing, moves.give(read))
    sets = "/apis/apps/v1/namespaces/default/replicasets"
    before, still, after = [
        len((await send("GET", f"{base}{sets}")).json["items"])
        for base in (f"/r/{run.pk}/k8s", path.replace("/k8s/", "/k8s/still/"), path)
    ]

    assert (0, 0, 1) == (before, still, after)
    assert ["apply", "catch-up"] == [item["kind"] for item in await inputs_of(run)]


async def test_an_eviction_that_is_refused_for_now_is_waited_for_by_kubectl_and_by_who_asks_again() -> None:
    first, again = [clocks.note_refusal("a run", "/eviction", "curl/8") for _ in range(2)]
    kubectl = clocks.note_refusal("a run", "/other", "kubectl/v1.36.0")
    await clocks._clocks["a run"].task  # type: ignore[misc]

    assert (False, True, True) == (first, again, kubectl)


async def test_the_limit_of_inputs_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RUN_INPUTS_MAX", 0)
    mine = await database_sync_to_async(token)(run)
    got = await send("DELETE", f"/r/{run.pk}/k8s/as/{mine}{PODS}/p1")
    still = await send("GET", f"/r/{run.pk}/k8s{PODS}/p1")

    assert (403, 200) == (got.code, still.code)


@pytest.fixture
def no_database(monkeypatch: pytest.MonkeyPatch) -> NoDatabase:
    return NoDatabase(monkeypatch)


@pytest.mark.parametrize(
    "name",
    ["playground.classroom.services.holds:of_run", "playground.kubeapi.standings:_standing"],
)
@pytest.mark.parametrize("path", [PODS, f"{PODS}?watch=1"])
async def test_a_database_that_is_away_is_a_status_that_says_when_to_come_back(
    run: Run, no_database: NoDatabase, name: str, path: str
) -> None:
    no_database.fails(name)
    got = await send("GET", f"/r/{run.pk}/k8s{path}")

    assert (503, "3") == (got.code, got.headers["retry-after"])
    assert UNAVAILABLE.items() <= got.json.items()


async def test_a_write_that_cannot_be_stored_is_refused_and_nobody_sees_it(
    run: Run, no_database: NoDatabase
) -> None:
    base = f"/r/{run.pk}/k8s/as/{await database_sync_to_async(token)(run)}"
    no_database.fails("playground.runs.services:record_input")
    refused = await send("POST", f"{base}{PODS}", body=json.dumps(POD).encode())
    no_database.away = False
    before = await send("GET", f"{base}{PODS}/new")
    made = await send("POST", f"{base}{PODS}", body=json.dumps(POD).encode())

    assert (503, "ServiceUnavailable") == (refused.code, refused.json["reason"])
    assert (404, 201) == (before.code, made.code)


async def test_warnings_are_bounded(run: Run) -> None:
    mine = await database_sync_to_async(token)(run)
    labels = {f"{'x' * 400}{number}": 1 for number in range(100)}
    scope = {
        "type": "http",
        "method": "POST",
        "path": f"/r/{run.pk}/k8s/as/{mine}{PODS}",
        "query_string": b"",
    }
    app = ApplicationCommunicator(application, scope | {"headers": [(b"host", b"localhost")]})
    await app.send_input({"type": "http.request", "body": json.dumps({**POD, **labels}).encode()})
    message = await app.receive_output(30)
    results = [value for name, value in message["headers"] if name == b"Warning"]

    assert 201 == message["status"]
    assert 4096 < sum(map(len, results)) < 4096 + 256 + len(results) * len('299 - ""')
