"""Names and amounts where room is short."""

from playground.inspector.why import names


def test_a_cut_name_keeps_its_tail() -> None:
    assert "auth-6c9…-x8k2p" == names.middle_cut("auth-6c9d5f7b8-x8k2p")
    assert "short" == names.middle_cut("short")


def test_names_lose_the_prefix_that_they_share() -> None:
    assert {"gke-pool-a1": "a1", "gke-pool-b2": "b2"} == names.short_names(["gke-pool-a1", "gke-pool-b2"])
    assert {"alone-1": "alone-1"} == names.short_names(["alone-1"])


def test_names_of_one_domain_are_told_apart_by_their_hosts() -> None:
    one, other = "ip-10-0-0-35.eu-west-1.compute.internal", "ip-10-0-1-15.eu-west-1.compute.internal"

    assert {one: "0-35", other: "1-15"} == names.short_names([one, other])
    assert {"a.x": "a.x", "a.y": "a.y"} == names.short_names(["a.x", "a.y"])


def test_no_short_name_is_a_bare_figure() -> None:
    assert {"node-2": "node-2", "node-1": "node-1"} == names.short_names(["node-2", "node-1"])
    assert {"gke-pool-n-1": "n-1", "gke-pool-n-2": "n-2"} == names.short_names(
        ["gke-pool-n-1", "gke-pool-n-2"]
    )
    assert {"pool": "pool", "pool-2": "pool-2"} == names.short_names(["pool", "pool-2"])


def test_whole_cores_have_their_unit_and_millis_say_it_themselves() -> None:
    assert ["500m", "1 cpu", "2500m"] == [names.cpu(amount) for amount in ("500m", "1", "2500m")]


def test_hosts_of_several_domains_lose_the_domain() -> None:
    result = names.short_names(["worker-7.rack1.x", "worker-8.rack2.x", "worker-9.rack2.x", "gke-pool-a"])

    assert ["worker-7", "worker-8", "worker-9", "gke-pool-a"] == list(result.values())
