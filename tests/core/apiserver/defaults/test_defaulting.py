"""What the API server fills in before the scheduler sees an object."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scheduler_core.apiserver.defaults.defaulting import with_defaults
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json, Manifest, find
from tests.builders import pod


def spec_of(manifest: Manifest) -> Json:
    return with_defaults("Pod", manifest)["spec"]


def test_a_missing_request_is_the_limit_resource_by_resource() -> None:
    resources = {"limits": {"cpu": "2", "memory": "1Gi"}, "requests": {"cpu": "500m"}}

    spec = spec_of(pod("p", containers=[{"name": "c", "resources": resources}]))

    assert {"cpu": "500m", "memory": "1Gi"} == find(spec, "containers", 0, "resources", "requests")


def test_quantities_are_rounded_up_to_thousandths_and_keep_their_spelling_otherwise() -> None:
    requests = {"cpu": "0.0001", "memory": "1.5Gi", "example.com/x": 3}

    spec = spec_of(pod("p", containers=[{"name": "c", "resources": {"requests": requests}}]))

    result = find(spec, "containers", 0, "resources", "requests")
    assert {"cpu": "1m", "memory": "1.5Gi", "example.com/x": "3"} == result


def test_a_port_on_the_host_network_is_the_hosts() -> None:
    ports = [{"containerPort": 80}]

    spec = spec_of(pod("p", containers=[{"name": "c", "ports": ports}], hostNetwork=True))  # type: ignore[list-item]

    assert {"containerPort": 80, "hostPort": 80, "protocol": "TCP"} == find(spec, "containers", 0, "ports", 0)


def test_allocatable_is_the_capacity_where_it_is_missing() -> None:
    node = with_defaults("Node", {"metadata": {"name": "n"}, "status": {"capacity": {"cpu": "4"}}})

    assert {"cpu": "4"} == find(node, "status", "allocatable")


def test_pod_level_requests_are_completed_from_containers_then_limits() -> None:
    manifest = pod(
        "p",
        containers=[{"name": "c", "resources": {"requests": {"cpu": "300m"}}}],
        resources={"limits": {"cpu": "1", "memory": "1Gi"}},
    )

    spec = spec_of(manifest)

    assert {"cpu": "300m", "memory": "1Gi"} == find(spec, "resources", "requests")


def test_pod_level_hugepages_become_the_sum_of_the_containers_limits() -> None:
    container = {"name": "c", "resources": {"limits": {"hugepages-2Mi": "4Mi"}}}

    spec = spec_of(pod("p", containers=[container], resources={"limits": {"cpu": "1"}}))

    assert "4Mi" == find(spec, "resources", "limits", "hugepages-2Mi")


def test_match_label_keys_become_requirements_for_labels_the_pod_has() -> None:
    constraint: Json = {
        "maxSkew": 1,
        "topologyKey": "zone",
        "whenUnsatisfiable": "DoNotSchedule",
        "labelSelector": {"matchLabels": {"app": "a"}},
        "matchLabelKeys": ["rev", "absent"],
    }
    manifest = pod("p", topologySpreadConstraints=[constraint])
    labelled = {**manifest, "metadata": {"name": "p", "labels": {"rev": "7"}}}

    once = with_defaults("Pod", labelled)

    expressions = find(once, "spec", "topologySpreadConstraints", 0, "labelSelector", "matchExpressions")
    assert [{"key": "rev", "operator": "In", "values": ["7"]}] == expressions
    assert once == with_defaults("Pod", once)


def test_a_namespace_carries_its_name_as_a_label() -> None:
    namespace = with_defaults("Namespace", {"metadata": {"name": "prod", "labels": {"a": "b"}}})

    message = {"a": "b", "kubernetes.io/metadata.name": "prod"}
    assert message == find(namespace, "metadata", "labels")


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
_fields = st.sampled_from(
    [
        "metadata", "spec", "status", "containers", "initContainers", "resources", "requests", "limits",
        "cpu", "affinity", "podAffinity", "labels", "ports", "strategy", "template", "capacity",
        "topologySpreadConstraints",
    ]
)  # fmt: skip
_documents = st.recursive(
    _json,
    lambda inner: st.dictionaries(_fields, inner, max_size=5) | st.lists(inner, max_size=3),
    max_leaves=20,
)


@given(document=st.dictionaries(_fields, _documents, max_size=5))
def test_defaulting_takes_any_document_as_any_kind_and_is_done_after_one_time(
    document: dict[str, Json],
) -> None:
    once = {kind: with_defaults(kind, document) for kind in KINDS}

    assert repr(once) == repr({kind: with_defaults(kind, result) for kind, result in once.items()})
