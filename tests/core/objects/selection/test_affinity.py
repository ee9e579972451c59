"""Affinity: what is missing, and what is empty."""

from __future__ import annotations

from scheduler_core.objects.selection.affinity import Affinity, NodeAffinity, PodAffinity

REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"


def test_missing_affinity_is_none_and_an_empty_one_has_no_terms() -> None:
    assert Affinity.parse(None) is None
    assert Affinity(None, None, None) == Affinity.parse({})
    assert PodAffinity((), ()) == PodAffinity.parse({})


def test_an_empty_list_of_preferred_node_terms_is_not_missing() -> None:
    missing, empty = NodeAffinity.parse({}), NodeAffinity.parse({PREFERRED: []})

    assert missing is not None
    assert empty is not None
    assert (None, ()) == (missing.preferred, empty.preferred)


def test_a_required_pod_term_keeps_its_namespaces_and_keys_as_written() -> None:
    term = {
        "topologyKey": "zone",
        "namespaces": ["a", "b"],
        "namespaceSelector": {},
        "matchLabelKeys": ["pod-template-hash"],
    }
    parsed = PodAffinity.parse({REQUIRED: [term]})

    assert parsed is not None
    [result] = parsed.required
    assert ("zone", ("a", "b"), ("pod-template-hash",), ()) == (
        result.topology_key,
        result.namespaces,
        result.match_label_keys,
        result.mismatch_label_keys,
    )
    assert result.namespace_selector is not None
    assert result.namespace_selector.empty
    assert result.label_selector is None


def test_a_preferred_pod_term_stands_below_its_weight() -> None:
    entry = {"weight": 7, "podAffinityTerm": {"topologyKey": "zone"}}
    parsed = PodAffinity.parse({PREFERRED: [entry, {}]})

    assert parsed is not None
    assert [(7, "zone"), (0, "")] == [(item.weight, item.term.topology_key) for item in parsed.preferred]
