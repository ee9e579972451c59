"""The table of releases."""

from __future__ import annotations

import pytest

from scheduler_core.objects.releases.releases import Release, release

ROWS = [
    ("full_grace_after_hook", "1.27", True, "1.28", False),
    ("full_grace_after_hook", "1.21", False, "1.22", True),
    ("zero_grace_is_unset", "1.30", True, "1.31", False),
    ("hard_eviction_grace_s", "1.30", 0, "1.31", 1),
    ("soft_eviction_capped", "1.31", False, "1.32", True),
    ("clamps_shortened_deadline", "1.32", False, "1.33", True),
    ("final_phase_after_deletion", "1.26", False, "1.27", True),
    ("node_monitor_grace_s", "1.31", 40, "1.32", 50),
    ("tells_mount_timeout", "1.27", True, "1.28", False),
    ("resets_ready_on_restart", "1.34", True, "1.35", False),
    ("orders_sidecars", "1.28", False, "1.29", True),
    ("node_controller_forces", "1.4", True, "1.5", False),
    ("names_cause_of_eviction_refusal", "1.34", False, "1.35", True),
    ("priorities", "1.10", False, "1.11", True),
    ("preemption_policies", "1.18", False, "1.19", True),
    ("spread_constraints", "1.17", False, "1.18", True),
    ("spread_defaults", "1.19", False, "1.20", True),
    ("spread_policies", "1.25", False, "1.26", True),
    ("spread_min_domains", "1.26", False, "1.27", True),
    ("spread_label_keys", "1.26", False, "1.27", True),
    ("scheduling_gates", "1.26", False, "1.27", True),
    ("affinity_label_keys", "1.30", False, "1.31", True),
    ("pod_level_resources", "1.33", False, "1.34", True),
    ("device_claims", "1.33", False, "1.34", True),
    ("spread_counts_excluded_nodes", "1.23", True, "1.24", False),
    ("spread_truncates_scores", "1.23", True, "1.24", False),
    ("spread_needs_a_domain", "1.20", True, "1.21", False),
]


@pytest.mark.parametrize(("field", "old", "before", "new", "after"), ROWS)
def test_a_behaviour_changes_with_its_release(
    field: str, old: str, before: bool | int, new: str, after: bool | int
) -> None:
    assert (before, after) == (getattr(release(old), field), getattr(release(new), field))


def test_the_proposal_is_v1_34_with_its_own_signals() -> None:
    assert Release(shows_node_down=True, asks_before_force=True) == release("proposal")


def test_v1_34_is_the_default_and_what_cannot_be_read() -> None:
    assert Release() == release("1.34") == release("v1.34.1") == release("newest")
