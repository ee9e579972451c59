"""Several spread constraints together."""

from __future__ import annotations

from typing import Any

from playground.inspector.why.spread_sums import Check, NodeSum, node_checks, node_sums


def row(key: str, *, ok: bool = False, domain: str | None = "a") -> dict[str, Any]:
    counts = {"count": 2, "self": 1, "min": 1, "skew": 2, "maxSkew": 1}
    texts = {"sum": "2 + 1 − 1 = 2", "comparison": "> 1"}
    return {"key": key, "ok": ok, "domain": domain, "texts": texts, **counts}


def decision(**nodes: list[dict[str, Any]]) -> dict[str, Any]:
    return {"order": list(nodes), "nodes": {name: {"spread": rows} for name, rows in nodes.items()}}


def test_the_first_constraint_that_fails_decides_about_a_node() -> None:
    (node,) = node_checks(decision(n=[row("zone"), row("host")]), [{}, {}])

    assert "refused by 1" == node.refused
    assert (Check("2 + 1 − 1 = 2", "bad"), Check("not asked (2 + 1 − 1 = 2)", "dim")) == node.checks


def test_a_node_that_satisfies_every_constraint_is_refused_by_none() -> None:
    (node,) = node_checks(decision(n=[row("zone", ok=True), row("host", ok=True)]), [{}, {}])

    assert ("", ["ok", "ok"]) == (node.refused, [check.state for check in node.checks])


def test_a_node_without_the_label_says_so() -> None:
    (node,) = node_checks(decision(n=[row("zone", domain=None)]), [{}])

    assert (Check("the node has no label zone", "bad"),) == node.checks


def test_at_most_twelve_nodes_are_listed() -> None:
    many = decision(**{f"n{number}": [row("zone")] for number in range(15)})

    assert 12 == len(list(node_checks(many, [{}])))


def test_the_parts_of_the_constraints_stand_beside_their_sum_and_the_best_node_comes_first() -> None:
    soft = [{"parts": {"n1": 2.7726, "n2": 1.3863}}, {"parts": {"n1": 1.0, "n2": None}}]
    result = node_sums(
        {
            "spreadScores": {"ignored": [], "nodes": {"n1": {"sum": 3.7726}, "n2": {"sum": 1.3863}}},
            "scores": {
                "n1": {"PodTopologySpread": (4, 25, 50)},
                "n2": {"PodTopologySpread": (1, 100, 200)},
            },
        },
        soft,
    )

    assert (
        NodeSum("n2", ("1.39", "–"), "1.39 → 1", 100, 200),
        NodeSum("n1", ("2.77", "1.00"), "3.77 → 4", 25, 50),
    ) == result


def test_an_ignored_node_has_no_parts() -> None:
    [result] = node_sums(
        {
            "spreadScores": {"ignored": ["n1"], "nodes": {"n1": {"sum": 0.0}}},
            "scores": {"n1": {"PodTopologySpread": (0, 0, 0)}},
        },
        [{"parts": {"n1": 2.0}}],
    )

    assert (("–",), "ignored: lacks a key") == (result.parts, result.sum)
