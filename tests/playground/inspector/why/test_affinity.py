"""Required terms of affinity between pods."""

from playground.inspector.why.affinity import terms


def test_nodes_of_one_domain_are_told_of_together() -> None:
    row = {"rule": "antiAffinity", "key": "zone", "domain": "a", "count": 1, "ok": False}
    elsewhere = {**row, "domain": "b", "count": 0, "ok": True}
    nodes = {"n1": {"affinity": [row]}, "n2": {"affinity": [row]}, "n3": {"affinity": [elsewhere]}}

    (term,) = terms({"nodes": nodes})

    assert [("a", 1, False, "n1, n2"), ("b", 0, True, "n3")] == [
        (each.name, each.count, each.ok, each.nodes) for each in term.domains
    ]


def test_two_terms_of_one_rule_and_key_stay_two() -> None:
    row = {"rule": "affinity", "key": "zone", "domain": "a", "count": 1, "ok": True}

    found = terms({"nodes": {"n1": {"affinity": [row, {**row, "count": 3}]}}})

    assert [[1], [3]] == [[domain.count for domain in term.domains] for term in found]


def test_a_node_without_the_key_says_so() -> None:
    row = {"rule": "affinity", "key": "rack", "domain": None, "count": 0, "ok": False}

    (term,) = terms({"nodes": {"n1": {"affinity": [row]}}})

    assert "no label rack" == term.domains[0].name
