"""ChangeKind holds for a node whatever happens to it."""

from __future__ import annotations

from random import Random

import pytest

from scheduler_core.kubelet import CONNECTED, Application, Connection
from tests.builders import pod
from tests.core.kubelet.nodes import CUT, OneNode, exits, hooked

LINKS = (CONNECTED, CUT, Connection(hears=False), Connection(speaks=False), Connection(delay_ms=3_000))


def play_at_random(seed: int) -> OneNode:
    """A node to which all sorts of things happen during ten minutes."""
    random = Random(seed)
    applications = [exits(4, "p0"), Application(pods=("default/p1",), completes_after_ms=25_000)]
    play = OneNode(*applications)
    for _ in range(40):
        play.at(play.now_ms / 1000 + random.choice((0, 0.5, 1, 7, 33)))
        one_more(play, random)
    return play


def one_more(play: OneNode, random: Random) -> None:
    name = f"p{random.randrange(4)}"
    match random.randrange(12):
        case 0 | 1 | 2 | 3:
            containers = (hooked(),) if name == "p2" else ()
            policy = "Never" if name == "p1" else "Always"
            manifest = pod(
                name,
                containers=containers,
                nodeName="n1",
                terminationGracePeriodSeconds=20,
                restartPolicy=policy,
            )
            play.do(lambda api, now: api.create("Pod", manifest, now))
        case 4 | 5:
            play.delete(name)
        case 6:
            play.delete(name, force=True)
        case 7:
            play.delete(name, grace_period_seconds=random.randrange(1, 30))
        case 8 | 9:
            play.link(random.choice(LINKS))
        case 10:
            play.crash()
            play.at(play.now_ms / 1000 + random.choice((0, 3, 60)))
            play.start()
        case _:
            play.power(not play.host.hardware.power)


@pytest.mark.parametrize("seed", range(30))
def test_after_all_is_healed_what_runs_is_what_is_listed(seed: int) -> None:
    play = play_at_random(seed)

    play.power(True)
    play.start()
    play.heal()
    play.play(play.now_ms / 1000 + 200)

    listed = {one.uid for one in play.api.pods.values() if not one.finished}
    assert listed == set(play.host.running())
    assert not any(one.terminating for one in play.api.pods.values())


def test_no_object_is_removed_by_a_kubelet_whose_process_lives() -> None:
    removed = 0
    for seed in range(10):
        random = Random(seed)
        play = OneNode(exits(4, "p0"))
        for _ in range(30):
            play.act_log.clear()
            play.at(play.now_ms / 1000 + random.choice((0.5, 1, 7, 33)))
            for message in play.act_log:
                if message.act.kind == "removed":
                    removed += 1
                    assert not set(message.act.focus_pods) & _alive(play)
            one_more(play, random)

    assert removed > 10


def _alive(play: OneNode) -> set[str]:
    """Keys of processes whose objects are gone though nobody forced them out."""
    uids = {one.uid for one in play.api.pods.values()}
    return {
        one.pod.key
        for one in play.host.processes()
        if one.state != "dead" and one.listed and one.pod.uid not in uids and play.host.hears
    }


@pytest.mark.parametrize("seed", range(10))
def test_a_copy_behaves_as_the_original(seed: int) -> None:
    play = play_at_random(seed)
    twin = OneNode()
    twin.api, twin.actors, twin.now_ms = play.api.copy(), [play.host.copy()], play.now_ms
    assert twin.host.fingerprint() == play.host.fingerprint()
    play.act_log.clear()

    for one in (play, twin):
        one.heal()
        one.play(one.now_ms / 1000 + 100)

    assert play.acts() == twin.acts()
    assert play.host.fingerprint() == twin.host.fingerprint()
    assert play.api.fingerprint() == twin.api.fingerprint()


@pytest.mark.parametrize("seed", range(10))
def test_grace_never_grows(seed: int) -> None:
    random = Random(seed)
    play = OneNode().with_pod("a", terminationGracePeriodSeconds=300)
    kept = 300
    play.delete("a")
    for _ in range(8):
        play.at(play.now_ms / 1000 + random.choice((0, 1, 5)))
        play.delete("a", grace_period_seconds=random.randrange(1, 300))
        assert play.host.kubelet is not None
        for worker in play.host.kubelet.workers.values():
            assert worker.effective_grace_s <= kept
            kept = worker.effective_grace_s


def test_a_healthy_node_at_rest_has_nothing_to_do() -> None:
    play = OneNode().with_pod("a").with_pod("b")
    before = play.host.fingerprint()

    play.at(5_000)

    assert play.host.next_ms(play.now_ms) is None
    assert ([], before) == (play.act_log, play.host.fingerprint())


def test_a_cut_node_at_rest_has_nothing_to_do() -> None:
    play = OneNode().with_pod("a")
    play.cut()
    assert play.host.next_ms(play.now_ms) is None
