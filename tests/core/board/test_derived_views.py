"""Views that follow from others are the same whether they are made after each act or once for many."""

from __future__ import annotations

import pytest

from scheduler_core.engine.world import World
from tests.core.play import gallery, scenario_from

DERIVED = ("nodes", "disks", "tallies")


@pytest.mark.parametrize(
    "slug", ["rolling-update", "disk-with-deployment", "hard-eviction", "host-and-zone-soft"]
)
def test_what_follows_from_views_is_made_once_for_many_acts(slug: str) -> None:
    looked, alone = (World(scenario_from(gallery(slug))) for _ in range(2))
    for _ in range(90):
        looked.step()
        alone.step(full_frame=False)
    step_by_step, at_once = looked.snapshot(), alone.snapshot()

    assert [step_by_step[name] for name in DERIVED] == [at_once[name] for name in DERIVED]


def test_a_copy_goes_its_own_way() -> None:
    made = World(scenario_from(gallery("rolling-update")))
    before, twin = made.snapshot(), made.copy()
    for _ in range(60):
        twin.step(full_frame=False)
    after = twin.snapshot()

    assert before["tallies"] != after["tallies"]
    assert before == made.snapshot()
