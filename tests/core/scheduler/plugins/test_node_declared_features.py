"""NodeDeclaredFeatures: a node that does not declare what a pod needs is refused (since 1.36)."""

from scheduler_core.advice.obstacles import obstacles
from scheduler_core.messages import say
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.node import Node
from scheduler_core.objects.releases.releases import release
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.configuration.profile import ProfileConfig, build_profile
from scheduler_core.scheduler.framework.events import Action, Resource
from tests.core.scheduler.builders import cluster, in_version, node, pod
from tests.core.scheduler.plugins.plugin_answers import decided, refusals, wakes

PLUGIN = "NodeDeclaredFeatures"
RESTART_ALL = "RestartAllContainersOnContainerExits"
NEWEST = in_version("1.36")


def declaring(name: str, *features: Json) -> Node:
    plain = node(name).manifest
    status = plain["status"]
    assert isinstance(status, dict)
    return Node.parse({**plain, "status": {**status, "declaredFeatures": list(features)}})


def restarting(name: str = "p", action: str = "RestartAllContainers") -> PodInfo:
    rule = {"action": action, "exitCodes": {"operator": "In", "values": [42]}}
    return pod(name, containers=[{"name": "c", "restartPolicy": "Never", "restartPolicyRules": [rule]}])


def test_a_node_without_the_feature_is_refused_for_good() -> None:
    refusal = ("UnschedulableAndUnresolvable", "node(s) didn't match Pod's required features")
    nodes = (declaring("n1"), declaring("n2", "A", RESTART_ALL), declaring("n3", "A"))

    assert {"n1": refusal, "n3": refusal} == refusals(PLUGIN, restarting(), *nodes, config=NEWEST)


def test_a_pod_that_needs_no_feature_is_not_filtered() -> None:
    for waiting in (pod("p"), restarting(action="Restart")):
        assert PLUGIN in decided(cluster(node("n1")), waiting, NEWEST).filter_skipped


def test_a_user_namespace_in_the_network_of_the_node_is_a_feature() -> None:
    waiting = pod("p", hostNetwork=True, hostUsers=False)

    assert {"n1"} == set(refusals(PLUGIN, waiting, declaring("n1"), config=NEWEST))


def test_the_plugin_is_part_of_a_release_with_the_gate() -> None:
    settings = {"NodeDeclaredFeatures": True}
    configs = [in_version("1.35"), ProfileConfig(release=release("1.35", settings)), NEWEST]

    assert [False, True, True] == [PLUGIN in build_profile(config).filter_names for config in configs]
    assert PLUGIN == build_profile(NEWEST).filter_names[-1]


def test_a_node_that_declares_the_feature_now_wakes_the_pod() -> None:
    def wakes_by(old: Node | None, new: Node) -> bool:
        action = Action.ADD if old is None else Action.UPDATE_NODE_DECLARED_FEATURE
        return wakes(PLUGIN, restarting(), Resource.NODE, action, old, new, NEWEST)

    without, with_it = declaring("n1"), declaring("n1", RESTART_ALL)
    assert [True, False, True, False] == [
        wakes_by(without, with_it),
        wakes_by(with_it, without),
        wakes_by(None, with_it),
        wakes_by(None, without),
    ]


def test_the_obstacle_names_the_feature() -> None:
    result = obstacles(cluster(declaring("n1")), restarting(), build_profile(NEWEST), "n1")

    assert [[f"the kubelet of n1 does not declare {RESTART_ALL}"]] == [
        [say(detail.to_json()) for detail in obstacle.details] for obstacle in result
    ]
