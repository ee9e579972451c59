"""KubeSchedulerConfiguration: what it changes, and what it is refused for, by path and in whose words."""

from __future__ import annotations

import pytest

from scheduler_core.objects.manifest import Json
from scheduler_core.scheduler.configuration.configuration import (
    DEFAULT_CONFIGURATION,
    Configuration,
    parse_configuration,
)
from scheduler_core.scheduler.configuration.profile import Profile, build_profile
from scheduler_core.scheduler.cycle.decide import decide
from scheduler_core.scheduler.own_plugins.own_plugin import OwnPlugin
from scheduler_core.scheduler.plugins.default_preemption.default_preemption import DefaultPreemptionArgs
from scheduler_core.scheduler.plugins.inter_pod_affinity import InterPodAffinityArgs
from scheduler_core.scheduler.plugins.node_resources_fit import NodeResourcesFitArgs
from scheduler_core.scheduler.plugins.pod_topology_spread.spread_constraints import PodTopologySpreadArgs
from scheduler_core.scheduler.queue.nominator import Nominator
from tests.core.scheduler.builders import cluster, node, pod

LIKES = OwnPlugin("Likes", {"score": lambda pod, node, args: 7})


def document(*profiles: Json, **more: Json) -> dict[str, Json]:
    given: dict[str, Json] = {
        "apiVersion": "kubescheduler.config.k8s.io/v1",
        "kind": "KubeSchedulerConfiguration",
        **more,
    }
    if profiles:
        given["profiles"] = list(profiles)
    return given


def good(value: Json) -> Configuration:
    parsed = parse_configuration(value)
    assert () == parsed.problems
    return parsed.configuration


def plugins(**points: Json) -> Json:
    return {"schedulerName": "default-scheduler", "plugins": points}


def args(name: str, **given: Json) -> Json:
    return {"pluginConfig": [{"name": name, "args": given}]}


def added(key: str, operator: str, *values: str) -> Json:
    """A required node affinity with one expression."""
    term = {"matchExpressions": [{"key": key, "operator": operator, "values": list(values)}]}
    return {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [term]}}


def built(value: Json) -> Profile:
    return build_profile(good(value).profiles[0])


def problems(value: Json) -> list[str]:
    result = parse_configuration(value, {"Likes": LIKES})
    assert not result.problems or result.configuration == DEFAULT_CONFIGURATION
    return [f"{problem.path}: {problem.args.get('text') or problem.code}" for problem in result.problems]


def test_an_empty_configuration_is_the_default_one() -> None:
    assert DEFAULT_CONFIGURATION == good(document())
    assert built(document()).filter_names == build_profile().filter_names
    assert built(document()).weights == build_profile().weights


def test_a_single_profile_may_go_without_a_name() -> None:
    assert "default-scheduler" == good(document({})).profiles[0].scheduler_name


def test_backoff_and_percentage_are_read_and_a_profile_goes_before_all() -> None:
    read = good(
        document(
            {"schedulerName": "a"},
            {"schedulerName": "b", "percentageOfNodesToScore": 70},
            percentageOfNodesToScore=30,
            podInitialBackoffSeconds=2,
            podMaxBackoffSeconds=5,
        )
    )

    assert [30, 70] == [profile.percentage_of_nodes_to_score for profile in read.profiles]
    assert (2000, 5000) == (read.initial_backoff_ms, read.max_backoff_ms)


def test_a_score_disabled_is_gone_from_score_alone() -> None:
    profile = built(document(plugins(score={"disabled": [{"name": "NodeAffinity"}]})))

    assert "NodeAffinity" not in [plugin.name for plugin in profile.score]
    assert "NodeAffinity" in profile.filter_names


def test_disabled_at_multi_point_a_plugin_is_gone_everywhere() -> None:
    profile = built(document(plugins(multiPoint={"disabled": [{"name": "InterPodAffinity"}]})))

    assert "InterPodAffinity" not in profile.filter_names
    assert "InterPodAffinity" not in [plugin.name for plugin in profile.score]
    assert "InterPodAffinity" not in profile.registrations


def test_a_star_disables_all_and_what_is_enabled_stays() -> None:
    score: Json = {"disabled": [{"name": "*"}], "enabled": [{"name": "ImageLocality", "weight": 4}]}
    profile = built(document(plugins(score=score)))

    assert ["ImageLocality"] == [plugin.name for plugin in profile.score]
    assert 4 == profile.weights["ImageLocality"]


