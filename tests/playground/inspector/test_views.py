"""The inspector's tabs: pages with an address of their own, and the same as fragments."""

import pytest
from django.test import Client

from playground.runs.models import Run
from tests.playground.small_gallery import run_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def preemption() -> Run:
    """The canonical run in which p waits for its victims."""
    return run_of("gap-and-reservation")


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("pods/default/p/why", "nominated n1"),
        ("pods/default/p/describe", "Priority:"),
        ("pods/default/p/events", "FailedScheduling"),
        ("pods/default/p/yaml", "priorityClassName: p100"),
        ("nodes/n1/why", "Pods on this node"),
        ("nodes/n1/describe", "Allocatable:"),
        ("nodes/n1/events", ""),
        ("nodes/n1/yaml", "kind: Node"),
    ],
)
def test_each_tab_is_a_page_and_a_fragment(client: Client, preemption: Run, path: str, words: str) -> None:
    address = f"/r/{preemption.pk}/{path}?at=4"

    page = client.get(address)
    fragment = client.get(address, headers={"HX-Request": "true"})

    assert (200, 200) == (page.status_code, fragment.status_code)
    assert "<!doctype html>" in page.content.decode()
    assert "<!doctype html>" not in fragment.content.decode()
    assert words in page.content.decode()
    assert words in fragment.content.decode()
    assert "HX-Request" in page.headers["Vary"]
    assert fragment.content.decode().strip() in page.content.decode(), "one view, one markup"


@pytest.mark.parametrize(
    ("tab", "words"),
    [("why", "Endpoints"), ("describe", "Session Affinity:"), ("yaml", "kind: Service"), ("events", "")],
)
def test_a_service_has_pages_too(client: Client, tab: str, words: str) -> None:
    run = run_of("built-in-defaults")

    page = client.get(f"/r/{run.pk}/services/default/foo/{tab}?at=1")
    nobody = client.get(f"/r/{run.pk}/services/default/nobody/why?at=1")

    assert (200, 404) == (page.status_code, nobody.status_code)
    assert words in page.content.decode()
    assert "&amp;service=default/foo&amp;" in page.content.decode()


def test_why_says_the_refusals_with_their_distance_and_the_victims(client: Client, preemption: Run) -> None:
    page = client.get(f"/r/{preemption.pk}/pods/default/p/why?at=4").content.decode()

    assert "NodeResourcesFit" in page
    assert "Insufficient cpu" in page
    assert "cpu: needs 2, 0 free" in page
    assert "<b>low1</b>" in page


def test_a_pod_that_was_never_tried_says_so(client: Client) -> None:
    run = run_of("queue-by-priority")

    page = client.get(f"/r/{run.pk}/pods/default/a/why?at=0").content.decode()

    assert "has not tried this pod" in page


@pytest.mark.parametrize(
    "path",
    [
        "pods/default/nobody/why",
        "pods/default/nobody/yaml",
        "pods/default/p/nothing",
        "nodes/nowhere/why",
        "pods/default/p/why?at=3&point=Filter&node=nowhere",
        "pods/default/p/why?at=3&point=Nothing",
        "pods/default/p/why?at=0&point=PreFilter",
        "nodes/nowhere/describe",
        "pods/default/p/why?at=99999",
        "pods/default/p/why?at=-1",
        "pods/default/%3Cscript%3Ealert(1)%3C%2Fscript%3E/why",
    ],
)
def test_what_is_not_there_is_a_page_with_words(client: Client, preemption: Run, path: str) -> None:
    answer = client.get(f"/r/{preemption.pk}/{path}")

    assert 404 == answer.status_code
    assert "<h1" in answer.content.decode()
    assert "<script>alert" not in answer.content.decode()


def test_the_inspector_only_looks(client: Client, preemption: Run) -> None:
    assert 405 == client.post(f"/r/{preemption.pk}/pods/default/p/why").status_code


def test_every_link_that_is_fetched_can_also_be_opened(client: Client, preemption: Run) -> None:
    page = client.get(f"/r/{preemption.pk}/pods/default/p/why?at=4").content.decode()

    links = [part.split('"')[0] for part in page.split('hx-get="')[1:]]
    assert 6 == len(links)
    for link in links:
        assert f'href="{link}"' in page
        assert 200 == client.get(link.replace("&amp;", "&")).status_code
