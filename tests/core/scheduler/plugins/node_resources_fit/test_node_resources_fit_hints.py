"""NodeResourcesFit, queueing hints: which changes wake a pod that did not fit."""

from typing import Any

import pytest

from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.configuration.profile import ProfileConfig
from scheduler_core.scheduler.framework.events import Action, Resource
from scheduler_core.scheduler.plugins.node_resources_fit import NodeResourcesFitArgs
from tests.core.scheduler.builders import cluster, node, pod
from tests.core.scheduler.plugins.node_resources_fit.builders import (
    PLUGIN,
    asking,
    extended,
    wanting,
)
from tests.core.scheduler.plugins.plugin_answers import decided, wakes


@pytest.mark.parametrize(
    ("old", "new", "worth_it"),
    [
        pytest.param(None, node("n1", "4"), True, id="a new node with room"),
        pytest.param(None, node("n1", "1"), False, id="a new node that is too small"),
        pytest.param(node("n1", "2"), node("n1", "4"), True, id="more cpu"),
        pytest.param(
            node("n1", "4"), node("n1", "4", memory="16Gi"), False, id="more of what it does not want"
        ),
        pytest.param(node("n1", "1"), node("n1", "1500m"), False, id="more, but not enough"),
    ],
)
def test_a_node_that_grew_in_what_the_pod_wants(old: Any, new: Any, worth_it: bool) -> None:
    action = Action.ADD if old is None else Action.UPDATE_NODE_ALLOCATABLE

    assert wakes(PLUGIN, asking(cpu="2"), Resource.NODE, action, old, new) is worth_it


def test_the_end_of_a_pod_on_a_node_wakes_and_of_a_waiting_one_does_not() -> None:
    assert wakes(PLUGIN, asking(cpu="1"), Resource.POD, Action.DELETE, pod("x", on="n1"), None)
    assert not wakes(PLUGIN, asking(cpu="1"), Resource.POD, Action.DELETE, pod("x"), None)


@pytest.mark.parametrize(
    ("old", "new", "worth_it"),
    [
        pytest.param(None, extended("2"), True, id="a new node that has it"),
        pytest.param(None, node("n1"), False, id="a new node that does not know it"),
        pytest.param(extended("1"), extended("2"), True, id="more of it"),
        pytest.param(extended("2"), extended("1"), False, id="less of it"),
        pytest.param(extended("2"), extended("2", cpu="20"), False, id="more of something else"),
        pytest.param(
            extended("2"), extended("2", pods="64"), True, id="more places, whatever it lacked before"
        ),
    ],
)
def test_an_extended_resource_that_grew_wakes(old: Any, new: Any, worth_it: bool) -> None:
    action = Action.ADD if old is None else Action.UPDATE_NODE_ALLOCATABLE

    assert wakes(PLUGIN, wanting("1"), Resource.NODE, action, old, new) is worth_it


def test_the_end_of_a_pod_that_was_promised_room_wakes() -> None:
    promised = pod("x", "1", status={"nominatedNodeName": "n1"})

    assert wakes(PLUGIN, asking(cpu="1"), Resource.POD, Action.DELETE, promised, None)


@pytest.mark.parametrize(
    ("old", "new", "worth_it"),
    [
        pytest.param(
            asking("x", on="n1", cpu="2"), asking("x", on="n1", cpu="1"), True, id="it gave cpu back"
        ),
        pytest.param(
            asking("x", on="n1", memory="2Gi"), asking("x", on="n1", memory="1Gi"), False, id="memory alone"
        ),
        pytest.param(asking("x", on="n1", cpu="1"), asking("x", on="n1", cpu="2"), False, id="it grew"),
        pytest.param(asking("x", cpu="2"), asking("x", cpu="1"), False, id="it waits itself"),
        pytest.param(asking("p", cpu="2"), asking("p", cpu="1"), True, id="the pod itself became smaller"),
    ],
)
def test_a_pod_that_is_resized_wakes_where_it_gives_back_what_is_wanted(
    old: PodInfo, new: PodInfo, worth_it: bool
) -> None:
    event = Resource.POD, Action.UPDATE_POD_SCALE_DOWN, old, new

    assert wakes(PLUGIN, asking(cpu="1"), *event) is worth_it


def test_the_hint_does_not_know_the_ignored_resources() -> None:
    ignoring = ProfileConfig(args=(NodeResourcesFitArgs(ignored_resources=frozenset({"example.com/gpu"})),))
    waiting = pod("p", containers=[{"name": "c", "resources": {"requests": {"example.com/gpu": "1"}}}])
    event = Resource.NODE, Action.ADD, None, node("n1")

    assert ("n1",) == decided(cluster(node("n1")), waiting, ignoring).feasible
    assert not wakes(PLUGIN, waiting, *event, ignoring)
