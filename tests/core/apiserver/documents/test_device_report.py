"""What a report says of devices: gates that are off, selectors that are not evaluated."""

from __future__ import annotations

from typing import Any

from scheduler_core.apiserver.documents.manifests import SourceDocument, parse_documents
from tests.builders import (
    claim_spec,
    device,
    device_class,
    resource_claim,
    resource_claim_template,
    resource_slice,
)


def report_entries(*documents: dict[str, Any]) -> list[tuple[str, str, Any]]:
    parsed = parse_documents([SourceDocument(index, value) for index, value in enumerate(documents)])
    return [
        (entry.code, entry.path, entry.args.get("fields") or entry.args.get("part"))
        for entry in parsed.report
        if entry.code != "kept"
    ]


def test_usual_objects_are_kept_without_a_word() -> None:
    assert [] == report_entries(
        device_class("gpu", "true"),
        resource_slice("n1", device("d", model="a100", memory="40Gi")),
        resource_claim("c", claim_spec("gpu")),
        resource_claim_template("t", claim_spec("gpu")),
    )


def test_fields_behind_gates_are_named_with_their_gates() -> None:
    tainted = {**device("d"), "taints": [{"key": "broken", "effect": "NoExecute"}], "consumesCounters": []}
    parsed = parse_documents(
        [
            SourceDocument(0, resource_slice("n1", tainted, sharedCounters=[])),
            SourceDocument(1, resource_claim("c", claim_spec("gpu", tolerations=[], capacity={}))),
        ]
    )

    gated = [entry for entry in parsed.report if entry.code == "kept.fields_behind_gates"]

    assert [
        (
            ["spec.devices[0].taints", "spec.devices[0].consumesCounters", "spec.sharedCounters"],
            ["DRADeviceTaints", "DRAPartitionableDevices"],
        ),
        (
            ["spec.devices.requests[0].exactly.tolerations", "spec.devices.requests[0].exactly.capacity"],
            ["DRAConsumableCapacity", "DRADeviceTaints"],
        ),
    ] == [(entry.args["fields"], entry.args["gates"]) for entry in gated]


def test_a_selector_that_is_not_evaluated_is_named_wherever_it_stands() -> None:
    code, expression = "kept.selector_not_evaluated", 'device.driver.matches("gpu.*")'
    part = "the function matches()"

    entries = report_entries(
        device_class("gpu", "true", expression),
        resource_claim("c", claim_spec("gpu", expression)),
        resource_claim_template("t", claim_spec("gpu", expression)),
    )

    assert [
        (code, "spec.selectors[1].cel.expression", part),
        (code, "spec.devices.requests[0].exactly.selectors[0].cel.expression", part),
        (code, "spec.spec.devices.requests[0].exactly.selectors[0].cel.expression", part),
    ] == entries


def test_parameters_for_drivers_are_named_with_their_drivers() -> None:
    config = [{"opaque": {"driver": "gpu.example.com", "parameters": {"sharing": "TimeSlicing"}}}]
    spec = claim_spec("gpu")
    spec["devices"]["config"] = config
    made = device_class("gpu", "true")
    parsed = parse_documents(
        [
            SourceDocument(0, {**made, "spec": {**made["spec"], "config": config}}),
            SourceDocument(1, resource_claim("c", spec)),
            SourceDocument(2, resource_claim_template("t", spec)),
        ]
    )
    results = [
        (entry.path, dict(entry.args)) for entry in parsed.report if entry.code == "kept.driver_parameters"
    ]

    assert () == parsed.problems
    assert [
        (path, {"drivers": ["gpu.example.com"]})
        for path in ("spec.config", "spec.devices.config", "spec.spec.devices.config")
    ] == results
