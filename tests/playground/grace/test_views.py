"""The grace calculator: page and fragment say the same; the numbers are those of the catalogue. And boards
of old kubelets.
"""

import html
import re

import pytest
from django.test import Client

import scheduler_core as core
from playground.gallery.models import Scenario
from playground.grace import sheet as grace_view
from playground.runs.models import Run, ScenarioRevision
from tests.playground.small_gallery import load_some

pytestmark = pytest.mark.django_db


def outcomes(**request: str) -> dict[str, tuple[int, int]]:
    """Version → (seconds, shortened from; 0: not shortened)."""
    sheet = grace_view.sheet(request)
    assert not sheet.problems
    return {outcome.version: (outcome.seconds, outcome.shortened_from) for outcome in sheet.outcomes}


def both(seconds: int, shortened_from: int = 0) -> dict[str, tuple[int, int]]:
    return {"v1.36": (seconds, shortened_from), "v1.23": (seconds, shortened_from)}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ({"deletion": "30"}, both(30)),
        ({"kept": "30", "deletion": "10"}, both(10, 30)),
        ({"kept": "10", "deletion": "10", "override": "60"}, both(10)),
        ({"kept": "10", "deletion": "10", "override": "5"}, both(5, 10)),
        ({"spec": "45"}, both(45)),
        ({"deletion": "0", "spec": "30"}, {"v1.36": (1, 0), "v1.23": (30, 0)}),
        ({"kept": "0", "deletion": "0", "override": "0", "spec": "0"}, both(1)),
    ],
)
def test_the_numbers_of_the_catalogue(question: dict[str, str], expected: dict[str, tuple[int, int]]) -> None:
    assert expected == outcomes(**question)


def test_each_number_is_kept_next_by_a_link(client: Client) -> None:
    page = html.unescape(client.get("/grace?kept=0&deletion=30&spec=30").content.decode())
    kept = re.search(r'href="(/grace\?kept=30[^"]*)"', page)
    assert kept
    after = client.get(kept[1].replace("deletion=30", "deletion=10"))

    assert (30,) == after.context["sheet"].past
    assert [(10, 30), (10, 30)] == [
        (outcome.seconds, outcome.shortened_from) for outcome in after.context["sheet"].outcomes
    ]
    assert "shortened from 30" in after.content.decode()


def test_page_and_fragment_say_the_same(client: Client) -> None:
    address = "/grace?kept=30&deletion=0&spec=30"

    page = client.get(address)
    fragment = client.get(address, headers={"HX-Request": "true"})

    assert fragment.content.decode().strip() in page.content.decode()
    assert "<!doctype html>" not in fragment.content.decode()
    assert "HX-Request" in page.headers["Vary"]
    assert "HX-Request" in fragment.headers["Vary"]


@pytest.mark.parametrize(
    ("question", "decided"),
    [
        ("deletion=30&spec=45", ["The deletion decided."] * 2),
        ("kept=10&override=5", ["The override decided."] * 2),
        ("kept=10&override=60", ["The kept value decided, because no smaller value was offered."] * 2),
        ("spec=45", ["The spec decided, because no other value was given."] * 2),
        (
            "deletion=0&spec=30",
            [
                "The minimum decided: a grace period is at least 1 second.",
                "The spec decided, because an override of 0 was treated as not set.",
            ],
        ),
    ],
)
def test_it_says_which_rule_decided(client: Client, question: str, decided: list[str]) -> None:
    sheet = client.get(f"/grace?{question}").context["sheet"]

    assert decided == [outcome.decided for outcome in sheet.outcomes]


def test_each_row_tells_a_grace_of_zero_from_a_missing_one() -> None:
    now, then = grace_view.sheet({"deletion": "0", "spec": "30"}).outcomes

    assert ["", "0", "0", "0", "1"] == [row.grace for row in now.rows]
    assert ["", "0", "0", "30", "30"] == [row.grace for row in then.rows]
    assert ["", "0", "", "30", "1"] == [row.offered for row in now.rows]
    assert [["Minimum"], ["Spec"]] == [
        [row.label for row in outcome.rows if row.decided] for outcome in (now, then)
    ]


@pytest.mark.parametrize(
    ("name", "text", "least"),
    [
        ("kept", "-1", "0"),
        ("kept", "1.5", "0"),
        ("deletion", "soon", "-2147483647"),
        ("override", "9999999999", "-2147483647"),
        ("spec", "3" * 5000, "0"),
        ("spec", "٣", "0"),
        ("deletion", "<b>", "-2147483647"),
    ],
)
def test_what_is_no_number_is_named_with_its_bounds(client: Client, name: str, text: str, least: str) -> None:
    response = client.get("/grace", {name: text})
    page = response.content.decode()

    assert 200 == response.status_code
    assert [name] == [field.name for field in response.context["sheet"].problems]
    assert f"must be a whole number from {least} to 2147483647" in page
    assert 'aria-invalid="true"' in page
    assert "<b><b>" not in page
    assert not response.context["sheet"].outcomes


