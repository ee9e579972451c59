"""What is remembered of pods beside their objects, and that a view made later is the one of its time."""

from __future__ import annotations

from typing import Any

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.board.object_views.pod_facts import PodFacts, PodHistory, Scheduling
from scheduler_core.board.object_views.termination_views import Cause
from scheduler_core.board.object_views.views import Waiting
from scheduler_core.objects import Pod
from scheduler_core.scheduler.lanes import Lane
from tests.builders import pod

RUNNING = Scheduling(running=True, schedulers=frozenset({"default-scheduler"}))
ACTIVE, REFUSED = Lane("active", 1), Lane("unschedulable", 1)
KEY = "default/p"


def parsed(uid: str = "u1", **fields: Any) -> Pod:
    document = pod("p", **fields)
    document["metadata"]["uid"] = uid
    return Pod.parse(document)


def look(history: PodHistory, stored: Pod, waiting: Waiting | None = None, now_ms: int = 0) -> PodFacts:
    api = ApiServer(start_at=0)
    return history.look(api, stored, 3, waiting, (), None, Cause(1, "bind"), RUNNING, now_ms)


def test_a_pod_was_bound_at_the_act_after_which_it_first_had_a_node() -> None:
    history = PodHistory()
    waits, bound, later = (
        look(history, parsed(), ACTIVE, 1_000),
        look(history, parsed(on="n1"), None, 2_000),
        look(history, parsed(on="n1"), None, 3_000),
    )

    assert [None, 2, 2] == [facts.view()["bound"] for facts in (waits, bound, later)]


def test_a_view_that_is_made_later_is_the_one_of_its_time() -> None:
    history = PodHistory()
    facts = look(history, parsed(), ACTIVE)
    at_once = facts.view()
    look(history, parsed(on="n1"), None, 2_000)
    history.forget(KEY)

    assert at_once == facts.view()
    assert ("active", None, 3) == (at_once["lane"], at_once["node"], at_once["order"])


def test_what_woke_a_pod_is_forgotten_in_a_lane_where_it_has_no_effect() -> None:
    history = PodHistory()
    woken: dict[str, Any] = {"event": "NodeAdd", "plugins": []}

    assert [("Pod", KEY)] == history.wake({KEY: woken})
    assert woken == look(history, parsed(), ACTIVE).view()["woken"]
    assert look(history, parsed(), REFUSED).view()["woken"] is None
    assert look(history, parsed(), ACTIVE).view()["woken"] is None


def test_a_pod_that_takes_the_name_of_another_one_inherits_nothing() -> None:
    history = PodHistory()
    look(history, parsed(), ACTIVE)
    look(history, parsed(on="n1"), None, 2_000)
    again = parsed("u2", on="n1")

    assert not history.succeeded(KEY, parsed("u1"))
    assert history.succeeded(KEY, again)
    assert look(history, again, None, 4_000).view()["bound"] is None


def test_a_kubelet_that_chooses_a_pod_is_remembered_until_the_pod_is_gone() -> None:
    history = PodHistory()
    look(history, parsed(on="n1"))
    history.choose_to_end([KEY, "default/unknown"], Cause(7, "evict"), 5_000)
    twin = history.copy()
    history.forget(KEY)

    assert {KEY: (7, 5_000)} == {key: (end.cause.seq, end.at_ms) for key, end in twin.end_requests.items()}
    assert {} == history.end_requests


def test_only_a_deleted_pod_with_finalizers_is_kept() -> None:
    document = pod("p")
    document["metadata"] |= {"uid": "u1", "finalizers": ["example.com/keep"]}
    living = look(PodHistory(), Pod.parse(document))
    document["metadata"] |= {"deletionTimestamp": "1970-01-01T00:00:30Z", "deletionGracePeriodSeconds": 30}
    deleted = look(PodHistory(), Pod.parse(document))

    assert (False, True) == (living.kept_by_finalizers, deleted.kept_by_finalizers)
