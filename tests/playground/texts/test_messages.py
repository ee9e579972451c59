"""Every id that can come over the wire has a sentence, with the same arguments on both sides."""

from string import Formatter

import pytest
from django.utils import translation

from playground.texts import messages
from playground.texts.manifests import words
from scheduler_core import MESSAGE_IDS


def arguments(template: str | tuple[str, str]) -> set[str]:
    texts = (template,) if isinstance(template, str) else template
    results = [{name for _, name, _, _ in Formatter().parse(text) if name} for text in texts]
    assert all(names == results[0] for names in results)
    return results[0]


def test_every_message_of_the_core_has_a_sentence_with_its_arguments() -> None:
    by_name = {id_: arguments(template) for id_, template in messages.CORE.items()}

    assert {id_: set(names) for id_, names in MESSAGE_IDS.items()} == by_name


def test_no_id_has_two_sentences() -> None:
    assert set() == set(messages.CORE) & set(messages.WIRE)
    assert set() == messages.english().keys() & words.WORDS.keys()


def test_an_argument_may_be_a_message_or_a_list() -> None:
    inner = {"id": "run.gone", "args": {}}

    result = messages.say({"id": "input.refused", "args": {"text": ["a", inner]}})

    assert "The API server refused the request: a, This run does not exist." == result


def test_a_chinese_list_has_the_chinese_mark_between_its_entries() -> None:
    with translation.override("zh-hans"):
        listed = messages.listed(["n1", "n2"])
        result = messages.say({"id": "script.applied", "args": {"objects": ["Pod a", "Pod b"]}})

    assert ("n1、n2", "场景应用了 Pod a、Pod b") == (listed, result)


def test_what_an_argument_contains_is_never_read_as_a_place() -> None:
    result = messages.say({"id": "step.out_of_range", "args": {"got": "{head}", "head": "%s {0} <b>"}})

    assert "There is no step {head}; the newest is %s {0} <b>." == result


def test_an_unknown_id_is_said_as_it_is() -> None:
    assert "no.such.id" == messages.say({"id": "no.such.id", "args": {}})


@pytest.mark.parametrize("language", ["id", "zh-hans", "uk"])
def test_a_sentence_is_said_in_the_active_language(language: str) -> None:
    message = {"id": "step.out_of_range", "args": {"got": 9, "head": 4}}
    english = messages.say(message)

    with translation.override(language):
        result = messages.say(message)

    assert "4" in result
    assert english != result


@pytest.mark.parametrize(("language", "mark"), [("en", "."), ("id", ","), ("zh-hans", "."), ("uk", ",")])
def test_numbers_of_ours_have_the_decimal_mark_of_the_language(language: str, mark: str) -> None:
    with translation.override(language):
        texts = messages.figure("2 × 1.386 = 2.77"), messages.figure(0.5)

    assert (f"2 × 1{mark}386 = 2{mark}77", f"0{mark}5") == texts


@pytest.mark.parametrize(
    ("language", "count", "message"),
    [
        ("en", 160 << 20, "160 MB"),
        ("uk", 160 << 20, "160 МБ"),
        ("uk", 300 << 10, "300 кБ"),
        ("uk", 3, "3 байти"),
        ("zh-hans", 3, "3 字节"),
    ],
)
def test_a_size_has_the_unit_of_the_language(language: str, count: int, message: str) -> None:
    with translation.override(language):
        assert message == messages.size(count)


@pytest.mark.parametrize(
    ("language", "count", "expected"),
    [("en", (4 << 20) + 1, "4.1 MB"), ("uk", (4 << 20) + 400_000, "4,4 МБ"), ("en", 5 << 20, "5 MB")],
)
def test_a_size_above_a_limit_does_not_look_like_the_limit(language: str, count: int, expected: str) -> None:
    with translation.override(language):
        actual = messages.size(count, above=4 << 20)

    assert expected == actual


def test_a_refused_word_is_told_all_that_are_accepted_with_the_mark_of_the_language() -> None:
    args = {"got": "x", "supported": list("abcdefgh")}
    with translation.override("zh-hans"):
        result = words.say("input.unknown_choice", args)

    assert "a、b、c、d、e、f、g、h" in result


def test_a_stored_message_is_said_with_the_arguments_that_its_sentence_has_now() -> None:
    stored = {
        "checks": [
            {
                "name": "a",
                "holds": False,
                "said": {
                    "id": "condition.at",
                    "args": {
                        "t": 5,
                        "found": {
                            "id": "condition.steps_expected",
                            "args": {"n": 2, "steps": "bind", "wanted": 1},
                        },
                    },
                },
            }
        ]
    }

    read = messages.with_present_arguments(stored)

    assert "at 5 s: 2 steps: bind; expected 1" == messages.say(read["checks"][0]["said"])
    assert read == messages.with_present_arguments(read)
