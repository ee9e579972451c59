"""Which pods a term of pod affinity means."""

from __future__ import annotations

from typing import Any

from scheduler_core.objects.selection.affinity import PodAffinity, PodAffinityTerm
from scheduler_core.scheduler.cluster.terms import AffinityTerm, compile_term, preferred_terms, required_terms

TEAMS = {"blue": {"team": "blue"}, "red": {"team": "red"}, "default": {}}


def term(selector: dict[str, Any] | None = None, **fields: Any) -> AffinityTerm:
    parsed = PodAffinityTerm.parse({"topologyKey": "zone", "labelSelector": selector, **fields})
    return compile_term(parsed, "default")


WEB = {"matchLabels": {"app": "web"}}


def test_without_namespaces_a_term_means_pods_of_its_own() -> None:
    assert term(WEB).matches("default", {"app": "web"}, {})
    assert not term(WEB).matches("blue", {"app": "web"}, {})


def test_without_a_selector_a_term_means_no_pod_and_an_empty_one_means_all() -> None:
    assert not term(None).matches("default", {"app": "web"}, {})
    assert term({}).matches("default", {"app": "web"}, {})


def test_a_namespace_is_meant_by_name_or_by_its_labels() -> None:
    chosen = term(WEB, namespaces=["red"], namespaceSelector={"matchLabels": {"team": "blue"}})

    assert ["blue", "red"] == [
        name for name, labels in TEAMS.items() if chosen.matches(name, {"app": "web"}, labels)
    ]


def test_an_incoming_pods_term_has_the_selected_namespaces_by_name() -> None:
    chosen = term(WEB, namespaceSelector={"matchLabels": {"team": "blue"}}).resolved(TEAMS)

    assert frozenset({"blue"}) == chosen.namespaces
    assert chosen.matches("blue", {"app": "web"}, {})
    assert not chosen.matches("red", {"app": "web"}, {})


def test_a_resolved_selector_of_not_in_alone_matches_every_namespace() -> None:
    not_red = {"matchExpressions": [{"key": "team", "operator": "NotIn", "values": ["red"]}]}
    chosen = term(WEB, namespaceSelector=not_red).resolved(TEAMS)

    assert chosen.matches("red", {"app": "web"}, {})


def test_required_and_preferred_terms_are_kept_in_their_order() -> None:
    affinity = PodAffinity.parse(
        {
            "requiredDuringSchedulingIgnoredDuringExecution": [{"topologyKey": "a"}, {"topologyKey": "b"}],
            "preferredDuringSchedulingIgnoredDuringExecution": [
                {"weight": 7, "podAffinityTerm": {"topologyKey": "c"}}
            ],
        }
    )

    assert ["a", "b"] == [item.topology_key for item in required_terms(affinity, "default")]
    assert [("c", 7)] == [
        (item.term.topology_key, item.weight) for item in preferred_terms(affinity, "default")
    ]
    assert ((), ()) == (required_terms(None, "default"), preferred_terms(None, "default"))
