"""Pods that come from a file of their node."""

from __future__ import annotations

from scheduler_core.kubelet.types.static_pods import from_file
from scheduler_core.objects.pod import Pod
from tests.builders import pod


def test_who_is_from_a_file() -> None:
    def parsed(**metadata: object) -> Pod:
        return Pod.parse({**pod("a"), "metadata": {"name": "a", **metadata}})  # type: ignore[dict-item]

    assert from_file(parsed(annotations={"kubernetes.io/config.source": "file"}))
    assert from_file(parsed(annotations={"kubernetes.io/config.mirror": "x"}))
    assert from_file(parsed(ownerReferences=[{"kind": "Node", "name": "n1", "uid": "u"}]))
    assert not from_file(parsed(annotations={"kubernetes.io/config.source": "api"}))
    assert not from_file(parsed())
