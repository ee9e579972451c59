"""T31: without the key a node fails a hard constraint and is ignored by a soft one."""

from __future__ import annotations

import pytest

from tests.core.playing import NOT_HELPFUL, Play, fs, gallery, in_version, named, tail
from tests.core.scenarios.test_missing_label import MISSING

SLUG = "no-zone-labels"


def test_hard_it_fits_nowhere_until_n1_gets_a_zone() -> None:
    play = Play(gallery(SLUG))
    last = play.until_quiet()

    assert fs(2, f"2 {MISSING}.") + tail(2, f"2 {NOT_HELPFUL}") == play.text(play.until(19), "p")
    assert "n1" == play.node(last, "p")
    assert play.bound_at("p") == pytest.approx(20, abs=2)
    assert [MISSING] == play.decision("p")["nodes"]["n2"]["reasons"]


def test_soft_it_gets_0_points_everywhere() -> None:
    documents = gallery(SLUG)
    constraint = named(documents, "p")["spec"]["topologySpreadConstraints"][0]
    constraint["whenUnsatisfiable"] = "ScheduleAnyway"
    play = Play(documents)
    play.until(10)
    decision = play.decision("p")

    assert [0, 0] == [decision["scores"][name]["PodTopologySpread"][2] for name in ("n1", "n2")]
    assert {"n1": 395, "n2": 397} == decision["totals"]
    assert "n2" == decision["node"]


def test_in_1_20_a_constraint_without_any_domain_refused_no_node() -> None:
    play = Play(in_version(SLUG, "1.20"))
    play.until(10)

    assert {"n1", "n2"} == set(play.decision("p")["totals"])
