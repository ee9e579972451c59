"""The report finds what is wrong with translations, and finds nothing in those of the repository."""

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from playground.texts import catalogues
from playground.texts.catalogues import report
from playground.texts.catalogues.report import Fault


@pytest.fixture(scope="module")
def faults() -> list[Fault]:
    return report.everything()


def of_a_lesson(fault: Fault) -> bool:
    return ".yaml" in fault.where and "/" not in fault.where


@pytest.mark.parametrize("kind", report.KINDS)
def test_the_catalogues_of_the_repository_are_whole(kind: str, faults: list[Fault]) -> None:
    found = [each for each in faults if each.kind == kind and not of_a_lesson(each)]

    assert [] == found, report.told(found)


@pytest.mark.parametrize("kind", ["missing", "broken"])
def test_every_text_of_the_lessons_is_there_in_four_languages(kind: str, faults: list[Fault]) -> None:
    found = [each for each in faults if each.kind == kind and of_a_lesson(each)]

    assert [] == found, report.told(found)


def test_the_lessons_use_the_terms_of_the_glossary(faults: list[Fault]) -> None:
    found = [each for each in faults if each.kind == "term" and of_a_lesson(each)]

    assert [] == found, report.told(found)


def test_a_missing_a_changed_and_a_broken_translation_are_told_apart() -> None:
    catalogue = Catalog(locale="uk")
    catalogue.add("{n} here", "тут {m}")
    catalogue.add("Read `spec.nodeName`", "Прочитай spec.nodeName")
    catalogue.add("Open", "")
    catalogue.add("Close it", "Закрити", flags={"fuzzy"})
    texts = ["{n} here", "Read `spec.nodeName`", "Open", "Close it", "Nowhere"]

    found = report.catalogue_faults("uk", catalogue, [(text, "a.html") for text in texts])

    assert [
        ("broken", "{n} here", "{n} is missing"),
        ("broken", "{n} here", "{m} is not in the English text"),
        ("broken", "Read `spec.nodeName`", "`spec.nodeName` is missing"),
        ("missing", "Open", ""),
        ("changed", "Close it", ""),
        ("unknown", "Nowhere", ""),
    ] == [(each.kind, each.english, each.detail) for each in found]


def test_a_plural_needs_every_form_of_its_language() -> None:
    catalogue = catalogues.read("uk")
    words = ("{n} node", "{n} nodes")
    catalogue.get(words).string = ("{n} вузол", "{n} вузли", "", "{n} вузла")

    found = list(report.catalogue_faults("uk", catalogue, [(words, "a.html")]))

    assert [Fault("uk", "missing", "a.html", "{n} nodes")] == found


def test_a_lesson_without_a_language_or_without_its_code_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(
        "kind: Lesson\nspec:\n"
        "  title: {en: See `n1`, id: Lihat `n1`, zh-Hans: 看 `n2`}\n"
        "  can: {en: 'Pods are evicted', id: Pod digusur, zh-Hans: Pod 被驱逐, uk: Podʼи виселено}\n",
        encoding="utf-8",
    )

    found = [(each.language, each.kind, each.detail) for each in report.lesson_faults(tmp_path)]

    assert [
        ("zh-hans", "broken", "`n1` is missing"),
        ("zh-hans", "broken", "`n2` is not in the English text"),
        ("uk", "missing", ""),
        ("id", "term", "eviction is pengusiran, not gusur"),
        ("id", "term", "eviction is pengusiran"),
    ] == found


def test_an_english_text_that_changed_keeps_its_translation_as_one_to_look_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    monkeypatch.setattr(catalogues, "LANGUAGES", {"uk": "uk"})
    monkeypatch.setattr(catalogues, "extract", lambda: [("The node is ready now", "a.html", None)])
    catalogues.update()
    path = catalogues.po_path("uk")
    text = path.read_text(encoding="utf-8")
    at = text.rindex('msgstr ""')
    path.write_text(text[:at] + 'msgstr "Вузол готовий"\n', encoding="utf-8")
    monkeypatch.setattr(catalogues, "extract", lambda: [("The node is ready", "a.html", None)])

    missing = catalogues.update()
    message = catalogues.read("uk").get("The node is ready")

    assert ({"uk": 1}, True, "Вузол готовий") == (missing, message.fuzzy, message.string)
    assert '#| msgid "The node is ready now"' in path.read_text(encoding="utf-8")


def test_the_report_says_complete_or_counts_by_kind() -> None:
    told = report.told([Fault("uk", "missing", "a.html", "Open")])

    assert ["en: complete", "id: complete", "zh-hans: complete"] == told.splitlines()[:3]
    assert "uk: 1 × missing: without translation" in told
    assert "    a.html: Open" in told
