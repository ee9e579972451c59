"""A21: removing pods does not remove a taint, so the tainted node is no candidate."""

from __future__ import annotations

import pytest

from tests.core.playing import Play, fs, gallery, named

SLUG = "low-pods-on-bad-node"


def test_mid_is_evicted_because_n1_cannot_run_p() -> None:
    play = Play(gallery(SLUG))
    last = play.until_quiet()

    text = fs(2, "1 Insufficient cpu, 1 node(s) had untolerated taint {gpu: true}.")
    assert text == play.text(play.until(10), "p")
    assert {"n2": (["mid"], 0)} == play.candidates("p")
    assert ("n2", True) == (play.node(last, "p"), play.untouched(last, "tiny"))
    assert play.bound_at("p") == pytest.approx(30, abs=3)


def test_with_a_toleration_tiny_is_evicted() -> None:
    documents = gallery(SLUG)
    toleration = {"key": "gpu", "operator": "Equal", "value": "true", "effect": "NoSchedule"}
    named(documents, "p")["spec"]["tolerations"] = [toleration]
    play = Play(documents)
    last = play.until_quiet()

    assert fs(2, "2 Insufficient cpu.") == play.text(play.until(10), "p")
    assert ("n1", True) == (play.node(last, "p"), play.untouched(last, "mid"))
