"""The card of a pod at its address, and the same card as files."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils import translation

from playground.why import views
from tests.playground.why.texts import NODES, pod

pytestmark = pytest.mark.django_db(transaction=True)
NOMINATED = """
---
apiVersion: v1
kind: Pod
metadata: {name: low, namespace: shop}
spec: {nodeName: n1, priority: 0, containers: [{name: c, image: i, resources: {requests: {cpu: '4'}}}]}
status: {phase: Running}
"""


@pytest.fixture
def answer(client: Client) -> Any:
    """The page of the card of shop/stuck."""
    sent = client.post("/why", {"text": NODES + pod("stuck", "4500m")})
    return client.get(sent["Location"])


def test_each_file_has_the_sentences_of_the_page(client: Client, answer: Any) -> None:
    files = {kind: client.get(url) for kind, url in answer.context["files"].items()}
    markdown = files["md"].content.decode()
    drawn = " ".join(ElementTree.fromstring(files["svg"].content).itertext())
    read = files["json"].json()

    assert dict.fromkeys(files, 200) == {kind: file.status_code for kind, file in files.items()}
    assert views.TYPES == {kind: file["Content-Type"] for kind, file in files.items()}
    for sentence in (
        "stuck fits on none of 2 nodes.",
        "cpu: needs 4500m, 4 free",
        "cpu: 500m more is needed",
    ):
        assert all(sentence in text for text in (markdown, drawn, json.dumps(read)))
    assert read["changes"][0]["lines"][0]["command"] in markdown
    assert read["link"] in markdown
    assert files["png"].content.startswith(b"\x89PNG")


def test_the_link_of_a_card_shows_the_same_pod_and_step(client: Client, answer: Any) -> None:
    again = client.get(answer.context["link"])

    assert answer.context["card"] == again.context["card"]
    assert f"at={answer.context['at']}" in answer.context["link"]


@pytest.mark.parametrize(
    "address", ["why?pod=shop/nobody", "why?at=9999", "why.md?pod=shop/nobody", "why.exe?pod=shop/stuck"]
)
def test_what_is_not_there_answers_404(client: Client, answer: Any, address: str) -> None:
    assert 404 == client.get(f"/r/{answer.context['run'].run}/{address}").status_code


def test_a_file_that_is_downloaded_is_named_after_the_pod_and_the_step(client: Client, answer: Any) -> None:
    sent = client.get(f"{answer.context['files']['md']}&download")

    assert f'filename="why-stuck-{answer.context["at"]}.md"' in sent["Content-Disposition"]


def test_a_card_speaks_the_language_of_its_reader(client: Client, answer: Any) -> None:
    read = client.get(answer.context["files"]["md"], headers={"Accept-Language": "uk"}).content.decode()

    with translation.override("uk"):
        assert "stuck не вміщується на жодному з 2 вузлів." in read


def test_names_of_a_text_are_escaped_in_every_form(client: Client) -> None:
    text = NODES.replace("key: dedicated, value: gpu", "key: dedicated, value: gpu") + pod("stuck", "6")
    text = text.replace("  containers:", "  nodeSelector: {disk: 'a_b'}\n  containers:")
    sent = client.post("/why", {"text": text})
    page = client.get(sent["Location"])
    markdown = client.get(page.context["files"]["md"]).content.decode()

    assert "a\\_b" in markdown
    assert "a_b" not in markdown.replace("a\\_b", "").split("```")[0]


def test_a_pod_that_preempts_others_says_for_which_it_waits(client: Client) -> None:
    text = NODES + NOMINATED + pod("high", "3").replace("spec:\n", "spec:\n  priority: 100\n")
    sent = client.post("/why", {"text": text})
    card = client.get(sent["Location"]).context["card"]

    assert "high waits until the pods that it preempts on n1 have ended." == card.headline
    assert "nominated n1" == card.tag.words


def test_a_pod_with_gates_says_so(client: Client) -> None:
    text = NODES + pod("gated", "1").replace("spec:\n", "spec:\n  schedulingGates: [{name: a.b/c}]\n")
    sent = client.post("/why", {"text": text})
    card = client.get(sent["Location"]).context["card"]

    assert "gated has scheduling gates, so the scheduler does not try it." == card.headline


def test_what_the_api_server_would_refuse_is_named_below_the_card(client: Client) -> None:
    sent = client.post("/why", {"text": NODES + pod("stuck", "6") + pod("broken", "12parsecs")})
    shown = client.get(sent["Location"]).content.decode()

    assert "Left out, because the API server would refuse it" in shown
    assert "shop/broken" in shown
    assert "12parsecs" in shown


def test_of_a_scenario_without_a_waiting_pod_the_page_offers_its_pods(client: Client) -> None:
    running = pod("runs", "1").replace("spec:\n", "spec:\n  nodeName: n1\n").replace("Pending", "Running")
    sent = client.post("/import", {"text": NODES + running, "do": "draw"})
    run = sent["Location"].partition("?")[0]

    page = client.get(f"{run}/why")
    assert 200 == page.status_code
    assert "No pod waits" in page.content.decode()


def test_where_no_pod_waits_for_a_node_what_is_stuck_on_one_is_named(client: Client) -> None:
    waiting = "state: {waiting: {reason: ImagePullBackOff, message: Back-off pulling image}}"
    status = f"{{phase: Pending, containerStatuses: [{{name: app, ready: false, {waiting}}}]}}"
    pulling = pod("pulls", "1").replace("spec:\n", "spec:\n  nodeName: n1\n")
    text = NODES + pulling.replace("status: {phase: Pending}", f"status: {status}")
    sent = client.post("/why", {"text": text})
    shown = client.get(sent["Location"]).content.decode()

    assert "No pod waits" in shown
    assert "What is stuck, and stays so" in shown
    assert "shop/pulls" in shown
