"""The texts of the translator's page are found beside the server, once."""

from concurrent.futures import BrokenExecutor
from typing import Any

import pytest
from django.test import Client

from playground.site import texts as module
from playground.site.texts import every, texts


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_known", {})


def test_a_process_finds_what_is_found_here(settings: Any) -> None:
    settings.PODIUM_WORKERS = 1

    assert every() == {code: texts(code) for code in ("id", "zh-hans", "uk")}


def test_they_are_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[str] = []
    monkeypatch.setattr(module, "every", lambda: found.append("found") or {"uk": (), "id": ()})

    assert ((), (), ["found"]) == (texts("uk"), texts("id"), found)


def test_when_the_process_is_killed_the_page_says_so_and_the_next_visit_finds_them(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    def killed(*args: Any, **options: Any) -> Any:
        raise BrokenExecutor

    settings.PODIUM_WORKERS = 1
    with monkeypatch.context() as broken:
        broken.setattr(module, "ProcessPoolExecutor", killed)
        first = client.get("/translate/uk")
    settings.PODIUM_WORKERS = 0
    second = client.get("/translate/uk")

    assert (503, 200) == (first.status_code, second.status_code)
    assert first.headers["Retry-After"]
