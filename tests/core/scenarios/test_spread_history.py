"""T33: in v1.34 every field acts; an older release drops those that it does not know."""

from __future__ import annotations

from tests.core.playing import Play, gallery, in_version, named
from tests.core.scenarios.test_one_constraint_zone import spread

SLUG = "spread-history"
FIELDS = {"minDomains", "matchLabelKeys", "nodeAffinityPolicy", "nodeTaintsPolicy"}


def test_the_words_name_every_version_of_the_page() -> None:
    summary = gallery(SLUG)[0]["spec"]["summary"]

    for version in ("1.16", "1.18", "1.19", "1.24", "1.26", "1.27", "1.28", "v1.34"):
        assert version in summary


def test_in_v1_34_the_old_revision_and_the_tainted_zone_do_not_count() -> None:
    play = Play(gallery(SLUG))
    last = play.until_quiet()

    assert set(named(gallery(SLUG), "p")["spec"]["topologySpreadConstraints"][0]) >= FIELDS
    assert {"n1": 395, "n2": 397} == play.decision("p")["totals"]
    assert ("n2", "n1") == (play.node(last, "p"), play.node(last, "q"))
    key = "topology.kubernetes.io/zone"
    assert [(key, 1, 1, 0, 2, False)] == spread(play.decision("q"), "n2")


def test_in_1_17_no_constraint_is_left() -> None:
    play = Play(in_version(SLUG, "1.17"))
    last = play.until_quiet()

    assert "topologySpreadConstraints" not in play.manifest(last, "p")["spec"]
    assert ("n2", "n2") == (play.node(last, "p"), play.node(last, "q"))


def test_in_1_25_the_tainted_zone_counts_and_keeps_q_waiting() -> None:
    play = Play(in_version(SLUG, "1.25"))
    last = play.until(30)

    assert "n2" == play.node(last, "p")
    assert play.node(last, "q") in (None, "")
    key = "topology.kubernetes.io/zone"
    assert [(key, 1, 1, 0, 2, False)] == spread(play.decision("q"), "n2")


def test_in_1_26_the_policies_act_and_both_revisions_still_count_together() -> None:
    play = Play(in_version(SLUG, "1.26"))
    last = play.until_quiet()

    fields = set(play.manifest(last, "p")["spec"]["topologySpreadConstraints"][0])
    assert FIELDS & fields == {"nodeAffinityPolicy", "nodeTaintsPolicy"}
    assert "n2" == play.node(last, "p")
    assert play.node(last, "q") in ("n1", "n2")