def test_an_entry_at_its_point_goes_before_the_others_and_its_weight_before_the_default() -> None:
    profile = built(document(plugins(score={"enabled": [{"name": "ImageLocality", "weight": 9}]})))

    assert "ImageLocality" == next(plugin.name for plugin in profile.score)
    assert 9 == profile.weights["ImageLocality"]
    assert 3 == profile.weights["TaintToleration"]


def test_an_entry_without_weight_at_multi_point_weighs_one() -> None:
    profile = built(document(plugins(multiPoint={"enabled": [{"name": "TaintToleration"}]})))

    assert 1 == profile.weights["TaintToleration"]
    assert ("NodeUnschedulable", "NodeName", "TaintToleration") == profile.filter_names[:3]


def test_arguments_reach_their_plugins() -> None:
    profile = good(
        document(
            {
                "pluginConfig": [
                    {"name": "DefaultPreemption", "args": {"minCandidateNodesAbsolute": 5}},
                    {"name": "InterPodAffinity", "args": {"hardPodAffinityWeight": 0}},
                    {
                        "name": "PodTopologySpread",
                        "args": {
                            "kind": "PodTopologySpreadArgs",
                            "defaultingType": "List",
                            "defaultConstraints": [
                                {"maxSkew": 2, "topologyKey": "rack", "whenUnsatisfiable": "ScheduleAnyway"}
                            ],
                        },
                    },
                    {
                        "name": "NodeResourcesFit",
                        "args": {
                            "scoringStrategy": {"type": "MostAllocated", "resources": [{"name": "cpu"}]}
                        },
                    },
                ]
            }
        )
    ).profiles[0]

    spread, fit = profile.args_of(PodTopologySpreadArgs), profile.args_of(NodeResourcesFitArgs)
    assert spread is not None
    assert fit is not None
    assert DefaultPreemptionArgs(10, 5) == profile.args_of(DefaultPreemptionArgs)
    assert InterPodAffinityArgs(hard_pod_affinity_weight=0) == profile.args_of(InterPodAffinityArgs)
    assert ["rack"] == [entry.topology_key for entry in spread.defaults]
    assert "MostAllocated" == fit.strategy.type


def test_what_is_not_read_is_named() -> None:
    parsed = parse_configuration(document(leaderElection={"leaderElect": True}, parallelism=4))

    assert ("parallelism", "leaderElection") == parsed.not_read


def test_arguments_for_a_plugin_that_does_not_exist_are_accepted_and_named_as_not_read() -> None:
    parsed = parse_configuration(document({"pluginConfig": [{"name": "Nobody", "args": {"a": 1}}]}))

    assert () == parsed.problems
    assert ("profiles[0].pluginConfig[0]",) == parsed.not_read


