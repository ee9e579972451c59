"""A node under pressure, from the first pass to the end of the condition."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.kubelet.eviction.node_usage import UsageChange
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.releases.releases import release
from tests.builders import container, pod
from tests.core.cluster import load
from tests.core.kubelet.nodes import OneNode
from tests.core.kubelet.pressed import MI, acts_of, node_with, running, system

SOFT: Mapping[str, Json] = {
    "evictionHard": {},
    "evictionSoft": {"memory.available": "500Mi"},
    "evictionSoftGracePeriod": {"memory.available": "30s"},
    "evictionMaxPodGracePeriod": 20,
}


def ended(play: OneNode, name: str) -> tuple[str, str, str]:
    status = play.api.pods[f"default/{name}"].status
    return status.phase, status.reason, status.message


def condition(play: OneNode, kind: str = "MemoryPressure") -> str:
    results = [one for one in play.api.nodes["n1"].conditions if one.type == kind]
    return results[0].status if results else ""


def test_soft_pressure_waits_its_grace_and_takes_one_pod() -> None:
    """E06."""
    play = OneNode(configuration=SOFT, node=node_with())
    running(play, "w", "300Mi", "100Mi", grace=60)
    running(play, "v", "250Mi", "100Mi", grace=60)
    play.act_log.clear()
    system(play, 5, 8192 - 400 - 550)

    play.play(19.9)
    assert "" == condition(play)
    assert [(10.0, "pressure", ())] == acts_of(play, "pressure", "evict")
    play.play(20)
    assert "True" == condition(play)
    play.play(59.9)
    assert [(40.0, "evict", ("w",))] == acts_of(play, "evict", "sigkill")
    assert "Running" == ended(play, "w")[0]
    play.play(60)
    assert [(40.0, "evict", ("w",)), (60.0, "sigkill", ("w",))] == acts_of(play, "evict", "sigkill")
    assert (
        "Failed",
        "Evicted",
        "The node was low on resource: memory. Threshold quantity: 500Mi, available: 400Mi. "
        "Container c was using 300Mi, request is 100Mi, has larger consumption of memory. ",
    ) == ended(play, "w")
    (message,) = [event for event in play.api.events_about("Pod", "default/w") if event.reason == "Evicted"]
    assert {
        "offending_containers": "c",
        "offending_containers_usage": "300Mi",
        "starved_resource": "memory",
    } == message.annotations
    play.play(339.9)
    assert "True" == condition(play)
    play.play(352)
    assert "False" == condition(play)
    assert "Running" == ended(play, "v")[0]
    assert play.host.next_ms(play.now_ms) is None


def test_soft_evictions_shorten_only_since_v1_32() -> None:
    """E06 with a grace of 10."""
    killed: dict[str, float] = {}
    for version in ("1.23", "1.34"):
        play = OneNode(configuration=SOFT, node=node_with(), release=release(version))
        running(play, "w", "300Mi", "100Mi", grace=10)
        system(play, 5, 8192 - 400 - 300)
        play.play(100)
        killed[version] = acts_of(play, "sigkill")[0][0]

    assert {"1.23": 60.0, "1.34": 50.0} == killed


def test_hard_pressure_gives_two_seconds_and_gave_thirty() -> None:
    """E07."""
    hard: Json = {"evictionHard": {"memory.available": "300Mi"}}
    times: dict[str, list[tuple[float, str]]] = {}
    for version in ("1.23", "1.34"):
        play = OneNode(configuration={**hard}, node=node_with(), release=release(version))  # type: ignore[dict-item]
        running(play, "w", "300Mi", "100Mi")
        system(play, 5, 8192 - 250 - 300)
        play.play(100)
        times[version] = [(at, kind) for at, kind, _ in acts_of(play, "evict", "sigkill")]
        reasons = [event.reason for event in play.api.events_about("Pod", "default/w")]
        assert ("ExceededGracePeriod" in reasons) == (version == "1.23")

    assert [(10.0, "evict"), (12.0, "sigkill")] == times["1.34"]
    assert [(10.0, "evict"), (40.0, "sigkill")] == times["1.23"]


def test_the_ranking_asks_request_then_priority_then_excess() -> None:
    """A25."""
    hard: Json = {"memory.available": "100Mi"}
    play = OneNode(configuration={"evictionHard": hard}, node=node_with("2Gi", system_memory="198Mi"))
    running(play, "x", "200Mi", "300Mi")
    running(play, "y", "900Mi", "500Mi", priority=1000)
    running(play, "z", "700Mi", "600Mi", priority=10)
    play.act_log.clear()
    play.play(61)
    assert [
        (10.0, "evict", ("z",)),
        (12.0, "sigkill", ("z",)),
        (12.0, "exit", ("z",)),
    ] == acts_of(play, "evict", "sigkill", "exit")
    y = play.api.pods["default/y"]
    play.host.set_usage(UsageChange("memory", 1560 * MI, play.now_ms, uid=y.uid))
    system(play, 121, 1798)
    play.play(140)

    assert [(10.0, "evict", ("z",)), (70.0, "evict", ("y",)), (130.0, "evict", ("x",))] == acts_of(
        play, "evict"
    )
    assert [("Failed", "Evicted")] * 3 == [ended(play, name)[:2] for name in "xyz"]
    assert ("The node was low on resource: memory. Threshold quantity: 100Mi, available: 50Mi. ") == ended(
        play, "x"
    )[2]
    assert ("EvictionThresholdMet", "Attempting to reclaim memory") in [
        (event.reason, event.message) for event in play.api.events_about("Node", "n1")
    ]


def test_a_soft_clock_begins_anew_when_there_was_room_in_between() -> None:
    play = OneNode(configuration=SOFT, node=node_with())
    running(play, "w", "300Mi", "100Mi")
    system(play, 5, 8192 - 400 - 300)
    system(play, 35, 0)
    system(play, 45, 8192 - 400 - 300)
    play.play(200)

    assert [(80.0, "evict", ("w",))] == acts_of(play, "evict")


def test_growing_use_is_seen_by_the_first_pass_after_it_crosses() -> None:
    hard: Json = {"memory.available": "1Gi"}
    play = OneNode(configuration={"evictionHard": hard}, node=node_with())
    running(play, "leak", "0:1Gi,700:8Gi")
    play.act_log.clear()

    # 7Gi are used after 600 s, more than that a moment later.
    assert 610_000 == play.host.next_ms(play.now_ms)
    play.play(1000)
    assert [(610.0, "evict", ("leak",))] == acts_of(play, "evict")


def test_where_only_critical_pods_run_the_pressure_stays_and_nothing_is_played() -> None:
    hard: Json = {"memory.available": "1Gi"}
    play = OneNode(configuration={"evictionHard": hard}, node=node_with(system_memory="7500Mi"))
    running(play, "agent", "300Mi", priority=2_000_001_000)
    play.act_log.clear()
    play.play(3600)

    assert [(10.0, "pressure", ("agent",))] == acts_of(play, "pressure", "evict")
    assert "True" == condition(play)
    system(play, 3605, 0)
    play.play(4000)
    assert "False" == condition(play)
    assert 3900.0 == acts_of(play, "pressure")[-1][0]


def test_images_are_collected_before_a_pod_has_to_go() -> None:
    hard: Json = {"nodefs.available": "10%"}
    collected = OneNode(
        configuration={"evictionHard": hard}, node=node_with(unused_images="30Gi", system_disk="50Gi")
    )
    running(collected, "a", "0", disk="15Gi")
    collected.play(100)

    assert [] == acts_of(collected, "evict")
    assert "Running" == collected.api.pods["default/a"].status.phase
    kept = OneNode(
        configuration={"evictionHard": hard}, node=node_with(unused_images="1Gi", system_disk="80Gi")
    )
    running(kept, "a", "0", disk="15Gi")
    kept.play(100)
    assert [("a",)] == [name for _, _, name in acts_of(kept, "evict")]


def test_a_pod_over_its_limit_of_local_storage_goes_without_a_disruption_target() -> None:
    play = OneNode(node=node_with())
    manifest = dict(
        pod(
            "a",
            containers=[container("c")],
            nodeName="n1",
            volumes=[{"name": "scratch", "emptyDir": {"sizeLimit": "1Gi"}}],
        )
    )
    manifest["metadata"] = {"name": "a", "annotations": {"podium/scratch.disk": "100Mi"}}
    manifest["status"] = {"phase": "Running"}
    play.do(lambda api, now: load(api, "Pod", manifest))
    play.host.set_usage(
        UsageChange("disk", 2**31, 45_000, uid=play.api.pods["default/a"].uid, container="scratch")
    )
    play.play(100)

    assert [(50.0, "evict", ("a",))] == acts_of(play, "evict")
    assert 'Usage of EmptyDir volume "scratch" exceeds the limit "1Gi". ' == ended(play, "a")[2]
    assert play.api.pods["default/a"].status.condition("DisruptionTarget") is None


def test_an_input_about_a_process_ends_with_it() -> None:
    play = OneNode(node=node_with())
    running(play, "a", "100Mi", limit="200Mi")
    play.play(20)
    play.now_ms = 20_000
    play.host.set_usage(UsageChange("memory", 300 * MI, play.now_ms, uid=play.api.pods["default/a"].uid))
    play.act_log.clear()
    play.play(200)

    # Killed once; the new process uses what it is written to use.
    assert [(20.0, "oom", ("a",))] == acts_of(play, "oom")
    assert play.host.next_ms(play.now_ms) is None


def test_a_kubelet_that_is_cut_off_evicts_all_the_same_and_reports_later() -> None:
    hard: Json = {"memory.available": "300Mi"}
    play = OneNode(configuration={"evictionHard": hard}, node=node_with())
    running(play, "w", "300Mi", "100Mi")
    play.play(5)
    play.now_ms = 5_000
    play.cut()
    play.host.set_usage(UsageChange("memory", (8192 - 550) * MI, play.now_ms))
    play.play(60)

    assert [(10.0, "evict", ("w",)), (12.0, "sigkill", ("w",))] == acts_of(play, "evict", "sigkill")
    assert "Running" == ended(play, "w")[0]
    assert "" == condition(play)
    play.now_ms = 60_000
    play.heal()
    play.play(62)
    assert ("Failed", "Evicted") == ended(play, "w")[:2]
    assert "True" == condition(play)
    assert ["Evicted"] == [event.reason for event in play.api.events_about("Pod", "default/w")][:1]


def test_a_new_kubelet_has_to_see_the_pressure_for_itself() -> None:
    play = OneNode(configuration=SOFT, node=node_with())
    running(play, "w", "300Mi", "100Mi")
    system(play, 5, 8192 - 700)
    play.play(35)
    play.now_ms = 35_000
    play.crash()
    play.start()
    play.play(100)

    # Crossed since 10; the clock of the new process began at 40.
    assert [(70.0, "evict", ("w",))] == acts_of(play, "evict")
