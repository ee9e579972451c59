"""Canonical JSON and digests."""

from __future__ import annotations

import pytest

from scheduler_core.objects.hashing import canonical, digest, encode


def test_equal_values_have_equal_text_whatever_the_order_of_their_keys() -> None:
    assert '{"a":1,"b":[1,2]}' == canonical({"b": [1, 2], "a": 1})
    assert digest({"b": 1, "a": 2}) == digest({"a": 2, "b": 1})


def test_a_digest_is_that_of_the_text_in_utf_8() -> None:
    assert "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a" == digest({})


def test_half_a_surrogate_pair_can_be_hashed_and_sent() -> None:
    assert 64 == len(digest("\ud83d"))
    assert b'"\\ud83d"' == encode("\ud83d")


def test_the_wire_keeps_the_order_of_keys() -> None:
    assert b'{"b":1,"a":2}' == encode({"b": 1, "a": 2})


def test_a_number_that_json_does_not_know_is_refused() -> None:
    with pytest.raises(ValueError, match="Out of range"):
        canonical(float("nan"))
