"""What cannot be read in a node selector term, in the words of the API machinery."""

import pytest

from scheduler_core.objects.selection.node_selector_errors import (
    LABEL_VALUE_RULE,
    NOT_AN_INTEGER,
    aggregate,
    selector_errors,
    term_errors,
)
from scheduler_core.objects.selection.selectors import NodeSelector, NodeSelectorTerm, Requirement


def errors_of(operator: str, *values: str) -> list[str]:
    return term_errors(NodeSelectorTerm((Requirement("k", operator, values),)), "[0]")


HERE = "[0].matchExpressions[0]"


@pytest.mark.parametrize(
    ("operator", "values", "errors"),
    [
        pytest.param("In", ("a", ""), [], id="In, an empty value too"),
        pytest.param("Gt", ("4",), [], id="Gt with an integer"),
        pytest.param("Exists", (), [], id="Exists"),
        pytest.param(
            "Gt", ("many",), [f'{HERE}.values[0]: Invalid value: "many": {NOT_AN_INTEGER}'], id="Gt, a word"
        ),
        pytest.param(
            "Lt",
            ("-1",),
            [f'{HERE}.values[0][k]: Invalid value: "-1": {LABEL_VALUE_RULE}'],
            id="Lt, no value of a label",
        ),
        pytest.param(
            "Gt",
            ("a b",),
            [
                f'{HERE}.values[0]: Invalid value: "a b": {NOT_AN_INTEGER}',
                f'{HERE}.values[0][k]: Invalid value: "a b": {LABEL_VALUE_RULE}',
            ],
            id="Gt, neither",
        ),
        pytest.param(
            "In",
            ("x" * 64,),
            [f'{HERE}.values[0][k]: Invalid value: "{"x" * 64}": must be no more than 63 bytes'],
            id="too long",
        ),
        pytest.param(
            "In",
            ("x" * 64 + "-",),
            [
                f'{HERE}.values[0][k]: Invalid value: "{"x" * 64}-": must be no more than 63 bytes; '
                f"{LABEL_VALUE_RULE}"
            ],
            id="too long and no value of a label",
        ),
        pytest.param(
            "Gt",
            ("1", "2"),
            [
                f"{HERE}.values: Invalid value: [\"1\",\"2\"]: for 'Gt', 'Lt' operators, "
                "exactly one value is required"
            ],
            id="Gt with two values",
        ),
        pytest.param(
            "In",
            (),
            [f"{HERE}.values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty"],
            id="In without values",
        ),
        pytest.param(
            "Like",
            ("a",),
            [
                f'{HERE}.operator: Unsupported value: "Like": supported values: "In", "NotIn", "Exists", '
                '"DoesNotExist", "Gt", "Lt"'
            ],
            id="an unknown operator",
        ),
    ],
)
def test_an_expression_says_what_cannot_be_read(
    operator: str, values: tuple[str, ...], errors: list[str]
) -> None:
    assert errors_of(operator, *values) == errors


@pytest.mark.parametrize(
    ("operator", "values"), [("In", ("a",)), ("Gt", ("many",)), ("Lt", ("-1",)), ("Exists", ("a",))]
)
def test_an_expression_with_errors_is_invalid_and_one_without_is_valid(
    operator: str, values: tuple[str, ...]
) -> None:
    assert Requirement("k", operator, values).valid == (not errors_of(operator, *values))


def test_a_term_that_cannot_be_read_never_matches() -> None:
    odd = NodeSelectorTerm((Requirement("disk", "In", ("ssd", "a b")),))

    assert not odd.matches({"disk": "ssd"}, "n")
    assert NodeSelectorTerm((Requirement("disk", "In", ("ssd",)),)).matches({"disk": "ssd"}, "n")


def test_fields_are_read_after_the_expressions() -> None:
    field = Requirement("metadata.name", "In", ("a", "b"))
    word = Requirement("k", "Gt", ("many",))

    alone = NodeSelector((NodeSelectorTerm((), (field,)),))
    assert [
        'p.nodeSelectorTerms[0].matchFields[0].values: Invalid value: ["a","b"]: must have one element'
    ] == selector_errors(alone, "p")
    both = term_errors(NodeSelectorTerm((word,), (field,)), "p")
    assert ["p.matchExpressions", "p.matchFields"] == [error.partition("[")[0] for error in both]


def test_a_field_knows_two_operators() -> None:
    like = NodeSelectorTerm((), (Requirement("metadata.name", "Exists", ()),))

    assert [
        'p.matchFields[0].operator: Unsupported value: "Exists": supported values: "In", "NotIn"'
    ] == term_errors(like, "p")


def test_several_errors_stand_in_brackets_each_once() -> None:
    assert "a" == aggregate(["a"])
    assert "[a, b]" == aggregate(["a", "b", "a"])
