"""What the cache of a node's measurements keeps is what would be measured anew."""

from __future__ import annotations

from random import Random

from scheduler_core.kubelet.eviction.meter import Meter
from scheduler_core.kubelet.eviction.node_usage import UsageChange
from scheduler_core.kubelet.node.measurement_cache import MeasurementCache, meter_of
from scheduler_core.kubelet.oom.oom_killer import next_oom
from tests.builders import container, pod, podium_annotations
from tests.core.kubelet.nodes import OneNode
from tests.core.kubelet.pressed import MI, node_with, running

USES = ("100Mi", "0:100Mi,40:3Gi", "steps 0:1Gi,20:2Gi,60:10Mi", "2Gi", "")


def measured(meter: Meter, now_ms: int) -> list[object]:
    """All that a meter says about now and some later times."""
    used = [
        (one.running.pod.uid, one.running.container, one.running.started_ms, one.running.ending, one.curves)
        for one in meter.used
    ]
    times = (now_ms, now_ms + 7_000, now_ms + 90_000)
    stats = [[(one.pod.uid, one.stats) for one in meter.candidates(at)] for at in times]
    oom = next_oom(meter, now_ms)
    killed = None if oom is None else (oom.at_ms, oom.running.pod.uid, oom.running.container, oom.system)
    return [used, stats, killed, meter.level_ms, *(meter.measurement(at) for at in times)]


def one_more(play: OneNode, random: Random) -> None:
    name = f"p{random.randrange(5)}"
    match random.randrange(10):
        case 0 | 1 | 2 | 3 | 4:
            uses = {"memory": random.choice(USES), "disk": random.choice(("", "5Gi"))}
            limits = random.choice((None, {"memory": "1500Mi"}))
            manifest = pod(
                name,
                containers=[container("c", limits=limits), container("d")],
                metadata={"annotations": podium_annotations(uses)},
                nodeName="n1",
                terminationGracePeriodSeconds=20,
            )
            play.do(lambda api, now: api.create("Pod", manifest, now))
        case 5 | 6:
            play.delete(name)
        case 7:
            play.delete(name, force=True)
        case 8:
            play.host.set_usage(UsageChange("memory", random.randrange(8_000) * MI, play.now_ms, 30_000))
        case _:
            uid = next((one.uid for one in play.api.pods.values() if one.name == name), None)
            if uid is not None:
                play.host.set_usage(UsageChange("memory", random.randrange(3_000) * MI, play.now_ms, uid=uid))


def test_a_meter_that_follows_changes_says_what_a_new_one_says() -> None:
    kept, anew, moments = [], [], 0
    for seed in range(6):
        random = Random(seed)
        play, cache = OneNode(node=node_with()), MeasurementCache()
        for _ in range(40):
            play.play(play.now_ms / 1000 + random.choice((0, 0.5, 1, 7, 33)))
            one_more(play, random)
            kubelet, node, managers = play.host.kubelet, play.host.node_object.last, play.host.managers
            assert kubelet is not None
            assert node is not None
            of = (node, kubelet.workers, managers.changes, managers.pressure.collected)
            following = cache.meter(*of)
            moments += len(following.used)
            kept.append(
                [
                    measured(following, play.now_ms),
                    cache.next_pass_ms(managers.pressure, following, play.now_ms)
                    if managers.pressure.waiting is None
                    else None,
                ]
            )
            fresh = meter_of(*of)
            anew.append([measured(fresh, play.now_ms), managers.pressure.next_pass_ms(fresh, play.now_ms)])
    assert moments > 300

    assert anew == kept


def test_the_meter_is_the_same_one_while_nothing_that_it_measures_changes() -> None:
    play, cache = OneNode(node=node_with()), MeasurementCache()
    running(play, "a", "300Mi")
    kubelet, node = play.host.kubelet, play.host.node_object.last
    assert kubelet is not None
    assert node is not None
    collected = play.host.managers.pressure.collected
    meters = [cache.meter(node, dict(kubelet.workers), (), collected) for _ in range(2)]
    running(play, "b", "300Mi")
    meters.append(cache.meter(node, kubelet.workers, (), collected))

    assert [True, False] == [meters[0] is meters[1], meters[1] is meters[2]]
