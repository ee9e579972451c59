"""BindingCycle: Reserve, PreBind and Bind are asked in turn, and what was reserved is taken back on a failure."""

from __future__ import annotations

import pytest

from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.objects.manifest import Json, Manifest
from scheduler_core.objects.releases.releases import release
from scheduler_core.scheduler.configuration.configuration import Configuration
from scheduler_core.scheduler.configuration.extension_points import PluginEntry, PluginSet
from scheduler_core.scheduler.configuration.profile import ProfileConfig
from scheduler_core.scheduler.framework.binding import (
    WAIT,
    BindingHandle,
    PreBindResult,
    Reserved,
    ReserveResult,
)
from scheduler_core.scheduler.framework.status import SUCCESS, Code, Status, unschedulable
from scheduler_core.scheduler.own_plugins.own_plugin import OwnPlugin
from scheduler_core.scheduler.scheduler import Scheduler
from tests.builders import api_object, node, pod
from tests.core.scheduler.stage import Stage


class Ticket:
    def to_json(self) -> Json:
        return "ticket"


class Booth:
    """Keeps a ticket for each pod; `args` say at which point it fails, and whether PreBind waits."""

    timeout_ms = 5_000
    timed_out = "no ticket came"

    def __init__(self, args: Manifest) -> None:
        self.args = args

    def reserve(self, snapshot: object, pod: object, node_name: str) -> ReserveResult:
        if self.args.get("fails") == "reserve":
            return ReserveResult(unschedulable("Booth", "no ticket left"))
        return ReserveResult(reserved=Ticket())

    def unreserve(
        self, handle: BindingHandle, pod: object, node_name: str, reserved: Reserved | None
    ) -> None:
        assert reserved is None or isinstance(reserved, Ticket)

    def pre_bind(
        self, handle: BindingHandle, pod: object, node_name: str, reserved: Reserved | None
    ) -> PreBindResult:
        assert isinstance(reserved, Ticket)
        if self.args.get("fails") == "preBind":
            return PreBindResult(Status(Code.ERROR, ("the ticket is torn",), "Booth"))
        return PreBindResult(WAIT if self.args.get("waits") else SUCCESS)

    def ready(self, snapshot: object, reserved: Reserved | None) -> bool:
        return False


def stage(**args: Json) -> Stage:
    result = Stage()
    sets = (("multiPoint", PluginSet((PluginEntry("Booth"),))),)
    config = ProfileConfig(plugin_sets=sets, own_args=(("Booth", args),))
    result.scheduler = Scheduler(Configuration(profiles=(config,)), {"Booth": OwnPlugin("Booth", {}, Booth)})
    result.make("Node", node("n1", "4"))
    result.make("Pod", pod("p", "1"))
    return result


def test_a_plugin_that_agrees_everywhere_lets_the_pod_be_bound() -> None:
    assert ["schedule scheduler.chosen", "bind scheduler.bound"] == stage().play()


def test_a_refused_reservation_ends_the_cycle_as_if_no_node_had_passed() -> None:
    refused = stage(fails="reserve")

    assert "schedule scheduler.fits_nowhere" == refused.play()[0]
    assert ("FailedScheduling", "0/1 nodes are available: 1 no ticket left.") == refused.events("p")[0]
    assert {} == dict(refused.scheduler.view.assumed)


def test_a_failed_pre_bind_names_the_plugin_and_frees_the_node() -> None:
    failed = stage(fails="preBind")

    assert ["schedule scheduler.chosen", "bind scheduler.bind_failed"] == failed.play()[:2]
    text = 'running PreBind plugin "Booth": the ticket is torn'
    assert ("FailedScheduling", text) == failed.events("p")[0]
    assert {} == dict(failed.scheduler.view.assumed)


@pytest.mark.parametrize("point", ["reserve", "preBind"])
def test_a_failed_binding_takes_back_the_nomination_of_the_pod(point: str) -> None:
    failed = stage(fails=point)
    failed.api.patch_pod_status("default/p", {"nominatedNodeName": "n1"}, 0)
    failed.deliver()
    failed.play()

    assert "" == failed.api.pods["default/p"].nominated_node_name
    assert () == failed.scheduler.queue.nominator.on("n1")


def test_a_pre_bind_that_waits_ends_with_its_timeout() -> None:
    waiting = stage(waits=True)
    assert ["schedule scheduler.chosen", "update scheduler.chosen"] == waiting.play()
    assert 5_000 == waiting.scheduler.next_ms(0)
    waiting.now_ms = 5_000

    assert "bind scheduler.bind_failed" == waiting.play()[0]
    assert ("FailedScheduling", 'running PreBind plugin "Booth": no ticket came') == waiting.events("p")[0]


def test_a_copy_goes_on_from_where_the_original_stands() -> None:
    waiting = stage(waits=True)
    waiting.play()
    copy = waiting.scheduler.copy()

    assert waiting.scheduler.fingerprint() == copy.fingerprint()
    assert 5_000 == copy.next_ms(0)


def test_a_pod_that_was_bound_by_others_during_its_binding_is_not_queued_but_its_failure_is_told() -> None:
    waiting = stage(waits=True)
    waiting.play()
    waiting.api.bind("default", "p", "n1", 1_000)
    waiting.deliver()
    waiting.now_ms = 5_000

    waiting.play()

    assert "n1" == waiting.api.pods["default/p"].node_name
    assert ("FailedScheduling", 'running PreBind plugin "Booth": no ticket came') in waiting.events("p")
    assert waiting.scheduler.queue.place_of("default/p") is None


CLASS = {"provisioner": "nobody.example", "volumeBindingMode": "WaitForFirstConsumer"}


