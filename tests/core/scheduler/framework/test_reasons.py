"""Templates of reasons: filled by plugins, read back from what was said."""

import pytest

from scheduler_core.scheduler.configuration.registry import DEFAULT_PLUGINS
from scheduler_core.scheduler.framework.reasons import (
    Reason,
    pattern_of,
    reasons_at,
    reasons_of_plugin,
    values_in,
)

TAINT = "node(s) had untolerated taint {%(key)s: %(value)s}"


@pytest.mark.parametrize(
    ("template", "text", "values"),
    [
        (TAINT, "node(s) had untolerated taint {a/b: c}", {"key": "a/b", "value": "c"}),
        (TAINT, "node(s) had untolerated taint {a/b: }", {"key": "a/b", "value": ""}),
        (TAINT, "node(s) had untolerated taint", None),
        ("Too many pods", "Too many pods", {}),
        ("Too many pods", "Too many pods.", None),
        ("%(a)s and %(a)s", "x and x", {"a": "x"}),
        ("%(a)s and %(a)s", "x and y", None),
        ("a.c", "abc", None),
    ],
)
def test_values_are_read_back_from_texts_of_the_template_alone(
    template: str, text: str, values: dict[str, str] | None
) -> None:
    assert values == values_in(template, text)


def test_a_pattern_is_made_once() -> None:
    assert pattern_of(TAINT) is pattern_of(TAINT)


def test_a_plugin_without_a_list_says_nothing() -> None:
    assert (Reason("a", "filter"), Reason("b", "filter")) == reasons_at("filter", "a", "b")
    assert () == reasons_of_plugin(object())


def test_a_plugin_says_its_reasons_only_at_points_where_it_takes_part() -> None:
    wrong = [
        (name, reason.point)
        for name, row in DEFAULT_PLUGINS.items()
        for reason in reasons_of_plugin(row.make(None))
        if reason.point not in row.points
    ]

    assert [] == wrong
