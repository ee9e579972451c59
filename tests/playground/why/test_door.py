"""The page that answers why a pod is pending: what is pasted becomes one card, or comes back with its place."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from playground import limits
from playground.imports import jobs
from playground.imports.models import ImportsClosed
from playground.runs import questions
from playground.runs.models import Run, ScenarioRevision
from playground.texts.manifests import importer
from tests.playground.why.texts import MESSAGE, NODES, pod

pytestmark = pytest.mark.django_db(transaction=True)


def door_page(client: Client, text: str) -> Any:
    """The card of a text."""
    sent = client.post("/why", {"text": text})
    assert 303 == sent.status_code, sent.content.decode()
    return client.get(sent["Location"])


def test_a_dump_leads_to_the_card_of_the_pod_that_can_go_nowhere(client: Client) -> None:
    page = door_page(
        client, NODES + pod("fits", "1") + pod("waits", "6") + pod("stuck", "6", unschedulable=True)
    )

    card, waiting = page.context["card"], page.context["waiting"]
    assert ("shop/stuck", "stuck fits on none of 2 nodes.") == (card.key, card.headline)
    assert [("Insufficient cpu", 1), ("node(s) had untolerated taint(s)", 1)] == [
        (reason.text, reason.count) for reason in card.reasons
    ]
    assert ("shop/stuck", "shop/waits") == waiting.keys
    assert ("shop/fits",) == waiting.placed
    assert "1 of 2" in page.content.decode()


def test_the_nearest_node_says_by_how_much_it_misses(client: Client) -> None:
    card = door_page(client, NODES + pod("stuck", "4500m")).context["card"]

    assert "n1" == card.nearest.node
    assert [("cpu: needs 4500m, 4 free", "cpu: 500m more is needed")] == [
        lack.sentences for lack in card.nearest.lacks
    ]


def test_the_smallest_change_is_tried_and_comes_with_its_kubectl_line(client: Client) -> None:
    sent = client.post("/why", {"text": NODES + pod("stuck", "4500m")})
    at_once = client.get(sent["Location"])
    link = re.search(r'data-change="([^"]+)"', at_once.content.decode())
    assert link is not None
    tried = client.get(link[1].replace("&amp;", "&"))

    assert at_once.context["card"].changes is None
    change = tried.context["card"].change
    assert "Then the scheduler binds stuck to" in change.outcome
    assert change.lines
    assert change.lines[0].command in tried.content.decode().replace("&#x27;", "'").replace("&quot;", '"')


def test_the_board_is_opened_at_the_decision_about_the_pod(client: Client) -> None:
    page = door_page(client, NODES + pod("a", "6", unschedulable=True) + pod("b", "7"))

    card = page.context["card"]
    board = page.context["board_url"]
    snapshot = client.get(board)
    assert f"at={card.decided_at}" in board
    assert "pod=shop/a" in board
    assert 200 == snapshot.status_code
    assert page.context["at"] > card.decided_at > 0


def test_an_event_alone_gets_the_card_of_what_it_says(client: Client) -> None:
    sent = client.post("/why", {"text": MESSAGE})
    assert 303 == sent.status_code
    page = client.get(sent["Location"]).content.decode()

    assert "What the Event says" in page
    assert "Insufficient cpu" in page
    assert "kubectl get nodes,pods -A -o yaml" in page
    assert not Run.objects.exists()


def test_a_pod_without_nodes_asks_for_them_and_shows_what_its_scheduler_counted(client: Client) -> None:
    page = door_page(client, pod("stuck", unschedulable=True))

    card = page.context["card"]
    assert "The text has no nodes, so no node could be tried for stuck." == card.headline
    assert [(46, "Insufficient cpu"), (14, "node(s) had untolerated taint {dedicated: gpu}")] == [
        (reason.count, reason.text) for reason in card.reasons
    ]
    assert "kubectl get nodes -o yaml" in page.content.decode()
    assert card.changes == ()


def test_where_nothing_waits_there_are_pods_to_choose(client: Client) -> None:
    running = pod("runs", "1").replace("spec:\n", "spec:\n  nodeName: n1\n").replace("Pending", "Running")
    page = door_page(client, NODES + running)

    shown = page.content.decode()
    assert "No pod waits" in shown
    link = re.search(r'href="(/r/[^"]+pod=shop/runs[^"]*)"', shown)
    assert link is not None
    other = client.get(link[1].replace("&amp;", "&"))
    assert "runs is not pending: it is on n1." == other.context["card"].headline


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "The text is empty"),
        ("kind: Pod\nmetadata:\n  name: p\n   labels: {}\n", 4, "Not valid YAML"),
        (NODES + pod("p", "12parsecs"), 19, "12parsecs"),
        ("hello, why is my pod pending?", 1, ""),
    ],
)
def test_what_cannot_be_answered_comes_back_with_its_line_and_the_text(
    client: Client, text: str, line: int, words: str
) -> None:
    sent = client.post("/why", {"text": text})

    assert 422 == sent.status_code
    problem = sent.context["problems"][0]
    assert line == problem["line"]
    assert words in problem["message"]
    assert text == sent.context["text"]
    assert not Run.objects.exists()


def test_a_secret_in_the_text_is_nowhere_in_what_is_stored_or_shown(client: Client) -> None:
    secret = "---\napiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {key: hunter2}\n"
    page = door_page(client, NODES + secret + pod("stuck", "6", env="hunter2"))

    files = page.context["files"].values()
    shown = [page.content, *(client.get(url).content for url in files)]
    assert not any(b"hunter2" in content for content in shown)
    assert not any("hunter2" in row.canonical for row in ScenarioRevision.objects.all())


def test_a_dump_that_is_cut_is_answered_and_says_so(client: Client) -> None:
    items = [yaml.safe_load(part) for part in (NODES + pod("stuck") + pod("lost")).split("---\n")]
    whole = yaml.safe_dump({"apiVersion": "v1", "items": items, "kind": "List"})
    page = door_page(client, whole[: whole.index("name: lost") - 20])

    assert any("the text was cut" in doubt.sentence for doubt in page.context["card"].doubts)


def test_a_cut_dump_in_which_no_pod_waits_says_that_it_was_cut(client: Client) -> None:
    items = [yaml.safe_load(part) for part in (NODES + pod("lost")).split("---\n")]
    whole = yaml.safe_dump({"apiVersion": "v1", "items": items, "kind": "List"})
    page = door_page(client, whole[: whole.index("name: lost") - 20]).content.decode()

    assert "No pod waits" in page
    assert "the text was cut" in page


def test_three_megabytes_of_a_description_are_answered(client: Client) -> None:
    described = (
        "Name:             stuck\nNamespace:        shop\nStatus:           Pending\n"
        "Conditions:\n  Type           Status\n  PodScheduled   False\nEvents:\n"
        "  Type     Reason            Age   From               Message\n"
        "  ----     ------            ----  ----               -------\n"
        + f"  Warning  FailedScheduling  2m    default-scheduler  {MESSAGE}\n"
        * 24_000
    )
    assert len(described) > 3_000_000
    file = SimpleUploadedFile("describe.txt", described.encode())
    sent = client.post("/why", {"text": "", "files": file})
    page = client.get(sent["Location"]) if sent.status_code == 303 else sent

    assert "Insufficient cpu" in page.content.decode()


EVENT = f"Warning  FailedScheduling  2m  default-scheduler  {MESSAGE}\n"
LONG_EVENTS = {
    "more than a megabyte": EVENT * 12_000,
    "more than is explained, cut within a character": EVENT + "é\n" + "x\u00e9" * 2_000_000,
}


@pytest.mark.parametrize("at_once", [True, False], ids=["at once", "after a wait"])
@pytest.mark.parametrize("text", LONG_EVENTS.values(), ids=LONG_EVENTS)
def test_long_texts_of_events_are_answered(
    client: Client, monkeypatch: pytest.MonkeyPatch, text: str, at_once: bool
) -> None:
    assert len(text.encode()) > jobs.SHOWN_TEXT_BYTES
    with monkeypatch.context() as patched:
        if not at_once:
            patched.setattr(jobs.Job, "wait", lambda job, seconds, meanwhile: False)
        sent = client.post("/why", {"text": "", "files": SimpleUploadedFile("events.txt", text.encode())})
    page = client.get(sent["Location"], follow=True) if sent.status_code == 303 else sent

    assert "Insufficient cpu" in page.content.decode()


def test_a_text_that_is_too_long_is_refused_with_413(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "FORM_TEXT_BYTES", 1_000)
    sent = client.post("/why", "text=" + "x" * 2_000, content_type="application/x-www-form-urlencoded")

    assert 413 == sent.status_code
    assert "Why is my pod pending?" in sent.content.decode()


def test_a_script_gets_the_address_of_the_card(client: Client) -> None:
    sent = client.post("/why", {"text": NODES + pod("stuck")}, headers={"Accept": "application/json"})

    assert client.get(sent.json()["url"]).context["card"].key == "shop/stuck"


def test_a_large_dump_is_played_by_the_worker_of_its_run(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importer, "PLAYED_OBJECTS", 1)
    text = NODES + pod("b", "7", unschedulable=True) + pod("c", "6")
    page = door_page(client, text)
    drawn = client.post("/import", {"text": text, "do": "draw"})

    assert "shop/b" == page.context["card"].key
    assert "pod=shop/b" in drawn["Location"]
    assert {run.head for run in Run.objects.all()} == {page.context["at"], page.context["card"].decided_at}
    assert page.context["at"] > page.context["card"].decided_at > 0


def test_decisions_that_take_longer_than_an_answer_may_are_waited_for(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut(standing: Any, name: str, seq: int, **args: Any) -> Any:
        return {"seq": 1} if (name, seq) == ("first_decisions", 0) else value(standing, name, seq, **args)

    value = questions.value
    monkeypatch.setattr(importer, "PLAYED_OBJECTS", 1)
    monkeypatch.setattr(questions, "value", cut)
    page = door_page(client, NODES + pod("a", "1") + pod("b", "1") + pod("c", "6"))

    assert "shop/c" == page.context["card"].key
    assert ["shop/a", "shop/b"] == [row["key"] for row in page.context["placed"]]


def test_a_long_text_gets_a_page_that_leads_to_the_card(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(jobs.Job, "wait", lambda job, seconds, meanwhile: False)
        sent = client.post("/why", {"text": NODES + pod("stuck")})
    assert re.fullmatch(r"/why/jobs/[0-9a-f]{32}", sent["Location"])
    led = client.get(sent["Location"])

    assert client.get(led["Location"]).context["card"].key == "shop/stuck"
    assert 404 == client.get("/why/jobs/" + "0" * 32).status_code


def test_closed_imports_close_the_door(client: Client) -> None:
    ImportsClosed.objects.create()

    assert 503 == client.post("/why", {"text": NODES}).status_code


def test_importing_elsewhere_opens_the_board_on_that_pod_at_its_decision(client: Client) -> None:
    sent = client.post(
        "/import", {"text": NODES + pod("a", "6", unschedulable=True) + pod("b", "7"), "do": "draw"}
    )

    address = re.fullmatch(r"/r/(\w+)\?pod=shop/a&tab=why", sent["Location"])
    assert address is not None
    why = client.get(f"/api/v1/runs/{address[1]}/why?pod=shop/a").json()
    assert why["decidedAt"] == Run.objects.get(pk=address[1]).head > 0
