"""T09: a node without the key belongs to no domain."""

from __future__ import annotations

from tests.core.playing import Play, gallery, named, priority_class
from tests.core.scenarios.test_one_constraint_zone import spread

SLUG = "missing-label"
MISSING = "node(s) didn't match pod topology spread constraints (missing required label)"


def test_the_pods_of_the_unlabelled_node_are_not_counted() -> None:
    play = Play(gallery(SLUG))
    last = play.until_quiet()
    decision = play.decision("mypod")

    assert "node2" == play.node(last, "mypod")
    assert [("zone", 2, 1, 1, 2, False)] == spread(decision, "node3")[:1]
    assert ("UnschedulableAndUnresolvable", [MISSING]) == (
        decision["nodes"]["node1"]["code"],
        decision["nodes"]["node1"]["reasons"],
    )


def test_preemption_is_not_even_tried_there() -> None:
    documents = [*gallery(SLUG), priority_class(1000)]
    named(documents, "mypod")["spec"]["priorityClassName"] = "p1000"
    named(documents, "node2")["spec"] = {"unschedulable": True}
    play = Play(documents)
    last = play.until_quiet()

    assert {"node3"} == set(play.candidates("mypod"))
    assert [True, True] == [play.untouched(last, name) for name in ("p1", "p2")]
