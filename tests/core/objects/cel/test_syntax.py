"""The syntax of CEL expressions."""

from __future__ import annotations

import pytest

from scheduler_core.objects.cel.syntax import MAX_DEPTH, CelSyntaxError, Node, parse_expression


def shape(tree: Node) -> str:
    """The tree as nested brackets."""
    label = tree.name or (tree.op if tree.op != "literal" else repr(tree.value))
    return label if not tree.parts else f"{label}({' '.join(shape(part) for part in tree.parts)})"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a || b && !c", "||(a &&(b not(c)))"),
        ("a.b['x'].c == 1 + 2 * 3", "==(c(index(b(a) 'x')) +(1 *(2 3)))"),
        ("a ? b : c ? d : e", "?:(a b ?:(c d e))"),
        ("'q' in ['q', \"r\\n\"]", "in('q' list('q' 'r\\n'))"),
        ("a.f(1, 2) && has(b.c)", "&&(f(a 1 2) has(c(b)))"),
        ("{'a': 0x10}['a'] == 1.5e3", "==(index(map('a' 16) 'a') 1500.0)"),
        (r"r'a\b' != -1", "!=('a\\\\b' negate(1))"),
        ("null == true", "==(None True)"),
    ],
)
def test_operators_bind_as_the_language_says(text: str, expected: str) -> None:
    tree = parse_expression(text)

    assert expected == shape(tree)


@pytest.mark.parametrize("text", ["", "1 +", "a b", "a.", "a[", "f(,)", "'open", "a # b", "in", "{1}"])
def test_a_text_that_is_no_expression_is_refused(text: str) -> None:
    with pytest.raises(CelSyntaxError) as caught:
        parse_expression(text)

    assert not caught.value.unmodelled


@pytest.mark.parametrize(
    "text", ["(" * 900 + "a" + ")" * 900, "!" * 5000 + "a", "a" + ".b" * 900, "-" * 99 + "1"]
)
def test_nesting_beyond_the_limit_is_refused_in_words(text: str) -> None:
    with pytest.raises(CelSyntaxError, match=f"nested more than {MAX_DEPTH} levels") as caught:
        parse_expression(text)

    assert caught.value.unmodelled


def test_an_expression_of_more_than_ten_kibibytes_is_refused() -> None:
    with pytest.raises(CelSyntaxError, match="may not be more than 10240 bytes"):
        parse_expression("a" * 10241)

    assert "a" * 10240 == parse_expression("a" * 10240).name


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("9" * 5_000, "invalid int literal"),
        ("9223372036854775808", "invalid int literal"),
        ("0x" + "f" * 5_000, "invalid int literal"),
        ("1e999", "invalid double literal"),
    ],
)
def test_a_number_that_cel_cannot_hold_is_refused(text: str, words: str) -> None:
    with pytest.raises(CelSyntaxError, match=words):
        parse_expression(text)
