"""What was seen in another cluster is taken over: status, uids and moments included."""

from __future__ import annotations

from typing import Any

from scheduler_core import Run, parse_input
from tests.builders import node, pod
from tests.core.rest.builders import body, shop

PODS = "/api/v1/namespaces/default/pods"
MOMENT = "2030-01-01T00:00:00Z"


def objects_after(recording: Run, *documents: Any, gone: tuple[tuple[str, str], ...] = ()) -> Any:
    """The frame of the input that takes these objects over, and lets others go."""
    named = [(item["kind"], item["metadata"]["name"]) for item in documents]
    objects = [{"kind": kind, "namespace": "default", "name": name} for kind, name in (*named, *gone)]
    document = {"metadata": {"creationTimestamp": MOMENT}, "items": list(documents)}
    value = parse_input(
        {"kind": "request", "verb": "observe", "client": "c", "objects": objects, "document": document}
    )
    frame: Any = recording.give(recording.head_seq, value)  # type: ignore[arg-type]
    assert isinstance(frame, dict), frame
    return frame["message"]


def running(name: str, uid: str, machine: str = "n1") -> dict[str, Any]:
    made: dict[str, Any] = pod(name)
    metadata = {**made["metadata"], "namespace": "default", "uid": uid, "creationTimestamp": MOMENT}
    return {
        **made,
        "metadata": metadata,
        "spec": {**made["spec"], "nodeName": machine},
        "status": {"phase": "Running"},
    }


def test_a_pod_is_there_as_it_was_seen() -> None:
    recording = shop()
    result = objects_after(recording, running("seen", "u1"), gone=(("Pod", "alone"), ("Pod", "nobody")))
    by_name = {item["metadata"]["name"]: item for item in body(recording, PODS)["items"]}

    assert {"client": "c", "time": MOMENT, "changed": 1, "gone": 2} == result["args"]
    assert ("u1", "n1", "Running") == (
        by_name["seen"]["metadata"]["uid"],
        by_name["seen"]["spec"]["nodeName"],
        by_name["seen"]["status"]["phase"],
    )
    assert "alone" not in by_name


def test_another_uid_is_another_object() -> None:
    recording = shop()
    objects_after(recording, running("seen", "u1"))
    objects_after(recording, running("seen", "u2", "n2"))
    result = body(recording, f"{PODS}/seen")

    assert ("u2", "n2") == (result["metadata"]["uid"], result["spec"]["nodeName"])


def test_what_cannot_be_here_is_left_out() -> None:
    recording = shop()
    wrong = {**running("wrong", "u1"), "spec": {"containers": []}}
    secret = {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s"}, "data": {"a": "Yg=="}}
    objects_after(recording, wrong, secret, node("n9"))
    names = [item["metadata"]["name"] for item in body(recording, PODS)["items"]]

    assert ("wrong" in names, "n9") == (False, body(recording, "/api/v1/nodes/n9")["metadata"]["name"])
    assert [] == body(recording, "/api/v1/namespaces/default/secrets")["items"]
