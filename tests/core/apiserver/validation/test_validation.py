"""Each problem names its exact path and says what was there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler_core.apiserver.defaults.defaulting import with_defaults
from scheduler_core.apiserver.validation.validation import MAX_PROBLEMS, validate
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json, Manifest, with_value
from tests.builders import pod, workload


def problems(kind: str, manifest: Manifest) -> list[str]:
    return [problem.sentence for problem in validate(kind, with_defaults(kind, manifest))]


def container(**resources: Json) -> Manifest:
    return {"name": "c", "resources": resources}


def affinity(expression: Json) -> Json:
    terms: Json = {"nodeSelectorTerms": [{"matchExpressions": [expression]}]}
    return {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": terms}}


CASES: list[tuple[Manifest, str]] = [
    (
        pod("p", containers=[{"name": "a"}, container(requests={"cpu": "-5"})]),
        "spec.containers[1].resources.requests.cpu: must be non-negative, got -5",
    ),
    (
        pod("p", containers=[container(requests={"nvidia.com/gpu": "many"})]),
        "spec.containers[0].resources.requests[nvidia.com/gpu]: quantities must match the regular expression "
        "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$', got \"many\"",
    ),
    (
        pod("p", containers=[container(requests={"cpu": "2"}, limits={"cpu": "1"})]),
        "spec.containers[0].resources.requests.cpu: must be less than or equal to cpu limit of 1, got 2",
    ),
    (
        pod("p", containers=[container(requests={"memory": "99999999999999999999"})]),
        "spec.containers[0].resources.requests.memory: must be less than 9223372036854775807, "
        "got 99999999999999999999",
    ),
    (
        pod("p", containers=[container(requests=["cpu"])]),
        "spec.containers[0].resources.requests: must be a map, got a list",
    ),
    (
        pod("p") | {"spec": {"containers": [container()], "priority": "high"}},
        'spec.priority: must be a whole number, got "high"',
    ),
    (
        pod("p", priority=3_000_000_000),
        "spec.priority: must be between -2147483648 and 2147483647, inclusive, got 3000000000",
    ),
    (
        pod("p", tolerations=[{"key": "a", "operator": "In"}]),
        'spec.tolerations[0].operator: Unsupported value: "In": supported values: "Equal", "Exists"',
    ),
    (
        pod("p", tolerations=[{"operator": "Equal", "value": "x"}]),
        'spec.tolerations[0].operator: Invalid value: "Equal": operator must be Exists when `key` is '
        'empty, which means "match all values and all keys"',
    ),
    (
        pod("p", affinity=affinity({"key": "a", "operator": "In", "values": []})),
        "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0]"
        ".matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
    ),
    (
        pod(
            "p",
            topologySpreadConstraints=[
                {"maxSkew": 0, "topologyKey": "z", "whenUnsatisfiable": "DoNotSchedule"}
            ],
        ),
        "spec.topologySpreadConstraints[0].maxSkew: Invalid value: 0: must be greater than zero",
    ),
    (pod("p", nodeSelector="ssd"), 'spec.nodeSelector: must be a map, got "ssd"'),
    (pod("p", containers=[{"name": "a"}, {"name": "a"}]), 'spec.containers[1].name: Duplicate value: "a"'),
    (
        pod("p", terminationGracePeriodSeconds=-3),
        "spec.terminationGracePeriodSeconds: must be non-negative, got -3",
    ),
]


@pytest.mark.parametrize(("manifest", "expected"), CASES)
def test_a_fault_names_its_path_and_what_was_there(manifest: Manifest, expected: str) -> None:
    assert [expected] == problems("Pod", manifest)


def test_a_name_that_is_html_is_refused() -> None:
    text = problems("Pod", pod("<script>alert(1)</script>"))[0]

    assert text.startswith(
        'metadata.name: Invalid value: "<script>alert(1)</script>": a lowercase RFC 1123 subdomain'
    )


def test_names_and_containers_are_required() -> None:
    assert ["spec.containers: Required value", "metadata.name: Required value"] == sorted(
        problems("Pod", {"metadata": {}, "spec": {}}), reverse=True
    )


def test_a_selector_that_does_not_match_its_template_is_refused() -> None:
    template = {"metadata": {"labels": {"app": "b"}}, "spec": {"containers": [{"name": "c"}]}}
    deployment = {
        "metadata": {"name": "d"},
        "spec": {"selector": {"matchLabels": {"app": "a"}}, "template": template},
    }

    assert [
        'spec.template.metadata.labels: Invalid value: {"app":"b"}: `selector` does not match '
        "template `labels`"
    ] == problems("Deployment", deployment)


def test_a_success_policy_requires_the_indexed_completion_mode() -> None:
    policy: Json = {"rules": [{"succeededCount": 1}]}
    fields: Manifest = {"completions": 2, "pod_spec": {"restartPolicy": "Never"}, "successPolicy": policy}
    plain = workload("Job", "j", None, **fields)  # type: ignore[arg-type]
    indexed = workload("Job", "j", None, completionMode="Indexed", **fields)  # type: ignore[arg-type]

    wrong = "spec.successPolicy: Invalid value: a map: requires indexed completion mode"
    assert [wrong] == problems("Job", plain)
    assert [] == problems("Job", indexed)


@pytest.mark.parametrize(
    ("amount", "words"),
    [
        (1, None),
        ("50%", None),
        (0, "0: cannot be 0"),
        ("0%", '"0%": cannot be 0'),
        ("101%", '"101%": must not be greater than 100%'),
    ],
)
def test_a_stateful_set_makes_one_pod_unavailable_at_least(amount: Json, words: str | None) -> None:
    made = workload("StatefulSet", "db", 1, updateStrategy={"rollingUpdate": {"maxUnavailable": amount}})
    path = "spec.updateStrategy.rollingUpdate.maxUnavailable"

    assert ([] if words is None else [f"{path}: Invalid value: {words}"]) == problems("StatefulSet", made)


def test_a_budget_cannot_have_both_numbers() -> None:
    budget = {"metadata": {"name": "b"}, "spec": {"minAvailable": 1, "maxUnavailable": "10%"}}

    shown = '{"MinAvailable":1,"Selector":null,"MaxUnavailable":"10%","UnhealthyPodEvictionPolicy":null}'
    words = f"spec: Invalid value: {shown}: minAvailable and maxUnavailable cannot be both set"
    assert [words] == problems("PodDisruptionBudget", budget)


def test_the_list_of_faults_is_bounded() -> None:
    bad = [{"name": f"c{index}", "resources": {"requests": {"cpu": "-1"}}} for index in range(1_000)]

    assert MAX_PROBLEMS == len(problems("Pod", pod("p", containers=bad)))


def test_a_number_of_a_million_bits_is_refused_in_a_short_sentence() -> None:
    text = problems("Pod", with_value(pod("p"), ("spec", "priority"), 1 << 1_000_000))[0]

    assert (
        "spec.priority: must be between -2147483648 and 2147483647, inclusive, got a number of 1000001 bits"
        == text
    )


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
_PATHS = [
    ("metadata",), ("metadata", "labels"), ("metadata", "ownerReferences"), ("spec",), ("spec", "containers"),
    ("spec", "affinity"), ("spec", "affinity", "nodeAffinity"), ("spec", "tolerations"), ("spec", "selector"),
    ("spec", "template"), ("spec", "template", "spec"), ("spec", "strategy"), ("status",), ("value",),
    ("spec", "topologySpreadConstraints"), ("spec", "resources"), ("status", "capacity"),
    ("spec", "replicas"),
]  # fmt: skip


@pytest.mark.parametrize("kind", list(KINDS))
@given(path=st.sampled_from(_PATHS), value=_json)
def test_whatever_stands_anywhere_validation_answers(kind: str, path: tuple[str, ...], value: Json) -> None:
    document = with_value(pod("p"), path, value)

    problems_found = validate(kind, with_defaults(kind, document))

    assert [] == [problem for problem in problems_found if not problem.path or not problem.text]
