"""D17: a kubelet that starts admits the pods of its node again, also those that run."""

from __future__ import annotations

from tests.core.playing import Play, gallery, played

SLUG = "restart-admits-again"


def test_the_moved_label_alone_does_not_end_the_pod() -> None:
    documents = gallery(SLUG)
    moves = [each for each in documents[0]["spec"]["inputs"] if each["kind"] == "label"]
    play = played(documents, moves)

    assert play.untouched(play.recording.head_seq, "web-1")
    assert ["default/web-1"] == play.processes(play.recording.head_seq)["n1"]


def test_the_restarted_kubelet_fails_the_running_pod_with_node_affinity() -> None:
    play = Play(gallery(SLUG))
    before, after = play.until(32), play.until(35)
    status = play.manifest(after, "web-1")["status"]

    assert ["default/web-1"] == play.processes(before)["n1"]
    assert ("Failed", "NodeAffinity") == (status["phase"], status["reason"])
    assert [] == play.processes(after)["n1"]


def test_the_kubelet_says_which_predicate_failed() -> None:
    play = played(gallery(SLUG))
    events = play.events(play.recording.head_seq, "web-1", "NodeAffinity")

    assert ["Predicate NodeAffinity failed: node(s) didn't match Pod's node affinity/selector"] == [
        event["message"] for event in events
    ]


def test_its_replacement_is_bound_to_the_node_that_has_the_label_now() -> None:
    play = played(gallery(SLUG))
    bound = play.frames(kind="bind")

    assert ["n2"] == [frame["message"]["args"]["node"] for frame in bound]


def test_with_the_label_left_where_it_was_the_restart_changes_nothing() -> None:
    documents = gallery(SLUG)
    restarts = [each for each in documents[0]["spec"]["inputs"] if each["kind"] != "label"]
    play = played(documents, restarts)

    assert play.untouched(play.recording.head_seq, "web-1")
