"""Each status that a person may meet has a page in the site's clothes, in each language, with a way back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.test import Client, RequestFactory
from django.utils import translation

from playground import limits
from playground.runs import revisions
from playground.runs.models import Run
from playground.runs.retention import lifetimes
from playground.server.fairness.throttle import too_often
from playground.server.http import overload
from playground.server.http.error_pages import server_error

pytestmark = pytest.mark.django_db

Answer = Callable[[Client, RequestFactory], Any]


def too_much(client: Client, rf: RequestFactory) -> Any:
    text = "x" * (limits.PAGE_BODY_BYTES + 1)
    return client.post("/theme", text, content_type="application/x-www-form-urlencoded")


def without_token(client: Client, rf: RequestFactory) -> Any:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = client.cookies
    return strict.post("/theme")


ANSWERS: dict[int, Answer] = {
    400: lambda client, rf: client.get("/?q=%00"),
    403: without_token,
    404: lambda client, rf: client.get("/nothing/here"),
    405: lambda client, rf: client.get("/theme"),
    413: too_much,
    429: lambda client, rf: too_often(rf.get("/"), 5),
    500: lambda client, rf: server_error(rf.get("/"), ValueError("a bug")),
    503: lambda client, rf: overload.busy(rf.get("/"), 5),
}
CLOTHES = ("css/tokens.css", "css/base.css", "css/pages.css", '<main id="main" class="wrap">', 'class="logo"')


def page_of(answer: Answer, client: Client, rf: RequestFactory, language: str) -> tuple[int, str]:
    """The status and the text of an error's page in a language."""
    client.cookies.load({settings.LANGUAGE_COOKIE_NAME: language})
    with translation.override(language):
        response = answer(client, rf)
    return response.status_code, response.content.decode()


@pytest.mark.parametrize("status", ANSWERS)
def test_an_error_has_a_page_in_the_clothes_of_the_site(
    client: Client, rf: RequestFactory, status: int
) -> None:
    got, page = page_of(ANSWERS[status], client, rf, "en")

    assert (status, 1) == (got, page.count("<h1"))
    assert [] == [part for part in CLOTHES if part not in page]
    assert re.search(r'<a class="btn[^"]*" href="/"', page), "a way back"


@pytest.mark.parametrize("status", ANSWERS)
def test_the_page_of_an_error_is_in_the_language_of_its_reader(
    client: Client, rf: RequestFactory, status: int
) -> None:
    languages = [code for code, _ in settings.LANGUAGES]
    titles = set()
    for language in languages:
        _, page = page_of(ANSWERS[status], client, rf, language)
        assert f'lang="{language}"' in page
        titles.update(re.findall(r"<h1[^>]*>([^<]*)<", page))

    assert len(languages) == len(titles)


def test_a_document_that_is_too_long_to_be_changed_leads_to_its_single_fields(
    client: Client, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(revisions, "characters_of", lambda revision: 4 * limits.CHANGED_CHARACTERS + 1)

    response = client.get(f"/r/{run.pk}/change")

    assert (302, f"/r/{run.pk}/scalpel?at=0") == (response.status_code, response["Location"])


@pytest.mark.parametrize("status", [404, 410])
def test_a_run_that_there_is_not_and_one_that_is_gone_have_a_page(
    client: Client, run: Run, status: int
) -> None:
    if status == 410:
        lifetimes.remove(run.pk)

    page = client.get(f"/r/{run.pk}" if status == 410 else "/r/aaaaaaaaaaaa")

    assert status == page.status_code
    assert [] == [part for part in CLOTHES if part not in page.content.decode()]
