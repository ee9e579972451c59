"""Required terms of affinity between pods."""

from playground.inspector.why.affinity import terms


def test_nodes_of_one_domain_are_told_of_together() -> None:
    row = {"rule": "antiAffinity", "key": "zone", "domain": "a", "count": 1, "ok": False}
    elsewhere = {**row, "domain": "b", "count": 0, "ok": True}
    nodes = {"n1": {"affinity": [row]}, "n2": {"affinity": [row]}, "n3": {"affinity": [elsewhere]}}

    (term,) = terms({"nodes": nodes})

    assert [("a", 1, False, "n1, n2"), ("b", 0, True, "n3")] == [
        (domain.name, domain.count, domain.ok, domain.nodes) for domain in term.domains
    ]


def test_two_terms_of_one_rule_and_key_stay_two() -> None:
    row = {"rule": "affinity", "key": "zone", "domain": "a", "count": 1, "ok": True}

    result = terms({"nodes": {"n1": {"affinity": [row, {**row, "count": 3}]}}})

    assert [[1], [3]] == [[domain.count for domain in term.domains] for term in result]


def test_a_node_without_the_key_says_so() -> None:
    row = {"rule": "affinity", "key": "rack", "domain": None, "count": 0, "ok": False}

    (term,) = terms({"nodes": {"n1": {"affinity": [row]}}})

    assert "no label rack" == term.domains[0].name


def test_of_a_thousand_hosts_those_come_first_on_which_the_term_does_not_hold() -> None:
    row = {"rule": "antiAffinity", "key": "kubernetes.io/hostname", "count": 0, "ok": True}
    held = {f"n{i}": {"affinity": [{**row, "domain": f"n{i}"}]} for i in range(1000)}
    nodes = {**held, "taken": {"affinity": [{**row, "domain": "taken", "count": 2, "ok": False}]}}

    (term,) = terms({"nodes": nodes}, most=12)

    assert ("taken", 12, 1001, 989) == (term.domains[0].name, len(term.domains), term.count, term.hidden)
    assert "989 more domains: the term holds on 989 and does not hold on 0." == term.hidden_words
