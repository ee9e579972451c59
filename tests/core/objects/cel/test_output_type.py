"""The type of a CEL expression before a device is seen."""

from __future__ import annotations

import pytest

from scheduler_core.objects.cel.output_type import output_type
from scheduler_core.objects.cel.syntax import parse_expression

ATTRIBUTES = 'device.attributes["x.io"]'


@pytest.mark.parametrize(
    ("expression", "name"),
    [
        ("1", "int"),
        ("-1.5", "double"),
        ("null", "null_type"),
        ("device", "kubernetes.DRADevice"),
        ("device.driver", "string"),
        ("device.driver + 'x'", "string"),
        ("device.attributes", "map(string, map(string, any))"),
        (ATTRIBUTES, "map(string, any)"),
        (f"{ATTRIBUTES}.shared", "any"),
        ('device.capacity["x.io"].memory', "kubernetes.Quantity"),
        ('device.capacity["x.io"].memory.asInteger()', "int"),
        ("[1, 2]", "list(int)"),
        ("[1, 2][0]", "int"),
        ("{'a': ['b']}", "map(string, list(string))"),
        ("device.driver == 'x' ? 1 : 2", "int"),
        ("cel.bind(name, device.driver, name)", "string"),
        ("cel.bind(name, device.driver, name == 'x')", "bool"),
        ("device.driver == 'x' && true", "bool"),
        ("!true", "bool"),
        ("'x' in device.attributes", "bool"),
        ("[1].exists(i, i > 0)", "bool"),
        (f"has({ATTRIBUTES}.shared)", "bool"),
        ("device.driver.startsWith('x')", "bool"),
        (f"{ATTRIBUTES}.count + 1", ""),
        (f"true ? 1 : {ATTRIBUTES}.count", ""),
        ("[1, 'a']", ""),
    ],
)
def test_the_type_is_that_of_the_checker_of_cel(expression: str, name: str) -> None:
    assert name == output_type(parse_expression(expression))
