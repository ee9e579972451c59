"""How a pod ended: when, why, for whom and by which criterion."""

from __future__ import annotations

from typing import Any, cast

from scheduler_core import Run
from scheduler_core.messages import say
from tests.builders import Manifest, api_object, node, pod
from tests.core.queries.advice import recording


def ended(name: str, *documents: Manifest) -> tuple[Run, dict[str, Any]]:
    run = recording(*documents)
    answer = cast(dict[str, Any], run.ask("why", run.advance(0, "quiet", limit=400), pod=f"default/{name}"))
    return run, cast(dict[str, Any], answer["end"])


CLASSES = [
    api_object("PriorityClass", name, value=value) for name, value in (("low", 1), ("mid", 5), ("gold", 9))
]


def test_a_preempted_pod_ended_for_another_one_on_a_node_that_a_criterion_chose() -> None:
    _, end = ended(
        "b",
        *CLASSES,
        *(node("n1"), node("n2")),
        pod("a", "3", nodeName="n1", priorityClassName="mid"),
        pod("b", "3", nodeName="n2", priorityClassName="low"),
        pod("p", "2", priorityClassName="gold"),
    )

    assert ("default/p", "n2", "highest", 2) == (end["by"], end["node"], end["criterion"], end["candidates"])
    assert [(0, "b is preempted on n2 for p")] == [
        (row["t"], say(row["message"])) for row in end["steps"][:1]
    ]
    assert 31 == end["steps"][1]["t"]
    assert ["DisruptionTarget PreemptionByScheduler"] == [words.partition(":")[0] for words in end["texts"]]


def test_where_one_node_alone_could_be_freed_no_criterion_chose() -> None:
    documents = [*CLASSES, node("n1"), pod("a", "3", nodeName="n1"), pod("p", "2", priorityClassName="gold")]
    _, end = ended("a", *documents)

    assert ("", 1) == (end["criterion"], end["candidates"])


def test_a_taint_that_evicts_is_named_in_kubernetes_words() -> None:
    tainted = node("n1", taints=[{"key": "maintenance", "effect": "NoExecute"}])
    _, end = ended("p", tainted, pod("p", nodeName="n1"))

    assert "" == end["by"]
    assert ["DisruptionTarget DeletionByTaintManager: Taint manager: deleting due to NoExecute taint"] == end[
        "texts"
    ]


def test_a_pod_that_runs_did_not_end() -> None:
    _, end = ended("p", node("n1"), pod("p"))

    assert end is None
