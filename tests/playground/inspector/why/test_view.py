"""The head of a pod's Why: request, priority, node and the devices of its claims."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from playground.inspector.why.view import of_pod

ROW = {"name": "gpu", "claim": "c", "devices": ["gpu.example.com/n1/gpu-0"]}


def facts(devices: dict[str, Any] | None) -> str:
    pod = {"priority": 0, "cpu": 0, "cpuText": "0", "node": "n1", "devices": devices}
    with translation.override("en"):
        return of_pod("default/p", {"pod": pod, "decision": None, "last": None, "inVain": ()}).facts


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (ROW, "devices gpu.example.com/n1/gpu-0 of claim c"),
        ({**ROW, "devices": []}, "claim c has no devices yet"),
        ({**ROW, "claim": None, "devices": []}, "no claim was made for gpu yet"),
    ],
)
def test_each_claim_is_named_with_its_devices(row: dict[str, Any], words: str) -> None:
    assert f"no request · priority 0 · n1 · {words}" == facts({"claims": [row]})


def test_a_pod_without_claims_has_no_word_of_devices() -> None:
    assert "no request · priority 0 · n1" == facts(None)
