"""The glossary: its page is made from its data, and translations are held to its terms."""

import pytest

from playground.texts import catalogues
from playground.texts.catalogues import glossary


def test_the_page_is_made_from_the_data() -> None:
    assert glossary.page() == glossary.PAGE.read_text(encoding="utf-8"), (
        "run: python -m playground.texts.catalogues glossary"
    )


def test_every_term_has_a_word_in_each_language_that_its_own_forms_accept() -> None:
    wrong = [
        (term.english, code)
        for term in glossary.terms()
        for code in catalogues.LANGUAGES
        if list(glossary.missing_terms(code, term.english, term.translations[code].say))
        or list(glossary.avoided_terms(code, term.translations[code].say))
        or not term.match.fullmatch(term.english)
    ]

    assert len(glossary.terms()) > 20
    assert [] == wrong


@pytest.mark.parametrize(
    ("code", "english", "message", "result"),
    [
        ("uk", "{pod} is evicted from the node", "{pod} виселено з вузла", []),
        ("uk", "{pod} is evicted from the node", "{pod} прибрано з вузла", ["eviction is виселення"]),
        (
            "id",
            "{pod} is evicted",
            "{pod} digusur",
            ["eviction is pengusiran", "eviction is pengusiran, not gusur"],
        ),
        ("zh-hans", "no toleration", "没有容忍度", []),
        ("uk", "It reads spec.nodeName and `node`", "Він читає spec.nodeName і `node`", []),
        ("uk", 'The event says "No preemption victims"', "Подія каже «No preemption victims»", []),
    ],
)
def test_a_translation_that_says_a_term_otherwise_is_found(
    code: str, english: str, message: str, result: list[str]
) -> None:
    assert result == list(glossary.other_terms(code, english, message))
