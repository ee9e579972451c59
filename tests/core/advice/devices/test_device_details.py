"""How far a node is from having the devices that the claims of a pod ask for, in sentences."""

from __future__ import annotations

from typing import Any

from scheduler_core.messages import say
from tests.builders import claim_spec, claiming, node, pod, resource_claim, resource_slice
from tests.core.queries.advice import GPU, HELD, OLD, allocated, quiet, recording, user, wants


def details(on: str, *documents: Any) -> list[str]:
    run = recording(*documents)
    result: Any = run.ask("obstacles", quiet(run), pod="default/p")
    return [say(detail) for entry in result["nodes"][on] for detail in entry["details"]]


def test_a_request_tells_what_it_needs_and_what_the_node_has() -> None:
    two = resource_claim("mine", claim_spec("gpu", count=2))
    slices = resource_slice("n1", "gpu-0", "gpu-1")

    assert [
        "claim default/mine needs 2 devices for its request device; 2 devices of this node are suitable, and 1"
        " of them are free"
    ] == details("n1", node("n1"), GPU, slices, two, HELD, OLD, wants(source="mine"))


def test_a_request_that_the_node_meets_is_not_mentioned() -> None:
    claims = claiming(a="ok", b="bad")
    ok = resource_claim("ok", claim_spec("gpu"))
    bad = resource_claim("bad", claim_spec("gpu", 'device.driver == "other"'))
    result = details("n1", node("n1"), GPU, resource_slice("n1", "gpu-0"), ok, bad, pod("p", **claims))

    assert ["default/bad"] == [words.split()[1] for words in result]


def test_devices_out_of_reach_are_named_by_their_claim() -> None:
    old = user("old", "shared", "n2")
    far = allocated("shared", "gpu-0", node_name="n2", pods=(old,))
    nodes = node("n1"), node("n2", unschedulable=True)

    assert ["the devices of claim default/shared cannot be reached from this node"] == details(
        "n1", *nodes, GPU, far, old, wants(source="shared")
    )
