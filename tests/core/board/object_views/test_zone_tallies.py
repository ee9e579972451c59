"""What the heads of zones count, and that they count what PodTopologySpread counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from scheduler_core.board.object_views.zone_tallies import RESTING, Counted, ZoneTallies
from scheduler_core.objects.selection.selectors import map_selector
from tests.builders import node, pod
from tests.core.play import SLUGS, Play, delete, gallery

NODES = [
    node(f"n{n}", labels={"topology.kubernetes.io/zone": zone}) for n, zone in ((1, "a"), (2, "b"), (3, "b"))
]


def played(*documents: dict[str, Any], inputs: tuple[dict[str, Any], ...] = ()) -> Play:
    header = gallery("basic-preemption")[:1]
    header[0]["spec"]["inputs"] = list(inputs)
    return Play([*header, *NODES, *documents])


def labelled(name: str, on: str = "", **labels: str) -> dict[str, Any]:
    made = pod(name, "100m", **({"on": on} if on else {}))
    made["metadata"]["labels"] = labels
    return made


def zones(play: Play, seq: int, name: str) -> dict[str, int] | None:
    """What the zones count for a pod; None when nothing speaks for one."""
    view = play.view(seq, name)
    assert view is not None
    tallies: Any = play.recording.snapshot(seq)["tallies"]
    result = next((tally for tally in tallies if tally["key"] == view["tally"]), None)
    return None if result is None else dict(result["zones"])


def constrained(name: str, *constraints: tuple[str, str], **labels: str) -> dict[str, Any]:
    """A pod with constraints (whenUnsatisfiable, value of the label foo)."""
    made = labelled(name, **labels)
    made["spec"]["topologySpreadConstraints"] = [
        {
            "maxSkew": 5,
            "topologyKey": "topology.kubernetes.io/zone",
            "whenUnsatisfiable": when,
            "labelSelector": {"matchLabels": {"foo": value}},
        }
        for when, value in constraints
    ]
    return made


def test_pods_of_an_application_are_counted_by_zone() -> None:
    play = played(
        labelled("x", "n1", app="web"), labelled("y", "n2", app="web"), labelled("z", "n3", app="web"),
        labelled("other", "n1", app="db"),
    )  # fmt: skip

    assert {"a": 1, "b": 2} == zones(play, 0, "x")


def test_the_first_hard_constraint_speaks_before_a_soft_one_and_before_the_application() -> None:
    play = played(
        labelled("bar", "n1", foo="bar"), labelled("baz", "n2", foo="baz"), labelled("app", "n3", app="web"),
        constrained("hard", ("ScheduleAnyway", "baz"), ("DoNotSchedule", "bar"), app="web"),
        constrained("soft", ("ScheduleAnyway", "baz"), app="web"),
    )  # fmt: skip

    assert ({"a": 1}, {"b": 1}) == (zones(play, 0, "hard"), zones(play, 0, "soft"))


def test_without_a_constraint_and_an_application_nothing_is_counted() -> None:
    assert zones(played(labelled("x", "n1", tier="web")), 0, "x") is None


def test_pods_that_are_being_deleted_or_wait_are_not_counted() -> None:
    play = played(labelled("x", "n1", app="web"), labelled("y", "n2", app="web"), inputs=(delete(5, "y"),))

    assert {"a": 1, "b": 1} == zones(play, play.until(4), "x")
    assert {"a": 1} == zones(play, play.until(6), "x")


def test_a_pod_counts_where_it_is_bound_and_a_label_that_goes_counts_it_no_more() -> None:
    unlabel = {"kind": "label", "object": {"kind": "Pod", "name": "x"}, "labels": {"app": None}}
    play = played(labelled("x", "n1", app="web"), labelled("y", app="web"), inputs=({"at": 5, **unlabel},))
    before = zones(play, play.until(4), "y")

    assert before is not None
    assert 2 == sum(before.values())
    assert before.get("a", 0) - 1 == (zones(play, play.until(6), "y") or {}).get("a", 0)


def test_a_tally_goes_with_the_last_pod_that_asks_for_it() -> None:
    play = played(labelled("x", "n1", app="web"), inputs=(delete(1, "x", force=True, gracePeriodSeconds=0),))
    before, after = (play.recording.snapshot(play.until(at))["tallies"] for at in (0.5, 60))

    assert ["default/app=web"] == [tally["key"] for tally in before]  # type: ignore[union-attr,index,call-overload,misc]
    assert [] == after


def test_a_node_that_moves_to_another_zone_takes_its_pods_with_it() -> None:
    moved = {
        "kind": "label",
        "object": {"kind": "Node", "name": "n1"},
        "labels": {"topology.kubernetes.io/zone": "b"},
    }
    play = played(labelled("x", "n1", app="web"), inputs=({"at": 5, **moved},))

    assert ({"a": 1}, {"b": 1}) == (zones(play, play.until(4), "x"), zones(play, play.until(6), "x"))


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if "constraint" in slug or "spread" in slug])
def test_the_zones_count_before_a_decision_what_pod_topology_spread_counts_in_it(slug: str) -> None:
    play = Play(gallery(slug))
    play.until(30)
    compared = 0
    for frame in play.frames(kind="schedule"):
        decision, seq = frame.get("decision") or {}, frame["seq"] - 1
        states = decision.get("spreadState") or ()
        if (
            not states
            or states[0]["key"] not in ("zone", "topology.kubernetes.io/zone")
            or not states[0]["selector"]
            or decision.get("group")  # sees pods of its group on nodes that they only try
        ):
            continue
        nodes: Any = play.recording.snapshot(seq)["nodes"]
        if len(states[0]["pairs"]) != len({view["zone"] for view in nodes}):
            continue  # some nodes take no part
        name = decision["pod"].partition("/")[2]
        by_name = {zone: number for zone, number in states[0]["pairs"] if number}

        assert by_name == zones(play, seq, name)
        compared += 1
    if slug == "one-constraint-zone":
        assert compared


def test_a_tally_that_rests_is_counted_on_and_a_long_forgotten_one_is_counted_anew() -> None:
    tallies = ZoneTallies()
    web = Counted("default", map_selector({"app": "web"}))
    others = [Counted("default", map_selector({"app": f"other-{n}"})) for n in range(RESTING + 1)]
    views: dict[str, dict[str, Any]] = {}

    def place(name: str, on: str) -> None:
        key = f"default/{name}"
        views[key] = {
            "key": key, "ns": "default", "labels": {"app": "web"}, "node": on, "holds": True, "leaving": None,
        }  # fmt: skip
        tallies.follow_pod(key, views[key])

    def counted() -> Any:
        tallies.ask("default/asker", web)
        tallies.count_new(views.values())
        view = tallies.view(web.key)
        tallies.ask("default/asker", None)
        return None if view is None else view["zones"]

    for name, zone in (("n1", "a"), ("n2", "b")):
        tallies.follow_node(name, {"zone": zone})
    place("x", "n1")
    first = counted()
    place("y", "n2")
    resting, gone = counted(), tallies.view(web.key)
    for other in others:
        tallies.ask("default/asker", other)
    tallies.ask("default/asker", None)
    place("z", "n2")
    forgotten = web.key not in tallies.askers

    assert [["a", 1]] == first
    assert [["a", 1], ["b", 1]] == resting
    assert (None, True) == (gone, forgotten)
    assert [["a", 1], ["b", 2]] == counted()


def test_all_new_tallies_are_counted_in_one_pass_over_the_pods() -> None:
    tallies = ZoneTallies()
    tallies.follow_node("n1", {"zone": "a"})
    of_pods = [Counted("default", map_selector({"app": f"app-{n}"})) for n in range(5)]
    passes: list[str] = []

    def views() -> Iterator[dict[str, Any]]:
        for n in range(20):
            key = f"default/p{n}"
            passes.append(key)
            yield {
                "key": key, "ns": "default", "labels": {"app": f"app-{n % 5}"}, "node": "n1", "holds": True,
                "leaving": None,
            }  # fmt: skip

    for n, counted in enumerate(of_pods):
        tallies.ask(f"default/p{n}", counted)
    tallies.count_new(views())
    tallies.count_new(views())

    assert 20 == len(passes)
    assert [[["a", 4]]] * 5 == [(tallies.view(item.key) or {})["zones"] for item in of_pods]
