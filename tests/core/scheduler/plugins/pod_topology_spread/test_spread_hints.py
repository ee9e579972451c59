"""PodTopologySpread, queueing hints: which changes wake a pod that was refused."""

import pytest

from scheduler_core.objects.node import Node
from scheduler_core.objects.workloads import Service
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import ProfileConfig
from scheduler_core.scheduler.framework.events import Action, Resource
from tests.core.scheduler.builders import cluster, node, pod
from tests.core.scheduler.plugins.plugin_answers import (
    HOST,
    ZONE,
    wakes,
)
from tests.core.scheduler.plugins.spread_builders import (
    BY_ROLE,
    WEB,
    hard_default,
    spread,
    two_zones,
    waiting,
    webs,
)

PLUGIN = "PodTopologySpread"


def test_a_pod_that_counts_wakes_wherever_it_comes_or_goes() -> None:
    constrained = waiting(spread())

    assert wakes(PLUGIN, constrained, Resource.POD, Action.ADD, None, webs(a=1)[0])
    assert wakes(PLUGIN, constrained, Resource.POD, Action.DELETE, webs(a=1)[0], None)
    assert not wakes(PLUGIN, constrained, Resource.POD, Action.ADD, None, pod("o", on="a"))


def test_a_node_with_all_keys_wakes_and_one_without_does_not() -> None:
    constrained = waiting(spread(), spread(HOST))

    assert wakes(PLUGIN, constrained, Resource.NODE, Action.ADD, None, node("n", zone="z3"))
    assert not wakes(PLUGIN, constrained, Resource.NODE, Action.ADD, None, node("n"))


ZONE_ONLY = waiting(spread())
ZONE_AND_HOST = waiting(spread(), spread(HOST))


def labelled(**labels: str) -> Node:
    """`zone`, `host` and others that no constraint knows."""
    names = {"zone": ZONE, "host": HOST}
    written = {names.get(key, key): value for key, value in labels.items()}
    return Node.parse({"metadata": {"name": "n", "labels": written}})


@pytest.mark.parametrize(
    ("constrained", "old", "new", "worth_it"),
    [
        pytest.param(ZONE_ONLY, None, {"zone": "z1"}, True, id="new"),
        pytest.param(ZONE_ONLY, None, {"foo": "1"}, False, id="new, without the key"),
        pytest.param(ZONE_AND_HOST, None, {"zone": "z1"}, False, id="new, with one of two keys"),
        pytest.param(ZONE_AND_HOST, None, {"zone": "z1", "host": "n"}, True, id="new, with both keys"),
        pytest.param(ZONE_ONLY, {"zone": "z1"}, {"zone": "z2"}, True, id="moved"),
        pytest.param(ZONE_ONLY, {"foo": "1"}, {"foo": "2"}, False, id="another label"),
        pytest.param(ZONE_ONLY, {"zone": "z1"}, {"zone": "z1", "foo": "1"}, False, id="one more label"),
        pytest.param(ZONE_ONLY, {}, {"zone": "z1"}, True, id="it gets the key"),
        pytest.param(ZONE_ONLY, {"zone": "z1"}, {}, True, id="it loses the key"),
        pytest.param(ZONE_AND_HOST, {"zone": "z1"}, {"zone": "z2"}, False, id="moved, with one of two keys"),
        pytest.param(
            ZONE_AND_HOST,
            {"zone": "z1", "host": "n"},
            {"zone": "z1", "host": "m"},
            True,
            id="one of two changed",
        ),
        pytest.param(ZONE_ONLY, {"zone": "z1"}, None, True, id="gone"),
        pytest.param(ZONE_ONLY, {"foo": "1"}, None, False, id="gone, without the key"),
    ],
)
def test_which_changes_of_nodes_wake(
    constrained: PodInfo, old: dict[str, str] | None, new: dict[str, str] | None, worth_it: bool
) -> None:
    before = None if old is None else labelled(**old)
    after = None if new is None else labelled(**new)
    action = Action.ADD if old is None else Action.DELETE if new is None else Action.UPDATE_NODE_LABEL

    assert wakes(PLUGIN, constrained, Resource.NODE, action, before, after) is worth_it


def test_a_changed_taint_of_a_node_with_all_keys_wakes() -> None:
    tainted = node("n", zone="z1", taints=[{"key": "k", "effect": "NoSchedule"}])
    event = Resource.NODE, Action.UPDATE_NODE_TAINT, tainted, node("n", zone="z1")

    assert wakes(PLUGIN, ZONE_ONLY, *event)


WEB_AND_ROLE = waiting(spread(), spread(HOST, app=None, **BY_ROLE))


def there(*, on: str = "a", namespace: str = "default", **labels: str) -> PodInfo:
    return pod("other", on=on, namespace=namespace, labels=labels)


