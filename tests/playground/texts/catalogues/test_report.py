"""The report finds what is wrong with translations, and finds nothing in those of the repository."""

from collections.abc import Callable
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
    results = [fault for fault in faults if fault.kind == kind and not of_a_lesson(fault)]

    assert [] == results, report.as_text(results)


@pytest.mark.parametrize("kind", ["missing", "broken"])
def test_every_text_of_the_lessons_is_there_in_four_languages(kind: str, faults: list[Fault]) -> None:
    results = [fault for fault in faults if fault.kind == kind and of_a_lesson(fault)]

    assert [] == results, report.as_text(results)


def test_the_lessons_use_the_terms_of_the_glossary(faults: list[Fault]) -> None:
    results = [fault for fault in faults if fault.kind == "term" and of_a_lesson(fault)]

    assert [] == results, report.as_text(results)


def test_a_missing_a_changed_and_a_broken_translation_are_told_apart() -> None:
    catalogue = Catalog(locale="uk")
    catalogue.add("{n} here", "тут {m}")
    catalogue.add("Read `spec.nodeName`", "Прочитай spec.nodeName")
    catalogue.add("Open", "")
    catalogue.add("Close it", "Закрити", flags={"fuzzy"})
    texts = ["{n} here", "Read `spec.nodeName`", "Open", "Close it", "Nowhere"]

    result = report.catalogue_faults("uk", catalogue, [(text, "a.html") for text in texts])

    assert [
        ("broken", "{n} here", "{n} is missing"),
        ("broken", "{n} here", "{m} is not in the English text"),
        ("broken", "Read `spec.nodeName`", "`spec.nodeName` is missing"),
        ("missing", "Open", ""),
        ("changed", "Close it", ""),
        ("unknown", "Nowhere", ""),
    ] == [(item.kind, item.english, item.detail) for item in result]


def test_a_plural_needs_every_form_of_its_language() -> None:
    catalogue = catalogues.read("uk")
    words = ("{n} node", "{n} nodes")
    catalogue.get(words).string = ("{n} вузол", "{n} вузли", "", "{n} вузла")

    results = list(report.catalogue_faults("uk", catalogue, [(words, "a.html")]))

    assert [Fault("uk", "missing", "a.html", "{n} nodes")] == results


def test_a_lesson_without_a_language_or_without_its_code_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(
        "kind: Lesson\nspec:\n"
        "  title: {en: See `n1`, id: Lihat `n1`, zh-Hans: 看 `n2`}\n"
        "  can: {en: 'Pods are evicted', id: Pod digusur, zh-Hans: Pod 被驱逐, uk: Podʼи виселено}\n",
        encoding="utf-8",
    )

    results = [(fault.language, fault.kind, fault.detail) for fault in report.lesson_faults(tmp_path)]

    assert [
        ("zh-hans", "broken", "`n1` is missing"),
        ("zh-hans", "broken", "`n2` is not in the English text"),
        ("uk", "missing", ""),
        ("id", "term", "eviction is pengusiran, not gusur"),
        ("id", "term", "eviction is pengusiran"),
    ] == results


@pytest.fixture
def ukrainian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., dict[str, int]]:
    """`ukrainian(*english, translation="")` updates a catalogue of its own to these texts and returns how many lack
    a translation; then the last one gets its own.
    """
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    monkeypatch.setattr(catalogues, "LANGUAGES", {"uk": "uk"})

    def update(*english: str, translation: str = "") -> dict[str, int]:
        monkeypatch.setattr(catalogues, "extract", lambda: [(text, "a.html", None) for text in english])
        missing = catalogues.update()
        if translation:
            path = catalogues.po_path("uk")
            text = path.read_text(encoding="utf-8")
            start, end = text.rsplit(f'msgid "{english[-1]}"\nmsgstr ""', 1)
            path.write_text(f'{start}msgid "{english[-1]}"\nmsgstr "{translation}"{end}', encoding="utf-8")
        return missing

    return update


def test_an_english_text_that_changed_keeps_its_translation_as_one_to_look_at(
    ukrainian: Callable[..., dict[str, int]],
) -> None:
    ukrainian("The node is ready now", translation="Вузол готовий")

    missing = ukrainian("The node is ready")
    message = catalogues.read("uk").get("The node is ready")
    assert message is not None
    result = report.catalogue_faults("uk", catalogues.read("uk"), [("The node is ready", "a.html")])

    assert ({"uk": 1}, True, "Вузол готовий") == (missing, message.fuzzy, message.string)
    assert '#| msgid "The node is ready now"' in catalogues.po_path("uk").read_text(encoding="utf-8")
    assert [Fault("uk", "changed", "a.html", "The node is ready")] == list(result)
    assert "Вузол".encode() not in catalogues.compiled("uk")


def test_a_translation_whose_text_is_told_in_other_words_stays_until_nothing_lacks_one(
    ukrainian: Callable[..., dict[str, int]],
) -> None:
    def kept() -> dict[str, str]:
        return {message.id: message.string for message in catalogues.read("uk").obsolete.values()}

    ukrainian("The node is ready now", translation="Вузол готовий")

    ukrainian("Pods can start here")
    waiting = kept()
    ukrainian("Pods can start here", translation="Podʼи можуть запускатися тут")
    ukrainian("Pods can start here")

    assert {"The node is ready now": "Вузол готовий"} == waiting
    assert {} == kept()


@pytest.mark.parametrize(("words", "fuzzy"), [("The node is ready", True), ("The node is ready now", False)])
def test_words_that_come_back_find_the_translation_that_was_kept(
    words: str, fuzzy: bool, ukrainian: Callable[..., dict[str, int]]
) -> None:
    ukrainian("The node is ready now", translation="Вузол готовий")
    ukrainian("Pods can start here")

    ukrainian("Pods can start here", words)
    message = catalogues.read("uk").get(words)

    assert message is not None
    assert (fuzzy, "Вузол готовий") == (message.fuzzy, message.string)


def test_the_report_says_complete_or_counts_by_kind() -> None:
    result = report.as_text([Fault("uk", "missing", "a.html", "Open")])

    assert ["en: complete", "id: complete", "zh-hans: complete"] == result.splitlines()[:3]
    assert "uk: 1 × missing: without translation" in result
    assert "    a.html: Open" in result
