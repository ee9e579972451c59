"""Bodies as kubectl sends them when it sends protobuf."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler_core.rest.protobuf import MAGIC, ProtobufError, from_protobuf


def varint(number: int) -> bytes:
    number &= (1 << 64) - 1
    made = b""
    while number >= 0x80:
        made += bytes([number & 0x7F | 0x80])
        number >>= 7
    return made + bytes([number])


def message(*fields: tuple[int, Any]) -> bytes:
    made = b""
    for number, value in fields:
        if isinstance(value, int):
            made += varint(number << 3) + varint(value)
        else:
            data = value.encode() if isinstance(value, str) else value
            made += varint(number << 3 | 2) + varint(len(data)) + data
    return made


def sent(version: str, kind: str, *fields: tuple[int, Any]) -> bytes:
    return MAGIC + message((1, message((1, version), (2, kind))), (2, message(*fields)), (3, ""), (4, ""))


EMPTY_TIME = (8, b"")


def test_a_namespace_is_its_name() -> None:
    data = sent(
        "v1", "Namespace", (1, message((1, "team"), (2, ""), (3, ""), EMPTY_TIME)), (2, b""), (3, b"")
    )

    assert {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "team"}} == from_protobuf(data)


def test_a_priority_class_may_have_a_negative_value() -> None:
    data = sent("scheduling.k8s.io/v1", "PriorityClass", (1, message((1, "low"))), (2, -5), (3, 0), (4, "x"))
    result: Any = from_protobuf(data)

    assert (-5, None, "x") == (result["value"], result.get("globalDefault"), result["description"])


def test_a_deployment_keeps_its_selector_and_its_containers() -> None:
    label = message((1, "app"), (2, "web"))
    container = message((1, "nginx"), (2, "nginx:1"), (6, message((2, 0), (3, 80), (4, ""))), (8, b""))
    template = message((1, message((11, label), EMPTY_TIME)), (2, message((2, container), (3, ""))))
    spec = message((1, 0), (2, message((1, label))), (3, template), (4, message((1, ""))))
    result: Any = from_protobuf(sent("apps/v1", "Deployment", (1, message((1, "web"))), (2, spec)))

    assert (0, {"matchLabels": {"app": "web"}}) == (result["spec"]["replicas"], result["spec"]["selector"])
    assert [{"name": "nginx", "image": "nginx:1", "ports": [{"containerPort": 80}]}] == result["spec"][
        "template"
    ]["spec"]["containers"]


def test_a_budget_has_numbers_or_shares() -> None:
    percent = message((1, 1), (2, 0), (3, "50%"))
    data = sent("policy/v1", "PodDisruptionBudget", (1, message((1, "b"))), (2, message((1, percent))))
    number = sent(
        "policy/v1", "PodDisruptionBudget", (1, message((1, "b"))), (2, message((3, message((2, 1)))))
    )
    messages: Any = [from_protobuf(data), from_protobuf(number)]

    assert ["50%", 1] == [messages[0]["spec"]["minAvailable"], messages[1]["spec"]["maxUnavailable"]]


def test_quantities_are_texts() -> None:
    hard = message((1, "pods"), (2, message((1, "5"))))
    result: Any = from_protobuf(sent("v1", "ResourceQuota", (1, message((1, "q"))), (2, message((1, hard)))))

    assert {"pods": "5"} == result["spec"]["hard"]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        MAGIC,
        sent("v1", "Widget"),
        MAGIC + b"\x0a\xff",
        MAGIC + b"\x0b",
        sent("v1", "Namespace", (1, b"\x0a\x02\xff\xff")),
    ],
)
def test_what_cannot_be_read_is_refused(data: bytes) -> None:
    with pytest.raises(ProtobufError):
        from_protobuf(data)


@given(st.sampled_from(["Deployment", "Job", "PriorityClass", "Namespace"]), st.binary(max_size=200))
def test_no_bytes_are_more_than_refused(kind: str, data: bytes) -> None:
    body = MAGIC + message((1, message((1, "v1"), (2, kind))), (2, data))
    try:
        result: Any = from_protobuf(body)
    except ProtobufError:
        result = {"kind": kind}

    assert kind == result["kind"]


def test_a_message_that_is_no_field_of_its_own_gives_its_fields() -> None:
    probe = message((1, message((2, message((2, message((1, 0), (2, 8080))))))), (3, 5))
    container = message((1, "c"), (10, probe))
    result: Any = from_protobuf(sent("v1", "Pod", (2, message((2, container)))))

    assert {"httpGet": {"port": 8080}, "timeoutSeconds": 5} == result["spec"]["containers"][0][
        "livenessProbe"
    ]


def test_a_zero_is_a_value_where_a_missing_one_means_another() -> None:
    result: Any = from_protobuf(sent("batch/v1", "Job", (2, message((1, 0), (2, 0)))))
    pod: Any = from_protobuf(sent("v1", "Pod", (2, message((4, 0), (10, "")))))

    assert {"parallelism": 0, "completions": 0} == result["spec"]
    assert {"terminationGracePeriodSeconds": 0} == pod["spec"]
