"""Selectors, affinity, spread, tolerations and gates: refused at admission in the API server's own words."""

from __future__ import annotations

import pytest

from scheduler_core.apiserver.defaults.defaulting import with_defaults
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.apiserver.validation.checks import QUALIFIED_RULE
from scheduler_core.apiserver.validation.placement_rules import toleration
from scheduler_core.apiserver.validation.validation import validate
from scheduler_core.objects.manifest import Json, find
from scheduler_core.objects.problem import Problem
from tests.builders import pod
from tests.core.cluster import new_server, stored
from tests.core.kubectl_writes import apply

REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"
NODES = f"spec.affinity.nodeAffinity.{REQUIRED}.nodeSelectorTerms"


def problems(**spec: Json) -> list[str]:
    manifest = pod("p", containers=[{"name": "c"}], **spec)
    return [problem.sentence for problem in validate("Pod", with_defaults("Pod", manifest))]


def no_name(path: str) -> list[str]:
    """The two problems of an empty key."""
    start = f'{path}: Invalid value: ""'
    return [f"{start}: name part must be non-empty", f"{start}: {QUALIFIED_RULE}"]


def no_topology(path: str) -> list[str]:
    return [f"{path}: Required value: can not be empty", *no_name(path)]


def expression(**given: Json) -> Json:
    return {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": [{"matchExpressions": [given]}]}}}


def field(**given: Json) -> Json:
    return {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": [{"matchFields": [given]}]}}}


def near(**term: Json) -> Json:
    return {"podAffinity": {REQUIRED: [term]}}


def selecting(**given: Json) -> Json:
    return near(topologyKey="zone", labelSelector={"matchExpressions": [given]})


def spread(**changes: Json) -> list[Json]:
    constraint: dict[str, Json] = {"maxSkew": 1, "topologyKey": "zone", "whenUnsatisfiable": "DoNotSchedule"}
    return [{name: value for name, value in {**constraint, **changes}.items() if value is not None}]


NEAR = f"spec.affinity.podAffinity.{REQUIRED}[0]"
SPREAD = "spec.topologySpreadConstraints[0]"
LABEL_RULE = (
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must "
    "start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used "
    "for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
)

CASES: list[tuple[dict[str, Json], list[str]]] = [
    (
        {"affinity": expression(key="a", operator="Near", values=["b"])},
        [f'{NODES}[0].matchExpressions[0].operator: Invalid value: "Near": not a valid selector operator'],
    ),
    (
        {"affinity": expression(key="a")},
        [f'{NODES}[0].matchExpressions[0].operator: Invalid value: "": not a valid selector operator'],
    ),
    (
        {"affinity": expression(operator="Exists")},
        no_name(f"{NODES}[0].matchExpressions[0].key"),
    ),
    (
        {"affinity": expression(key="a", operator="Exists", values=["b"])},
        [
            f"{NODES}[0].matchExpressions[0].values: Forbidden: may not be specified when `operator` is "
            "'Exists' or 'DoesNotExist'"
        ],
    ),
    (
        {"affinity": expression(key="a", operator="Gt", values=["1", "2"])},
        [
            f"{NODES}[0].matchExpressions[0].values: Required value: must be specified single value when "
            "`operator` is 'Lt' or 'Gt'"
        ],
    ),
    ({"affinity": expression(key="a", operator="Gt", values=["many"])}, []),
    (
        {"affinity": field(key="metadata.name", operator="Exists")},
        [f'{NODES}[0].matchFields[0].operator: Invalid value: "Exists": not a valid selector operator'],
    ),
    (
        {"affinity": field(key="spec.x", operator="In", values=["a"])},
        [f'{NODES}[0].matchFields[0].key: Invalid value: "spec.x": not a valid field selector key'],
    ),
    (
        {"affinity": field(key="metadata.name", operator="In", values=["a", "b"])},
        [
            f"{NODES}[0].matchFields[0].values: Required value: must be only one value when `operator` is 'In' "
            "or 'NotIn' for node field selector"
        ],
    ),
    (
        {"affinity": {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": []}}}},
        [f"{NODES}: Required value: must have at least one node selector term"],
    ),
    (
        {"affinity": {"podAntiAffinity": {PREFERRED: [{"podAffinityTerm": {"topologyKey": "zone"}}]}}},
        [
            f"spec.affinity.podAntiAffinity.{PREFERRED}[0].weight: Invalid value: 0: must be in the range "
            "1-100"
        ],
    ),
    ({"affinity": near(labelSelector={})}, no_topology(f"{NEAR}.topologyKey")),
    ({"affinity": near(topologyKey="")}, no_topology(f"{NEAR}.topologyKey")),
    (
        {"affinity": {"podAffinity": {PREFERRED: [{"weight": 1}]}}},
        no_topology(f"spec.affinity.podAffinity.{PREFERRED}[0].podAffinityTerm.topologyKey"),
    ),
    (
        {"affinity": selecting(key="a", operator="Gt", values=["1"])},
        [
            f'{NEAR}.labelSelector.matchExpressions[0].operator: Invalid value: "Gt": not a valid selector '
            "operator"
        ],
    ),
    (
        {"affinity": near(topologyKey="zone", matchLabelKeys=["a"])},
        [f"{NEAR}.matchLabelKeys: Forbidden: must not be specified when labelSelector is not set"],
    ),
    (
        {
            "affinity": near(
                topologyKey="zone", labelSelector={}, matchLabelKeys=["a"], mismatchLabelKeys=["a"]
            )
        },
        [
            f'{NEAR}.matchLabelKeys[0]: Invalid value: "a": exists in both matchLabelKeys and '
            "mismatchLabelKeys"
        ],
    ),
    (
        {"topologySpreadConstraints": spread(maxSkew=0)},
        [f"{SPREAD}.maxSkew: Invalid value: 0: must be greater than zero"],
    ),
    (
        {"topologySpreadConstraints": spread(maxSkew=None)},
        [f"{SPREAD}.maxSkew: Invalid value: 0: must be greater than zero"],
    ),
    (
        {"topologySpreadConstraints": spread(topologyKey="")},
        [f"{SPREAD}.topologyKey: Required value: can not be empty"],
    ),
    (
        {"topologySpreadConstraints": spread(whenUnsatisfiable=None)},
        [
            f'{SPREAD}.whenUnsatisfiable: Unsupported value: "": supported values: "DoNotSchedule", '
            '"ScheduleAnyway"'
        ],
    ),
    (
        {"topologySpreadConstraints": spread(minDomains=2, whenUnsatisfiable="ScheduleAnyway")},
        [
            f"{SPREAD}.minDomains: Invalid value: 2: can only use minDomains if "
            "whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway"
        ],
    ),
    (
        {"topologySpreadConstraints": spread(nodeTaintsPolicy="Mind")},
        [f'{SPREAD}.nodeTaintsPolicy: Unsupported value: "Mind": supported values: "Honor", "Ignore"'],
    ),
    (
        {"topologySpreadConstraints": [*spread(), *spread(maxSkew=2)]},
        [f'{SPREAD}.{{topologyKey, whenUnsatisfiable}}: Duplicate value: "{{zone, DoNotSchedule}}"'],
    ),
    (
        {"tolerations": [{"key": "a", "operator": "Gt", "value": "1"}]},
        ['spec.tolerations[0].operator: Unsupported value: "Gt": supported values: "Equal", "Exists"'],
    ),
    (
        {"tolerations": [{"key": "a", "value": "b c"}]},
        [f'spec.tolerations[0].operator: Invalid value: "b c": {LABEL_RULE}'],
    ),
    (
        {"tolerations": [{"key": "a", "effect": "Never"}]},
        [
            'spec.tolerations[0].effect: Unsupported value: "Never": supported values: "NoSchedule", '
            '"PreferNoSchedule", "NoExecute"'
        ],
    ),
    (
        {"tolerations": [{"key": "a", "effect": "NoSchedule", "tolerationSeconds": 3}]},
        [
            "spec.tolerations[0].effect: Invalid value: \"NoSchedule\": effect must be 'NoExecute' when "
            "`tolerationSeconds` is set"
        ],
    ),
    (
        {"schedulingGates": [{"name": "a"}, {"name": "a"}]},
        ['spec.schedulingGates[1]: Duplicate value: "a"'],
    ),
    (
        {"schedulingGates": [{}]},
        no_name("spec.schedulingGates[0]"),
    ),
]


@pytest.mark.parametrize(("spec", "expected"), CASES)
def test_what_the_api_server_refuses_is_refused_in_its_words(
    spec: dict[str, Json], expected: list[str]
) -> None:
    assert problems(**spec) == expected


@pytest.mark.parametrize("weight", [0, -1, 101, 10**6])
def test_the_weight_of_a_wish_is_1_to_100(weight: int) -> None:
    wish: Json = {"nodeAffinity": {PREFERRED: [{"weight": weight, "preference": {}}]}}

    assert problems(affinity=wish) == [
        f"spec.affinity.nodeAffinity.{PREFERRED}[0].weight: Invalid value: {weight}: must be in the range 1-100"
    ]


def test_gates_can_only_be_taken_away() -> None:
    server = new_server()
    gates: list[Json] = [{"name": "a"}, {"name": "b"}]
    stored(server.create("Pod", pod("p", containers=[{"name": "c"}], schedulingGates=gates), 0))

    added = apply(
        server,
        {"kind": "Pod", **pod("p", containers=[{"name": "c"}], schedulingGates=[*gates, {"name": "x"}])},
        1,
    )
    removed = apply(
        server, {"kind": "Pod", **pod("p", containers=[{"name": "c"}], schedulingGates=gates[1:])}, 2
    )

    assert isinstance(added, Refused)
    assert 422 == added.code
    why = "only deletion is allowed, but found new scheduling gate 'x'"
    assert added.text.endswith(f"spec.schedulingGates[2].name: Forbidden: {why}")
    assert find(stored(removed), "spec", "schedulingGates") == gates[1:]


def test_a_toleration_of_any_value_that_has_one_is_shown_whole() -> None:
    problems: list[Problem] = []
    toleration({"key": "a", "operator": "Exists", "value": "x", "effect": "NoSchedule"}, "t", problems)

    whole = '{"Key":"a","Operator":"Exists","Value":"x","Effect":"NoSchedule","TolerationSeconds":null}'
    assert [f"Invalid value: {whole}: value must be empty when `operator` is 'Exists'"] == [
        problem.text for problem in problems
    ]
