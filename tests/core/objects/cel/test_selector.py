"""Device selectors: what selects, what fails, what is refused."""

from __future__ import annotations

import pytest

from scheduler_core.objects.cel.selector import NotCompiled, Selector, compile_selector
from scheduler_core.objects.cel.values import Failure, cel_device, parse_version
from scheduler_core.objects.scalars.quantity import parse_quantity

DRIVER = "gpu.example.com"
VERSION = parse_version("12.4.0")
assert VERSION is not None
DEVICE = cel_device(
    DRIVER,
    {"model": "a100", "lanes": 16, "healthy": True, "cuda": VERSION, "pci.io/root": "r1"},
    {"memory": parse_quantity("40Gi")},
)
ATTRIBUTES = f'device.attributes["{DRIVER}"]'


def matches(expression: str) -> bool | Failure:
    compiled = compile_selector(expression)
    assert isinstance(compiled, Selector), compiled
    return compiled.matches(DEVICE)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (f'device.driver == "{DRIVER}"', True),
        (f'{ATTRIBUTES}.model == "a100"', True),
        (f'{ATTRIBUTES}.model != "a100"', False),
        (f'device.capacity["{DRIVER}"].memory.compareTo(quantity("40Gi")) >= 0', True),
        (f'device.capacity["{DRIVER}"].memory.isGreaterThan(quantity("40Gi"))', False),
        (f'{ATTRIBUTES}.lanes >= 8 && !({ATTRIBUTES}.model in ["t4", "k80"])', True),
        (f'{ATTRIBUTES}.model.startsWith("h") || {ATTRIBUTES}.healthy', True),
        (f'{ATTRIBUTES}.cuda.isLessThan(semver("12.10.0"))', True),
        (f"{ATTRIBUTES}.cuda.major() == 12", True),
        ('device.attributes["pci.io"].root == "r1"', True),
        ('"pci.io" in device.attributes && !("other.io" in device.attributes)', True),
        (f"has({ATTRIBUTES}.model) && !has({ATTRIBUTES}.age)", True),
        ('has(device.attributes["other.io"].x)', False),
        (f'cel.bind(gpu, {ATTRIBUTES}, gpu.lanes == 16 && gpu.model == "a100")', True),
        (f'["t4", "a100"].exists(m, m == {ATTRIBUTES}.model)', True),
        (f'["t4", "a100"].all(m, m == {ATTRIBUTES}.model)', False),
        (f"{ATTRIBUTES}.lanes > 20 ? false : true", True),
        ("-9223372036854775808 < 0 && 007 == 7", True),
        (
            f"{ATTRIBUTES}.lanes % 3 == 1 && {ATTRIBUTES}.lanes / 3 == 5 && -7 / 2 == -3 && 1.5 * 2.0 == 3.0",
            True,
        ),
    ],
)
def test_a_selector_selects_by_what_the_device_has(expression: str, expected: bool) -> None:
    assert expected is matches(expression)


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        ('device.attributes["other.io"].model == "x"', "no such key: model"),
        (f"{ATTRIBUTES}.model < 4", "no such overload: string < int"),
        (f"{ATTRIBUTES}.lanes && true", "no such overload: int"),
        (f"{ATTRIBUTES}.lanes / 0 == 1", "division by zero"),
        ("device.driver", "expression evaluated to string, must evaluate to bool"),
        ("[1][2] == 1", "index out of bounds: 2"),
        ("9223372036854775807 + 1 > 0", "integer overflow"),
    ],
)
def test_an_expression_without_an_answer_fails_in_words(expression: str, words: str) -> None:
    assert Failure(words) == matches(expression)


def test_an_operand_that_decides_wins_over_an_error_in_the_other() -> None:
    missing = f"{ATTRIBUTES}.age > 1"

    answers = [matches(f"{missing} || true"), matches(f"false && {missing}"), matches(f"{missing} && true")]

    assert [True, False, Failure("no such key: age")] == answers


@pytest.mark.parametrize(
    ("expression", "part"),
    [
        (f'{ATTRIBUTES}.model.matches("a.*")', "the function matches()"),
        ('["a"].map(x, x) == ["a"]', "the function map()"),
        ("dyn(1) == 1", "the function dyn()"),
    ],
)
def test_valid_cel_that_is_not_evaluated_is_named_and_never_true(expression: str, part: str) -> None:
    assert NotCompiled(part, unmodelled=True) == compile_selector(expression)


@pytest.mark.parametrize("expression", ["model == 1", "device.model == 1", "has(1)", "device.driver =="])
def test_what_the_api_server_refuses_is_refused_here(expression: str) -> None:
    compiled = compile_selector(expression)

    assert isinstance(compiled, NotCompiled)
    assert not compiled.unmodelled


def test_loops_end_at_the_limit_of_steps() -> None:
    listed = f"[{', '.join('1' for _ in range(60))}]"
    expression = "true"
    for name in "abcd":
        expression = f"{listed}.all({name}, {expression})"

    assert Failure("operation cancelled: actual cost limit exceeded") == matches(expression)
