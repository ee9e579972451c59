"""Which fields of a pod that is there may change; the words are the API server's."""

from __future__ import annotations

import pytest

from scheduler_core.apiserver import ApiServer, DeleteOptions, Ok, Refused
from scheduler_core.objects.manifest import Json, Manifest, find, with_value
from tests.builders import pod
from tests.core.cluster import new_server, stored
from tests.core.kubectl_writes import apply

START: Manifest = pod("p", activeDeadlineSeconds=60, tolerations=[{"key": "a", "operator": "Exists"}])


def server(manifest: Manifest = START) -> ApiServer:
    api = new_server()
    stored(api.create("Pod", manifest, 0))
    return api


def changed(**spec: Json) -> Manifest:
    manifest = START
    for field, value in spec.items():
        manifest = with_value(manifest, ("spec", field), value)
    return manifest


@pytest.mark.parametrize(
    "manifest",
    [
        changed(containers=[{"name": "app", "image": "app:2"}]),
        changed(activeDeadlineSeconds=30),
        changed(tolerations=[{"key": "b", "operator": "Exists"}]),
        with_value(START, ("metadata", "labels"), {"a": "b"}),
    ],
)
def test_images_an_earlier_deadline_more_tolerations_and_labels_may_change(manifest: Manifest) -> None:
    result = apply(server(), manifest, 0)

    assert isinstance(result, Ok)
    assert result.changed


@pytest.mark.parametrize(
    ("manifest", "problem"),
    [
        (
            changed(containers=[{"name": "app", "image": "app:1"}, {"name": "b", "image": "b"}]),
            "spec.containers: Forbidden: pod updates may not add or remove containers",
        ),
        (
            changed(activeDeadlineSeconds=61),
            "spec.activeDeadlineSeconds: Invalid value: 61: must be less than or equal to previous value",
        ),
        (
            changed(activeDeadlineSeconds=None),
            "spec.activeDeadlineSeconds: Invalid value: null: must not update from a positive integer to nil "
            "value",
        ),
        (
            changed(schedulingGates=[{"name": "x/y"}]),
            "spec.schedulingGates[0].name: Forbidden: only deletion is allowed, but found new scheduling gate "
            "'x/y'",
        ),
    ],
)
def test_other_changes_are_refused_in_kubernetes_words(manifest: Manifest, problem: str) -> None:
    refused = apply(server(), manifest, 0)

    assert isinstance(refused, Refused)
    assert (422, f'Pod "p" is invalid: {problem}') == (refused.code, refused.text)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("terminationGracePeriodSeconds", 5),
        ("nodeName", "n2"),
        ("restartPolicy", "Never"),
        ("priority", 7),
        ("nodeSelector", {"a": "b"}),
        ("hostNetwork", True),
        ("containers", [{"name": "app", "image": "app:1", "resources": {"requests": {"cpu": "1"}}}]),
    ],
)
def test_fields_beyond_those_listed_are_refused(field: str, value: Json) -> None:
    refused = apply(server(), changed(**{field: value}), 0)

    assert isinstance(refused, Refused)
    assert refused.text.startswith('Pod "p" is invalid: spec: Forbidden: pod updates may not change fields')


def test_a_gated_pod_may_still_be_narrowed() -> None:
    gated = pod("p", schedulingGates=[{"name": "x/y"}], nodeSelector={"a": "b"})
    api = server(gated)

    narrowed = apply(api, with_value(gated, ("spec", "nodeSelector"), {"a": "b", "c": "d"}), 0)
    widened = apply(api, with_value(gated, ("spec", "nodeSelector"), {"c": "d"}), 0)

    assert isinstance(narrowed, Ok)
    assert isinstance(widened, Refused)
    assert widened.text.endswith(
        "only additions to spec.nodeSelector are allowed (no mutations or deletions)"
    )


def test_a_toleration_may_only_change_its_seconds() -> None:
    given = {"key": "a", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 9}
    first = changed(tolerations=[{**given, "tolerationSeconds": 3}])
    api = server(first)

    stored(apply(api, changed(tolerations=[given]), 0))

    assert [given] == find(api.pods["default/p"].manifest, "spec", "tolerations")


def test_a_terminating_object_takes_no_new_finalizer() -> None:
    api = server(pod("p", nodeName="n1"))
    api.delete("Pod", "default/p", DeleteOptions(), 0)

    refused = apply(api, with_value(pod("p"), ("metadata", "finalizers"), ["a/b"]), 0)

    assert isinstance(refused, Refused)
    assert (
        'Pod "p" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is '
        'being deleted, found new finalizers []string{"a/b"}'
    ) == refused.text


def test_a_put_without_a_toleration_is_refused_and_one_without_those_of_admission_is_not() -> None:
    api = server()
    refused = api.update("Pod", changed(tolerations=[{"key": "b", "operator": "Exists"}]))
    more = changed(tolerations=[{"key": "b", "operator": "Exists"}, {"key": "a", "operator": "Exists"}])

    assert isinstance(refused, Refused)
    assert "existing toleration can not be modified except its tolerationSeconds" in refused.text
    assert isinstance(api.update("Pod", more), Ok)
