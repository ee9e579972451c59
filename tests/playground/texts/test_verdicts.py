"""The rows of a verdict as sentences about obstacles, in the words of the core."""

from typing import Any

import pytest
from django.utils import translation

from playground.texts import verdicts

SPREAD = {"key": "zone", "domain": "a", "maxSkew": 1, "texts": {"sum": "2 + 1 − 1 = 2"}}


def distance(nominated: int) -> dict[str, Any]:
    texts = {"needs": "2", "free": "1", "nominated": str(nominated)}
    return {"resource": "cpu", "needs": 2, "free": 1, "nominated": nominated, "texts": texts}


@pytest.mark.parametrize(
    ("nominated", "expected"),
    [
        (0, "cpu: needs 2, 1 free"),
        (3, "cpu: needs 2, 1 free, because 3 is reserved for default/a, default/b"),
    ],
)
def test_a_distance_names_the_pods_for_which_something_is_reserved(nominated: int, expected: str) -> None:
    assert expected == verdicts.lacking(distance(nominated), ["default/a", "default/b"])


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (SPREAD, "zone=a: the skew would be 2 + 1 − 1 = 2, and maxSkew is 1"),
        (SPREAD | {"domain": None}, "the node has no label zone"),
    ],
)
def test_a_spread_says_the_skew_or_the_label_that_lacks(row: dict[str, Any], expected: str) -> None:
    assert expected == verdicts.skewed(row)


def test_a_distance_is_said_in_the_active_language() -> None:
    with translation.override("uk"):
        assert "cpu: потрібно 2, вільно 1" == verdicts.lacking(distance(0), [])
