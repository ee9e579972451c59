"""The report of a dump: second 0, what is stuck and what lets it go, and what the text lacks."""

from __future__ import annotations

import html
import json
import re

import pytest
import yaml
from django.test import Client

import scheduler_core as core
from playground.imports.models import ImportReport
from playground.imports.situation import grouped, lines
from playground.runs.models import Run
from tests import builders
from tests.core.dumps.builders import TAKEN, dump, found_pod, lost, ready_node, waiting
from tests.core.play import scenario_from
from tests.playground.console.builders import Console

pytestmark = pytest.mark.django_db(transaction=True)


def opened(client: Client, *objects: dict[str, object]) -> str:
    text = yaml.safe_dump_all(dump(*objects))
    answer = client.post("/import", {"text": text, "do": "draw"})
    assert 303 == answer.status_code, answer.content.decode()[-2000:]
    return answer.headers["Location"].split("?")[0].removeprefix("/r/")


def test_the_report_says_what_is_stuck_and_its_button_lets_it_go(client: Client) -> None:
    run = opened(client, ready_node("n"), lost("gone", 200), found_pod("a", "gone", deleted=100))
    page = client.get(f"/r/{run}/report").content.decode()
    (inputs,) = re.findall(r'name="inputs" value="([^"]*)"', page)
    answer = client.post(f"/r/{run}/fork", {"at": "0", "inputs": html.unescape(inputs)})

    assert f"Second 0 is {TAKEN}" in page
    assert "Nobody hears the kubelet of this node until it is said to be back." in page
    assert "The pod stays Terminating, because nobody hears the kubelet of gone." in page
    assert "Your answer may be wrong because the text lacks leases, pdb." in page
    assert [{"kind": "heal", "between": ["node/gone", "api-server"]}] == json.loads(html.unescape(inputs))
    assert (303, 1) == (answer.status_code, Run.objects.exclude(pk=run).count())


def test_the_board_and_the_upgrade_of_an_import_say_what_its_text_lacks(client: Client) -> None:
    cloud = ready_node("n")
    cloud["spec"] = {**cloud.get("spec", {}), "providerID": "aws:///eu-1a/i-1"}
    run = opened(client, cloud, found_pod("a", "n"))

    board, report, upgrade = (
        client.get(f"/r/{run}{path}").content.decode() for path in ("", "/report", "/upgrade?at=0&to=1.37")
    )

    doubt = "Your answer may be wrong because the text lacks leases."
    assert ["doubt"] == re.findall(r'id="(doubt)"', board)
    assert [True] * 3 == [doubt in page for page in (board, report, upgrade)]
    assert ["AWS"] == re.findall(r"data-cloud>([^<]*)<", report)


def test_the_board_of_a_text_that_was_cut_says_so(client: Client) -> None:
    text = json.dumps({"apiVersion": "v1", "kind": "List", "items": [ready_node("n1"), found_pod("a", "n1")]})
    answer = client.post("/import", {"text": text[:-30], "do": "draw"})

    board = client.get(answer.headers["Location"]).content.decode()

    assert "Your answer may be wrong because the text was cut" in board


def test_a_fork_of_an_import_says_what_its_text_lacks(client: Client) -> None:
    run = opened(client, ready_node("n1"), found_pod("a", "n1"))
    forks = [run]
    for _ in range(2):
        answer = client.post(f"/r/{forks[-1]}/fork", {"at": "0", "inputs": "[]"})
        assert 303 == answer.status_code
        forks.append(answer.headers["Location"].split("?")[0].removeprefix("/r/"))
    boards = [client.get(f"/r/{fork}").content.decode() for fork in forks]

    assert [3, 3] == [len(set(forks)), sum('id="doubt"' in board for board in boards)]


def test_a_report_from_before_has_no_situation(client: Client) -> None:
    run = opened(client, ready_node("n"))
    ImportReport.objects.update(situation=None)

    assert "Second 0" not in client.get(f"/r/{run}/report").content.decode()


def test_hundreds_of_alike_pods_are_one_line() -> None:
    stuck = waiting("app", "ImagePullBackOff")
    pods = [found_pod(f"p{n}", "n", [stuck], phase="Pending", ready="False") for n in range(300)]
    scenario = scenario_from(dump(ready_node("n"), *pods))
    (line,) = lines({"troubles": grouped(core.troubles(scenario))})

    assert (8, 292, 24) == (len(line.names), line.more, len(json.loads(line.inputs)))


def test_the_line_about_a_readiness_gate_opens_it_in_the_console(client: Client) -> None:
    gate = "target-health.example.com/tg"
    closed = found_pod("web", "n1", ready="False", readinessGates=[{"conditionType": gate}])
    closed["status"]["conditions"][1]["reason"] = "ReadinessGatesNotReady"
    scenario = scenario_from(dump(ready_node("n1"), closed))
    (line,) = lines({"troubles": grouped(core.troubles(scenario))})
    run = opened(client, ready_node("n1"), closed)
    console = Console(client, Run.objects.get(pk=run))
    command = line.sentence.partition("this line does it: ")[2]

    ready = "kubectl get pod web -o 'jsonpath={.status.conditions[?(@.type==\"Ready\")].status}'"

    before, patched = console.says(ready), console.says(command)
    console.settle()

    assert ("False", "pod/web patched", "True") == (before, patched.strip(), console.says(ready))


def test_the_board_and_the_card_name_two_nodes_of_one_name(client: Client) -> None:
    nodes = [builders.node("n1", "1"), builders.node("n2", "1"), builders.node("n1", "2")]
    waiting = builders.pod("p", "3")
    text = json.dumps({"kind": "List", "apiVersion": "v1", "items": [*nodes, waiting]})
    sent = client.post("/why", {"text": text})
    card = client.get(sent["Location"])
    run = card.context["run"].run
    pages = [card.content.decode(), client.get(f"/r/{run}").content.decode()]

    assert [True] * 2 == [
        "Node n1 occurs again in document 1 at items[2].metadata.name" in page for page in pages
    ]
