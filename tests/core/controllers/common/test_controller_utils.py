"""What several controllers ask of pods and their owners."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from scheduler_core.controllers.common.controller_utils import (
    SUFFIX_ALPHABET,
    active,
    available_in_ms,
    equal_templates,
    generated_name,
    owned_by,
    pod_from_template,
    template_hash,
)
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.workloads import Workload
from tests import builders


def replica_set(name: str = "web", uid: str = "u1", **spec: Any) -> Workload:
    made = builders.workload("ReplicaSet", name, 1, metadata={"namespace": "default", "uid": uid}, **spec)
    return Workload.parse(made)


def pod(reference: dict[str, Any] | None = None, namespace: str = "default", **more: Any) -> Pod:
    metadata = {
        "namespace": namespace,
        **({"ownerReferences": [{"controller": True, **reference}]} if reference else {}),
    }
    return Pod.parse(builders.pod("p", metadata=metadata, **more))


def test_a_generated_name_has_five_characters_after_its_base_and_fits_into_a_label() -> None:
    name = generated_name("web-", Random(1))

    assert 5 == len(name.removeprefix("web-"))
    assert set(name.removeprefix("web-")) <= set(SUFFIX_ALPHABET)
    assert 63 == len(generated_name("x" * 80, Random(1)))


def test_equal_templates_have_equal_hashes_whatever_the_order_of_their_fields() -> None:
    assert template_hash({"a": 1, "b": 2}) == template_hash({"b": 2, "a": 1})
    assert template_hash({"a": 1}) != template_hash({"a": 2})


@pytest.mark.parametrize(
    ("reference", "namespace", "owned"),
    [
        ({"kind": "ReplicaSet", "name": "web", "uid": "u1"}, "default", True),
        ({"kind": "ReplicaSet", "name": "web", "uid": "of an earlier one"}, "default", False),
        ({"kind": "ReplicaSet", "name": "web"}, "default", True),
        ({"kind": "ReplicaSet", "name": "web"}, "other", False),
        ({"kind": "Deployment", "name": "web"}, "default", False),
        (None, "default", False),
    ],
)
def test_a_pod_is_owned_by_uid_and_by_name_only_where_no_uid_is_given(
    reference: dict[str, Any] | None, namespace: str, owned: bool
) -> None:
    assert owned is owned_by(pod(reference, namespace), replica_set())


def test_a_pod_of_a_template_has_its_labels_and_its_controller() -> None:
    made = Pod.parse(pod_from_template(replica_set(), "web-1"))

    assert ("web-1", "default", {"app": "web"}) == (made.name, made.namespace, dict(made.labels))
    assert owned_by(made, replica_set())


def test_a_pod_is_active_until_it_is_finished_or_terminates() -> None:
    leaving = Pod.parse(builders.pod("p", metadata={"deletionTimestamp": "2030-01-01T00:00:00Z"}))

    assert active(pod(status={"phase": "Running"}))
    assert not active(pod(status={"phase": "Failed"}))
    assert not active(leaving)


def since(status: str) -> dict[str, Any]:
    return {"conditions": [{"type": "Ready", "status": status, "lastTransitionTime": "1970-01-01T00:00:10Z"}]}


@pytest.mark.parametrize(
    ("status", "min_ready", "now", "expected"),
    [("True", 0, 10_000, 0), ("True", 5, 12_000, 3_000), ("True", 5, 20_000, 0), ("False", 0, 20_000, None)],
)
def test_a_ready_pod_is_available_after_min_ready_seconds(
    status: str, min_ready: int, now: int, expected: int | None
) -> None:
    assert expected == available_in_ms(pod(status=since(status)), min_ready, now)


def test_templates_are_equal_when_one_states_the_defaults_of_its_volumes() -> None:
    def template(token: dict[str, Any], **fields: Any) -> dict[str, Any]:
        projected = {"sources": [{"serviceAccountToken": token}], **fields}
        return {"spec": {"volumes": [{"name": "access", "projected": projected}]}}

    bare = template({"path": "token"})

    assert equal_templates(bare, template({"path": "token", "expirationSeconds": 3600}, defaultMode=0o644))
    assert not equal_templates(bare, template({"path": "token", "expirationSeconds": 600}))
    assert not equal_templates(bare, template({"path": "other"}))
