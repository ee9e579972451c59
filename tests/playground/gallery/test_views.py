"""The gallery: loaded once, drawn from real states, and pages that create nothing."""

import json
import re
import shutil
from pathlib import Path

import pytest
from django.test import Client

from playground.gallery import loader as gallery_loader
from playground.gallery import services
from playground.gallery.loader import load_gallery
from playground.gallery.models import Scenario
from playground.runs.models import Run, ScenarioRevision
from tests.playground.small_gallery import SLUGS, load_some

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def gallery() -> gallery_loader.Loaded:
    return load_some()


def test_the_gallery_loads_every_file_and_a_second_time_does_nothing(gallery: gallery_loader.Loaded) -> None:
    runs = set(Run.objects.values_list("pk", flat=True))

    again = load_some()

    assert (len(SLUGS), 0) == (len(gallery.fresh), gallery.unchanged)
    assert ((), len(SLUGS)) == (again.fresh, again.unchanged)
    assert runs == set(Run.objects.values_list("pk", flat=True))


def test_canonical_runs_belong_to_nobody_and_are_played_until_quiet(gallery: gallery_loader.Loaded) -> None:
    runs = {item.slug: item.canonical_run for item in Scenario.objects.select_related("canonical_run")}

    assert sorted(SLUGS) == sorted(runs)
    assert {""} == {run.owner_digest if run else None for run in runs.values()}
    assert [] == [slug for slug, run in runs.items() if run is None or run.head == 0]


def test_a_broken_gallery_file_is_named_with_its_line(tmp_path) -> None:
    (tmp_path / "broken.yaml").write_text("kind: Pod\nmetadata: {name: p}\nspec: {containers: 5}\n")

    with pytest.raises(gallery_loader.BrokenGalleryError, match=r"broken.yaml:3: spec"):
        load_gallery(tmp_path)


def test_the_first_page_shows_every_scenario_by_topic(client: Client, gallery: gallery_loader.Loaded) -> None:
    response = client.get("/")
    page = response.content.decode()

    assert 200 == response.status_code
    for scenario in Scenario.objects.all():
        assert f'class="card" href="/s/{scenario.slug}"' in page
    assert ["Priority and preemption", "Topology spread"] == [s.title for s in response.context["sections"]][
        :2
    ]
    assert len(SLUGS) == page.count('class="th"')


def test_a_film_of_a_run_has_its_start_and_its_frames(client: Client, gallery: gallery_loader.Loaded) -> None:
    run = Scenario.objects.get(slug="gap-and-reservation").canonical_run
    assert run is not None

    recorded = json.loads(client.get(f"/r/{run.pk}/film.json").content)

    assert 0 == recorded["snapshot"]["seq"]
    assert list(range(1, len(recorded["frames"]) + 1)) == [frame["seq"] for frame in recorded["frames"]]


def test_drawings_come_from_the_run(client: Client, gallery: gallery_loader.Loaded) -> None:
    drawing = Scenario.objects.get(slug="gap-and-reservation").drawing
    page = client.get("/").content.decode()

    looks = {box["name"]: box["look"] for box in drawing["boxes"]}
    assert ("pod d-dying", "pod d-dying", "pod d-reserved") == (looks["low1"], looks["low2"], looks["p"])
    assert 'class="d-pod d-reserved"' in page


def test_a_card_says_what_one_can_find_out(client: Client, gallery: gallery_loader.Loaded) -> None:
    page = client.get("/").content.decode()

    assert "Does the constraint prefer node3 or node4?" in page


def test_the_lessons_stand_on_top_as_a_path(client: Client, gallery: gallery_loader.Loaded) -> None:
    page = client.get("/")
    path = page.content.decode().partition('<ol class="path">')[2].partition("</ol>")[0]

    assert [1, 3, 6] == [lesson.lesson for lesson in page.context["lessons"]]
    assert ["queue-by-priority", "gap-and-reservation", "one-constraint-zone"] == re.findall(
        r'href="/s/([^"]+)"', path
    )


def test_links_skip_to_the_lessons_and_to_each_topic(client: Client, gallery: gallery_loader.Loaded) -> None:
    page = client.get("/").content.decode()
    skips = re.findall(r'<a class="skip" href="#([^"]+)"', page)

    assert ["main", "course", "topic-1"] == skips[:3]
    assert all(f'id="{target}"' in page for target in skips)


def test_a_search_shows_what_was_found_in_place_of_the_topics(
    client: Client, gallery: gallery_loader.Loaded
) -> None:
    result = client.get("/", {"q": "ZONES constraint"})
    nothing = client.get("/", {"q": "quantum"})

    assert ["one-constraint-zone"] == [item.slug for item in result.context["matching"]]
    assert [] == result.context["sections"]
    assert 'value="ZONES constraint"' in result.content.decode()
    assert "0 scenarios found" in nothing.content.decode()


