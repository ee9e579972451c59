"""The devices of a node in detail: taints with author and time, rules with their status, counters by parts."""

from __future__ import annotations

from typing import Any

from scheduler_core.queries.why import why, why_node
from tests.builders import (
    DRIVER,
    claim_spec,
    claiming,
    device_class,
    node,
    pod,
    resource_claim,
    resource_slice,
)
from tests.core.play import Play, in_version, played


def devices_at(play: Any, seconds: float) -> Any:
    """What the page of n1 is made from, at the last step up to this time."""
    acts = play.recording.acts(play.recording.head_seq, play.recording.head_seq)
    seq = max((row[0] for row in acts if row[1] <= seconds), default=0)
    value: Any = why_node(play.recording, seq, "n1")
    return value["devices"]


def of(slug: str) -> Any:
    play = Play(in_version(slug, "1.36"))
    play.until_quiet()
    return play


def test_a_taint_of_a_rule_names_the_rule_and_the_time_and_the_rule_has_its_status() -> None:
    play = of("device-taint-rule")
    taint = {"key": "sick", "value": "ecc", "effect": "NoExecute"}
    row = {**taint, "since": 20, "driver": DRIVER, "rule": "sick-gpu"}
    states = [devices_at(play, seconds)["rules"] for seconds in (19, 20.1, 31)]

    assert {f"{DRIVER}/n1/gpu-0": [row]} == devices_at(play, 21)["taints"]
    assert [
        [],
        [("sick-gpu", ["gpu-0"], "True", "PodsPendingEviction", "1 pod needs to be evicted in 1 namespace.")],
        [("sick-gpu", ["gpu-0"], "False", "Completed", "1 pod evicted since starting the controller.")],
    ] == [
        [(rule["name"], rule["devices"], rule["status"], rule["reason"], rule["message"]) for rule in rules]
        for rules in states
    ]


def test_a_taint_of_a_slice_has_no_rule() -> None:
    play = of("tainted-device")

    (rows,) = devices_at(play, 25)["taints"].values()

    assert [("sick", "NoExecute", 20, DRIVER, None)] == [
        (row["key"], row["effect"], row["since"], row["driver"], row["rule"]) for row in rows
    ]
    assert [] == devices_at(play, 25)["rules"]


def test_a_counter_names_the_parts_that_are_taken_of_it() -> None:
    play = of("gpu-in-parts")
    free = {"pool": "n1", "counter": "gpu-0/memory", "all": "40Gi", "left": "40Gi", "parts": []}
    half = {"device": "half-a", "amount": "20Gi", "of": 0.5}

    assert [[free], [{**free, "left": "20Gi", "parts": [half]}]] == [
        devices_at(play, seconds)["counters"] for seconds in (0, 5)
    ]


def test_a_node_without_devices_has_none() -> None:
    play = played([node("n1"), pod("p")])

    assert devices_at(play, 1) is None


def test_a_refusal_by_devices_has_its_arithmetic_as_the_scheduler_saw_it() -> None:
    play = of("gpu-in-parts")
    value: Any = why(play.recording, play.recording.head_seq, "default/train")
    (needs, counter) = value["deviceDetails"]["n1"]

    assert (1, 1, 0) == tuple(needs["args"][name] for name in ("needs", "suitable", "free"))
    assert {"device": "whole", "needs": "40Gi", "counter": "gpu-0/memory", "left": "20Gi", "all": "40Gi"} == (
        counter["args"]
    )


def test_other_decisions_have_no_figures_of_devices() -> None:
    play = played([node("n1"), pod("p", "64")])
    value: Any = why(play.recording, play.recording.head_seq, "default/p")

    assert {} == value["deviceDetails"]


def test_many_refused_nodes_are_left_to_the_page_of_obstacles() -> None:
    nodes = [node(f"n{number}") for number in range(13)]
    slices = [resource_slice("n1", "gpu-0")]
    claims = [resource_claim(name, claim_spec("gpu", count=2)) for name in "c"]
    play = played([*nodes, device_class("gpu"), *slices, *claims, pod("p", **claiming(gpu="c"))])
    value: Any = why(play.recording, play.recording.head_seq, "default/p")

    assert 13 == len(value["decision"]["nodes"])
    assert {} == value["deviceDetails"]
