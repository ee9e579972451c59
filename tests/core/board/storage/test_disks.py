"""What a disk says of its volume and its claim."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.board.storage.disks import (
    belong_together,
    disk_of_claim,
    disk_of_volume,
    modes_text,
    zone_of,
)

ZONES = {"n1": "a", "n2": "b", "n3": "b", "n4": ""}


def volume(phase: str = "Available", **more: Any) -> dict[str, Any]:
    made = {"name": "pv", "claim": None, "nodes": None, "zone": None, "phase": phase, "state": phase}
    return {**made, "modes": ["ReadWriteOnce"], **more}


def claim(phase: str = "Pending", of: str | None = None, **more: Any) -> dict[str, Any]:
    made = {"key": "d/data", "volume": of, "phase": phase, "state": phase}
    return {**made, "modes": ["ReadWriteMany"], **more}


@pytest.mark.parametrize(
    ("kept_for", "of", "together"),
    [("d/data", "pv", True), ("d/data", None, False), (None, "pv", False), ("d/other", "pv", False)],
)
def test_a_volume_and_a_claim_belong_together_when_each_names_the_other(
    kept_for: str | None, of: str | None, together: bool
) -> None:
    assert together == belong_together(volume(claim=kept_for), claim(of=of))
    assert not belong_together(None, claim(of=of))
    assert not belong_together(volume(claim=kept_for), None)


@pytest.mark.parametrize(
    ("of_volume", "of_claim", "state"),
    [
        ("Available", None, "free"),
        ("Pending", None, "free"),
        ("Released", None, "lost"),
        ("Failed", None, "lost"),
        ("Bound", "Bound", "bound"),
        ("Available", "Pending", "free"),
        ("Bound", "Pending", "bound"),
        ("Bound", "Lost", "lost"),
        (None, "Pending", "pending"),
        (None, "Bound", "bound"),
        (None, "Lost", "lost"),
    ],
)
def test_the_state_is_that_of_the_claim_once_it_is_no_longer_pending(
    of_volume: str | None, of_claim: str | None, state: str
) -> None:
    half = None if of_claim is None else claim(of_claim)
    if of_volume is None:
        assert half is not None
        disk = disk_of_claim(half, [])
    else:
        disk = disk_of_volume(volume(of_volume), half, ZONES, [])

    assert state == disk["state"]


@pytest.mark.parametrize(
    ("tied", "zone"),
    [
        ({}, None),
        ({"zone": "a"}, "a"),
        ({"zone": "z"}, None),
        ({"zone": "a, b"}, None),
        ({"nodes": ["n1"]}, "a"),
        ({"nodes": ["n2", "n3"]}, "b"),
        ({"nodes": ["n1", "n2"]}, None),
        ({"nodes": ["n4"]}, ""),
        ({"nodes": ["gone"]}, None),
        ({"nodes": ["n1", "gone"]}, None),
    ],
)
def test_a_disk_stands_in_the_one_zone_to_which_its_volume_is_tied(
    tied: dict[str, Any], zone: str | None
) -> None:
    assert zone == zone_of(volume(**tied), ZONES)


def test_a_disk_names_its_halves_its_users_and_the_modes_of_the_claim() -> None:
    disk = disk_of_volume(volume("Bound", zone="a"), claim("Bound"), ZONES, ["d/p", "d/q"])

    assert {
        "key": "pv",
        "volume": "pv",
        "claim": "d/data",
        "state": "bound",
        "phase": "Bound",
        "leaving": None,
        "modes": "RWX",
        "zone": "a",
        "users": ["d/p", "d/q"],
    } == disk
    alone = disk_of_claim(claim(), ["d/p"])
    assert ("d/data", None, "d/data", None) == tuple(
        alone[name] for name in ("key", "volume", "claim", "zone")
    )
    assert "RWO" == disk_of_volume(volume(), None, ZONES, [])["modes"]


@pytest.mark.parametrize("half", ["volume", "claim"])
def test_a_disk_is_leaving_while_either_half_is_being_deleted(half: str) -> None:
    states = {"volume": "Bound", "claim": "Bound", half: "Terminating"}
    disk = disk_of_volume(
        volume("Bound", state=states["volume"]), claim("Bound", state=states["claim"]), ZONES, []
    )

    assert ("Terminating", "bound") == (disk["leaving"], disk["state"])


def test_access_modes_are_written_as_kubectl_writes_them() -> None:
    assert "RWO,ROX" == modes_text(["ReadOnlyMany", "ReadWriteOnce", "ReadOnlyMany"])
    assert "RWX,RWOP" == modes_text(["ReadWriteMany", "ReadWriteOncePod"])
    assert "" == modes_text([])
