"""The reasons of a refusal as a line and as one word."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from scheduler_core.scheduler.framework.diagnosis.explanation import SpreadArithmetic
from scheduler_core.scheduler.framework.diagnosis.short_reasons import (
    counted_reasons,
    short_line,
    short_word,
    spread_line,
)
from scheduler_core.scheduler.plugins.inter_pod_affinity import ANTI_AFFINITY_REFUSED
from scheduler_core.scheduler.plugins.node_ports import REFUSED as PORTS_REFUSED
from scheduler_core.scheduler.plugins.node_resources_fit import TOO_MANY_PODS
from scheduler_core.scheduler.plugins.node_unschedulable import REFUSED as UNSCHEDULABLE
from scheduler_core.scheduler.plugins.pod_topology_spread.pod_topology_spread import VIOLATED

TAINT = "node(s) had untolerated taint {dedicated: gpu}"


def test_the_line_drops_the_words_with_which_most_reasons_begin() -> None:
    assert "untolerated taint {dedicated: gpu}, Insufficient cpu" == short_line([TAINT, "Insufficient cpu"])
    assert "" == short_line([])


@pytest.mark.parametrize(
    ("reasons", "word"),
    [
        (["Insufficient memory"], "memory"),
        (["Insufficient nvidia.com/gpu"], "gpu"),
        ([TOO_MANY_PODS, "Insufficient cpu"], "cpu"),
        ([TOO_MANY_PODS], "pods"),
        ([TAINT], "taint"),
        (UNSCHEDULABLE.reasons, "cordon"),
        (VIOLATED.reasons, "spread"),
        (ANTI_AFFINITY_REFUSED.reasons, "affinity"),
        (PORTS_REFUSED.reasons, "ports"),
        (["what a plugin of one's own says"], "no"),
        ([], "no"),
    ],
)
def test_one_word_names_what_is_lacking_or_what_refuses(reasons: Sequence[str], word: str) -> None:
    assert word == short_word(reasons)


def spread(key: str, domain: str | None, skew: int, *, ok: bool) -> SpreadArithmetic:
    return SpreadArithmetic(key, domain, skew, 1, 1, 1, skew, ok, None)


def test_a_violated_spread_constraint_is_told_by_its_numbers_the_first_one_alone() -> None:
    zone = "topology.kubernetes.io/zone"
    messages = [
        [spread(zone, "a", 1, ok=True), spread("node", "n1", 2, ok=False), spread(zone, "a", 3, ok=False)],
        [spread(zone, "a", 2, ok=False)],
        [spread(zone, None, 0, ok=False)],
        [],
    ]

    assert ["node: 2 > 1", "zone: 2 > 1", "", ""] == [spread_line(entries) for entries in messages]


def test_counted_reasons_leave_out_the_words_with_which_most_begin() -> None:
    message = (
        "0/7 nodes are available: 1 Insufficient cpu, 2 node(s) had untolerated taint {a: b}, "
        "3 node(s) didn't match pod topology spread constraints, 1 node(s) were unschedulable. "
        "preemption: 0/7 nodes are available: 7 No preemption victims found for incoming pod."
    )

    assert (
        "1 Insufficient cpu, 2 untolerated taint {a: b}, 3 pod topology spread constraints, "
        "1 node(s) were unschedulable" == counted_reasons(message)
    )
