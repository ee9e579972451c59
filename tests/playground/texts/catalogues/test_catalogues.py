"""Words: every sentence in four languages, with the same placeholders, and the switch between them."""

import gzip
import json
import re
from string import Formatter

import brotli
import pytest
from django.test import Client
from django.utils import translation

import scheduler_core as core
from playground.settings import ASSETS
from playground.texts import catalogues, messages
from playground.texts.manifests import words

PLACEHOLDER = re.compile(r"\{\w+\}|%\(\w+\)s")


def places(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text))


def forms(result: str | tuple[str, ...] | list[str]) -> list[str]:
    return [result] if isinstance(result, str) else list(result)


@pytest.fixture(scope="module")
def collected() -> list[catalogues.Words]:
    return list({text: None for text, _, _ in catalogues.extract() if text})


@pytest.fixture(scope="module")
def our_own() -> list[catalogues.Words]:
    """Without the explanations of scenarios, which may stand in English for a while; titles may not."""
    results = {}
    for text, where, _ in catalogues.extract():
        if text and (not where.startswith("playground/gallery/scenarios/") or where.endswith(": title")):
            results[text] = None
    return list(results)


@pytest.mark.parametrize("code", catalogues.LANGUAGES)
def test_every_sentence_is_translated_with_the_same_placeholders(
    code: str, our_own: list[catalogues.Words]
) -> None:
    catalogue = catalogues.read(code)
    faults = []
    for english in our_own:
        message = catalogue.get(english)
        if message is None or not all(forms(message.string)):
            faults.append(f"not translated: {english!r}")
            continue
        expected = places(english if isinstance(english, str) else english[1])
        faults += [f"{form!r} for {english!r}" for form in forms(message.string) if places(form) != expected]

    assert [] == faults, "run: python -m playground.texts.catalogues update"


def test_what_is_known_is_listed_after_a_colon(collected: list[catalogues.Words]) -> None:
    texts = [text for item in collected for text in forms(item)]
    inverted = [text for text in texts if re.search(r"\b(known|there) are [{%]", text)]

    assert len(texts) > 500
    assert [] == inverted


def test_the_catalogues_hold_nothing_that_nobody_says(collected: list[catalogues.Words]) -> None:
    known_names = {text if isinstance(text, str) else text[0] for text in collected}
    assert len(known_names) > 500
    for code in catalogues.LANGUAGES:
        held = {forms(message.id)[0] for message in catalogues.read(code) if message.id}
        assert set() == held - known_names, "run: python -m playground.texts.catalogues update"


def test_no_page_and_no_script_writes_a_sentence_of_the_core_again() -> None:
    of_core = {text for text in core.TEMPLATES.values() if places(text) and re.search(r"\w \w", text)}
    written = [(text, where) for text, where, _ in catalogues.extract() if not where.startswith("message ")]

    assert [] == [where for text, where in written if text in of_core]


@pytest.mark.parametrize("code", catalogues.LANGUAGES)
def test_a_catalogue_names_no_places(code: str) -> None:
    assert "\n#:" not in catalogues.po_path(code).read_text(encoding="utf-8")


def test_ukrainian_has_the_plural_rule_of_django() -> None:
    assert 4 == catalogues.read("uk").num_plurals
    with translation.override("uk"):
        texts = [translation.ngettext("{n} node", "{n} nodes", n).format(n=n) for n in (1, 2, 5, 21)]

    assert ["1 вузол", "2 вузли", "5 вузлів", "21 вузол"] == texts


def test_every_id_of_the_core_has_a_sentence_with_its_arguments() -> None:
    english = messages.english()
    wrong = [
        identifier
        for identifier, names in core.MESSAGE_IDS.items()
        for template in forms(english[identifier])
        if set(names) != {name for _, name, _, _ in Formatter().parse(template) if name}
    ]

    assert len(core.MESSAGE_IDS) > 200
    assert [] == wrong


def test_the_browser_gets_every_id_in_every_language() -> None:
    from_scripts = set(catalogues.script_words())
    expected = set(words.english()) | from_scripts
    assert len(from_scripts) > 100
    for code in ("en", *catalogues.LANGUAGES):
        texts = json.loads(catalogues.browser_catalogue(code).body)
        assert expected == set(texts), code
        count = {"en": 2, "uk": 4}.get(code, 1)
        assert all(len(text) == count for text in texts.values() if isinstance(text, list)), code