@pytest.mark.parametrize(
    ("constrained", "old", "new", "worth_it"),
    [
        pytest.param(ZONE_ONLY, None, there(app="web", on=""), False, id="new, on no node"),
        pytest.param(ZONE_ONLY, None, there(app="web", namespace="ns1"), False, id="of another namespace"),
        pytest.param(ZONE_ONLY, there(app="web", on=""), None, False, id="gone, from no node"),
        pytest.param(ZONE_ONLY, there(app="db"), None, False, id="gone, not counted"),
        pytest.param(ZONE_ONLY, there(), there(app="web"), True, id="counted now"),
        pytest.param(ZONE_ONLY, there(app="web"), there(), True, id="counted no longer"),
        pytest.param(ZONE_ONLY, there(app="web"), there(app="web", foo="1"), False, id="counted as before"),
        pytest.param(ZONE_ONLY, there(foo="1"), there(foo="2"), False, id="not counted as before"),
        pytest.param(ZONE_ONLY, there(on=""), there(app="web", on=""), False, id="changed, on no node"),
        pytest.param(
            WEB_AND_ROLE, there(app="web"), there(app="web", role="1"), True, id="counted by one of two now"
        ),
        pytest.param(
            WEB_AND_ROLE,
            there(app="web", role="1"),
            there(app="web", role="2"),
            False,
            id="by both as before",
        ),
    ],
)
def test_which_changes_of_pods_wake(
    constrained: PodInfo, old: PodInfo | None, new: PodInfo | None, worth_it: bool
) -> None:
    action = Action.ADD if old is None else Action.DELETE if new is None else Action.UPDATE_POD_LABEL

    assert wakes(PLUGIN, constrained, Resource.POD, action, old, new) is worth_it


@pytest.mark.parametrize(("policy", "worth_it"), [("Honor", True), ("Ignore", False)])
def test_a_toleration_of_its_own_wakes_where_taints_are_honored(policy: str, worth_it: bool) -> None:
    constraint = spread(nodeTaintsPolicy=policy)
    after = waiting(constraint, tolerations=[{"operator": "Exists"}])
    event = Resource.POD, Action.UPDATE_POD_TOLERATION, waiting(constraint), after

    assert wakes(PLUGIN, waiting(constraint), *event) is worth_it


def test_a_label_of_its_own_wakes_where_it_begins_to_count_itself() -> None:
    before, after = waiting(spread(), labels={}), waiting(spread())

    assert wakes(PLUGIN, before, Resource.POD, Action.UPDATE_POD_LABEL, before, after)


# --- default constraints in hints -----------------------------------------------------------------


def of_a_service() -> Snapshot:
    snapshot = cluster(*two_zones())
    service = Service.parse({"metadata": {"name": "s", "namespace": "default"}, "spec": {"selector": WEB}})
    snapshot.services[service.key] = service
    return snapshot


@pytest.mark.parametrize(
    ("config", "snapshot", "worth_it"),
    [
        pytest.param(hard_default(), of_a_service(), True, id="a hard default for the pods of a service"),
        pytest.param(hard_default(), cluster(), False, id="no service, so no default"),
        pytest.param(None, of_a_service(), False, id="the built-in defaults are soft"),
    ],
)
def test_a_pod_refused_by_a_default_constraint_wakes_when_a_counted_pod_goes(
    config: ProfileConfig | None, snapshot: Snapshot, worth_it: bool
) -> None:
    event = Resource.POD, Action.DELETE, there(app="web"), None

    assert wakes(PLUGIN, pod("p", labels=WEB), *event, config, snapshot) is worth_it


@pytest.mark.parametrize(
    ("new", "worth_it"),
    [
        pytest.param(node("n", zone="z3"), True, id="a node with the key of the default"),
        pytest.param(node("n"), False, id="a node without it"),
    ],
)
def test_a_pod_refused_by_a_default_constraint_wakes_for_a_node_with_its_key(
    new: Node, worth_it: bool
) -> None:
    event = Resource.NODE, Action.ADD, None, new

    assert wakes(PLUGIN, pod("p", labels=WEB), *event, hard_default(), of_a_service()) is worth_it


def test_defaults_do_not_wake_a_pod_with_constraints_of_its_own() -> None:
    event = Resource.POD, Action.DELETE, there(app="web"), None

    own = waiting(spread(when="ScheduleAnyway"))
    assert not wakes(PLUGIN, own, *event, hard_default(), of_a_service())


def test_own_labels_count_although_the_tolerations_changed_too_where_no_constraint_honors_taints() -> None:
    constraint = spread(nodeTaintsPolicy="Ignore")
    before = waiting(constraint, labels={})
    after = waiting(constraint, tolerations=[{"operator": "Exists"}])
    event = Resource.POD, Action.UPDATE_POD_TOLERATION, before, after

    assert wakes(PLUGIN, after, *event)
