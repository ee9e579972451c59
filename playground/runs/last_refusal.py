"""The step on which one sees that a pod stays pending."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

import scheduler_core as core

LOOKED_BACK = 500
"""The most steps before the end of a prediction that are looked at for the one that decides it."""


def last_refusal(recording: core.Run, pods: Set[str], at: int, until: int) -> int:
    """The newest step after `at` on which the scheduler decides about one of `pods` (keys); `until` where it
    decides about none.

    A pod that stays pending looks the same all the time. What a person can see is its last refusal."""
    for seq in range(until, max(at, until - LOOKED_BACK), -1):
        frame = recording.frame(seq)
        focus: Any = frame["focus"]
        if frame["kind"] == "schedule" and not pods.isdisjoint(focus["pods"][:1]):
            return seq
    return until
