"""A06: the history is told in words; the run shows that v1.34 reads the number and the policy."""

from __future__ import annotations

from tests.core.playing import Play, gallery

SLUG = "feature-history"


def test_the_words_name_every_version_of_the_page() -> None:
    summary = gallery(SLUG)[0]["spec"]["summary"]

    assert all(version in summary for version in ("1.8", "1.10", "1.11", "1.14", "1.15", "v1.34"))


def test_in_v1_34_the_class_becomes_a_number_and_never_is_obeyed() -> None:
    play = Play(gallery(SLUG))
    last = play.until(20)

    assert 1000000 == play.manifest(last, "old")["spec"]["priority"]
    new = play.manifest(last, "new")["spec"]
    assert (2000000, "Never") == (new["priority"], new["preemptionPolicy"])
    assert play.untouched(last, "old")
    assert play.text(last, "new").endswith("preemption: not eligible due to preemptionPolicy=Never.")
