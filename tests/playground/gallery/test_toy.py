"""The toy of the first page: its cluster, what is thrown at it, and the run that the first throw makes."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client as Browser

import scheduler_core as core
from playground import limits
from playground.gallery import toy
from playground.gallery.models import Scenario
from playground.runs.models import Run, RunInput, ScenarioRevision
from playground.server.fairness.throttle import costly_buckets
from tests.playground.conftest import Connect
from tests.playground.small_gallery import load_some

JSON = {"Accept": "application/json"}


def pod(number: int, size: str, *, important: bool = False, node: str = "") -> dict[str, Any]:
    """The input of a throw, put together as the page does it."""
    throws = toy.throws()
    document = throws["pods"][size]
    more = {**(throws["important"] if important else {}), **(throws["nodes"][node] if node else {})}
    document = {
        **document,
        "metadata": {**document["metadata"], "name": f"p{number}"},
        "spec": {**document["spec"], **more},
    }
    return {"kind": "apply", "documents": [document]}


class Cluster:
    """The toy's cluster, played to quiet after each throw."""

    def __init__(self) -> None:
        self.run = core.Run(toy.scenario())
        self.head, self.number = 0, 0

    def throw(self, size: str, *, important: bool = False, node: str = "") -> list[dict[str, Any]]:
        """The frames of a throw."""
        self.number += 1
        read = core.parse_input(pod(self.number, size, important=important, node=node))
        assert not isinstance(read, core.Problem)
        assert not isinstance(self.run.give(self.head, read), core.Problem | core.Refused)
        start, self.head = self.head, self.run.advance(self.head + 1, "quiet", limit=200)
        return [dict(frame) for frame in self.run.frames(start, self.head)]


def decision(frames: list[dict[str, Any]]) -> dict[str, Any]:
    """The first decision, with what keeps the pod from each node: node → kinds of its obstacles."""
    first = next(frame["decision"] for frame in frames if frame["kind"] == "schedule")
    causes = {
        node: [obstacle["kind"] for obstacle in first["refusals"][refusal]["obstacles"]]
        for node, refusal, _ in first["verdicts"]
        if refusal is not None
    }
    return {"result": first["result"], "node": first["node"], "causes": causes}


def test_the_fence_keeps_out_all_but_the_smallest_pod() -> None:
    large, small = (decision(Cluster().throw(size))["causes"] for size in ("large", "small"))

    assert ({"n3": ["taint"]}, {}) == (large, small)


def test_a_pod_that_is_aimed_at_a_node_goes_there_or_nowhere() -> None:
    cluster = Cluster()
    there = decision(cluster.throw("large", node="n1"))
    full = decision(cluster.throw("medium", node="n1"))

    assert ("bound", "n1") == (there["result"], there["node"])
    assert ("unschedulable", {"n1": ["resource"], "n2": ["label"], "n3": ["taint"]}) == (
        full["result"],
        full["causes"],
    )


@pytest.mark.parametrize(
    "sizes",
    [
        ["large", "large", "medium", "medium", "large"],
        ["medium"] * 5 + ["large"],
        ["small"] * 12 + ["large"],
        ["large"] * 5,
    ],
    ids="-".join,
)
def test_when_the_nodes_are_full_an_important_pod_makes_another_leave_in_its_grace(sizes: list[str]) -> None:
    cluster = Cluster()
    for size in sizes[:-1]:
        cluster.throw(size)
    frames = cluster.throw(sizes[-1], important=True)
    times = {frame["kind"]: frame["t"] for frame in frames}

    assert "nominated" == decision(frames)["result"]
    assert toy.GRACE_SECONDS == times["sigkill"] - times["sigterm"]
    assert "bind" in times


def test_as_many_pods_as_the_tray_allows_leave_a_cluster_that_comes_to_rest() -> None:
    cluster = Cluster()
    for number in range(toy.MOST_THROWN):
        cluster.throw(toy.SIZES[number % 3].name, important=number % 7 == 4)

    assert cluster.run.quiet(cluster.head)
    assert cluster.head < limits.RUN_FRAMES_MAX / 100


def throw_first(browser: Browser) -> Any:
    return browser.post("/toy", headers=JSON)