def test_a_board_gets_all_words_but_those_of_other_pages_and_of_the_palette(client: Client) -> None:
    board = catalogues.browser_catalogue("uk", board=True)
    whole, part = (json.loads(item.body) for item in (catalogues.browser_catalogue("uk"), board))

    sent = client.get(f"/i18n/board/uk.{board.digest}.json")

    assert board.body == sent.content
    rooms, course, what_if = (
        {"room", "poll", "show", "task"},
        {"learn", "guess", "lesson", "progress", "try"},
        {"change", "changed", "beside"},
    )
    written = {"advice", "obstacle", "release", "scalpel", "upgrade"}  # by the server, in its pages
    imports = {"added", "config", "document", "dropped", "ignored", "kept", "nodes", "text", "yaml"}
    imports |= {"cure", "scenario", "stuck"}
    assert rooms | course | what_if | written | imports | {
        "cause",
        "criterion",
        "seat",
        "seats",
        "condition",
        "hand",
        "phone",
        "land",
        "api",
        "request",
    } == {i.removeprefix("ui.").split(".")[0] for i in whole.keys() - part.keys()}
    assert {item for item in messages.WIRE if item.startswith("api.")}.isdisjoint(part)
    assert {item for item in messages.CORE if item.startswith("api.")} <= part.keys()
    assert whole == whole | part


def test_no_script_of_a_board_says_words_that_a_board_does_not_get() -> None:
    scripts = [
        path
        for path in (ASSETS / "static/js").rglob("*.js")
        if not {"classroom", "lessons", "palette", "whatif", "beside"} & set(path.relative_to(ASSETS).parts)
        and not path.name.startswith("words")
        and path.name not in {"later-palette.js", "phone.js", "phone.test.js"}  # their words come with them
        and path.parent.name not in {"causes", "landscape", "groups"}  # as these do with what they draw
        # they ask first whether they are there
        and path.name not in {"narration.js", "later-parts.js", "later-frames.js"}
    ]
    texts = {
        (path.name, result)
        for path in scripts
        for result in re.findall(
            r'["`]((?:ui|room|poll|show|task|lesson|advice|obstacle|changed)\.[\w.]+)', path.read_text()
        )
        if result.startswith(catalogues.NOT_ON_BOARDS)
    }

    assert len(scripts) > 100
    assert set() == texts


def test_a_catalogue_is_kept_for_ever_under_its_own_name_only(client: Client) -> None:
    fresh = catalogues.browser_catalogue("uk")

    kept = client.get(f"/i18n/uk.{fresh.digest}.json")
    stale = client.get("/i18n/uk.0123456789ab.json")

    assert "immutable" in kept.headers["Cache-Control"]
    assert "no-cache" == stale.headers["Cache-Control"]
    assert kept.content == stale.content == fresh.body


def test_pages_and_catalogues_are_sent_compressed_to_browsers_that_take_that(client: Client) -> None:
    catalogue = catalogues.browser_catalogue("en")

    plain = client.get(f"/i18n/en.{catalogue.digest}.json")
    packed = client.get(f"/i18n/en.{catalogue.digest}.json", headers={"accept-encoding": "gzip"})
    small = client.get(f"/i18n/en.{catalogue.digest}.json", headers={"accept-encoding": "gzip, br"})

    assert catalogue.body == plain.content == gzip.decompress(packed.content)
    assert catalogue.body == brotli.decompress(small.content)
    assert ("gzip", "br") == (packed.headers["Content-Encoding"], small.headers["Content-Encoding"])
    assert len(small.content) < len(packed.content) < len(plain.content) / 2


def test_an_immutable_file_has_no_header_that_only_documents_or_questions_need(client: Client) -> None:
    fresh = catalogues.browser_catalogue("uk").digest
    kept, stale = (client.get(f"/i18n/uk.{digest}.json").headers for digest in (fresh, "0123456789ab"))

    assert ("nosniff", "nosniff") == (kept["X-Content-Type-Options"], stale["X-Content-Type-Options"])
    assert [False, True] == ["Referrer-Policy" in item for item in (kept, stale)]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("code", "headline"),
    [
        ("en", "See how Kubernetes decides"),
        ("id", "Lihat bagaimana Kubernetes menentukan"),
        ("zh-hans", "看看 Kubernetes 如何决定"),
        ("uk", "Побачте, як Kubernetes вирішує"),
    ],
)
def test_the_switch_changes_the_language_and_stays_on_the_page(
    client: Client, code: str, headline: str
) -> None:
    switched = client.post("/language", {"language": code, "next": "/exact"})
    page = client.get("/").content.decode()

    assert (302, "/exact") == (switched.status_code, switched.headers["Location"])
    assert f'<html lang="{code}"' in page
    assert headline in page
    assert f"/i18n/{code}.{catalogues.browser_catalogue(code).digest}.json" in page
    if code != "en":
        assert "See how Kubernetes decides where" not in page


def test_a_compiled_catalogue_does_not_say_when_it_was_compiled() -> None:
    assert b"POT-Creation-Date: 1980-01-01 00:00+0000" in catalogues.compiled("uk")