def test_a_scenario_opens_at_its_start_and_looking_creates_nothing(
    client: Client, gallery: gallery_loader.Loaded
) -> None:
    runs, revisions = Run.objects.count(), ScenarioRevision.objects.count()

    response = client.get("/s/gap-and-reservation")
    moment = client.get("/s/gap-and-reservation?at=3")

    assert (200, 0, False) == (response.status_code, response.context["at"], response.context["can_act"])
    assert 3 == moment.context["at"]
    assert (runs, revisions) == (Run.objects.count(), ScenarioRevision.objects.count())


def test_a_long_topic_shows_its_first_lessons_and_has_a_page_with_all(client: Client, tmp_path: Path) -> None:
    for path in gallery_loader.FOLDER.glob("*.yaml"):
        if re.search(r"^ *topic: spread$", path.read_text(), re.MULTILINE):
            shutil.copy(path, tmp_path)
    load_gallery(tmp_path)
    page = client.get("/")
    spread = next(section for section in page.context["sections"] if section.slug == "spread")
    whole = client.get("/topics/spread")

    assert [6, 7, 8, 9] == [card.lesson for card in spread.cards]
    assert 'href="/topics/spread"' in page.content.decode()
    cards = whole.context["section"].cards
    assert spread.total == len(cards) == Scenario.objects.filter(topic="spread").count() > 20
    assert [6, 7, 8, 9] == [card.lesson for card in cards[:4]]
    codes = [card.code for card in cards[4:]]
    assert sorted(codes) == codes
    assert all(f'href="/s/{card.slug}"' in whole.content.decode() for card in cards)


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/topics/preemption", 200),
        ("/topics/nothing", 404),
        ("/s/nothing", 404),
        ("/s/nothing.yaml", 404),
        ("/s/gap-and-reservation?at=99999", 404),
        ("/s/gap-and-reservation?at=x", 404),
        ("/s/gap-and-reservation.yaml", 200),
        ("/exact", 200),
        ("/import", 200),
        ("/r/nothing/film.json", 404),
        ("/r/nothing/report", 404),
        ("/i18n/xx.abc.json", 404),
    ],
)
def test_every_address_answers_with_its_status(
    client: Client, gallery: gallery_loader.Loaded, address: str, status: int
) -> None:
    assert status == client.get(address).status_code


def test_a_scenario_can_be_taken_away_as_a_file_and_brought_back(
    client: Client, gallery: gallery_loader.Loaded
) -> None:
    source = client.get("/s/gap-and-reservation.yaml").content.decode()

    response = client.post("/import", {"text": source})

    assert 303 == response.status_code
    original = Scenario.objects.get(slug="gap-and-reservation").revision
    assert original == Run.objects.exclude(owner_digest="").get().revision


def test_the_theme_is_remembered_and_leads_nowhere_else(client: Client) -> None:
    response = client.post("/theme", {"theme": "light", "next": "https://evil.example/"})

    assert (303, "/") == (response.status_code, response.headers["Location"])
    assert 'data-theme="light"' in client.get("/exact").content.decode()
    assert 405 == client.get("/theme").status_code


def test_the_end_of_a_lesson_leads_to_the_next_one_and_the_file_is_linked(
    client: Client, gallery: gallery_loader.Loaded
) -> None:
    first, last = (
        client.get(f"/s/{slug}").content.decode() for slug in ("queue-by-priority", "one-constraint-zone")
    )

    assert 'href="/s/gap-and-reservation">Next: lesson 3, The preemptor waits' in first
    assert "Next:" not in last
    assert 'id="source-link" href="/s/queue-by-priority.yaml"' in first


def test_after_a_scenario_that_is_no_lesson_comes_the_next_of_its_topic(transactional_db: None) -> None:
    load_some(("equal-priority", "kubelet-ranking", "probe-grace"))
    by_name = {
        slug: services.following(slug) for slug in ("equal-priority", "kubelet-ranking", "probe-grace", "no")
    }

    assert {
        "equal-priority": "kubelet-ranking",
        "kubelet-ranking": None,
        "probe-grace": None,
        "no": None,
    } == {slug: after and after.slug for slug, after in by_name.items()}


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "A search may have at most 1100 characters."),
        ("id", "Pencarian boleh berisi paling banyak 1100 karakter."),
        ("zh-hans", "搜索最多可有 1100 个字符。"),
        ("uk", "Пошук може мати щонайбільше 1100 символів."),
    ],
)
def test_a_search_that_is_too_long_is_refused_in_words(client: Client, language: str, sentence: str) -> None:
    longest = client.get("/", {"q": "x" * 1_100}, headers={"Accept-Language": language})
    too_long = client.get("/", {"q": "x" * 1_101}, headers={"Accept-Language": language})

    assert (200, 422) == (longest.status_code, too_long.status_code)
    assert ("", sentence) == (longest.context["refusal"], too_long.context["refusal"])
    assert sentence in too_long.content.decode()
