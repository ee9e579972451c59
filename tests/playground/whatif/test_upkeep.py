"""The report over drained, upgraded and lost nodes."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from playground import limits
from playground.runs.changes import moves
from playground.runs.models import Run
from playground.server.refusals import BusyError

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_report_says_what_becomes_of_each_pod(client: Client, gallery_run: Run) -> None:
    head = gallery_run.head
    page = client.get(f"/r/{gallery_run.pk}/upkeep", {"plan": "lose", "node": "n1"}).content.decode()

    assert "Of 2 pods on these nodes" in page
    assert head == Run.objects.get(pk=gallery_run.pk).head


def test_without_a_node_the_page_asks_for_one(client: Client, gallery_run: Run) -> None:
    page = client.get(f"/r/{gallery_run.pk}/upkeep")

    assert (200, True) == (page.status_code, b"Choose nodes, or a zone." in page.content)


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ({"plan": "burn", "node": "n1"}, "Unknown plan."),
        ({"node": "n9"}, "no node n9"),
        ({"zone": "moon"}, "No node is in this zone"),
        ({"node": "n1", "plan": "upgrade"}, "At most 0 nodes"),
    ],
)
def test_what_cannot_be_asked_is_said(
    client: Client, gallery_run: Run, monkeypatch: pytest.MonkeyPatch, question: dict[str, str], message: str
) -> None:
    if "At most" in message:
        monkeypatch.setattr(limits, "MAINTENANCE_NODES", 0)
    answer = client.get(f"/r/{gallery_run.pk}/upkeep", question)

    assert (400, True) == (answer.status_code, message in answer.content.decode())


def played(client: Client, run: Run, **form: str) -> str:
    """The run in which a maintenance is played, just begun."""
    answer = client.post(f"/r/{run.pk}/upkeep/play", {"plan": "drain", "node": "n1", **form})
    place = re.fullmatch(r"/r/(\w+)\?at=\d+#play", answer.get("Location", ""))
    assert place is not None, answer.content
    return place[1]


def test_a_maintenance_is_a_run_that_its_report_plays_to_the_end(client: Client, gallery_run: Run) -> None:
    run = played(client, gallery_run)
    begun = Run.objects.get(pk=run)
    before = client.get(f"/r/{run}/upkeep/report").content.decode()
    for _ in range(9):
        after = client.post(f"/r/{run}/upkeep/on", headers={"HX-Request": "true"}).content.decode()
        if "hx-post" not in after:
            break
    again = client.get(f"/r/{run}/upkeep/report").content.decode()

    assert gallery_run.pk == begun.forked_from_id
    assert begun.head < Run.objects.get(pk=run).head
    assert ("hx-post" in before, "hx-post" in after, "hx-post" in again) == (True, False, False)
    assert "Of 2 pods on these nodes" in again
    assert "Drain report" in client.get(f"/r/{run}").content.decode()


def test_an_upgrade_adds_its_extra_nodes_before_the_first_drain(client: Client, gallery_run: Run) -> None:
    form = {"plan": "upgrade", "node": "n1", "extra": "1"}
    address = client.post(f"/r/{gallery_run.pk}/upkeep/play", form)["Location"]
    run, at = address.removeprefix("/r/").partition("?at=")[::2]
    page = client.get(f"/r/{run}/nodes", {"at": at.removesuffix("#play")}).content.decode()

    assert "n1-surge-1" in page


def test_a_stopped_report_asks_for_nothing_and_goes_on_from_there(client: Client, gallery_run: Run) -> None:
    run = played(client, gallery_run)
    page = client.get(f"/r/{run}/upkeep/report", {"stop": "1"}).content.decode()

    assert ("hx-post" in page, "What has been played is kept." in page, "Go on" in page) == (
        False,
        True,
        True,
    )


def test_a_busy_server_keeps_the_report_and_says_so(
    client: Client, gallery_run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = played(client, gallery_run)

    def busy(*_: object, **__: object) -> None:
        raise BusyError("page")

    with monkeypatch.context() as patch:
        patch.setattr(moves, "move_and_wait", busy)
        waits = client.post(f"/r/{run}/upkeep/on", headers={"HX-Request": "true"})
    goes_on = client.post(f"/r/{run}/upkeep/on", headers={"HX-Request": "true"})

    assert (200, True) == (waits.status_code, "The server is busy." in waits.content.decode())
    assert "The server is busy." not in goes_on.content.decode()


@pytest.mark.parametrize(
    "form",
    [
        {"extra": "21"},
        {"extra": "-1"},
        {"node": "n9"},
        {"plan": "burn"},
        {"surge": "0"},
        {"surge": "many"},
        {"node": "", "pool": "none"},
    ],
)
def test_a_wrong_choice_makes_no_run(client: Client, gallery_run: Run, form: dict[str, str]) -> None:
    number = Run.objects.count()
    answer = client.post(f"/r/{gallery_run.pk}/upkeep/play", {"node": "n1", **form})

    assert (400, number) == (answer.status_code, Run.objects.count())
    assert 'role="alert"' in answer.content.decode()


def test_strangers_do_not_play_the_run_on(client: Client, gallery_run: Run) -> None:
    run = played(client, gallery_run)
    stranger = Client()
    page = stranger.get(f"/r/{run}/upkeep/report").content.decode()

    assert 403 == stranger.post(f"/r/{run}/upkeep/on").status_code
    assert "hx-post" not in page


def test_a_report_alone_takes_the_same_choices_as_the_run(client: Client, gallery_run: Run) -> None:
    form = {"plan": "upgrade", "node": "n1", "extra": "1", "surge": "2", "force": "on"}
    page = client.get(f"/r/{gallery_run.pk}/upkeep", form).content.decode()

    assert "kubectl delete node n1-surge-1" in page
    assert 'name="surge" value="2"' in page
    assert 'name="extra" value="1"' in page
    assert 'name="force" checked' in page


@pytest.mark.parametrize("form", [{"surge": "0"}, {"extra": "many"}])
def test_a_report_with_wrong_numbers_says_so(client: Client, gallery_run: Run, form: dict[str, str]) -> None:
    answer = client.get(f"/r/{gallery_run.pk}/upkeep", {"plan": "upgrade", "node": "n1", **form})

    assert 400 == answer.status_code
    assert 'role="alert"' in answer.content.decode()


def test_the_board_is_told_since_when_which_nodes_are_maintained(client: Client, gallery_run: Run) -> None:
    run = played(client, gallery_run)
    begun = client.get(f"/r/{run}/upkeep/begun").json()
    before = client.get(f"/r/{gallery_run.pk}/upkeep/begun").json()

    assert ("drain", ["n1"], {}) == (begun["plan"], begun["nodes"], before)
    assert begun["since"] >= 0
