"""Circles among owner references are found, each once."""

from __future__ import annotations

import pytest

from scheduler_core.apiserver.documents.ownership import find_cycles


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        ([], []),
        ([[1], [2], []], []),
        ([[0]], [[0]]),
        ([[1], [2], [0]], [[0, 1, 2]]),
        ([[1], [2], [1]], [[1, 2]]),
        ([[1], [0], [3], [2]], [[0, 1], [2, 3]]),
    ],
)
def test_circles_are_found_where_they_are(edges: list[list[int]], expected: list[list[int]]) -> None:
    assert expected == find_cycles(edges)
