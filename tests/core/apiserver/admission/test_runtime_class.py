"""A pod without a RuntimeClass has no overhead, from 1.35 on and when a client or a controller creates it."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.objects.releases.releases import release
from tests.builders import pod
from tests.core.cluster import load, new_server

OVERHEAD = {"cpu": "250m"}
WORDS = 'pods "p" is forbidden: pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead'


def answer(version: str = "1.36", **spec: Any) -> str:
    result: Any = new_server(release=release(version)).create("Pod", pod("p", "1", **spec), 0)
    return getattr(result, "text", "")


@pytest.mark.parametrize(
    ("version", "spec", "expected"),
    [
        ("1.36", {"overhead": OVERHEAD}, WORDS),
        ("1.35", {"overhead": OVERHEAD}, WORDS),
        ("1.34", {"overhead": OVERHEAD}, ""),
        ("1.36", {"overhead": OVERHEAD, "runtimeClassName": "kata"}, ""),
        ("1.36", {"overhead": {}}, ""),
        ("1.36", {}, ""),
    ],
)
def test_overhead_needs_a_runtime_class(version: str, spec: dict[str, Any], expected: str) -> None:
    assert expected == answer(version, **spec)


def test_a_pod_of_a_dump_keeps_its_overhead() -> None:
    api = new_server(release=release("1.36"))
    load(api, "Pod", pod("p", "1", overhead=OVERHEAD))

    assert OVERHEAD == api.pods["default/p"].spec_manifest["overhead"]
