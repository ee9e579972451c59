"""Links to cards: once in a block, only whole words, and never inside another link."""

import re

import pytest
from django.utils import translation

from playground.texts.terms.links import link, linked, linked_html


def words(html: str) -> list[tuple[str, str]]:
    """The address and the text of each link."""
    return re.findall(r'<a class="to-card" href="/explain/([^"]+)" title="[^"]+">([^<]+)</a>', html)


def test_the_first_occurrence_of_a_word_is_linked() -> None:
    made = linked("maxSkew is 1. Another maxSkew is 2; topologyKey stays.")

    assert [("maxSkew", "maxSkew"), ("topologyKey", "topologyKey")] == words(made)


def test_other_spellings_lead_to_the_same_card_once() -> None:
    assert [("nominatedNodeName", "status.nominatedNodeName")] == words(
        linked("status.nominatedNodeName, also nominatedNodeName")
    )


def test_a_part_of_a_longer_name_is_no_word_and_a_plural_is() -> None:
    assert [] == words(linked("my-maxSkew maxSkewed spec.maxSkew.x topologyKey/a"))
    assert [("PriorityClass", "PriorityClass")] == words(linked("PriorityClasses PriorityClasss"))


def test_words_of_sentences_are_linked_in_texts_of_kubernetes_alone() -> None:
    text = "Ready  True, node.kubernetes.io/not-ready:NoExecute"

    sentence, described = words(linked(text)), words(linked(text, every=True))

    taint = ("node.kubernetes.io/not-ready", "node.kubernetes.io/not-ready")
    assert [taint, ("NoExecute", "NoExecute")] == sentence
    assert [("Ready", "Ready"), taint, ("NoExecute", "NoExecute")] == described


def test_languages_without_spaces_and_with_endings_are_read() -> None:
    assert [("maxSkew", "maxSkew")] == words(linked("域的maxSkew是1"))
    assert [("StatefulSet", "StatefulSet")] == words(linked("обʼєкт StatefulSetʼа"))


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "Victims are preempted within a grace period.", ["DefaultPreemption", "terminationGracePeriodSeconds"]),
        ("en", "A priority class, a priority, podium, nodes-a", ["PriorityClass", "priority"]),
        ("id", "Korban di-preempt dalam masa tenggang.", ["DefaultPreemption", "terminationGracePeriodSeconds"]),
        ("zh-hans", "反亲和性禁止该节点；节点亲和性不影响优先级类。", ["podAntiAffinity", "Node", "nodeAffinity", "PriorityClass"]),
        ("uk", "Жертву витіснено, а вузький вузол номіновано.", ["DefaultPreemption", "Node", "nominatedNodeName"]),
    ],
)  # fmt: skip
def test_words_of_sentences_lead_to_cards_in_each_language(
    language: str, text: str, expected: list[str]
) -> None:
    with translation.override(language):
        made = linked(text)

    assert expected == [card for card, _ in words(made)]


def test_markup_of_a_text_is_escaped() -> None:
    assert "&lt;b&gt;" in linked("<b>maxSkew")


def test_in_html_code_is_a_word_as_a_whole_or_before_its_colon() -> None:
    html = "<p><code>preemptionPolicy: Never</code> <code>p maxSkew</code> <code>Ready</code></p>"

    made = linked_html(html)

    assert [("preemptionPolicy", "preemptionPolicy"), ("Ready", "Ready")] == words(made)
    assert "</a>: Never</code>" in made


def test_in_html_links_and_attributes_stay_as_they_are() -> None:
    html = '<p><a href="/maxSkew">maxSkew</a> <img alt="topologyKey"> <b>topologyKey</b></p>'

    assert [("topologyKey", "topologyKey")] == words(linked_html(html))


def test_a_word_without_a_card_stays_a_word() -> None:
    assert "&lt;Mine&gt;" == link("<Mine>")
