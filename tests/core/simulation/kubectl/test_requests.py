"""Each command becomes the write that kubectl makes of it."""

from __future__ import annotations

from typing import cast

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.inputs.api_inputs import ApiWrite
from scheduler_core.inputs.kubectl_inputs import Rollback, SetCondition
from scheduler_core.inputs.reader import ObjectRef
from scheduler_core.objects.manifest import Json, find
from scheduler_core.simulation.kubectl.apply import apply_request
from scheduler_core.simulation.kubectl.requests import Request, request_of
from tests.builders import pod as pod_document
from tests.builders import workload
from tests.core.cluster import new_server
from tests.core.controllers.builders import apply
from tests.core.controllers.deployment.builders import playing

WEB = ObjectRef("Deployment", "default", "web")


def test_apply_posts_a_new_object_and_patches_one_that_exists() -> None:
    api = new_server()
    first = apply_request(api, workload("Deployment", "web", 1))
    api.create("Deployment", workload("Deployment", "web", 1), 0)
    second = apply_request(api, workload("Deployment", "web", 2))

    assert ("create", WEB) == (first.verb, first.target)
    assert ("patch", WEB, 2) == (second.verb, second.target, find(second.document, "spec", "replicas"))


def test_undoing_a_rollout_patches_the_template_alone() -> None:
    play = playing(1)
    apply(play, workload("Deployment", "web", 1, "app:2"))
    play.play(20)
    before = play.api.workloads("Deployment")["default/web"].manifest

    write = _undone(play.api, 0)

    assert write is not None
    assert ("patch", WEB) == (write.verb, write.target)
    assert "app:1" == _image(write.document)
    assert {**before, "spec": None} == {**(write.document or {}), "spec": None}


def test_undoing_a_rollout_writes_nothing_when_the_template_is_the_present_one() -> None:
    play = playing(1)
    play.play(20)

    assert _undone(play.api, 1) is None


def test_a_condition_is_set_beside_the_others_of_the_pod() -> None:
    api = new_server()
    api.create("Pod", pod_document("p"), 0)
    api.update_status(
        "Pod", "default/p", {"phase": "Running", "conditions": [{"type": "a", "status": "True"}]}
    )

    request = request_of(api, SetCondition("default/p", "b", "True"))

    assert isinstance(request, Request)
    assert {
        "phase": "Running",
        "conditions": [{"type": "b", "status": "True"}, {"type": "a", "status": "True"}],
    } == find(request.write.document, "status")


def test_no_condition_is_set_of_a_pod_that_is_not_there() -> None:
    refused = request_of(new_server(), SetCondition("default/p", "b", "True"))

    assert isinstance(refused, Refused)
    assert 'pods "p" not found' == refused.text


def _undone(api: ApiServer, revision: int) -> ApiWrite | None:
    request = cast(Request | None, request_of(api, Rollback(WEB, revision)))
    return None if request is None else request.write


def _image(document: Json) -> Json:
    return find(document, "spec", "template", "spec", "containers", 0, "image")
