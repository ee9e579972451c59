"""How Chinese sentences are set: a blank between Chinese and other letters, full-width marks without blanks."""

import re
from collections.abc import Iterator

from playground.texts import catalogues
from playground.texts.catalogues.report import forms_of

HAN = "\u3400-\u9fff"
PLACE = r"(?:%\(\w+\)[sd]|\{\w+\})"
MARKS = "，。：；（）、？！"
#: Places whose text begins or ends with a Chinese character: with a blank or without one, none is shown.
CHINESE_PLACES = re.compile(r"\{time\}|\{probe\}|%\(day\)s")
#: Formulas are set as formulas.
FORMULA = re.compile(r"[×÷^]")
CODE = re.compile(r"`[^`]*`")
WRONG = {
    "a blank is missing": re.compile(f"[{HAN}](?:[A-Za-z0-9]|{PLACE})|(?:[A-Za-z0-9]|{PLACE})[{HAN}]"),
    "a blank too many": re.compile(f"[{HAN}] [{HAN}]|[{MARKS}] | [{MARKS}]"),
    "a half-width mark": re.compile(f"[{HAN}][,:;!?()]|[,:;!?()][{HAN}]"),
}


def wrong(text: str) -> list[str]:
    """What is wrong with how a Chinese text is set; names of `WRONG`."""
    if FORMULA.search(text):
        return []
    plain = CHINESE_PLACES.sub("\0", CODE.sub("code", text))
    return [name for name, pattern in WRONG.items() if pattern.search(plain)]


def translations() -> Iterator[str]:
    for message in catalogues.read("zh-hans"):
        if message.id:
            yield from forms_of(message.string)


def test_chinese_sentences_keep_one_rule_for_blanks_and_marks() -> None:
    by_name = {text: wrong(text) for text in translations() if wrong(text)}

    assert {} == by_name


def test_what_breaks_the_rule_is_found() -> None:
    texts = [
        "Pod在 n1 上",
        "{pod}在 n1 上",
        "等待 调度",
        "已结束。 对象保留",
        "成立:没有",
        "最后消息在 {time}前",
        "Pod 在 {node} 上",
    ]

    assert [
        ["a blank is missing"],
        ["a blank is missing"],
        ["a blank too many"],
        ["a blank too many"],
        ["a half-width mark"],
        [],
        [],
    ] == [wrong(text) for text in texts]
