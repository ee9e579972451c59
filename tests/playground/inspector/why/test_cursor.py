"""Inside a decision: what Filter asks of one node."""

import re
from typing import Any

from django.template.loader import render_to_string

from playground.inspector.why import cursor

ROW = {
    "resource": "cpu",
    "needs": 2000,
    "free": 1000,
    "requested": 3000,
    "allocatable": 4000,
    "nominated": 500,
}
DECISION: dict[str, Any] = {
    "pod": "default/p",
    "order": ["n1", "n2", "n3"],
    "filterPlugins": ["NodeName", "NodePorts", "NodeResourcesFit", "Later"],
    "filterSkipped": ["NodePorts"],
    "nodes": {
        "n1": {"code": "Success"},
        "n2": {
            "code": "Unschedulable",
            "plugin": "NodeResourcesFit",
            "reasons": ["Insufficient cpu"],
            "distance": [ROW],
            "nominatedCounted": ["default/q"],
            "failedPass": 1,
        },
        "n3": {"code": "Success"},
    },
}


def test_only_what_was_asked_already_has_its_answer() -> None:
    result = cursor.on_node(DECISION, "n2", ["n1", "n2", "n3"])

    assert [("n1", "ok"), ("n2", "on"), ("n3", "todo")] == [(chip.node, chip.state) for chip in result.chips]
    assert ["n1"] == [row.node for row in result.so_far]
    assert "2 of 3" == result.place


def test_the_plugins_run_until_the_first_refusal() -> None:
    result = cursor.on_node(DECISION, "n2", [])

    assert [("NodeName", "pass"), ("NodePorts", "skip"), ("NodeResourcesFit", "on"), ("", "todo")] == [
        (step.name, step.state) for step in result.plugins
    ]


def test_the_sum_shows_what_is_requested_what_is_reserved_and_what_the_pod_adds() -> None:
    (message,) = cursor.on_node(DECISION, "n2", []).sums

    assert ("2500m", "500m", "2", "5", "> 4 allocatable", True) == (
        message.requested,
        message.nominated,
        message.adds,
        message.total,
        message.limit,
        message.over,
    )
    assert ("50.00%", "10.00%", "40.00%", "80.00%") == (
        message.requested_width,
        message.nominated_width,
        message.adds_width,
        message.limit_x,
    )


def test_the_pass_with_nominated_pods_says_that_it_failed() -> None:
    message = cursor.on_node(DECISION, "n2", []).passes

    assert message is not None
    assert "Pass 1 of 2: as if q already ran here." == message.title
    assert (
        "This pass failed, so the scheduler does not run the pass without the nominated pods."
        == message.explanation
    )


def test_where_a_plugin_left_a_note_on_the_node_the_stop_shows_it() -> None:
    noted = {
        **DECISION,
        "nodes": {**DECISION["nodes"], "n1": {**DECISION["nodes"]["n1"], "notes": ["2 seats"]}},
    }

    message = cursor.on_node(noted, "n1", []).noted

    assert message is not None
    assert (("note of the plugin: 2 seats",), ()) == (message.notes, message.resources)
    assert cursor.on_node(DECISION, "n1", []).noted is None


def test_a_stop_of_an_address_that_the_decision_does_not_have_is_none() -> None:
    assert cursor.stop_of("Filter", "nowhere", "", DECISION) is None
    assert cursor.stop_of("Nothing", "", "", DECISION) is None
    assert cursor.Stop("Filter", "n1") == cursor.stop_of("Filter", "n1", "ignored", DECISION)


def test_a_filter_plugin_leads_to_its_card_and_a_plugin_of_the_servers_own_does_not() -> None:
    result = cursor.on_node(
        {**DECISION, "filterPlugins": ["NodeName", "OwnPlugin", "NodeResourcesFit"]}, "n2", []
    )
    page = render_to_string("inspector/why/on_node.html", {"n": result})

    assert [True, False, True] == [step.has_card for step in result.plugins]
    assert ["NodeName", "NodeResourcesFit"] == re.findall(r'class="to-card" href="/explain/(\w+)"', page)
    assert '<span class="pn">OwnPlugin</span>' in page


def test_the_bar_of_a_sum_has_its_words_in_its_parts_and_that_of_the_limit_below() -> None:
    ending = {**ROW, "terminating": 1500}
    message = {
        **DECISION,
        "nodes": {**DECISION["nodes"], "n2": {**DECISION["nodes"]["n2"], "distance": [ending]}},
    }
    (result,) = cursor.on_node(message, "n2", []).sums

    assert [("run", "running"), ("end", "terminating"), ("nom", "q"), ("pod", "p"), ("limit", "4 cpu")] == [
        (word.kind, word.text) for word in result.words
    ]
    assert [False, False, False, False, True] == [word.below for word in result.words]
