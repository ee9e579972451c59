"""The devices of a node on its page."""

from __future__ import annotations

from typing import Any

from django.utils import translation

from playground.inspector.why.devices import Devices, of_devices

NOTHING: dict[str, Any] = {"taints": {}, "rules": [], "counters": []}
TAINT = {"key": "sick", "value": "ecc", "effect": "NoExecute", "driver": "d", "rule": None, "since": None}
SHARED = {
    "id": "d/n1/gpu",
    "name": "gpu",
    "claim": "default/b",
    "pods": ["q"],
    "shares": [
        {"claim": "default/a", "pods": ["p"], "amounts": [{"name": "memory", "amount": "16Gi"}], "of": 0.4},
        {"claim": "default/b", "pods": [], "amounts": [{"name": "memory", "amount": "8Gi"}], "of": 0.2},
    ],
    "capacity": [{"name": "memory", "taken": "24Gi", "all": "40Gi"}],
}


def shown(*views: dict[str, Any], **more: Any) -> Devices:
    with translation.override("en"):
        devices = of_devices(views, {**NOTHING, **more})
    assert devices is not None
    return devices


def test_a_shared_device_is_shown_as_slices_with_their_sum() -> None:
    (row,) = shown(SHARED).rows

    assert [("0.00%", "40.00%"), ("40.00%", "20.00%")] == [(part.x, part.width) for part in row.slices or ()]
    assert ("claim a for p: 16Gi memory", "claim b: 8Gi memory") == row.uses
    assert ("memory: 16Gi + 8Gi = 24Gi of 40Gi taken",) == row.sums


def test_a_device_that_is_had_whole_and_a_free_one_have_no_slices() -> None:
    taken = {"id": "d/n1/x", "name": "x", "claim": "default/a", "pods": ["p", "q"]}
    rows = shown(taken, {**taken, "claim": None, "pods": []}).rows

    assert [(None, ("claim a for p, q",)), (None, ("free",))] == [(row.slices, row.uses) for row in rows]


def test_a_part_says_what_it_takes_of_a_counter_and_the_counter_what_is_left() -> None:
    counters = [{"name": "memory", "needs": "40Gi", "left": "20Gi", "all": "40Gi"}]
    whole = {"id": "d/n1/w", "name": "w", "claim": None, "pods": [], "counters": counters, "blocked": True}
    parts = [{"device": "half", "amount": "20Gi", "of": 0.5}]
    counter = {"pool": "n1", "counter": "gpu/memory", "all": "40Gi", "left": "20Gi", "parts": parts}
    devices = shown(whole, counters=[counter])
    (row,), (shared,) = devices.rows, devices.counters

    assert ("free, but too little is left of a counter",) == row.uses
    assert ("takes 40Gi of the counter memory; 20Gi of 40Gi are left",) == row.sums
    assert ("counter gpu/memory of pool n1", "40Gi − 20Gi (half) = 20Gi left") == (shared.name, shared.sum)


def test_a_taint_says_who_put_it_there_and_since_when() -> None:
    rows = [
        TAINT,
        {**TAINT, "since": 20},
        {**TAINT, "value": "", "rule": "r", "since": 75},
        {**TAINT, "rule": "r", "since": -5},
    ]
    free: dict[str, Any] = {"id": "d/n1/x", "name": "x", "claim": None, "pods": []}
    (row,) = shown(free, taints={"d/n1/x": rows}).rows

    assert (
        "sick=ecc:NoExecute by the driver d in its ResourceSlice",
        "sick=ecc:NoExecute by the driver d in its ResourceSlice since 0:20",
        "sick:NoExecute by DeviceTaintRule r since 1:15",
        "sick=ecc:NoExecute by DeviceTaintRule r",
    ) == row.taints


def test_a_rule_has_its_status_in_kubernetes_words() -> None:
    rule = {**TAINT, "name": "r", "devices": ["x", "y"], "status": "True", "reason": "R", "message": "m."}
    rules = shown(SHARED, rules=[rule, {**rule, "status": None, "reason": "", "message": ""}]).rules

    assert [("r", "sick=ecc:NoExecute", "taints x, y of this node", state) for state in ("R: m.", "")] == [
        (row.name, row.taint, row.selects, row.state) for row in rules
    ]


def test_a_node_without_devices_has_no_such_part() -> None:
    assert (None, None) == (of_devices([], NOTHING), of_devices([], None))
