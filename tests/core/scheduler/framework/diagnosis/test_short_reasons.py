"""The reasons of a refusal as a line and as one word."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from scheduler_core.scheduler.framework.diagnosis.short_reasons import short_line, short_word
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
