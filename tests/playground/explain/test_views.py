"""`/explain` and its cards as pages: escaped, bounded, in four languages, and with a run's own numbers."""

import html
import re

import pytest
from django.test import Client

from playground import limits
from playground.texts.terms.cards import CARDS
from tests.playground.small_gallery import load_some, run_of

pytestmark = pytest.mark.django_db(transaction=True)
TEXT = "0/3 nodes are available: 1 Insufficient cpu, 2 <b>quantum</b>."


def test_a_text_is_taken_apart_and_escaped() -> None:
    page = Client().get("/explain", {"text": TEXT}).content.decode()

    assert "/explain/NodeResourcesFit" in page
    assert "podium does not know this part" in page
    assert "&lt;b&gt;quantum&lt;/b&gt;" in page
    assert "<b>quantum" not in page


def test_a_refusal_is_followed_by_what_to_do_and_other_events_are_not() -> None:
    refused, other = (Client().get("/explain", {"text": text}).content.decode() for text in (TEXT, "x: y"))

    assert [True, False] == ["What to do" in page for page in (refused, other)]
    assert 'class="btn" href="/import"' in refused


def test_a_short_text_gets_an_address_and_a_long_one_is_explained_where_it_was_sent() -> None:
    row = (
        "Warning  FailedScheduling  {0}m  default-scheduler  0/{0} nodes are available: {0} Too many pods.\n"
    )
    short = Client().post("/explain", {"text": TEXT})
    long = Client().post(
        "/explain", {"text": "x: y\n" * 600_000 + "Events:\n" + row.format(7) + row.format(3)}
    )
    page = long.content.decode()

    assert (303, "/explain?text=0%2F3+nodes") == (short.status_code, short["Location"][:25])
    assert (200, True) == (long.status_code, page.index("3m · Warning") < page.index("7m · Warning"))


def test_a_text_beyond_the_limit_is_refused_with_a_sentence() -> None:
    answer = Client().post("/explain", {"text": "x" * (limits.EXPLAIN_BYTES + 1)})

    assert 413 == answer.status_code
    assert "the limit is" in answer.content.decode()


def test_what_is_no_text_answers_400_with_a_sentence() -> None:
    file = b"\x89PNG\r\n\xff\xfe\x01" + bytes(range(128, 256)) * 40
    answer = Client().post("/explain", {"text": file.decode("utf-8", "replace")})

    assert (400, True) == (answer.status_code, "This is not UTF-8 text." in answer.content.decode())


def test_of_an_unknown_part_the_nearest_known_one_is_named() -> None:
    page = Client().get("/explain", {"text": "MountVolume.SetUp blew up for volume x"}).content.decode()

    assert "MountVolume.SetUp failed for volume &quot;&lt;volume&gt;&quot;" in page


@pytest.mark.parametrize("text", ["", "0/99999999999999 nodes are available: 1", "%(x)s {y} <script>", "🙂"])
def test_odd_texts_answer_a_page(text: str) -> None:
    assert 200 == Client().get("/explain", {"text": text}).status_code


def test_every_word_has_a_page() -> None:
    client = Client()

    pages = {name: client.get(f"/explain/{name}") for name in CARDS}

    assert {200} == {page.status_code for page in pages.values()}
    assert [] == [name for name, page in pages.items() if f"<h1>{name}</h1>" not in page.content.decode()]


def test_the_card_of_a_field_shows_the_arithmetic_of_its_plugin() -> None:
    skew = Client().get("/explain/maxSkew").content.decode()
    requests = Client().get("/explain/requests").content.decode()

    assert "the skew would be 1 + 1 − 0 = 2, and maxSkew is 1" in skew
    assert "cpu: needs 6, 3 free" in requests


@pytest.mark.parametrize("address", ["/explain/Nothing", "/explain/filter?run=nothing", "/explain/a%3Cb"])
def test_an_unknown_name_or_run_is_not_found(address: str) -> None:
    assert 404 == Client().get(address).status_code


def test_a_card_shows_the_numbers_of_a_runs_own_decision() -> None:
    run = run_of()
    pods = [f"default/{name}" for name in ("mypod", "p", "new")]
    pages = [
        Client().get("/explain/NodeResourcesFit", {"run": run.pk, "pod": pod, "at": run.head}) for pod in pods
    ]

    shown = [page.content.decode() for page in pages if page.status_code == 200]
    assert any(f"at step {run.head}" in page for page in shown)


def test_scenarios_that_show_a_text_are_named_and_a_pasted_text_finds_them() -> None:
    load_some(["basic-preemption", "queue-by-priority"])

    explained = (
        Client().get("/explain", {"text": "0/1 nodes are available: 1 Insufficient cpu."}).content.decode()
    )
    result = Client().get("/", {"q": "0/1 nodes are available: 1 Insufficient cpu."}).content.decode()
    mechanism = Client().get("/", {"mechanism": "NodeResourcesFit"}).content.decode()
    other = Client().get("/", {"mechanism": "Evicted<script>"}).content.decode()

    assert "/s/basic-preemption" in explained
    assert "/explain?text=0/1%20nodes" in result
    assert 'href="/s/basic-preemption"' in result
    assert "This looks like" not in mechanism
    assert 'id="found"' in mechanism
    assert 'id="found"' not in other


def test_scores_in_why_lead_to_the_card_with_the_same_numbers() -> None:
    run = run_of("soft-score-numbers")
    why = Client().get(f"/r/{run.pk}/pods/default/mypod/why", {"at": 3}).content.decode()
    links = re.findall(r'class="to-card" href="([^"]+\?run=[^"]+)"', why)

    pages = [Client().get(html.unescape(link)) for link in links]

    assert links
    assert {200} == {page.status_code for page in pages}
    assert all("Decision about default/mypod at step 3" in page.content.decode() for page in pages)