@pytest.mark.parametrize("past", ["x", "", "30-", "7", "1" * 300, "-".join("9" * 50)])
def test_a_trail_that_cannot_be_is_left_out(client: Client, past: str) -> None:
    response = client.get("/grace", {"kept": "10", "past": past})

    assert 200 == response.status_code
    assert () == response.context["sheet"].past


def test_a_trail_is_bounded() -> None:
    sheet = grace_view.sheet({"kept": "9", "past": "-".join("9" * 50)})

    assert grace_view.TRAIL_MAX == len(sheet.past)


def test_without_numbers_it_shows_an_example_and_offers_the_others(client: Client) -> None:
    response = client.get("/grace")

    assert [30, 30] == [outcome.seconds for outcome in response.context["sheet"].outcomes]
    for example in response.context["sheet"].examples:
        assert client.get(example.url).context["sheet"].outcomes
    assert 405 == client.post("/grace").status_code


def test_the_card_and_the_board_of_its_scenario_lead_to_it(client: Client) -> None:
    load_some(["shortest-wins", "gap-and-reservation"])

    assert 1 == client.get("/topics/exit").content.decode().count('href="/grace"')
    assert 'href="/grace"' in client.get("/s/shortest-wins").content.decode()
    assert 'href="/grace"' not in client.get("/s/gap-and-reservation").content.decode()


def test_a_board_says_its_release_and_marks_an_old_one(client: Client) -> None:
    load_some(["override-after-hook", "prestop-budget"])
    old, new = (
        client.get(f"/s/{slug}").content.decode() for slug in ("override-after-hook", "prestop-budget")
    )

    assert 'class="tag release warn" type="button" id="version"' in old
    assert ">Kubernetes v1.23</h2>" in old
    assert 'class="tag release" type="button" id="version"' in new
    assert f">Kubernetes v{core.NEW_RUNS}</h2>" in new


def test_a_scenario_is_played_again_in_the_other_version(client: Client) -> None:
    load_some(["hard-eviction", "gap-and-reservation"])
    page = client.get("/s/hard-eviction")
    form = dict(re.findall(r'name="(revision|version|title)" value="([^"]*)"', page.content.decode()))

    answer = client.post("/runs/new", form)
    again = client.get(answer.headers["Location"])

    assert 303 == answer.status_code
    assert ("1.23", True) == (form["version"], again.context["can_act"])
    assert page.context["title"] == again.context["title"]
    assert "Kubernetes v1.23" in again.content.decode()
    assert "Again with" not in again.content.decode(), "an owner has other tools in that place"
    assert "Again with v1.36" in Client().get(answer.headers["Location"]).content.decode()
    back = {"revision": again.context["run"].revision, "version": "1.36"}
    client.post("/runs/new", back)
    assert Scenario.objects.get(slug="hard-eviction").revision_id == Run.objects.latest("created").revision_id
    assert "Again with" not in client.get("/s/gap-and-reservation").content.decode()


def test_a_version_that_is_not_offered_makes_nothing(client: Client) -> None:
    load_some(["hard-eviction"])
    revision = Scenario.objects.get(slug="hard-eviction").revision_id
    runs = Run.objects.count()

    for version in ("1.99", "x", "1.23 3"):
        assert 404 == client.post("/runs/new", {"revision": revision, "version": version}).status_code
    assert runs == Run.objects.count()


def test_a_file_gives_a_source_to_a_revision_that_had_none() -> None:
    load_some(["hard-eviction", "override-after-hook"])
    run_state = Scenario.objects.get(slug="override-after-hook").revision
    source = run_state.source
    ScenarioRevision.objects.filter(pk=run_state.pk).update(source="")
    Scenario.objects.all().update(file_digest="")

    load_some(["hard-eviction", "override-after-hook"])

    assert source == ScenarioRevision.objects.get(pk=run_state.pk).source


def test_a_scenario_is_played_again_in_the_versions_that_it_lists(client: Client) -> None:
    load_some(["feature-history"])
    page = client.get("/s/feature-history")
    content = page.content.decode()
    form = dict(re.findall(r'name="(revision|title)" value="([^"]*)"', content))

    again = re.search(r'id="again">.*?</form>', content)
    assert again is not None
    offered = re.findall(r'<option value="(1[^"]*)">', again[0])
    old = client.post("/runs/new", {**form, "version": "1.10"}).headers["Location"]

    assert ["1.10", "1.11", "1.15", "1.19"] == offered
    assert "Kubernetes v1.10" in Client().get(old).content.decode()
    assert '<option value="1.36">' in Client().get(old).content.decode()
