"""Writes: what they answer, and the inputs that they become."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import ApiRequest, Run, answer_write, no_such_resource
from scheduler_core.controllers.deployment.deployment_sets import REVISION
from scheduler_core.objects.manifest import without
from scheduler_core.rest.write_handlers import JSON_PATCH, MERGE, STRATEGIC, client_of
from tests.builders import api_object, pod, workload
from tests.core.rest.builders import WEB, attempt, body, code_and_message, given, shop

PODS = "/api/v1/namespaces/default/pods"


def test_what_is_created_is_there_afterwards() -> None:
    recording = shop()
    made = attempt(recording, "POST", PODS, pod("new", "1"))
    given(recording, made)
    stored = body(recording, f"{PODS}/new")

    message: Any = recording.frame(recording.head_seq)["message"]

    assert (201, stored) == (made.response.code, made.response.body)
    assert ("api.created", {"client": "kubectl", "kind": "Pod", "name": "new"}) == (
        message["id"],
        message["args"],
    )


@pytest.mark.parametrize(
    ("kind", "patch"),
    [
        (MERGE, {"spec": {"replicas": 5}}),
        (STRATEGIC, {"spec": {"replicas": 5}}),
        (JSON_PATCH, [{"op": "replace", "path": "/spec/replicas", "value": 5}]),
    ],
)
def test_each_kind_of_patch_changes_what_it_names(recording: Run, kind: str, patch: Any) -> None:
    before = body(recording, WEB)
    made: Any = attempt(recording, "PATCH", WEB, patch, kind, fieldManager="kubectl").response.body

    assert {**before["spec"], "replicas": 5} == made["spec"]
    assert before["metadata"]["generation"] + 1 == made["metadata"]["generation"]


def test_a_patch_that_changes_nothing_is_no_input(recording: Run) -> None:
    made = attempt(recording, "PATCH", WEB, {"spec": {"replicas": 3}}, MERGE)

    assert (200, None) == (made.response.code, made.input)


def test_a_dry_run_is_answered_like_a_write_and_is_no_input(recording: Run) -> None:
    made = attempt(recording, "POST", PODS, pod("new", "1"), dryRun="All")

    assert (201, None) == (made.response.code, made.input)


def test_labels_that_a_put_leaves_out_go() -> None:
    recording = shop()
    given(recording, attempt(recording, "PATCH", WEB, {"metadata": {"labels": {"a": "b"}}}, MERGE))
    result = body(recording, WEB)
    del result["metadata"]["labels"]
    given(recording, attempt(recording, "PUT", WEB, result))

    assert "labels" not in body(recording, WEB)["metadata"]


def test_a_field_that_a_put_leaves_out_goes_and_the_status_stays() -> None:
    recording = shop()
    quick = api_object("StorageClass", "quick", provisioner="a", allowVolumeExpansion=True)
    classes = "/apis/storage.k8s.io/v1/storageclasses"
    given(recording, attempt(recording, "POST", classes, quick))
    given(
        recording,
        attempt(recording, "PUT", f"{classes}/quick", without(quick, ("allowVolumeExpansion",))),
    )
    bare = {**without(body(recording, WEB), ("status",))}
    bare["spec"] = {**bare["spec"], "replicas": 4}
    given(recording, attempt(recording, "PUT", WEB, bare))

    assert "allowVolumeExpansion" not in body(recording, f"{classes}/quick")
    assert 3 == body(recording, WEB)["status"]["replicas"]


def test_the_patch_that_removes_the_last_finalizer_answers_the_object_without_it() -> None:
    recording = shop()
    held = pod("held", "1", metadata={"finalizers": ["example.com/hold"]})
    given(recording, attempt(recording, "POST", PODS, held))
    given(recording, attempt(recording, "DELETE", f"{PODS}/held", {"gracePeriodSeconds": 0}))
    patch = [{"op": "remove", "path": "/metadata/finalizers"}]
    code, answer = code_and_message(attempt(recording, "PATCH", f"{PODS}/held", patch, JSON_PATCH))

    assert (200, None) == (code, answer["metadata"].get("finalizers"))
    assert "deletionTimestamp" in answer["metadata"]


def test_a_template_that_kubectl_sends_back_with_its_defaults_is_the_old_revision() -> None:
    recording = shop()
    first = body(recording, WEB)["spec"]["template"]
    image = {"spec": {"template": {"spec": {"containers": [{"name": "app", "image": "app:2"}]}}}}
    for value, kind in (
        (image, STRATEGIC),
        ([{"op": "replace", "path": "/spec/template", "value": first}], JSON_PATCH),
    ):
        given(recording, attempt(recording, "PATCH", WEB, value, kind))
        recording.step(recording.head_seq, "quiet", limit=300)
    sets = body(recording, "/apis/apps/v1/namespaces/default/replicasets")["items"]

    assert [("2", 0), ("3", 3)] == sorted(
        (item["metadata"]["annotations"][REVISION], item["spec"]["replicas"]) for item in sets
    )


def test_a_pod_that_is_written_back_as_it_was_read_is_unchanged(recording: Run) -> None:
    made = attempt(recording, "PUT", f"{PODS}/alone", body(recording, f"{PODS}/alone"))

    assert (200, None) == (made.response.code, made.input)


def test_volumes_have_the_defaults_without_which_kubectl_describe_panics_and_are_unchanged_when_they_are_written_back(
    recording: Run,
) -> None:
    token = {"serviceAccountToken": {"path": "token"}}
    account = {"configMap": {"name": "kube-root-ca.crt"}}
    volumes = [
        {"name": "access", "projected": {"sources": [token, account]}},
        {"name": "disk", "azureDisk": {"diskName": "d", "diskURI": "/d"}},
        {"name": "logs", "hostPath": {"path": "/var/log"}},
    ]
    given(recording, attempt(recording, "POST", PODS, pod("mounted", "1", volumes=volumes)))
    served = body(recording, f"{PODS}/mounted")
    access, disk, logs = served["spec"]["volumes"]
    written = attempt(recording, "PUT", f"{PODS}/mounted", served)

    assert (3600, 0o644) == (
        access["projected"]["sources"][0]["serviceAccountToken"]["expirationSeconds"],
        access["projected"]["defaultMode"],
    )
    assert account == access["projected"]["sources"][1]
    assert ("ReadWrite", "ext4", "Shared", False) == tuple(
        disk["azureDisk"][name] for name in ("cachingMode", "fsType", "kind", "readOnly")
    )
    assert "" == logs["hostPath"]["type"]
    assert (200, None) == (written.response.code, written.input)


def test_an_old_version_is_a_conflict(recording: Run) -> None:
    result = body(recording, WEB)
    result["metadata"]["resourceVersion"] = "1"
    code, message = code_and_message(attempt(recording, "PUT", WEB, result))

    assert (409, True) == (
        code,
        message.startswith('Operation cannot be fulfilled on deployments.apps "web": the object'),
    )


REFUSED: list[tuple[str, str, Any, str, dict[str, str], int, str]] = [
    ("POST", PODS, pod("alone", "1"), "", {}, 409, 'pods "alone" already exists'),
    ("POST", "/api/v1/namespaces/nowhere/pods", pod("p"), "", {}, 404, 'namespaces "nowhere" not found'),
    ("POST", PODS, workload("Deployment", "x"), "", {}, 400, "the object provided is unrecognized (must be of type Pod)"),
    ("POST", PODS, pod("p", metadata={"namespace": "b"}), "", {}, 400, "the namespace of the object (b) does not match"),
    ("POST", PODS, {"metadata": {}}, "", {}, 422, 'Pod "" is invalid: metadata.name: Required value'),
    ("POST", PODS, [], "", {}, 400, "the body of the request must be an object"),
    ("POST", PODS, pod("p", priority="none"), "", {}, 403, 'pods "p" is forbidden: no PriorityClass with name none'),
    ("POST", PODS, {**pod("p"), "sepc": 1}, "", {"fieldValidation": "Strict"}, 400, 'Pod in version "v1" cannot be handled as a Pod: strict decoding error: unknown field "sepc"'),
    ("POST", PODS, pod("../../x"), "", {}, 422, 'Pod "../../x" is invalid: metadata.name: Invalid value: "../../x"'),
    ("POST", PODS, pod("a/b"), "", {}, 422, 'Pod "a/b" is invalid: metadata.name: Invalid value: "a/b"'),
    ("DELETE", f"{PODS}/..", None, "", {}, 404, 'pods ".." not found'),
    ("PATCH", WEB, [{"op": "replace", "path": "/spec/nothing/x", "value": 1}], JSON_PATCH, {}, 422, "the server rejected our request"),
    ("PATCH", WEB, {"metadata": {"resourceVersion": "999999"}}, MERGE, {}, 409, 'Operation cannot be fulfilled on deployments.apps "web": the object has been modified'),
    ("POST", PODS, pod("p"), "", {"dryRun": "Some"}, 422, 'CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported'),
    ("PATCH", f"{PODS}/alone/ephemeralcontainers", {}, STRATEGIC, {}, 400, "podium: no debug container can run in a simulated pod"),
    ("DELETE", f"{PODS}/alone/ephemeralcontainers", None, "", {}, 405, 'delete is not supported on resources of kind "pods"'),
    ("POST", "/api/v1/namespaces/default/limitranges", {}, "", {}, 405, 'create is not supported on resources of kind "limitranges"'),
    ("PUT", f"{WEB}x", workload("Deployment", "webx"), "", {}, 404, 'deployments.apps "webx" not found'),
    ("PUT", WEB, workload("Deployment", "other"), "", {}, 400, "the name of the object (other) does not match the name on the URL (web)"),
    ("PATCH", WEB, {}, "text/plain", {}, 415, "the body of the request was in an unknown format"),
    ("PATCH", WEB, {}, JSON_PATCH, {}, 400, "error decoding patch: "),
    ("PATCH", WEB, [{"op": "remove", "path": "/nothing"}], JSON_PATCH, {}, 422, "the server rejected our request due to an error in our request"),
    ("PATCH", f"{WEB}/scale", {"spec": {"replicas": -1}}, MERGE, {}, 422, 'Scale.autoscaling "web" is invalid: spec.replicas: Invalid value: -1'),
    ("DELETE", f"{PODS}/nothing", None, "", {}, 404, 'pods "nothing" not found'),
    ("DELETE", f"{PODS}/alone", {"preconditions": {"uid": "x"}}, "", {}, 409, 'Operation cannot be fulfilled on pods "alone": Precondition failed: UID in precondition: x'),
    ("DELETE", f"{PODS}/alone", {"propagationPolicy": "Never"}, "", {}, 422, 'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy'),
    ("DELETE", "/api/v1/namespaces/default", None, "", {}, 403, 'namespaces "default" is forbidden: this namespace may not be deleted'),
    ("POST", f"{PODS}/alone/binding", {"target": {"name": "n2"}}, "", {}, 409, 'Operation cannot be fulfilled on pods/binding "alone": pod alone is already assigned to node'),
    ("POST", f"{PODS}/alone/exec", None, "", {}, 400, "podium: no command can run in a simulated container"),
    ("POST", f"{PODS}/alone/portforward", None, "", {}, 400, "podium: a simulated pod has no network to forward a port to"),
    ("TRACE", PODS, None, "", {}, 405, "trace is not supported"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path", "value", "kind", "query", "code", "words"), REFUSED)
def test_refusals_are_in_kubernetes_words(
    recording: Run,
    method: str,
    path: str,
    value: Any,
    kind: str,
    query: dict[str, str],
    code: int,
    words: str,
) -> None:
    written = attempt(recording, method, path, value, kind, **query)
    got, message = code_and_message(written)

    assert (code, words, None) == (got, message[: len(words)], written.input)
    assert "Status" == written.response.body["kind"]  # type: ignore[index, call-overload]


def test_an_unknown_field_is_a_warning_unless_somebody_wants_none(recording: Run) -> None:
    value = {**pod("p"), "sepc": 1}
    warned = attempt(recording, "POST", PODS, value)
    silent = attempt(recording, "POST", PODS, value, fieldValidation="Ignore")

    assert ('unknown field "sepc"',) == warned.response.warnings
    assert () == silent.response.warnings


def test_a_running_pod_is_deleted_with_grace_and_answered_whole() -> None:
    recording = shop()
    made = attempt(recording, "DELETE", f"{PODS}/alone", {"propagationPolicy": "Background"})
    given(recording, made)
    kept: Any = made.response.body

    assert (200, "Pod", 30) == (
        made.response.code,
        kept["kind"],
        kept["metadata"]["deletionGracePeriodSeconds"],
    )
    assert body(recording, f"{PODS}/alone") == kept


def test_a_deployment_is_gone_and_its_uid_is_told(recording: Run) -> None:
    uid = body(recording, WEB)["metadata"]["uid"]
    answer: Any = attempt(recording, "DELETE", WEB, gracePeriodSeconds="5").response.body

    assert {"name": "web", "group": "apps", "kind": "deployments", "uid": uid} == answer["details"]


def test_a_foreground_deletion_waits(recording: Run) -> None:
    made = attempt(recording, "DELETE", WEB, {"propagationPolicy": "Foreground"})
    answer: Any = made.response.body

    assert (202, ["foregroundDeletion"]) == (made.response.code, answer["metadata"]["finalizers"])


def test_a_collection_is_deleted_by_its_selector() -> None:
    recording = shop()
    made = attempt(recording, "DELETE", PODS, labelSelector="app=web")
    given(recording, made)
    listed: Any = made.response.body

    assert ("PodList", 3) == (listed["kind"], len(listed["items"]))
    assert made.input is not None
    assert 3 == len(made.input.targets)


def test_an_eviction_that_a_budget_forbids_says_why() -> None:
    recording = shop()
    budget = {
        "metadata": {"name": "web"},
        "spec": {"minAvailable": 3, "selector": {"matchLabels": {"app": "web"}}},
    }
    given(
        recording,
        attempt(recording, "POST", "/apis/policy/v1/namespaces/default/poddisruptionbudgets", budget),
    )
    recording.step(recording.head_seq, "quiet", limit=100)
    name = body(recording, PODS, labelSelector="app=web")["items"][0]["metadata"]["name"]
    refused = attempt(recording, "POST", f"{PODS}/{name}/eviction", {"metadata": {"name": name}})
    answer: Any = refused.response.body
    words = "The disruption budget web needs 3 healthy pods and has 3 currently"

    assert (429, "TooManyRequests") == (refused.response.code, answer["reason"])
    assert [{"reason": "DisruptionBudget", "message": words}] == answer["details"]["causes"]
    assert {} == refused.response.headers


def test_an_eviction_is_answered_with_success_and_deletes_the_pod() -> None:
    recording = shop()
    made = attempt(recording, "POST", f"{PODS}/alone/eviction", {"metadata": {"name": "alone"}})
    given(recording, made)

    assert (201, "Success") == (made.response.code, made.response.body["status"])  # type: ignore[index, call-overload]
    assert "deletionTimestamp" in body(recording, f"{PODS}/alone")["metadata"]


def test_a_scheduler_outside_binds_a_pod_of_its_own() -> None:
    recording = shop()
    given(recording, attempt(recording, "POST", PODS, pod("mine", "1", schedulerName="mine")))
    given(recording, attempt(recording, "POST", f"{PODS}/mine/binding", {"target": {"name": "n2"}}))

    assert "n2" == body(recording, f"{PODS}/mine")["spec"]["nodeName"]


def test_a_status_is_written_apart_from_its_object() -> None:
    recording = shop()
    condition = {"type": "PodScheduled", "status": "False", "reason": "Unschedulable"}
    given(recording, attempt(recording, "POST", PODS, pod("mine", "1", schedulerName="mine")))
    given(
        recording,
        attempt(
            recording, "PATCH", f"{PODS}/mine/status", {"status": {"conditions": [condition]}}, STRATEGIC
        ),
    )

    assert [condition] == body(recording, f"{PODS}/mine")["status"]["conditions"]


def test_a_name_is_generated_of_the_letters_that_kubernetes_uses(recording: Run) -> None:
    value = pod("x")
    value["metadata"] = {"generateName": "job-"}
    name = attempt(recording, "POST", PODS, value).response.body["metadata"]["name"]  # type: ignore[index, call-overload]

    assert (9, "job-") == (len(name), name[:4])


@pytest.mark.parametrize(("verb", "allowed"), [("list", True), ("delete", False)])
def test_who_may_only_read_is_told_so_when_asking(recording: Run, verb: str, allowed: bool) -> None:
    value = {"spec": {"resourceAttributes": {"verb": verb, "resource": "pods"}}}
    path = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews"
    request = ApiRequest("POST", path, body=value)
    written = answer_write(recording.world(0), request, 0, may_write=False)

    assert allowed == written.response.body["status"]["allowed"]  # type: ignore[index, call-overload]


def test_who_may_only_read_is_forbidden_to_write(recording: Run) -> None:
    written = answer_write(
        recording.world(0), ApiRequest("DELETE", f"{PODS}/alone"), 0, may_write=False, why=": no"
    )
    who = 'User "system:anonymous" cannot delete resource "pods" in API group "" in the namespace "default"'

    assert (403, f'pods "alone" is forbidden: {who}: no') == code_and_message(written)


@pytest.mark.parametrize(
    ("agent", "client"),
    [
        ("kubectl/v1.34.1 (linux/amd64)", "kubectl"),
        ("OpenAPI-Generator/37.0.2/python", "a Python client"),
        ("", "kubectl"),
    ],
)
def test_the_timeline_names_the_program(agent: str, client: str) -> None:
    assert client == client_of(agent)


@pytest.mark.parametrize(
    ("path", "message", "warned"),
    [
        ("/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles", "post roles.rbac.authorization.k8s.io", "roles (rbac.authorization.k8s.io/v1)"),
        ("/api/v1/namespaces/default/serviceaccounts/default/token", "post serviceaccounts default", "serviceaccounts/token"),
        ("/apis/example.com/v1/things", "post things.example.com", "things (example.com/v1)"),
    ],
)  # fmt: skip
def test_an_unknown_kind_is_refused_as_by_a_server_without_it(path: str, message: str, warned: str) -> None:
    refusal = no_such_resource("POST", path)
    assert refusal is not None
    answer: Any = refusal.body

    assert (404, f"the server could not find the requested resource ({message})") == (
        refusal.code,
        answer["message"],
    )
    assert (f"podium does not simulate {warned}",) == refusal.warnings


def test_a_patch_that_does_not_apply_says_why_in_a_warning(recording: Run) -> None:
    written = attempt(recording, "PATCH", WEB, [{"op": "remove", "path": "/nothing"}], JSON_PATCH)

    assert (
        "podium: remove operation does not apply: doc is missing path: /nothing: missing value",
    ) == written.response.warnings
