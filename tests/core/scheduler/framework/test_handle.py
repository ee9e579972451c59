"""How a decision chooses between equals."""

from __future__ import annotations

from scheduler_core.scheduler.framework.handle import NO_PICKS


def test_without_chance_the_first_of_equals_is_taken_and_dry_runs_begin_at_the_first_node() -> None:
    assert ("n2", "n2") == (NO_PICKS.host(["n2", "n1"]), NO_PICKS.candidate(["n2", "n1"]))
    assert NO_PICKS.start is None
