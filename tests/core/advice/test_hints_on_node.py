"""What keeps a pod from being ready on its node."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.messages import say
from scheduler_core.queries.why import why
from tests.builders import Manifest
from tests.core.builders import claim, volume
from tests.core.dumps.builders import dump, found_pod, lost, ready_node, running, waiting
from tests.core.dumps.stuck_pods import INIT_RUNS, NO_SECRET, NOT_READY
from tests.core.play import Play

VOLUMES = [{"name": "v", "persistentVolumeClaim": {"claimName": "c"}}]
NEW = found_pod(
    "p", "n", [waiting("app", "ContainerCreating")], phase="Pending", ready="False", volumes=VOLUMES
)
GATED = found_pod("p", "n", ready="False", readinessGates=[{"conditionType": "example.com/lb"}])
GATED["status"]["conditions"][1]["reason"] = "ReadinessGatesNotReady"
BOUND = {**claim("c", volumeName="disk"), "status": {"phase": "Bound"}}
DISK = volume(
    "disk",
    claimRef={"namespace": "default", "name": "c"},
    csi={"driver": "csi.example.com", "volumeHandle": "d"},
)


def hints(*objects: Manifest) -> list[str]:
    play = Play(dump(ready_node("n"), *objects))
    play.until_quiet()
    answer: Any = why(play.recording, play.recording.head_seq, "default/p")
    return [say(hint) for hint in answer["hints"]]


@pytest.mark.parametrize(
    ("objects", "sentence"),
    [
        ([NOT_READY], "The container app runs and is not ready."),
        ([INIT_RUNS], "The init container wait has not ended."),
        ([NO_SECRET], "The container app does not run: CreateContainerConfigError"),
        ([GATED], "Nobody has set the condition example.com/lb of its readiness gate to True."),
        (
            [lost("gone", 200), found_pod("p", "gone", deleted=100)],
            "Nobody hears the kubelet of gone: nothing changes there until the node is back, or the pod is "
            "deleted by force.",
        ),
        (
            [lost("gone", 200), DISK, BOUND, found_pod("old", "gone", volumes=VOLUMES), NEW],
            "Its volume disk is attached to gone, where default/old uses it. It is attached here once it is "
            "detached there.",
        ),
    ],
)
def test_a_pod_that_is_not_ready_on_its_node_has_a_reason(objects: list[Manifest], sentence: str) -> None:
    assert [sentence] == hints(*objects)


def test_a_ready_pod_has_none() -> None:
    assert [] == hints(found_pod("p", "n", [running("app", 100)]))
