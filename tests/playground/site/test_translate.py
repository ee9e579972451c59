"""The translator's page: every text with its place, and taking in what was changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from playground import catalogues
from playground.catalogues.entries import entries
from playground.lessons.files import COURSE, open_lesson
from playground.site.management.commands import translate as command
from tests.playground.small_gallery import load_some

WHERE = "02-basic-preemption.yaml: spec.steps[0].title"


@pytest.mark.parametrize("code", ["id", "zh-hans", "uk"])
def test_every_text_has_a_translation_and_stands_once(code: str) -> None:
    found = entries(code)

    assert [] == [each.where for each in found if not each.said[0]]
    assert len(found) == len({(each.where, each.english) for each in found})


def test_a_text_of_a_lesson_is_seen_at_its_step() -> None:
    (found,) = (each for each in entries("uk") if each.where == WHERE)

    assert (("A full node",), ("Повний вузол",)) == (found.english, found.said)
    assert found.page.startswith("/learn/basic-preemption/1#:~:text=%D0%9F")


@pytest.mark.django_db
def test_the_page_is_searched_by_english_translation_and_place(client: Client) -> None:
    load_some(("basic-preemption",))
    for asked in ("A full node", "Повний вузол", "02-basic-preemption.yaml: spec.steps[0].title"):
        page = client.get("/translate/uk", {"q": asked}).text
        assert f'data-where="{WHERE}"' in page

    assert "No text fits." in client.get("/translate/uk", {"q": "<script>", "state": "missing"}).text


@pytest.mark.django_db
@pytest.mark.parametrize("asked", ["page=9999", "page=x", "q=" + "%27" * 300])
def test_what_no_form_sends_is_no_fault(client: Client, asked: str) -> None:
    assert 200 == client.get(f"/translate/id?{asked}").status_code


def test_english_and_unknown_languages_have_no_page(client: Client) -> None:
    assert [404, 404] == [client.get(f"/translate/{code}").status_code for code in ("en", "de")]


@pytest.fixture
def copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copies of the catalogue and of a lesson, which the command may change."""
    po, course = tmp_path / "django.po", tmp_path / "course"
    shutil.copy(catalogues.po_path("uk"), po)
    course.mkdir()
    shutil.copy(COURSE / "02-basic-preemption.yaml", course)
    monkeypatch.setattr(catalogues, "po_path", lambda code: po)
    monkeypatch.setattr(catalogues, "update", dict)
    monkeypatch.setattr(command, "COURSE", course)
    return tmp_path


def test_changes_are_taken_into_the_catalogue_and_the_lesson(copies: Path) -> None:
    changes = copies / "mine.po"
    changes.write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
        'msgid "Play until …"\nmsgstr "Граємо до …"\n\n'
        f'msgctxt "{WHERE}"\nmsgid "A full node"\nmsgstr "Вузол без місця"\n\n'
        'msgid "{pod} is bound"\nmsgstr "хтось"\n\n'
        'msgctxt "../../x.yaml: spec"\nmsgid "x"\nmsgstr "y"\n',
        encoding="utf-8",
    )
    call_command("translate", "uk", str(changes))
    catalogue = catalogues.read("uk")
    lesson = open_lesson((copies / "course/02-basic-preemption.yaml").read_bytes()).lesson

    assert lesson is not None
    assert "Вузол без місця" == lesson.steps[0].title.said("uk")
    assert ["Граємо до …", "{pod} привʼязано"] == [
        catalogue[each].string for each in ("Play until …", "{pod} is bound")
    ]