def test_an_added_affinity_without_terms_is_accepted_and_matches_no_node() -> None:
    required = {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": []}}
    profile = built(document(args("NodeAffinity", addedAffinity=required)))

    assert ("node(s) didn't match scheduler-enforced node affinity",) == decide(
        cluster(node("n1")), pod("p"), profile, Nominator()
    ).nodes["n1"].status.reasons


def test_plugins_that_compute_what_a_missing_point_would_have_stored_are_accepted() -> None:
    names = ("NodeAffinity", "NodeResourcesFit", "NodeResourcesBalancedAllocation", "VolumeBinding")
    disabled = [{"name": name} for name in names]
    profile = built(
        document(plugins(preScore={"disabled": disabled}, preFilter={"disabled": [{"name": "VolumeZone"}]}))
    )

    assert {"NodeResourcesFit", "NodeAffinity"} <= {plugin.name for plugin in profile.score}
    assert {plugin.name for plugin in profile.pre_score}.isdisjoint(names)


REFUSED: list[tuple[dict[str, Json], str]] = [
    (
        {**document(), "apiVersion": "kubescheduler.config.k8s.io/v1beta3"},
        'apiVersion: no kind "KubeSchedulerConfiguration" is registered for version '
        '"kubescheduler.config.k8s.io/v1beta3"; write "kubescheduler.config.k8s.io/v1"',
    ),
    (document(profilez=[]), 'profilez: unknown field "profilez"'),
    (
        document(plugins(filters={})),
        'profiles[0].plugins.filters: unknown field "profiles[0].plugins.filters"',
    ),
    (
        document(percentageOfNodesToScore=101),
        "percentageOfNodesToScore: Invalid value: 101: not in valid range [0-100]",
    ),
    (
        document({"percentageOfNodesToScore": -1}),
        "profiles[0].percentageOfNodesToScore: Invalid value: -1: not in valid range [0-100]",
    ),
    (
        document(podInitialBackoffSeconds=0),
        "podInitialBackoffSeconds: Invalid value: 0: must be greater than 0",
    ),
    (
        document(podInitialBackoffSeconds=11),
        "podMaxBackoffSeconds: Invalid value: 10: must be greater than or equal to PodInitialBackoffSeconds",
    ),
    (document(parallelism=0), "parallelism: Invalid value: 0: should be an integer value greater than zero"),
    (document({"schedulerName": "a"}, {}), "profiles[1].schedulerName: Required value"),
    (
        document({"schedulerName": "a"}, {"schedulerName": "a"}),
        "profiles[1].schedulerName: Duplicate value: profiles[0].schedulerName",
    ),
    (document(plugins(score={"enabled": [{"name": "Likes", "weight": 0}]})), "config.weight"),
    (document(plugins(score={"enabled": [{"name": "Likes", "weight": 10**6}]})), "config.weight"),
    (document(plugins(score={"enabled": [{"name": "Likes", "weight": -1}]})), "config.weight"),
    (document(plugins(score={"enabled": [{"name": "Likes", "weight": "x"}]})), "config.weight"),
    (
        document(plugins(filter={"enabled": [{"name": "Nobody"}]})),
        'profiles[0].plugins.filter.enabled[0].name: FilterPlugin "Nobody" does not exist',
    ),
    (
        document(plugins(multiPoint={"enabled": [{"name": "Nobody"}]})),
        'profiles[0].plugins.multiPoint.enabled[0].name: plugin "Nobody" does not exist',
    ),
    (
        document(plugins(filter={"enabled": [{"name": "ImageLocality"}]})),
        'profiles[0].plugins.filter.enabled[0].name: plugin "ImageLocality" does not extend FilterPlugin plugin',
    ),
    (
        document(plugins(score={"enabled": [{"name": "Likes"}, {"name": "Likes"}]})),
        'profiles[0].plugins.score.enabled[1].name: plugin "Likes" already registered as "ScorePlugin"',
    ),
    (
        document(plugins(queueSort={"disabled": [{"name": "PrioritySort"}]})),
        "profiles[0].plugins.queueSort: only one queue sort plugin required for profile with scheduler name "
        '"default-scheduler", but got 0',
    ),
    (
        document({"schedulerName": "a"}, plugins(queueSort={"enabled": [{"name": "PrioritySort"}]})),
        'profiles[1].plugins.queueSort: Invalid value: "PrioritySort": must be the same for all profiles',
    ),
    (
        document(plugins(bind={"disabled": [{"name": "*"}]})),
        "profiles[0].plugins.bind: at least one bind plugin is needed for profile with scheduler name "
        '"default-scheduler"',
    ),
    (document(plugins(preFilter={"disabled": [{"name": "NodeResourcesFit"}]})), "config.needs_point"),
    (document(plugins(preScore={"disabled": [{"name": "*"}]})), "config.needs_point"),
    (
        document({"pluginConfig": [{"name": "NodePorts"}, {"name": "NodePorts"}]}),
        'profiles[0].pluginConfig[1]: Duplicate value: "NodePorts"',
    ),
    (
        document(args("NodeAffinity", addedAffinity=added("cores", "Gt", "many"))),
        "profiles[0].pluginConfig[0].args.addedAffinity.requiredDuringSchedulingIgnoredDuringExecution."
        "nodeSelectorTerms[0].matchExpressions[0].values[0]: Invalid value: \"many\": for 'Gt', 'Lt' operators, "
        "the value must be an integer",
    ),
    (
        document(args("DynamicResources", filterTimeout="soon")),
        'profiles[0].pluginConfig[0].args.filterTimeout: time: invalid duration "soon"',
    ),
    (
        document(args("DynamicResources", filterTimeout="-1s")),
        'profiles[0].pluginConfig[0].args.filterTimeout: Invalid value: "-1s": must be zero or positive',
    ),
    (
        document(args("DynamicResources", bindingTimeout="30s")),
        "profiles[0].pluginConfig[0].args.bindingTimeout: Forbidden: DRADeviceBindingConditions and "
        "DRAResourceClaimDeviceStatus feature gates are disabled",
    ),
    (
        document(args("NodePorts", a=1)),
        "profiles[0].pluginConfig[0].args: plugin NodePorts takes no args",
    ),
    (
        document(args("NodeResourcesFit", kind="InterPodAffinityArgs")),
        "profiles[0].pluginConfig[0].args.kind: args for plugin NodeResourcesFit were not of type "
        "NodeResourcesFitArgs.kubescheduler.config.k8s.io, got InterPodAffinityArgs.kubescheduler.config.k8s.io",
    ),
    (
        document(args("DefaultPreemption", minCandidateNodesPercentage=200)),
        "profiles[0].pluginConfig[0].args.minCandidateNodesPercentage: Invalid value: 200: not in valid range "
        "[0, 100]",
    ),
    (
        document(args("DefaultPreemption", minCandidateNodesPercentage=0, minCandidateNodesAbsolute=0)),
        "profiles[0].pluginConfig[0].args.minCandidateNodesPercentage: Invalid value: 0: cannot be zero at the "
        "same time as minCandidateNodesAbsolute",
    ),
    (
        document(args("InterPodAffinity", hardPodAffinityWeight=101)),
        "profiles[0].pluginConfig[0].args.hardPodAffinityWeight: Invalid value: 101: not in valid range [0, 100]",
    ),
    (
        document(args("NodeResourcesBalancedAllocation", resources=[{"name": "cpu", "weight": 2}])),
        "profiles[0].pluginConfig[0].args.resources[0].weight: Invalid value: 2: must be 1",
    ),
    (
        document(args("NodeResourcesFit", scoringStrategy={"type": "Best"})),
        'profiles[0].pluginConfig[0].args.scoringStrategy.type: Unsupported value: "Best": supported values: '
        '"LeastAllocated", "MostAllocated", "RequestedToCapacityRatio"',
    ),
    (
        document(args("NodeResourcesFit", scoringStrategy={"type": "RequestedToCapacityRatio"})),
        "profiles[0].pluginConfig[0].args.scoringStrategy.requestedToCapacityRatio: Required value: must be "
        "specified when type is RequestedToCapacityRatio",
    ),
    (
        document(
            args(
                "NodeResourcesFit",
                scoringStrategy={"type": "LeastAllocated", "resources": [{"name": "cpu", "weight": 101}]},
            )
        ),
        "profiles[0].pluginConfig[0].args.scoringStrategy.resources[0].weight: Invalid value: 101: resource "
        "weight of cpu not in valid range (0, 100]",
    ),
    (
        document(args("NodeResourcesFit", ignoredResourceGroups=["a/b"])),
        'profiles[0].pluginConfig[0].args.ignoredResourceGroups[0]: Invalid value: "a/b": resource group name '
        "can't contain '/'",
    ),
    (
        document(
            args(
                "PodTopologySpread",
                defaultConstraints=[
                    {"maxSkew": 1, "topologyKey": "zone", "whenUnsatisfiable": "ScheduleAnyway"}
                ],
            )
        ),
        'profiles[0].pluginConfig[0].args.defaultingType: Invalid value: "System": when .defaultConstraints are '
        "not empty",
    ),
    (
        document(
            args(
                "PodTopologySpread",
                defaultingType="List",
                defaultConstraints=[
                    {
                        "maxSkew": 0,
                        "topologyKey": "zone",
                        "whenUnsatisfiable": "ScheduleAnyway",
                        "labelSelector": {},
                    }
                ],
            )
        ),
        "profiles[0].pluginConfig[0].args.defaultConstraints[0].maxSkew: Invalid value: 0: not in valid range "
        "(0, inf)",
    ),
    (
        document(args("VolumeBinding", bindTimeoutSeconds=-1)),
        "profiles[0].pluginConfig[0].args.bindTimeoutSeconds: Invalid value: -1: invalid BindTimeoutSeconds, "
        "should not be a negative value",
    ),
]


@pytest.mark.parametrize(("value", "expected"), REFUSED)
def test_what_keeps_the_scheduler_from_starting_is_refused(value: dict[str, Json], expected: str) -> None:
    result = problems(value)

    assert any(expected == item or item.endswith(f": {expected}") for item in result), result
