"""The Why page of a pod with spread constraints: what the plugin kept, followed point by point."""

import html
import re

import pytest
from django.test import Client

from playground.inspector.why.spread_walk import walk
from tests.playground.small_gallery import run_of

pytestmark = pytest.mark.django_db(transaction=True)


def details(client: Client, slug: str, pod: str, at: str = "") -> str:
    """The text of the <details>, at the newest step or `at` another; blanks made one."""
    run = run_of(slug)
    page = client.get(f"/r/{run.pk}/pods/default/{pod}/why{at}").content
    part = (
        page.decode().split('<details class="spread-walk" data-keep="walk">', 1)[1].split("</details>", 1)[0]
    )
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", part)).split())


def test_the_test_case_by_hand_shows_counts_and_both_critical_paths(client: Client) -> None:
    text = details(client, "prefilter-board", "mypod")

    assert "1 zone 2 domains" in text
    assert "zone1 3 zone2 4 CriticalPaths [0] zone1 3 the minimum [1] zone2 4" in text
    assert "[0] node-x 0 the minimum [1] node-b 1" in text
    assert "Filter subtracts 3." in text


def test_a_preference_shows_its_weight_and_the_arithmetic_of_its_score(client: Client) -> None:
    text = details(client, "soft-score-numbers", "mypod")

    assert "1 zone ln(2+2) = 1.3863" in text
    assert "node1 2·1.3863 = 2.7726 → 3 100·(3+1−3)/3 = 33 66" in text
    assert "node4 1·1.3863 = 1.3863 → 1 100·(3+1−1)/3 = 100 200" in text


def test_nodes_that_get_no_score_are_named_as_words(client: Client) -> None:
    text = details(client, "defaults-off", "p", at="?at=3")

    assert "Ignored, because they lack a key: n4 " in text


def test_the_message_of_a_refusal_is_on_the_page_once(client: Client) -> None:
    run = run_of("prefilter-board")
    page = client.get(f"/r/{run.pk}/pods/default/mypod/why").content.decode()

    shown = page.split("<main", 1)[-1]
    assert 1 == html.unescape(shown).count("0/4 nodes are available: 4 node(s) didn't match pod topology")


def test_a_pod_without_spread_constraints_has_nothing_to_follow() -> None:
    assert walk({"weights": {}, "spreadState": [], "preemption": None}) is None
