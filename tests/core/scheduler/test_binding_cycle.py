"""BindingCycle: Reserve, PreBind and Bind are asked in turn, and what was reserved is taken back on a failure."""

from __future__ import annotations

import pytest

from scheduler_core.objects.manifest import Json, Manifest
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
from tests.builders import node, pod
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
    found = Stage()
    sets = (("multiPoint", PluginSet((PluginEntry("Booth"),))),)
    config = ProfileConfig(plugin_sets=sets, own_args=(("Booth", args),))
    found.scheduler = Scheduler(Configuration(profiles=(config,)), {"Booth": OwnPlugin("Booth", {}, Booth)})
    found.make("Node", node("n1", "4"))
    found.make("Pod", pod("p", "1"))
    return found


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