def with_slow_volume(version: str) -> Stage:
    """A pod that waits for a volume which nobody provisions."""
    slow = Stage()
    slow.scheduler = Scheduler(release=release(version))
    slow.make("Node", node("n1", "4"))
    slow.make("StorageClass", api_object("StorageClass", "slow", **CLASS))
    spec = {
        "accessModes": ["ReadWriteOnce"],
        "storageClassName": "slow",
        "resources": {"requests": {"storage": "1Gi"}},
    }
    claim = api_object("PersistentVolumeClaim", "c", metadata={"namespace": "default"}, spec=spec)
    slow.make("PersistentVolumeClaim", claim)
    volumes = [{"name": "d", "persistentVolumeClaim": {"claimName": "c"}}]
    slow.make("Pod", pod("p", "3", volumes=volumes))
    assert ["schedule scheduler.chosen", "update scheduler.volumes_chosen"] == slow.play()
    return slow


@pytest.mark.parametrize(("version", "nominated"), [("1.34", ""), ("1.35", "n1")])
def test_since_1_35_a_pod_that_waits_for_a_volume_is_nominated(version: str, nominated: str) -> None:
    slow = with_slow_volume(version)

    assert nominated == slow.api.pods["default/p"].nominated_node_name


def test_a_failed_wait_clears_the_nomination_again() -> None:
    slow = with_slow_volume("1.35")
    slow.api.delete("Node", "n1", DeleteOptions(), 0)
    slow.deliver()
    slow.now_ms = 1_000
    slow.play()

    text = 'running PreBind plugin "VolumeBinding": binding volumes: failed to get node "n1": node "n1" not found'
    assert ("FailedScheduling", text) == slow.events("p")[0]
    assert "" == slow.api.pods["default/p"].nominated_node_name


def test_without_a_slow_plugin_no_node_is_nominated() -> None:
    quick = Stage()
    quick.scheduler = Scheduler(release=release("1.36"))
    quick.make("Node", node("n1", "4"))
    quick.make("Pod", pod("p", "1"))
    quick.play()

    assert "" == quick.api.pods["default/p"].nominated_node_name
    assert [("Scheduled", "Successfully assigned default/p to n1")] == quick.events("p")


def test_since_1_35_a_pod_deleted_while_it_waits_frees_its_node_for_others() -> None:
    played = {}
    for version in ("1.34", "1.35"):
        slow = with_slow_volume(version)
        slow.make("Pod", pod("q", "3"))
        slow.play()
        slow.api.delete("Pod", "default/p", DeleteOptions(0), 0)
        slow.deliver()
        slow.play()
        played[version] = slow.api.pods["default/q"].node_name

    assert {"1.34": "", "1.35": "n1"} == played


@pytest.mark.parametrize(("version", "events"), [("1.35", 1), ("1.36", 0)])
def test_since_1_36_the_failed_binding_of_an_earlier_pod_of_the_name_writes_nothing(
    version: str, events: int
) -> None:
    slow = with_slow_volume(version)
    slow.api.delete("Pod", "default/p", DeleteOptions(0), 0)
    slow.deliver()
    slow.make("Pod", pod("p", "3", schedulingGates=[{"name": "hold"}]))
    slow.api.delete("PersistentVolumeClaim", "default/c", DeleteOptions(0), 0)
    slow.deliver()
    slow.now_ms = 1_000
    slow.play()

    assert events == len(slow.events("p"))


def test_a_binding_is_of_the_pod_that_was_chosen_not_of_a_later_one_of_its_name() -> None:
    quick = Stage()
    quick.make("Pod", pod("p", "1"))
    uid = quick.api.pods["default/p"].uid

    refused = quick.api.bind("default", "p", "n1", 0, uid="another")

    why = f"Precondition failed: UID in precondition: another, UID in object meta: {uid}"
    assert isinstance(refused, Refused)
    assert (409, True) == (refused.code, refused.text.endswith(why))


@pytest.mark.parametrize(("version", "stays"), [("1.35", False), ("1.36", True)])
def test_since_1_36_a_victim_that_is_not_bound_yet_is_stopped_in_memory(version: str, stays: bool) -> None:
    slow = with_slow_volume(version)
    slow.make("Pod", pod("h", "2", priority=100))
    slow.play()

    assert stays == ("default/p" in slow.api.pods)
    if stays:
        uid = slow.api.pods["default/h"].uid
        assert [
            ("Preempted", f"Preempted by pod {uid} on node n1 (in kube-scheduler memory)."),
            ("FailedScheduling", 'running PreBind plugin "VolumeBinding": preempted by DefaultPreemption'),
        ] == slow.events("p")[:2]
        assert "" == slow.api.pods["default/p"].nominated_node_name
        assert "n1" == slow.api.pods["default/h"].node_name
        assert all(entry.type != "DisruptionTarget" for entry in slow.api.pods["default/p"].status.conditions)


@pytest.mark.parametrize(("version", "nominated"), [("1.34", "n1"), ("1.35", "")])
def test_since_1_35_a_profile_without_post_filter_clears_a_nomination(version: str, nominated: str) -> None:
    sets = (("postFilter", PluginSet(disabled=("*",))),)
    stubborn = Stage()
    configuration = Configuration(profiles=(ProfileConfig(plugin_sets=sets),))
    stubborn.scheduler = Scheduler(configuration, release=release(version))
    stubborn.make("Node", node("n1", "1"))
    stubborn.make("Pod", pod("p", "3", status={"nominatedNodeName": "n1"}))
    stubborn.play()

    assert nominated == stubborn.api.pods["default/p"].nominated_node_name
