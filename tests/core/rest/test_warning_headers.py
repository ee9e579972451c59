"""`Warning` headers are bounded as those of kube-apiserver."""

from __future__ import annotations

import pytest

from scheduler_core import warning_headers
from scheduler_core.rest import warning_headers as bounds


def test_texts_are_quoted_and_one_that_comes_again_is_left_out() -> None:
    headers = warning_headers(['a "b" \\ c', "", "two\nlines", 'a "b" \\ c'])

    assert ('299 - "a \\"b\\" \\\\ c"', '299 - "two lines"') == headers


def test_long_texts_stay_whole_as_long_as_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """TestTruncation of upstream's warning_test.go, with its numbers."""
    monkeypatch.setattr(bounds, "TRUNCATE_AT_TOTAL_RUNES", 25)
    monkeypatch.setattr(bounds, "TRUNCATE_ITEM_RUNES", 5)
    texts = ["aaaaaaaaaa", "aaaaaaaaaa", "bb", "ccc", "Iñtërnâtiô"]

    assert ['299 - "aaaaaaaaaa"', '299 - "bb"', '299 - "ccc"', '299 - "Iñtërnâtiô"'] == list(
        warning_headers(texts)
    )
    assert ['299 - "aaaaa"', '299 - "bb"', '299 - "ccc"', '299 - "Iñtër"', '299 - "e"'] == list(
        warning_headers([*texts, "e"])
    )


def test_many_long_texts_are_cut_and_the_rest_is_left_out() -> None:
    headers = warning_headers([f"{number} {'x' * 5000}" for number in range(1000)])

    assert 16 == len(headers)
    assert {256 + len('299 - ""')} == set(map(len, headers))
