"""What each node answered, as the Why shows it."""

from typing import Any

from django.template.loader import render_to_string

from playground.inspector.why import nodes

FITS = {"code": "Success"}


def refused(reason: str, **more: Any) -> dict[str, Any]:
    return {"code": "Unschedulable", "plugin": "P", "reasons": [reason], **more}


def test_the_chosen_node_comes_first_then_candidates_by_how_long_they_lasted() -> None:
    decision = {
        "order": ["x", "c", "b", "a", "fits"],
        "nodes": {**{name: refused("cpu") for name in "xcba"}, "fits": FITS},
        "preemption": {
            "chosen": "a",
            "candidates": [{"node": "c"}, {"node": "b"}, {"node": "a"}],
            "criteria": [{"left": ["a", "b"]}, {"left": ["a"]}],
        },
    }

    assert ["a", "b", "c", "fits", "x"] == nodes.in_order(decision)


def test_without_preemption_the_nodes_that_fit_come_first_by_their_sum() -> None:
    decision = {
        "order": ["no", "low", "high", "bound"],
        "nodes": {"no": refused("cpu"), "low": FITS, "high": FITS, "bound": FITS},
        "totals": {"low": 1, "high": 9, "bound": 9},
        "node": "bound",
    }

    assert ["bound", "high", "low", "no"] == nodes.in_order(decision)


def test_refusals_are_grouped_by_reason_and_counted() -> None:
    request = {"a": refused("cpu"), "b": refused("mem"), "c": refused("cpu"), "d": FITS}

    result = nodes.groups({"nodes": request})

    assert [("cpu", 2, "a c", "66.67%"), ("mem", 1, "b", "33.33%")] == [
        (group.reason, group.count, group.nodes, group.percent) for group in result
    ]


def test_nodes_beyond_those_that_are_listed_count_too() -> None:
    decision = {
        "nodes": {"a": refused("cpu")},
        "groups": [
            {"reason": "cpu", "plugin": "P", "count": 300},
            {"reason": "mem", "plugin": "P", "count": 7},
        ],
    }

    assert [("cpu", 300), ("mem", 7)] == [(group.reason, group.count) for group in nodes.groups(decision)]
    assert "307 refusals, 2 reasons" == nodes.refusals(nodes.groups(decision))


def test_the_arithmetic_of_a_spread_constraint_is_written_out() -> None:
    counts = {"key": "zone", "domain": "a", "count": 2, "self": 1, "min": 1, "skew": 2, "maxSkew": 1}
    row = {**counts, "ok": False, "texts": {"sum": "2 + 1 − 1 = 2", "comparison": "> 1"}}

    (skew,) = nodes.missing(refused("spread", spread=[row])).skews

    assert "2 + 1 − 1 = 2 > 1" == skew.sum


def test_a_distance_says_what_is_needed_what_is_free_and_which_pod_holds_a_reservation() -> None:
    texts = {"needs": "500m", "free": "300m", "nominated": "0"}
    row = {"resource": "cpu", "needs": 500, "free": 300, "nominated": 0, "texts": texts}
    held = {**row, "nominated": 200, "texts": {**texts, "nominated": "200m"}}
    verdict = refused("Insufficient cpu", distance=[row, held], nominatedCounted=["default/high"])

    assert (
        "cpu: needs 500m, 300m free",
        "cpu: needs 500m, 300m free, because 200m is reserved for default/high",
    ) == nodes.missing(verdict).resources


def test_of_several_resources_only_those_that_lack_are_told() -> None:
    texts = {"needs": "2", "free": "1", "nominated": "0"}
    enough = {"resource": "memory", "needs": 1, "free": 5, "nominated": 0, "texts": texts}
    short = {"resource": "cpu", "needs": 2000, "free": 1000, "nominated": 0, "texts": texts}

    assert ("cpu: needs 2, 1 free",) == nodes.missing(refused("cpu", distance=[enough, short])).resources


def test_a_node_that_no_preemption_can_help_says_why() -> None:
    unresolvable = {"code": nodes.UNRESOLVABLE, "plugin": "P", "reasons": ["taint"]}
    decision = {
        "nodes": {"a": refused("cpu"), "b": unresolvable},
        "preemption": {
            "chosen": None,
            "candidates": [],
            "statuses": {"a": {"reasons": ["No victims found"]}},
            "others": ["Preemption is not helpful for scheduling"],
        },
    }

    texts = {row.node: row.lower.text for row in nodes.rows(decision) if row.lower}

    assert {"a": "No victims found", "b": "Preemption is not helpful for scheduling"} == texts


def test_neighbours_share_the_words_that_refused_them() -> None:
    decision = {"order": ["a", "b", "c", "d"], "nodes": {name: refused("cpu") for name in "acd"}}
    decision["nodes"]["b"] = refused("taint")

    result = nodes.rows(decision)

    shared = nodes.Shared("cpu", "P", "")
    assert [("a", "", shared, True), ("c", "", shared, False), ("d", "", shared, False)] == [
        (row.node, row.reasons, row.shared, row.begins) for row in result[:3]
    ]
    assert ("b", "taint", None) == (result[3].node, result[3].reasons, result[3].shared)


def test_what_preemption_found_is_shared_only_where_it_is_the_same() -> None:
    decision = {
        "nodes": {name: refused("cpu") for name in "ab"},
        "preemption": {"chosen": None, "statuses": {name: {"reasons": ["none"]} for name in "ab"}},
    }
    differing = {**decision, "preemption": {"chosen": None, "statuses": {"a": {"reasons": ["none"]}}}}

    assert [("none", "")] * 2 == [(row.shared.lower, row.lower.text) for row in nodes.rows(decision)]
    assert [("", "none"), ("", "–")] == [(row.shared.lower, row.lower.text) for row in nodes.rows(differing)]


def test_the_notes_of_plugins_stand_beside_the_distances() -> None:
    noted = {**FITS, "notes": ["1 licences, used by: low", "2 seats"]}

    assert ("note of the plugin: 1 licences, used by: low", "note of the plugin: 2 seats") == (
        nodes.missing(noted).notes
    )
    assert () == nodes.missing(FITS).notes


def test_a_node_alone_has_its_own_words_although_others_were_refused_with_the_same() -> None:
    decision = {"order": ["a", "b"], "nodes": {name: refused("Insufficient cpu") for name in "ab"}}

    assert ["", "Insufficient cpu"] == [nodes.rows(decision)[0].reasons, nodes.row_of(decision, "a").reasons]


def test_the_name_of_a_node_may_break_only_where_it_is_longer_than_its_column() -> None:
    names = ["node-1", "ip-10-0-61-152.eu-central-1.compute.internal"]
    html = render_to_string(
        "inspector/why/nodes.html", {"rows": [{"node": name, "fits": True} for name in names]}
    )

    assert [False, True] == [f'class="long">{name}</th>' in html for name in names]
