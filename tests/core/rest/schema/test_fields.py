"""Which fields a document may have."""

from __future__ import annotations

from typing import Any

from scheduler_core.rest.resources import RESOURCES
from scheduler_core.rest.schema.fields import TYPES, unknown_fields, wrong_type


def pod(**container: Any) -> dict[str, Any]:
    return {"kind": "Pod", "spec": {"containers": [{"name": "a", **container}]}}


def test_every_kind_of_the_model_has_its_fields() -> None:
    assert [] == [row.kind for row in RESOURCES if row.modelled and row.kind not in TYPES]


def test_a_field_that_kubernetes_does_not_know_is_named_with_its_path() -> None:
    document = {**pod(imgPullPol="Always"), "sepc": {}}

    assert ["spec.containers[0].imgPullPol", "sepc"] == unknown_fields("Pod", document)


def test_fields_that_the_model_ignores_are_known() -> None:
    document = pod(env=[{"name": "A", "value": "b"}], securityContext={"privileged": True})

    assert [] == unknown_fields("Pod", document)


def test_a_value_of_another_type_is_refused_as_the_decoder_does() -> None:
    result = wrong_type("Pod", pod(ports=[{"containerPort": "80"}]))

    assert (
        "json: cannot unmarshal string into Go struct field ContainerPort.spec.containers.ports.containerPort of type int32"
        == result
    )


def test_quantities_may_be_numbers() -> None:
    assert "" == wrong_type("Pod", pod(resources={"requests": {"cpu": 1}}))
