"""Pages of runs over HTTP: headers, moments, what is not there, and how often one may ask."""

import pytest
from django.test import AsyncClient
from django.test import Client as Browser

from playground import limits
from playground.runs import access, new_runs
from playground.runs.models import Run, ScenarioRevision
from playground.server.fairness.throttle import costly_buckets
from playground.server.lifecycle import state
from playground.workers import pool as workers
from tests.playground.conftest import OWNER

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_policy_of_every_page_allows_nothing_inline(run: Run) -> None:
    answer = Browser().get(f"/r/{run.pk}")

    policy = {
        directive.split(" ", 1)[0]: directive.split(" ", 1)[1]
        for directive in answer.headers["Content-Security-Policy"].split("; ")
    }
    assert "'none'" == policy["default-src"] == policy["base-uri"] == policy["frame-ancestors"]
    assert "'self'" == policy["connect-src"] == policy["form-action"] == policy["font-src"]
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert policy["script-src"].startswith("'self' 'nonce-")
    assert "nosniff" == answer.headers["X-Content-Type-Options"]
    assert "DENY" == answer.headers["X-Frame-Options"]
    assert "same-origin" == answer.headers["Referrer-Policy"]
    assert "same-origin" == answer.headers["Cross-Origin-Opener-Policy"]


def test_a_moment_stands_in_its_address(run: Run) -> None:
    Run.objects.filter(pk=run.pk).update(head=7)

    newest = Browser().get(f"/r/{run.pk}")
    earlier = Browser().get(f"/r/{run.pk}?at=3")

    assert (200, 7, 7) == (newest.status_code, newest.context["at"], newest.context["head"])
    assert (200, 3, 7) == (earlier.status_code, earlier.context["at"], earlier.context["head"])


@pytest.mark.parametrize("at", ["8", "-1", "x", "", "1.5", "٣", "9" * 5000])
def test_a_step_that_does_not_exist_leads_to_the_newest(run: Run, at: str) -> None:
    Run.objects.filter(pk=run.pk).update(head=7)

    answer = Browser().get(f"/r/{run.pk}", {"at": at})

    assert 404 == answer.status_code
    assert f'href="/r/{run.pk}?at=7"' in answer.content.decode()


@pytest.mark.parametrize(
    "address", ["/r/nosuchrun234", "/r/<script>", "/e/nothing", "/nowhere", "/r/" + "x" * 300, "/s/nothing"]
)
def test_what_does_not_exist_is_a_page_of_the_product(transactional_db: None, address: str) -> None:
    answer = Browser().get(address)

    assert 404 == answer.status_code
    assert "errors/404.html" in [template.name for template in answer.templates]
    assert "<script>" not in answer.content.decode().replace('<script type="module"', "")


def test_the_health_of_the_server_is_told_apart_from_its_readiness(transactional_db: None) -> None:
    browser = Browser()
    before = browser.get("/healthz").status_code, browser.get("/readyz").status_code

    state.draining = True
    try:
        draining = browser.get("/healthz").status_code, browser.get("/readyz").status_code
    finally:
        state.draining = False

    assert ((200, 200), (200, 503)) == (before, draining)


