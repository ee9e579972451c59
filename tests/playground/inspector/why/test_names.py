"""Names and amounts where room is short."""

from playground.inspector.why import names


def test_a_cut_name_keeps_its_tail() -> None:
    assert "auth-6c9…-x8k2p" == names.middle_cut("auth-6c9d5f7b8-x8k2p")
    assert "short" == names.middle_cut("short")


def test_names_lose_the_prefix_that_they_share() -> None:
    assert {"gke-pool-a1": "a1", "gke-pool-b2": "b2"} == names.short_names(["gke-pool-a1", "gke-pool-b2"])
    assert {"alone-1": "alone-1"} == names.short_names(["alone-1"])


def test_thousands_stand_in_groups() -> None:
    assert "4\u00a0000" == names.grouped(4000)


def test_cpu_is_told_in_cores_where_it_is_round() -> None:
    assert ["500m", "1 cpu", "2.5 cpu", "1250m"] == [names.cpu(milli) for milli in (500, 1000, 2500, 1250)]
