from __future__ import annotations

from typing import Any

from tests.core.playing import Play, delete, gallery


def test_a_snapshot_tells_the_numbers_of_rules_that_a_page_has_in_its_sentences() -> None:
    play = Play(gallery("basic-preemption"))
    rules: Any = play.recording.snapshot(0)["rules"]
    expected = {
        "systemCriticalPriority": 2_000_000_000,
        "defaultGraceSeconds": 30,
        "nowGraceSeconds": 1,
        "forceGraceSeconds": 0,
        "minimumStopSeconds": 2,
        "hardEvictionGraceSeconds": 1,
        "leaseRenewSeconds": 10,
        "podGCPeriodSeconds": 20,
        "podsOfDeletedNodeSeconds": [40, 80],
        "forceDetachSeconds": 360,
        "mostInputSeconds": 31_536_000,
        "mostExitCode": 255,
    }

    assert expected == {name: rules[name] for name in expected}


def test_each_condition_of_pressure_has_its_taint() -> None:
    play = Play(gallery("basic-preemption"))
    rules: Any = play.recording.snapshot(0)["rules"]

    assert [
        {"type": "MemoryPressure", "taint": "node.kubernetes.io/memory-pressure"},
        {"type": "DiskPressure", "taint": "node.kubernetes.io/disk-pressure"},
        {"type": "PIDPressure", "taint": "node.kubernetes.io/pid-pressure"},
    ] == rules["pressureConditions"]


def test_the_rules_are_those_of_every_step() -> None:
    play = Play(gallery("basic-preemption"))
    last = play.until_quiet()
    told = [play.recording.snapshot(seq)["rules"] for seq in (0, last)]

    assert last > 0
    assert told[0] == told[1]


def test_pods_of_a_deleted_node_are_removed_within_the_seconds_that_the_rules_say() -> None:
    documents = gallery("basic-preemption")
    target = {"kind": "Node", "name": "n1"}
    documents[0]["spec"]["inputs"] = [{**delete(3, "n1"), "object": target}]
    play = Play(documents)
    last = play.until_quiet()
    least, most = play.recording.snapshot(0)["rules"]["podsOfDeletedNodeSeconds"]  # type: ignore[index,call-overload,misc]
    frames: list[Any] = [play.recording.frame(seq) for seq in range(1, last + 1)]
    removed = [frame["t"] - 3 for frame in frames if frame["message"]["id"] == "podgc.removed"]

    assert removed
    assert all(least <= seconds <= most for seconds in removed)
