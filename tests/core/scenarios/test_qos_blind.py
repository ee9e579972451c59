"""A24: the scheduler compares priorities and budgets, not classes of service."""

from __future__ import annotations

import pytest

from tests.core.playing import Play, gallery


def test_the_guaranteed_pod_of_lower_priority_is_the_victim() -> None:
    play = Play(gallery("qos-blind"))
    last = play.until_quiet()

    for name, quality in (("guar", "Guaranteed"), ("burst", "Burstable")):
        described = str(play.questions.describe(0, "Pod", f"default/{name}"))
        assert quality in next(line for line in described.splitlines() if line.startswith("QoS Class:"))
    assert {"n1": (["guar"], 0)} == play.candidates("p")
    assert not play.exists(last, "guar")
    assert ("n1", True) == (play.node(last, "p"), play.untouched(last, "burst"))
    assert play.bound_at("p") == pytest.approx(30, abs=3)
