"""What the API server refuses in a storage object, and what an update keeps."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver import ApiServer, Refused, ServerOptions
from scheduler_core.apiserver.validation.storage_rules import kept_by_server
from scheduler_core.apiserver.validation.validation import check_of
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.releases.releases import release

CLAIM: dict[str, Any] = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}
VOLUME: dict[str, Any] = {"accessModes": ["ReadWriteOnce"], "capacity": {"storage": "1Gi"}}


def wrong(kind: str, spec: Json = None, **fields: Json) -> list[tuple[str, str]]:
    """Path and code of each problem."""
    problems: list[Problem] = []
    given = {} if spec is None else {"spec": spec}
    check_of(kind)({"metadata": {"name": "x"}, **given, **fields}, "", problems)
    return [(problem.path, problem.code) for problem in problems]


@pytest.mark.parametrize(
    ("kind", "spec"),
    [("PersistentVolumeClaim", CLAIM), ("PersistentVolume", VOLUME), ("CSINode", {"drivers": []})],
)
def test_a_sound_object_has_no_problem(kind: str, spec: Json) -> None:
    assert [] == wrong(kind, spec)


@pytest.mark.parametrize(
    ("change", "path", "code"),
    [
        pytest.param({"accessModes": []}, "spec.accessModes", "required", id="no access mode"),
        pytest.param(
            {"accessModes": ["ReadWriteOncePod", "ReadWriteOnce"]},
            "spec.accessModes",
            "forbidden",
            id="one pod alone and more",
        ),
        pytest.param({"resources": {}}, "spec.resources.storage", "required", id="no amount"),
    ],
)
def test_what_is_wrong_with_a_claim(change: dict[str, Any], path: str, code: str) -> None:
    assert [(path, code)] == wrong("PersistentVolumeClaim", {**CLAIM, **change})


def test_a_volume_needs_a_capacity() -> None:
    assert [("spec.capacity", "required")] == wrong("PersistentVolume", {**VOLUME, "capacity": {}})


def test_an_access_mode_that_is_none_is_named_with_its_place() -> None:
    ((path, _),) = wrong("PersistentVolume", {**VOLUME, "accessModes": ["ReadWriteOnce", "Sometimes"]})

    assert "spec.accessModes[1]" == path


def test_a_class_needs_a_provisioner_and_does_not_recycle() -> None:
    assert ["provisioner", "reclaimPolicy"] == sorted(
        path for path, _ in wrong("StorageClass", reclaimPolicy="Recycle")
    )


def test_apply_keeps_what_binding_wrote() -> None:
    bound = {"spec": {**CLAIM, "volumeName": "v1", "storageClassName": "fast"}}

    assert bound["spec"] == kept_by_server("PersistentVolumeClaim", bound, {"spec": CLAIM})


def test_a_claim_may_ask_for_more_and_for_nothing_else() -> None:
    more = {**CLAIM, "resources": {"requests": {"storage": "2Gi"}}}
    other = {**CLAIM, "accessModes": ["ReadOnlyMany"]}

    assert more == kept_by_server("PersistentVolumeClaim", {"spec": CLAIM}, {"spec": more})
    refused = kept_by_server("PersistentVolumeClaim", {"spec": CLAIM}, {"spec": other})
    assert isinstance(refused, tuple)
    assert [("spec", "forbidden")] == [(problem.path, problem.code) for problem in refused]


def test_the_spec_of_a_volume_may_change() -> None:
    other = {**VOLUME, "accessModes": ["ReadOnlyMany"]}

    assert other == kept_by_server("PersistentVolume", {"spec": VOLUME}, {"spec": other})


def storage_server(version: str, **gates: bool) -> ApiServer:
    return ApiServer(start_at=0, options=ServerOptions(release=release(version, gates)))


def claim_of(size: str, **status: Any) -> dict[str, Any]:
    spec = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": size}}}
    return {"kind": "PersistentVolumeClaim", "metadata": {"name": "c"}, "spec": spec, "status": status}


@pytest.mark.parametrize(
    ("size", "status", "expected"),
    [
        ("2Gi", {}, "spec: Forbidden: spec is immutable after creation except resources.requests"),
        ("2Gi", {"phase": "Bound", "capacity": {"storage": "1Gi"}}, ""),
        (
            "512Mi",
            {"phase": "Bound", "capacity": {"storage": "1Gi"}},
            "spec.resources.requests.storage: Forbidden: field can not be less than status.capacity",
        ),
    ],
)
def test_only_a_bound_claim_may_ask_for_more(size: str, status: Any, expected: str) -> None:
    api = storage_server("1.36")
    api.create("PersistentVolumeClaim", claim_of("1Gi"), 0)
    if status:
        api.update_status("PersistentVolumeClaim", "default/c", status)
    result = api.patch("PersistentVolumeClaim", claim_of(size), 0)

    assert expected in result.text if isinstance(result, Refused) else not expected


def test_a_class_may_be_chosen_later_but_not_changed() -> None:
    api = storage_server("1.36")
    api.create("PersistentVolumeClaim", claim_of("1Gi"), 0)
    answers = []
    for name in ("slow", "fast"):
        claim = claim_of("1Gi")
        claim["spec"]["storageClassName"] = name
        answers.append(isinstance(api.patch("PersistentVolumeClaim", claim, 0), Refused))

    assert [False, True] == answers


@pytest.mark.parametrize(
    ("version", "gates", "refused"),
    [("1.36", {}, True), ("1.36", {"MutablePVNodeAffinity": True}, False), ("1.34", {}, False)],
)
def test_the_node_affinity_of_a_volume_stays(version: str, gates: dict[str, bool], refused: bool) -> None:
    def volume(zone: str) -> dict[str, Any]:
        expression = {"key": "zone", "operator": "In", "values": [zone]}
        terms = {"required": {"nodeSelectorTerms": [{"matchExpressions": [expression]}]}}
        spec = {"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"], "nodeAffinity": terms}
        return {"kind": "PersistentVolume", "metadata": {"name": "v"}, "spec": spec}

    api = storage_server(version, **gates)
    api.create("PersistentVolume", volume("a"), 0)
    result = api.patch("PersistentVolume", volume("b"), 0)

    assert refused == isinstance(result, Refused)
    assert not isinstance(result, Refused) or result.text.endswith(
        "}: field is immutable, except for updating from beta label to GA"
    )


def test_a_storage_class_stays_as_it_was_made() -> None:
    api = storage_server("1.36")
    made = {"kind": "StorageClass", "metadata": {"name": "s"}, "provisioner": "a"}
    api.create("StorageClass", made, 0)
    other = {**made, "provisioner": "b", "volumeBindingMode": "WaitForFirstConsumer"}
    result = api.patch("StorageClass", other, 0)

    assert isinstance(result, Refused)
    assert "provisioner: Forbidden: updates to provisioner are forbidden." in result.text
    assert 'volumeBindingMode: Invalid value: "WaitForFirstConsumer": field is immutable' in result.text
    assert not isinstance(api.patch("StorageClass", {**made, "reclaimPolicy": "Delete"}, 0), Refused)
