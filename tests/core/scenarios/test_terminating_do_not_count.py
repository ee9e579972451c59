"""T28: spreading skips pods that are on their way out; inter-pod affinity does not."""

from __future__ import annotations

from tests.core.playing import NO_VICTIMS, Play, fs, gallery, named, tail
from tests.core.scenarios.test_one_constraint_zone import spread

SLUG = "terminating-do-not-count"
HOSTNAME = "kubernetes.io/hostname"


def test_p_is_placed_beside_the_dying_pod() -> None:
    play = Play(gallery(SLUG))
    seq = play.until(20)

    assert play.terminating(seq, "t")
    assert [(HOSTNAME, 1, 1, 0, 2, False)] == spread(play.decision("p"), "n1")
    assert "n2" == play.node(seq, "p")


def test_anti_affinity_waits_until_it_is_gone() -> None:
    documents = gallery(SLUG)
    spec = named(documents, "p")["spec"]
    del spec["topologySpreadConstraints"]
    term = {"labelSelector": {"matchLabels": {"app": "foo"}}, "topologyKey": HOSTNAME}
    spec["affinity"] = {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}
    play = Play(documents)
    last = play.until_quiet()
    seq = play.until(20)

    text = fs(2, "2 node(s) didn't match pod anti-affinity rules.") + tail(2, f"2 {NO_VICTIMS}")
    assert ("", text) == (play.node(seq, "p"), play.text(seq, "p"))
    assert "n2" == play.node(last, "p")
    assert 0 <= play.bound_at("p") - play.gone_at("t") <= 2
    assert 597 <= play.gone_at("t") <= 603
