"""Objects as a real cluster prints them, with the moments of its components. Moments are written as seconds
before the dump was taken, so that a test says how old things are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scheduler_core.objects.scalars.times import format_time, parse_time
from tests.builders import api_object, container, node
from tests.core.play import Play

TAKEN = "2027-05-20T06:40:00Z"
"""When the dumps of tests are taken."""
Manifest = dict[str, Any]


def ago(seconds: float) -> str:
    return format_time((parse_time(TAKEN) or 0) - round(seconds * 1000))


def dump(*objects: Manifest) -> list[Manifest]:
    """The document that `kubectl get -o yaml` prints, taken at `TAKEN`: the heartbeat of a first node says so."""
    return [{"apiVersion": "v1", "kind": "List", "items": [ready_node("watch"), *objects]}]


def ready_node(
    name: str, *, ready: str = "True", since: float = 86_400, beat: float = 0, **fields: Any
) -> Manifest:
    """A node whose kubelet posted its status `beat` seconds before the dump."""
    conditions = [
        {
            "type": "Ready",
            "status": ready,
            "reason": {"True": "KubeletReady", "False": "KubeletNotReady"}.get(ready, "NodeStatusUnknown"),
            "lastHeartbeatTime": ago(beat),
            "lastTransitionTime": ago(since),
        }
    ]
    taken = node(name, status={"conditions": conditions}, **fields)
    return {**taken, "metadata": {**taken["metadata"], "creationTimestamp": ago(90_000)}}


def lost(name: str, since: float = 3_600, *, taints: bool = True) -> Manifest:
    """A node that has been silent since then."""
    keys = [
        {"key": "node.kubernetes.io/unreachable", "effect": effect, "timeAdded": ago(since)}
        for effect in ("NoSchedule", "NoExecute")
    ]
    return ready_node(
        name, ready="Unknown", since=since, beat=since + 60, **({"taints": keys} if taints else {})
    )


def lease(name: str, renewed: float, **annotations: str) -> Manifest:
    metadata = {"namespace": "kube-node-lease", "annotations": annotations}
    spec = {"holderIdentity": name, "leaseDurationSeconds": 40, "renewTime": ago(renewed)}
    return api_object("Lease", name, metadata=metadata, spec=spec)


def found_pod(
    name: str,
    on: str,
    statuses: Sequence[Mapping[str, Any]] = (),
    *,
    init: Sequence[Mapping[str, Any]] = (),
    age: float = 7_200,
    ready: str = "True",
    ready_since: float = 7_190,
    phase: str = "Running",
    deleted: float | None = None,
    grace: int = 30,
    metadata: Mapping[str, Any] | None = None,
    **spec: Any,
) -> Manifest:
    """A pod that its kubelet started `age` seconds before the dump. `statuses` are those of its containers, by
    default one called `app` that runs and is ready. `deleted`: how long ago somebody deleted it."""
    given = list(statuses) or [running("app", age - 2)]
    spec.setdefault(
        "containers", [{**container(status["name"]), "image": status["image"]} for status in given]
    )
    added: dict[str, Any] = {"creationTimestamp": ago(age), **(metadata or {})}
    if deleted is not None:
        added |= {"deletionTimestamp": ago(deleted - grace), "deletionGracePeriodSeconds": grace}
    conditions = [
        {"type": "PodScheduled", "status": "True", "lastTransitionTime": ago(age)},
        {"type": "Ready", "status": ready, "lastTransitionTime": ago(ready_since)},
        {"type": "ContainersReady", "status": ready, "lastTransitionTime": ago(ready_since)},
    ]
    status: dict[str, Any] = {
        "phase": phase,
        "startTime": ago(age),
        "conditions": conditions,
        "containerStatuses": given,
    }
    if init:
        status["initContainerStatuses"] = list(init)
    return api_object("Pod", name, metadata=added, spec={"nodeName": on, **spec}, status=status)


def entry(name: str, state: Mapping[str, Any], *, image: str = "example/app:1", **fields: Any) -> Manifest:
    return {"name": name, "image": image, "ready": False, "restartCount": 0, "state": state, **fields}


def running(name: str, since: float, *, ready: bool = True, **fields: Any) -> Manifest:
    return entry(name, {"running": {"startedAt": ago(since)}}, ready=ready, **{"started": True, **fields})


def waiting(name: str, reason: str, **fields: Any) -> Manifest:
    return entry(name, {"waiting": {"reason": reason}}, **fields)


def ended(began: float, at: float, code: int = 1) -> Manifest:
    terminated = {"exitCode": code, "reason": "Error", "startedAt": ago(began), "finishedAt": ago(at)}
    return {"terminated": terminated}


def acts(play: Play, until: float) -> list[tuple[float, str, str]]:
    """Each step up to then: when (s), its kind, and the name of its first pod or node."""
    play.until(until)
    frames = [play.recording.frame(seq) for seq in range(1, play.recording.head_seq + 1)]
    named = [(frame["focus"]["pods"] or frame["focus"]["nodes"] or ["-"])[0] for frame in frames]
    return [
        (frame["t"], frame["kind"], name.rpartition("/")[2])
        for frame, name in zip(frames, named, strict=True)
        if frame["t"] <= until
    ]
