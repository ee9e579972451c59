"""T21: a pod of a Service without constraints of its own is spread by the built-in defaults."""

from __future__ import annotations

from typing import Any

from tests.core.playing import Play, gallery, named

SLUG = "built-in-defaults"
HOSTNAME, ZONE = "kubernetes.io/hostname", "topology.kubernetes.io/zone"


def soft(key: str, skew: int) -> dict[str, Any]:
    return {
        "maxSkew": skew,
        "topologyKey": key,
        "whenUnsatisfiable": "ScheduleAnyway",
        "labelSelector": {"matchLabels": {"foo": "bar"}},
    }


def test_with_the_built_in_defaults_a_missing_label_costs_nothing() -> None:
    play = Play(gallery(SLUG))
    last = play.until_quiet()

    assert {"n1": 422, "n2": 489, "n3": 487, "n4": 597} == play.decision("p")["totals"]
    assert "n4" == play.node(last, "p")


def test_the_same_constraints_written_in_the_pod_ignore_the_node_without_a_zone() -> None:
    documents = gallery(SLUG)
    named(documents, "p")["spec"]["topologySpreadConstraints"] = [soft(HOSTNAME, 3), soft(ZONE, 5)]
    play = Play(documents)
    last = play.until_quiet()

    assert {"n1": 542, "n2": 597, "n3": 595, "n4": 397} == play.decision("p")["totals"]
    assert "n2" == play.node(last, "p")