def test_forks_from_one_address_are_limited_and_others_are_not(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(costly_buckets, "clock", lambda: 0.0)
    browser = Browser()
    codes = [browser.post(f"/r/{run.pk}/fork").status_code for _ in range(limits.COSTLY_BURST + 1)]
    other = Browser(REMOTE_ADDR="10.0.0.9").post(f"/r/{run.pk}/fork")
    refused = browser.post(f"/r/{run.pk}/fork")

    assert [303] * limits.COSTLY_BURST + [429] == codes
    assert 303 == other.status_code
    assert int(refused.headers["Retry-After"]) >= 1


def test_a_form_without_its_token_is_refused_on_a_page(run: Run) -> None:
    answer = Browser(enforce_csrf_checks=True).post(f"/r/{run.pk}/fork")

    assert 403 == answer.status_code
    assert "errors/403.html" in [template.name for template in answer.templates]


@pytest.mark.parametrize(("method", "address"), [("get", "/runs/new"), ("post", "/healthz")])
def test_the_wrong_method_is_405(transactional_db: None, method: str, address: str) -> None:
    assert 405 == getattr(Browser(), method)(address).status_code


def test_a_new_run_needs_a_revision_that_exists(transactional_db: None) -> None:
    assert 404 == Browser().post("/runs/new", {"revision": "b" * 64}).status_code


@pytest.mark.parametrize("code", ["en", "id", "zh-hans", "uk"])
def test_the_language_can_be_chosen_and_is_kept(revision: ScenarioRevision, code: str) -> None:
    browser = Browser()

    answer = browser.post("/language", {"language": code, "next": "/nowhere"})

    assert 302 == answer.status_code
    assert f'<html lang="{code}"' in browser.get("/nowhere").content.decode()


def test_a_foreign_host_is_refused(transactional_db: None) -> None:
    assert 400 == Browser().get("/", headers={"Host": "evil.example"}).status_code


def test_what_broke_is_a_page_that_needs_nothing(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playground.runs.services.standing", lambda _: 1 / 0)
    browser = Browser(raise_request_exception=False)

    answer = browser.get(f"/r/{run.pk}")

    assert 500 == answer.status_code
    assert b"no run was lost" in answer.content


async def test_a_static_file_comes_whole_and_without_a_warning(transactional_db: None) -> None:
    """Under ASGI, as Daphne serves it; warnings are errors here."""
    answer = await AsyncClient().get("/static/css/fonts.css")
    part = await AsyncClient().get("/static/css/fonts.css", headers={"Range": "bytes=0-9"})

    assert (200, 'text/css; charset="utf-8"') == (answer.status_code, answer.headers["Content-Type"])
    assert not answer.streaming
    assert (206, answer.content[:10]) == (part.status_code, part.content)


def test_a_browser_lists_the_runs_that_it_may_change_and_no_others(
    run: Run, revision: ScenarioRevision
) -> None:
    new_runs.create_run(revision, owner="somebody else", title="Not mine")
    shared = new_runs.create_run(revision, owner="a friend", title="Of a friend")
    browser, stranger = Browser(), Browser()
    browser.cookies[access.OWNER_COOKIE] = access.sign_owner(OWNER)
    browser.get(f"/e/{access.edit_token(shared.pk)}")

    mine = browser.get("/runs")
    nothing = stranger.get("/runs")

    assert [(shared.pk, True), (run.pk, False)] == [(item.run, item.shared) for item in mine.context["runs"]]
    assert f'href="/r/{run.pk}"' in mine.content.decode()
    assert "You have no runs yet" in nothing.content.decode()
    assert 'href="/runs"' in browser.get("/exact").content.decode()
    assert 'href="/runs"' not in stranger.get("/exact").content.decode()


def test_a_film_is_kept_by_caches_only_when_the_run_is_everybody_s(
    run: Run, revision: ScenarioRevision
) -> None:
    shown = new_runs.create_canonical_run(revision, title="The gallery's")

    kept = [Browser().get(f"/r/{item.pk}/film.json").headers["Cache-Control"] for item in (run, shown)]

    assert ["private, no-store", "public, max-age=300"] == kept


@pytest.mark.parametrize(
    "address", ["/r/a%00b", "/s/a%00b", "/e/a%00b", "/?q=%00", "/r/{run}?pod=%00", "/learn/a%00", "/nodes%00"]
)
def test_an_address_with_the_character_nul_is_refused(run: Run, address: str) -> None:
    answer = Browser().get(address.format(run=run.pk))

    assert answer.status_code in (400, 404)
    assert "<h1" in answer.content.decode()


def test_a_form_with_the_character_nul_is_refused(run: Run, revision: ScenarioRevision) -> None:
    browser = Browser()
    forms = [
        ("/runs/new", {"revision": revision.pk, "title": "a\0"}),
        ("/runs/new", {"revision": "\0"}),
        (f"/r/{run.pk}/fork", {"at": "0", "b\0": "1"}),
    ]

    answers = [browser.post(address, form).status_code for address, form in forms]

    assert [400, 400, 400] == answers


def test_a_page_knows_from_the_start_how_far_the_opening_of_its_run_is(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def page(share: float | None) -> str:
        monkeypatch.setattr(workers.pool(), "opening", lambda run: share)
        return Browser().get(f"/r/{run.pk}", headers={"accept-language": "uk"}).content.decode()

    opened, opening = page(None), page(0.25)

    assert (False, True) == ("data-opening=" in opened, 'data-opening="0.25"' in opening)
