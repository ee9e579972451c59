"""The one reader of JSON from outside: good values come as they are, others with what is wrong, and where."""

from __future__ import annotations

import time

import pytest

from playground.limits import YAML_DEPTH
from playground.texts.manifests import words
from playground.texts.manifests.texts import decoded_json, plain_texts, read_json
from scheduler_core import Position, Problem


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (b'{"a": [1, 2.5, null, true, "\\u00fc"]}', {"a": [1, 2.5, None, True, "ü"]}),
        ("\ufeff5".encode(), 5),
        ('"\\ud83d\\ude00"', "\U0001f600"),
        ("1" + "0" * 308, 10**308),
        ("[" * YAML_DEPTH + "]" * YAML_DEPTH, None),
        ('"' + "[" * 500 + '"', "[" * 500),
        (r'"\\u0000 \\ud800"', r"\u0000 \ud800"),
    ],
)
def test_what_is_json_is_read(text: str | bytes, value: object) -> None:
    result = read_json(text)

    assert not isinstance(result, Problem)
    assert value is None or value == result


@pytest.mark.parametrize(
    ("text", "code", "path", "line", "column"),
    [
        ('{\n "a": "\\u0000"}', "value.nul", "a", 2, 2),
        ('{"a": [1,\n {"b": "\\ud800"}]}', "value.surrogate", "a[1].b", 2, 3),
        ('{"\\udc00": 1}', "value.surrogate", "", 1, 1),
        ('{"a":\n 1e400}', "value.not_finite", "a", 1, 2),
        ("1" + "9" * 308, "value.not_finite", "", 1, 1),
        ("9" * 309, "value.not_finite", "", 1, 1),
        ("-" + "9" * 5000, "protocol.not_json", "", 1, 1),
        ("[\nNaN]", "protocol.not_json", "", 1, 1),
        ('{"a": 1,\n\n  b}', "protocol.not_json", "", 3, 3),
        (b'{"a":\n "\xff"}', "protocol.not_json", "", 2, 3),
        (b'"\xed\xa0\x80"', "protocol.not_json", "", 1, 2),
        ('"a\0b"', "protocol.not_json", "", 1, 3),
        ("", "protocol.not_json", "", 1, 1),
        ("[" * (YAML_DEPTH + 1) + "]" * (YAML_DEPTH + 1), "value.too_deep", "", 1, 1),
        ('{"a":' * 100_000, "value.too_deep", "", 1, 1),
    ],
)
def test_what_is_no_json_is_a_problem_with_its_path_and_its_line(
    text: str | bytes, code: str, path: str, line: int, column: int
) -> None:
    result = read_json(text)

    assert isinstance(result, Problem)
    assert (code, path, Position(line, column)) == (result.code, result.path, result.position)
    assert "{" not in words.say(result.code, result.args)


def test_a_path_is_below_the_name_of_the_field() -> None:
    result = read_json('[{"node": "\\u0000"}]', path="inputs")

    assert isinstance(result, Problem)
    assert "inputs[0].node" == result.path


def test_a_value_can_be_had_before_its_texts_are_looked_at() -> None:
    assert {"id": 1, "do": "\0"} == decoded_json('{"id": 1, "do": "\\u0000"}')


def test_what_would_take_long_to_look_at_is_refused_soon() -> None:
    begin = time.process_time()
    for text in ('"\\"' * 20_000, '"\\' * 20_000, "[" * 64_000, '["",' * 16_000, "[[]," * 16_000):
        read_json(text)

    assert time.process_time() - begin < 2


@pytest.mark.parametrize(("text", "plain"), [("ü\u2028\U0001f600", True), ("a\0", False), ("\udfff", False)])
def test_a_plain_text_holds_characters_alone(text: str, plain: bool) -> None:
    assert plain == plain_texts(("a", text))
