"""PrioritySort: higher spec.priority first, then the older queue timestamp.

Source: pkg/scheduler/framework/plugins/queuesort (v1.34).
"""

from __future__ import annotations

from typing import ClassVar

NAME = "PrioritySort"


class PrioritySort:
    name: ClassVar[str] = NAME

    def sort_key(self, priority: int, timestamp_ms: int, serial: int) -> tuple[int, int, int]:
        """Equal times are in no defined order upstream; here the one that came first."""
        return -priority, timestamp_ms, serial
