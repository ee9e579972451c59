"""The table of describers: a row for each kind, for what the table of kinds parses."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.engine.world import World
from scheduler_core.kubectl.describe.describe_fields import label_of, value_text
from scheduler_core.kubectl.describe.describers import DESCRIBERS
from scheduler_core.objects.kinds import KINDS
from scheduler_core.queries.inspector import describe
from tests.builders import node, pod
from tests.core.play import header, scenario_from


@pytest.mark.parametrize("kind", list(KINDS))
def test_a_describer_takes_what_the_kind_is_parsed_as(kind: str) -> None:
    stored = KINDS[kind].parse({"kind": kind, "metadata": {"name": "web", "labels": {"app": "web"}}})

    lines = DESCRIBERS[kind](stored, ApiServer(start_at=0), (), 0).splitlines()

    assert ["Name:", "web"] == lines[0].split()


def described(kind: str, manifest: dict[str, Any], *others: dict[str, Any]) -> list[str]:
    """The lines of an object in a cluster with others, without its labels, annotations and events."""
    world = World(
        scenario_from([header(), node("n1"), *others, {"apiVersion": "v1", "kind": kind, **manifest}])
    )
    namespace = "default/" if KINDS[kind].namespaced else ""
    text = describe(world, kind, f"{namespace}{manifest['metadata']['name']}", events=False)
    assert text is not None
    return text.rstrip("\n").split("\n")


def test_a_claim_names_the_pods_that_use_it() -> None:
    claim = {"spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}}
    volume = {"name": "d", "persistentVolumeClaim": {"claimName": "data"}}

    lines = described(
        "PersistentVolumeClaim",
        {"metadata": {"name": "data"}, **claim},
        pod("b", volumes=[volume]),
        pod("a", volumes=[volume]),
        pod("c"),
    )

    assert ["Used By:       a", "               b"] == lines[-2:]
    assert "Status:        Pending" in lines
    assert "Capacity:      " in lines


def test_a_secret_shows_the_bytes_of_its_entries_and_not_the_entries() -> None:
    stored = KINDS["Secret"].parse(
        {"metadata": {"name": "s"}, "type": "Opaque", "data": {"password": "aHVudGVyMg=="}}
    )

    text = DESCRIBERS["Secret"](stored, ApiServer(start_at=0), (), 0)

    assert text.endswith("\nType:  Opaque\n\nData\n====\npassword:  7 bytes\n")


def test_a_config_map_shows_its_texts_and_the_size_of_its_bytes() -> None:
    stored = KINDS["ConfigMap"].parse(
        {"metadata": {"name": "c"}, "data": {"a": "1\n2"}, "binaryData": {"b": "aGk="}}
    )

    text = DESCRIBERS["ConfigMap"](stored, ApiServer(start_at=0), None, 0)

    assert text.endswith("\n\nData\n====\na:\n----\n1\n2\n\n\nBinaryData\n====\nb: 2 bytes\n\n")


def test_a_service_account_lists_its_pull_secrets_below_one_another() -> None:
    stored = KINDS["ServiceAccount"].parse(
        {"metadata": {"name": "s"}, "imagePullSecrets": [{"name": "one"}, {"name": "two"}]}
    )

    lines = DESCRIBERS["ServiceAccount"](stored, ApiServer(start_at=0), None, 0).splitlines()

    assert ["Image pull secrets:  one", "                     two"] == lines[-2:]


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("resourceVersion", "Resource Version"),
        ("uid", "UID"),
        ("apiVersion", "API Version"),
        ("podIPs", "Pod I Ps"),
        ("nodeID", "Node ID"),
        ("topology.kubernetes.io/zone", "topology.kubernetes.io/zone"),
        ("ipv4", "ipv4"),
    ],
)
def test_a_field_is_printed_under_a_label_made_from_its_name(name: str, label: str) -> None:
    assert label == label_of(name)


def test_a_value_is_printed_as_go_prints_it() -> None:
    assert ["<nil>", "true", "3", "[a b]", "x"] == [*map(value_text, (None, True, 3, ["a", "b"], "x"))]


@pytest.mark.parametrize(
    ("version", "arguments", "shown"),
    [
        ("1.36", {}, True),
        ("1.36", {"several": True}, False),
        ("1.36", {"several": True, "events": True}, True),
        ("1.36", {"events": False}, False),
        ("1.35", {"several": True}, True),
    ],
)
def test_since_1_36_several_objects_are_described_without_their_events(
    version: str, arguments: dict[str, bool], shown: bool
) -> None:
    world = World(scenario_from([header(version=version), node("n1"), pod("p", on="n1")]))
    text = describe(world, "Pod", "default/p", **arguments)

    assert text is not None
    assert shown == ("\nEvents:" in text)
