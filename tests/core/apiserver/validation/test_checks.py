"""The small checks: what each refuses, with path, code and text, and how they nest."""

from __future__ import annotations

import pytest

from scheduler_core.apiserver.validation import checks
from scheduler_core.apiserver.validation.checks import Check
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.problem import Problem


def problems_of(check: Check, value: Json, path: str = "spec.x") -> list[str]:
    problems: list[Problem] = []
    check(value, path, problems)
    return [problem.sentence for problem in problems]


@pytest.mark.parametrize(
    ("check", "value", "message"),
    [
        (checks.text_check, 3, "must be a string, got 3"),
        (checks.flag_check, "yes", 'must be true or false, got "yes"'),
        (checks.mapping_check, [], "must be a map, got a list"),
        (checks.int32, True, "must be a whole number, got true"),
        (checks.count32, -1, "must be non-negative, got -1"),
        (checks.int32, 2**31, "must be between -2147483648 and 2147483647, inclusive, got 2147483648"),
        (checks.count_or_percent, "5", "must be an integer or a percentage (e.g '5%'), got \"5\""),
        (checks.count_or_percent, -5, "must be non-negative, got -5"),
        (checks.one_of("a", "b"), "c", 'Unsupported value: "c": supported values: "a", "b"'),
        (checks.quantity_check, "-1Gi", "must be non-negative, got -1Gi"),
        (checks.quantity_check, "9Ei", "must be less than 9223372036854775807, got 9Ei"),
        (checks.quantity_check, {}, "must be a quantity, got a map"),
    ],
)
def test_a_wrong_value_is_refused_with_its_path(check: Check, value: Json, message: str) -> None:
    assert [f"spec.x: {message}"] == problems_of(check, value)


@pytest.mark.parametrize(
    ("check", "value"),
    [
        (checks.int32, -(2**31)),
        (checks.count_or_percent, "25%"),
        (checks.one_of("a", "b"), "b"),
        (checks.quantity_check, "1500m"),
        (checks.name_check, "a.b-c"),
        (checks.name_check, "a" * 253),
        (checks.dns_label_check, "a" * 63),
        (checks.labels_check, {"example.com/App_1": "", "tier": None}),
    ],
)
def test_a_value_at_the_limit_passes(check: Check, value: Json) -> None:
    assert [] == problems_of(check, value)


def test_names_are_refused_for_their_length_or_for_their_letters() -> None:
    long, label = problems_of(checks.name_check, "a" * 254), problems_of(checks.dns_label_check, "a" * 64)

    assert ["spec.x", "must be no more than 253 bytes"] == [long[0][:6], long[0][-30:]]
    assert ["spec.x", "must be no more than 63 bytes"] == [label[0][:6], label[0][-29:]]
    assert [f'spec.x: Invalid value: "A": {checks.SUBDOMAIN_RULE}'] == problems_of(checks.name_check, "A")
    assert [f'spec.x: Invalid value: "a.b": {checks.DNS_LABEL_RULE}'] == problems_of(
        checks.dns_label_check, "a.b"
    )


def test_a_label_is_refused_for_its_key_and_for_its_value() -> None:
    refused = problems_of(checks.labels_check, {"-a": "b", "c": "d e", "f": 1})

    assert ["spec.x.-a", "spec.x.c", "spec.x.f"] == [message.split(":")[0] for message in refused]
    assert checks.QUALIFIED_RULE in refused[0]


def test_a_schema_names_missing_and_wrong_fields_and_passes_over_unknown_ones() -> None:
    schema = checks.fields({"a": checks.list_of(checks.int32), "b": checks.text_check}, required=("b", "c"))

    assert [] == problems_of(schema, {"a": [1], "b": "x", "c": 1, "unknown": 7}, "spec")
    assert [
        "spec.b: Required value",
        "spec.c: Required value",
        'spec.a[1]: must be a whole number, got "2"',
    ] == (problems_of(schema, {"a": [1, "2"], "b": None}, "spec"))


def test_lists_and_maps_stop_at_the_largest_number_of_problems() -> None:
    many = checks.MAX_PROBLEMS + 5

    assert checks.MAX_PROBLEMS == len(problems_of(checks.list_of(checks.int32), ["x"] * many))
    assert checks.MAX_PROBLEMS == len(
        problems_of(checks.map_of(checks.int32), {f"k{number}": "x" for number in range(many)})
    )


def test_a_key_that_is_no_plain_word_stands_in_brackets_and_long_values_are_cut() -> None:
    assert ["a", "a.b", "a[b/c]"] == [checks.step("", "a"), checks.step("a", "b"), checks.step("a", "b/c")]
    assert f'"{"x" * 80}…"' == checks.shown("x" * 81)
    assert "a number of 201 bits" == checks.shown(2**200)


def test_of_a_list_that_is_too_long_only_the_length_is_refused() -> None:
    pairs = checks.list_of_at_most(2, checks.text_check)

    assert ["spec.x[1]: must be a string, got 3"] == problems_of(pairs, ["a", 3])
    assert ["spec.x: Too many: 3: must have at most 2 items"] == problems_of(pairs, ["a", 3, 4])
