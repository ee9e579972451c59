"""The published figures of kube-scheduler v1.34.1: median pods/s by workload and nodes."""

from __future__ import annotations

from collections.abc import Mapping

MEDIAN_PODS_PER_SECOND: Mapping[tuple[str, int], int] = {
    ("a", 10): 7150,
    ("a", 100): 2287,
    ("a", 1000): 653,
    ("a", 5000): 475,
    ("b", 10): 3985,
    ("b", 100): 1254,
    ("b", 1000): 173,
    ("b", 5000): 52,
    ("c", 10): 2747,
    ("c", 100): 700,
    ("c", 1000): 167,
    ("c", 5000): 50,
    ("d", 10): 2200,
    ("d", 100): 361,
    ("d", 1000): 207,
    ("d", 5000): 34,
}
