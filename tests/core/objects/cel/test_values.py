"""The values of CEL selectors."""

from __future__ import annotations

import pytest

from scheduler_core.objects.cel.values import cel_device, parse_version, type_name
from scheduler_core.objects.scalars.quantity import parse_quantity


def test_versions_are_ordered_as_semver_says() -> None:
    texts = [
        "1.0.0-alpha",
        "1.0.0-alpha.1",
        "1.0.0-alpha.beta",
        "1.0.0-beta.2",
        "1.0.0-beta.11",
        "1.0.0",
        "1.10.0",
    ]

    versions = [parse_version(text) for text in reversed(texts)]

    assert texts == [
        one.text for one in sorted((version for version in versions if version), key=lambda item: item.order)
    ]


@pytest.mark.parametrize("text", ["1.2", "v1.2.3", "01.2.3", "1.2.3-01", "", "1.2.3 ", "1.2.3-" + "a" * 90])
def test_other_texts_are_no_versions(text: str) -> None:
    assert parse_version(text) is None


def test_a_name_without_domain_belongs_to_the_driver() -> None:
    device = cel_device(
        "gpu.example.com", {"model": "a100", "pci.io/root": "r1"}, {"memory": parse_quantity("40Gi")}
    )

    assert {"gpu.example.com": {"model": "a100"}, "pci.io": {"root": "r1"}} == device.attributes
    assert {"gpu.example.com": {"memory": parse_quantity("40Gi")}} == device.capacity


def test_every_value_has_the_name_of_its_type() -> None:
    values = (None, True, 1, 1.5, "x", parse_quantity("1"), parse_version("1.0.0"), (), {})

    names = [type_name(value) for value in values]

    assert [
        "null_type",
        "bool",
        "int",
        "double",
        "string",
        "kubernetes.Quantity",
        "kubernetes.Semver",
        "list",
        "map",
    ] == names
