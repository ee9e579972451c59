"""What an expression may cost: upstream's estimates, and a limit that ends every evaluation."""

from __future__ import annotations

import time
import tracemalloc

import pytest

from scheduler_core.objects.cel.cost import MAX_COST
from scheduler_core.objects.cel.selector import Selector, compile_selector
from scheduler_core.objects.cel.values import Failure, cel_device
from tests.bounds.documents import growing

DEVICE = cel_device("gpu.example.com", {"model": "a100"}, {})
EXCEEDED = Failure("operation cancelled: actual cost limit exceeded")
DOMAIN = 'attributes["dra.example.com"]'
CAPACITY = 'device.capacity["dra.example.com"]'


def compiled(expression: str) -> Selector:
    result = compile_selector(expression)
    assert isinstance(result, Selector), result
    return result


@pytest.mark.parametrize(
    ("expression", "cost"),
    [
        ("true", 0),
        ('"no-such-domain" in device.attributes', 3),
        ('device.driver == ""', 2),
        ('device.driver == "dra.example.com"', 4),
        (f"device.{DOMAIN}.name", 4),
        (f'device.{DOMAIN}["name"]', 4),
        (f"cel.bind(dra, device.{DOMAIN}, dra.name)", 15),
        (f"device.{DOMAIN}.name > 0", 5),
        (f'device.{DOMAIN}.name == "fish"', 5),
        (f'device.{DOMAIN}.name.isGreaterThan(semver("0.0.1"))', 6),
        (f'{CAPACITY}.name.isGreaterThan(quantity("1Ki"))', 6),
        (f'"name" in {CAPACITY} && {CAPACITY}.name.isGreaterThan(quantity("1Ki"))', 10),
        (f'!("name" in {CAPACITY}) || {CAPACITY}.name.isGreaterThan(quantity("1Ki"))', 11),
    ],
)
def test_the_estimated_cost_is_that_of_upstreams_own_test_cases(expression: str, cost: int) -> None:
    assert cost == compiled(expression).max_cost


@pytest.mark.parametrize(
    "expression",
    [
        growing('"xxxxxxxxxx"', "_ + _", 40, '_ == ""'),
        growing('"\U0001f600xxxxxxxxx"', "_ + _", 19, '_ == ""'),
        growing("[1]", "_ + _", 40, "_ == []"),
        growing("[1]", "[_, _]", 40, "_ == _"),
        growing("[1]", "[_, _]", 40, "_ in [_]"),
        growing('{"k": 1}', '{"k": _, "l": _}', 40, "_ == _"),
        growing('"xxxxxxxxxx"', "_ + _", 17, "_.contains(_)"),
        growing('"xxxxxxxxxx"', "_ + _", 18, "_.lowerAscii().upperAscii() == _"),
        growing("[1]", "_ + _", 18, "_.all(x, x == 1)"),
        f"{growing('[1]', '_ + _', 40, '_ == []')} || true",
    ],
)
def test_what_grows_with_every_step_ends_at_the_cost_limit(expression: str) -> None:
    selector = compiled(expression)
    tracemalloc.start()
    began = time.process_time()

    answer = selector.matches(DEVICE)

    seconds, (_, peak) = time.process_time() - began, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (EXCEEDED, True, True) == (answer, peak < 64_000_000, seconds < 10)


def test_an_estimate_over_the_limit_is_seen_before_the_expression_is_evaluated() -> None:
    doubled = compiled(growing('"xxxxxxxxxx"', "_ + _", 40, '_ == ""'))

    assert doubled.max_cost > MAX_COST


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (growing("[1]", "[_]", 40, "_ == _"), True),
        ('{"a": 1} in {"a": 2}', False),
        (
            growing('"x"', "_ + _", 10, '{"a": 1}[_] == 1'),
            Failure(f"no such key: {'x' * 200}..."),
        ),
        (growing("[1]", "[_, _]", 40, '{"a": 1}[_] == 1'), Failure("no such key: list")),
    ],
)
def test_nesting_and_length_end_in_an_answer(expression: str, expected: bool | Failure) -> None:
    assert expected == compiled(expression).matches(DEVICE)
