"""T14: with fewer domains than minDomains the minimum is 0."""

from __future__ import annotations

import pytest

from tests.core.playing import NO_VICTIMS, Play, fs, gallery, named, tail, without
from tests.core.scenarios.test_one_constraint_zone import spread

SLUG = "min-domains"
ZONE = "topology.kubernetes.io/zone"


def test_two_zones_are_too_few_until_the_third_comes() -> None:
    play = Play(gallery(SLUG))
    last = play.until_quiet()
    seq = play.until(19)

    text = fs(2, "2 node(s) didn't match pod topology spread constraints.") + tail(2, f"2 {NO_VICTIMS}")
    assert text == play.text(seq, "p")
    assert [(ZONE, 1, 1, 0, 2, False)] == spread(play.decision("p", 0), "n1")
    assert "n3" == play.node(last, "p")
    assert play.bound_at("p") == pytest.approx(20, abs=2)


def test_min_domains_2_does_nothing_here() -> None:
    documents = gallery(SLUG)
    named(documents, "p")["spec"]["topologySpreadConstraints"][0]["minDomains"] = 2
    play = Play(documents)
    play.until(10)

    assert {"n1", "n2"} == play.tied("p")


def test_empty_zones_are_allowed_although_a_third_is_missing() -> None:
    play = Play(without(gallery(SLUG), "w1", "w2"))
    play.until(10)

    assert {"n1", "n2"} == play.tied("p")
