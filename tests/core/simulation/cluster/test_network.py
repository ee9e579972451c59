"""The network as a value, delayed events, and clients that lag."""

from __future__ import annotations

from scheduler_core.apiserver.client import GUARDS, READS, Cache, CachedApi
from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Ok, Refused
from scheduler_core.apiserver.storage.watch import EventType, WatchEvent
from scheduler_core.simulation.cluster.delayed_events import DelayedEvents
from scheduler_core.simulation.cluster.network import WHOLE, Network
from tests.builders import node, pod
from tests.core.cluster import load
from tests.core.kubectl_writes import cordon

API, STORE, NODE = "api-server", "store", "node/n1"


def test_a_cut_holds_in_the_directions_it_names() -> None:
    both = WHOLE.with_cut((NODE, API), "both", 5)
    there = WHOLE.with_cut((NODE, API), "to", 5)
    back = WHOLE.with_cut((NODE, API), "from", 5)

    assert (False, False) == (both.flows(NODE, API), both.flows(API, NODE))
    assert (False, True) == (there.flows(NODE, API), there.flows(API, NODE))
    assert (True, False) == (back.flows(NODE, API), back.flows(API, NODE))
    assert 5 == both.since_ms(API, NODE)
    assert WHOLE.since_ms(API, NODE) is None


def test_what_is_cut_twice_is_cut_since_the_first_time() -> None:
    twice = WHOLE.with_cut((NODE, API), "to", 5).with_cut((NODE, API), "both", 9)

    assert 5 == twice.since_ms(NODE, API)
    assert not twice.flows(API, NODE)


def test_healing_undoes_every_direction_and_delay_of_one_way_or_of_all() -> None:
    hurt = WHOLE.with_cut((NODE, API), "to", 1).with_delay((API, NODE), 500).with_cut((API, STORE), "both", 2)

    assert 2 == hurt.troubled_ways
    assert WHOLE.with_cut((API, STORE), "both", 2) == hurt.healed((API, NODE))
    assert WHOLE == hurt.healed()


def test_equal_networks_are_equal_however_they_came_about() -> None:
    one = WHOLE.with_cut((NODE, API), "both", 1).with_cut((API, STORE), "both", 1)
    other = WHOLE.with_cut((STORE, API), "both", 1).with_cut((API, NODE), "both", 1)

    assert one == other
    assert Network() == WHOLE.with_delay((NODE, API), 5).with_delay((API, NODE), 0)


def test_a_fence_in_the_network_shuts_a_node_off_from_everything_one_at_the_storage_from_its_volumes() -> (
    None
):
    network, storage = WHOLE.with_isolated("n1", "network"), WHOLE.with_isolated("n1", "storage")

    assert not network.flows(NODE, API)
    assert not network.flows("storage", NODE)
    assert network.flows("node/n2", API)
    assert storage.flows(NODE, API)
    assert not storage.flows(NODE, "storage")
    assert storage.let_in("n1") == WHOLE == network.healed((NODE, API))


def letter(name: str) -> WatchEvent:
    return WatchEvent(EventType.ADDED, "Pod", name, None, None)


def test_letters_of_one_stream_never_overtake_each_other() -> None:
    delayed = DelayedEvents()
    delayed.send("kubelet n1", letter("slow"), 900)
    delayed.send("kubelet n1", letter("fast"), 100)
    delayed.send("kubelet n1", letter("other"), 100, "another stream")

    assert 100 == delayed.next_ms()
    assert ["other"] == [event.key for _, event in delayed.take(100)]
    assert ["slow", "fast"] == [event.key for _, event in delayed.take(900)]
    assert not delayed


def test_a_copy_of_the_delayed_is_its_own() -> None:
    delayed = DelayedEvents()
    delayed.send("a", letter("x"), 1)
    twin = delayed.copy()
    twin.take(1)

    assert delayed.fingerprint() != twin.fingerprint()
    assert 1 == delayed.next_ms()


def served() -> ApiServer:
    api = ApiServer(start_at=0)
    load(api, "Node", node("n1"))
    load(api, "Pod", pod("a"))
    api.drain_watch_events()
    return api


def test_a_client_reads_what_its_watch_has_brought() -> None:
    api = served()
    cache = Cache(api)
    api.delete("Pod", "default/a", DeleteOptions(grace_period_seconds=0), 0)
    client = CachedApi(api, cache).server
    observed = set(client.pods)
    for event in api.drain_watch_events():
        cache.observe(event)

    assert {"default/a"} == observed
    assert not client.pods


def test_a_write_over_what_changed_meanwhile_is_a_conflict() -> None:
    api = served()
    client = CachedApi(api, Cache(api))
    cordon(api, "n1")

    refused = client.server.update_status("Node", "n1", {})

    assert isinstance(refused, Refused)
    assert (409, "Conflict") == (refused.code, refused.reason)
    assert (
        'Operation cannot be fulfilled on nodes "n1": the object has been modified; '
        "please apply your changes to the latest version and try again"
    ) == refused.text
    assert [refused] == client.lost


def test_a_delete_of_a_namesake_is_a_conflict_and_a_second_create_exists_already() -> None:
    api = served()
    client = CachedApi(api, Cache(api))
    api.delete("Pod", "default/a", DeleteOptions(grace_period_seconds=0), 0)
    api.create("Pod", pod("a"), 0)
    api.create("Pod", pod("b"), 0)

    deleted = client.server.delete("Pod", "default/a", DeleteOptions(), 0)
    created = client.server.create("Pod", pod("b"), 0)

    assert isinstance(deleted, Refused)
    assert "Precondition failed: UID in precondition" in deleted.text
    assert isinstance(created, Refused)
    assert "AlreadyExists" == created.reason
    assert "default/a" in api.pods


def test_a_delete_of_what_is_gone_came_too_late() -> None:
    api = served()
    client = CachedApi(api, Cache(api))
    api.delete("Pod", "default/a", DeleteOptions(grace_period_seconds=0), 0)

    deleted = client.server.delete("Pod", "default/a", DeleteOptions(), 0)

    assert isinstance(deleted, Refused)
    assert (404, [deleted]) == (deleted.code, client.lost)


def test_a_client_knows_what_it_wrote() -> None:
    api = served()
    client = CachedApi(api, Cache(api)).server

    assert isinstance(client.create("Pod", pod("b"), 0), Ok)
    assert "default/b" in client.pods
    assert "default/b" in api.pods


def test_what_a_client_reads_and_guards_is_there() -> None:
    assert all(hasattr(ApiServer, name) for name in (*READS, *GUARDS))
