"""Ids of changes: the same change has the same id whenever it is found."""

from __future__ import annotations

from scheduler_core.advice.changes import id_of
from scheduler_core.advice.cluster_changes import AddNode, DeletePod, Untaint
from scheduler_core.advice.pod_changes import Tolerate
from tests.builders import node


def test_an_id_has_the_kind_of_change_and_its_fields() -> None:
    assert "untaint-n1-gpu-NoSchedule" == id_of(Untaint("n1", "gpu", "NoSchedule"))
    assert id_of(Untaint("n1", "gpu", "NoSchedule")) != id_of(Untaint("n1", "gpu", "NoExecute"))


def test_an_id_can_stand_in_an_address() -> None:
    result = id_of(Tolerate("example.com/gpu", "a b", "NoSchedule"))

    assert "tolerate-example.com.gpu-ab-NoSchedule" == result


def test_a_manifest_and_a_priority_do_not_change_an_id() -> None:
    assert id_of(AddNode("n2", "n1", node("n2", "4"))) == id_of(AddNode("n2", "n1", node("n2", "8")))
    assert id_of(DeletePod("default/a", "n1", 1)) == id_of(DeletePod("default/a", "n1", 2))