@pytest.mark.django_db
def test_the_first_page_draws_the_nodes_and_stores_nothing_for_whoever_only_looks(client: Browser) -> None:
    load_some()
    before = Run.objects.count(), ScenarioRevision.objects.count(), RunInput.objects.count()
    response = client.get("/")
    page = response.content.decode()

    assert [("n1", 2, False), ("n2", 3, False), ("n3", 1, True)] == [
        (node.name, node.cpu, node.fenced) for node in toy.nodes()
    ]
    assert [1, 1, 1] == [page.count(f'data-node-card="{name}"') for name in ("n1", "n2", "n3")]
    assert 1 == page.count('class="toy-fence"')
    assert before == (Run.objects.count(), ScenarioRevision.objects.count(), RunInput.objects.count())
    assert not response.cookies.keys() & {"podium_owner"}


@pytest.mark.django_db
def test_the_toy_is_no_scenario_of_the_gallery(client: Browser) -> None:
    load_some()

    assert not Scenario.objects.filter(slug="toy").exists()
    assert 404 == client.get("/s/toy").status_code


@pytest.mark.django_db
def test_the_first_throw_makes_a_run_that_its_visitor_owns_and_no_other_may_change() -> None:
    visitor, other = Browser(), Browser()
    answer = throw_first(visitor)
    run = Run.objects.get()

    assert (201, f"/r/{run.pk}") == (answer.status_code, answer.json()["url"])
    assert (0, "Pods thrown at three nodes") == (run.head, run.title)
    assert [True, False] == [
        bool(browser.get(f"/r/{run.pk}").context["can_act"]) for browser in (visitor, other)
    ]
    assert 303 == visitor.post("/toy").status_code, "without scripts the board opens"
    assert [405, 405] == [visitor.get("/toy").status_code, visitor.put("/toy").status_code]


@pytest.mark.django_db
def test_first_throws_from_one_address_are_limited_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(costly_buckets, "clock", lambda: 0.0)
    browser = Browser()
    codes = [throw_first(browser).status_code for _ in range(limits.COSTLY_BURST)]
    refused = throw_first(browser)

    assert {201} == set(codes)
    assert 429 == refused.status_code
    assert "Wait 2 seconds, then try again." in refused.content.decode()
    assert limits.COSTLY_BURST == Run.objects.count()


@pytest.mark.django_db(transaction=True)
async def test_a_throw_is_an_input_of_the_run_through_its_socket(connect: Connect) -> None:
    browser = Browser()
    answer = await sync_to_async(throw_first)(browser)
    run = await Run.objects.aget()
    client = await connect(run, cookies={name: morsel.value for name, morsel in browser.cookies.items()})
    greeting = await client.hello()

    message = await client.ask("input", **{"from": 0, "input": pod(1, "large")})
    steps = await client.ask("step", **{"from": 1, "size": "quiet"})

    assert run.pk == answer.json()["run"] == greeting["run"]["id"]
    assert [("you", "input-apply")] == [(frame["actor"], frame["kind"]) for frame in message["frames"]]
    assert ["schedule", "bind", "start", "ready"] == [frame["kind"] for frame in steps["frames"]]
    assert 1 == await RunInput.objects.filter(run=run).acount()


@pytest.mark.django_db(transaction=True)
async def test_starting_again_clears_the_board_of_the_same_run(connect: Connect) -> None:
    browser = Browser()
    await sync_to_async(throw_first)(browser)
    run = await Run.objects.aget()
    client = await connect(run, cookies={name: morsel.value for name, morsel in browser.cookies.items()})
    await client.hello()
    await client.ask("input", **{"from": 0, "input": pod(1, "large")})
    steps = await client.ask("step", **{"from": 1, "size": "quiet"})

    message = await client.ask(
        "input", **{"from": steps["to"], "input": {"kind": "reset", "pods": ["default/p1"]}}
    )

    gone = [
        change["key"]
        for change in message["frames"][0]["changes"]
        if change["op"] == "del" and change["kind"] == "pod"
    ]
    assert ["default/p1"] == gone
    assert 1 == await Run.objects.acount()
