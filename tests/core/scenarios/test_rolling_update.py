"""T15: matchLabelKeys counts a revision's own pods only."""

from __future__ import annotations

from tests.core.playing import Play, gallery, named
from tests.core.scenarios.test_one_constraint_zone import spread

SLUG = "rolling-update"
HOSTNAME = "kubernetes.io/hostname"


def test_old_pods_are_not_counted() -> None:
    play = Play(gallery(SLUG))
    last = play.until_quiet()

    assert {"n1": 395, "n2": 397} == play.decision("new1")["totals"]
    assert "n2" == play.node(last, "new1")
    assert [(HOSTNAME, 1, 1, 0, 2, False)] == spread(play.decision("new2"), "n2")
    assert "n1" == play.node(last, "new2")


def test_without_the_key_the_new_revision_may_end_up_on_one_node() -> None:
    documents = gallery(SLUG)
    for name in ("new1", "new2"):
        del named(documents, name)["spec"]["topologySpreadConstraints"][0]["matchLabelKeys"]
    play = Play(documents)
    last = play.until_quiet()

    assert [(HOSTNAME, 1, 1, 0, 2, False)] == spread(play.decision("new1"), "n1")
    assert "n2" == play.node(last, "new1")
    assert {"n1", "n2"} == play.tied("new2")
