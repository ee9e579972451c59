"""The head of a pod's Why: request, priority, node and the devices of its claims."""

from __future__ import annotations

import dataclasses
from types import SimpleNamespace
from typing import Any, cast

import pytest
from django.utils import translation

from playground.inspector.why.view import PodWhy, of_pod

ROW = {"name": "gpu", "claim": "c", "devices": ["gpu.example.com/n1/gpu-0"]}


def facts(devices: dict[str, Any] | None) -> str:
    return undecided("n1", from_start=False, devices=devices).facts


def undecided(
    node: str | None, *, from_start: bool, devices: dict[str, Any] | None = None, added: tuple[str, ...] = ()
) -> PodWhy:
    """The page of a pod about which no decision was made."""
    pod = {"priority": 0, "cpu": 0, "cpuText": "0", "node": node, "devices": devices}
    return shown(pod, from_start=from_start, added=added)


def shown(pod: dict[str, Any] | None, *, from_start: bool = False, added: tuple[str, ...] = ()) -> PodWhy:
    with translation.override("en"):
        return of_pod(
            "default/p",
            {
                "pod": pod,
                "decision": None,
                "last": None,
                "inVain": (),
                "fromStart": from_start,
                "added": added,
            },
        )


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


@pytest.mark.parametrize(
    ("node", "from_start", "words"),
    [
        ("n1", True, "This pod was already on its node at the start."),
        ("n1", False, "This pod named its node when it was created, so the scheduler did not choose one."),
        (None, False, "The scheduler has not tried this pod up to this step."),
    ],
)
def test_a_pod_without_a_decision_says_why_there_is_none(
    node: str | None, from_start: bool, words: str
) -> None:
    assert words == undecided(node, from_start=from_start).untried


def test_the_nodes_that_podium_added_are_named_as_such_where_they_refuse() -> None:
    messages = [undecided(None, from_start=False, added=names).added for names in ((), ("node-1", "node-2"))]

    assert [
        "",
        "Refused by 2 nodes that podium added: node-1, node-2. The imported text has no nodes, so their size"
        " is a guess.",
    ] == messages


def test_a_pod_that_is_gone_is_said_to_be_gone() -> None:
    assert "The API server no longer has a Pod object of this name." == shown(None).waits


def leaving(term: dict[str, Any] | None, since: int = 120) -> str:
    pod = {"priority": 0, "cpu": 0, "cpuText": "0", "node": "n1", "term": term}
    deleted = {"since": since, "deadline": since + 30, "effectiveGraceSeconds": 30}
    return shown({**pod, "leaving": deleted}).waits


def test_a_pod_that_is_deleted_says_since_when_and_what_its_kubelet_does() -> None:
    request = "The deletion was requested at second 120, with a grace period of 30 s."
    does = "The kubelet began to end the pod at second 600 and sends SIGKILL at second 630 at the latest."

    assert [request, f"{request} {does}"] == [leaving(None), leaving({"since": 600, "deadline": 630})]


def test_what_a_dump_brings_happened_before_second_0() -> None:
    request = "The deletion was requested 45m before second 0, with a grace period of 30 s."
    goes_on = (
        "The kubelet began to end the pod 10s before second 0 and sends SIGKILL at second 20 at the latest."
    )
    hangs = (
        "The kubelet began to end the pod 45m before second 0. Its grace period was over 44m before second 0, and "
        "its processes still run."
    )
    terms = ({"since": -10, "deadline": 20}, {"since": -2_700, "deadline": -2_670})

    assert [f"{request} {goes_on}", f"{request} {hangs}"] == [leaving(term, -2_700) for term in terms]


@pytest.mark.parametrize(
    ("node", "result", "question"), [(None, "bound", False), (None, "unschedulable", True)]
)
def test_advice_is_offered_only_where_no_node_was_found(
    node: str | None, result: str, question: bool
) -> None:
    why = undecided(node, from_start=False)
    tried = dataclasses.replace(why, decided=cast(Any, SimpleNamespace(value={"result": result})))

    assert (True, question) == (why.asks_advice, tried.asks_advice)
