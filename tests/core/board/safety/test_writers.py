"""Which pods on a machine may write to which claim, by what happened to the machine."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.board.safety.writers import writers_on
from tests.builders import node, pod
from tests.core.builders import claim, volume
from tests.core.pets import crash, cut, power_off
from tests.core.play import delete, play_of

WRITES = {"default/data": ["a", "b"]}


def using(name: str, *volumes: dict[str, Any]) -> dict[str, Any]:
    data = {"persistentVolumeClaim": {"claimName": "data"}}
    return pod(name, on="n3", volumes=[{"name": "d", **data}, {"name": "again", **data}, *volumes])


@pytest.mark.parametrize(
    ("inputs", "writers"),
    [
        ([], WRITES),
        ([cut(10)], WRITES),
        ([cut(10), delete(12, "b", gracePeriodSeconds=0, force=True)], WRITES),
        ([crash(10, "kubelet/n3")], WRITES),
        ([power_off(10)], {}),
        ([cut(10, "node/n3", "storage")], {}),
        ([{"at": 10, "kind": "behave", "pod": "default/b", "crash": 0}], {"default/data": ["a"]}),
    ],
)
def test_a_pod_writes_while_its_process_lives_and_its_machine_reaches_the_storage(
    inputs: list[dict[str, Any]], writers: dict[str, list[str]]
) -> None:
    kept = {"namespace": "default", "name": "data"}
    disk = volume("disk", claimRef=kept, storageClassName="x", hostPath={"path": "/d"})
    data = claim("data", volumeName="disk", storageClassName="x")
    ending = {**using("b"), "spec": {**using("b")["spec"], "restartPolicy": "Never"}}
    play = play_of(node("n3"), disk, data, using("a"), ending, pod("c", on="n3"), inputs=inputs)
    host = play.recording.world(play.until(15)).cluster.host("n3")

    assert host is not None
    assert writers == writers_on(host)
