"""The EndpointSlice controller: when it looks, what it writes, and what it leaves alone."""

from __future__ import annotations

from scheduler_core.apiserver import DeleteOptions
from scheduler_core.objects.manifest import Json
from tests import builders
from tests.core.cluster import stored
from tests.core.controllers.builders import apply
from tests.core.controllers.endpointslice.builders import playing, running, slices, states


def test_a_pod_is_an_endpoint_as_soon_as_it_is_ready_and_until_it_is_gone() -> None:
    play = playing(running("a"))
    play.do(lambda api, now: api.create("Pod", builders.pod("b", labels={"app": "web"}), now))
    play.play(5.5)
    assert {"a": (True, True, False)} == states(play)
    play.play(7)
    assert {"a": (True, True, False), "b": (True, True, False)} == states(play)

    play.delete("b")
    play.play(8)
    assert (False, True, True) == states(play)["b"]
    play.play()
    assert ["a"] == list(states(play))


def test_it_looks_a_tenth_of_a_second_after_a_change_and_names_the_pods_it_concerns() -> None:
    play = playing(running("a"), running("b"))
    before = len(play.act_log)
    not_ready: Json = {"type": "Ready", "status": "False"}
    play.do(lambda api, now: api.patch_pod_status("default/a", {}, now, (not_ready,)))  # type: ignore[arg-type]
    play.play(10)

    (message,) = play.act_log[before:]
    assert (5.1, "endpointslice-controller", ("default/a",)) == (
        round(message.t, 1),
        message.act.who,
        message.act.focus_pods,
    )
    assert {"service": "web", "count": 1, "all": 2} == dict(message.act.message.args)


def test_services_without_a_selector_and_names_of_other_hosts_are_left_alone() -> None:
    assert [] == slices(playing(running("a"), selector=None))
    assert [] == slices(playing(running("a"), type="ExternalName", externalName="example.com"))


def test_the_slices_of_a_deleted_service_go_with_it() -> None:
    play = playing(running("a"))
    stored(
        play.do(
            lambda api, now: api.delete(
                "Service", "default/web", DeleteOptions(propagation="Background"), now
            )
        )
    )
    play.play()

    assert [] == slices(play)


def test_a_slice_that_somebody_deletes_is_made_again() -> None:
    play = playing(running("a"))
    (lost,) = slices(play)
    stored(play.do(lambda api, now: api.delete("EndpointSlice", lost.key, DeleteOptions(), now)))
    play.play()

    assert [["default/a"]] == [[one.pod for one in item.endpoints] for item in slices(play)]


def test_a_changed_selector_brings_other_pods() -> None:
    play = playing(running("a"))
    changed = dict(play.api.services["default/web"].manifest)
    apply(play, {**changed, "spec": {"selector": {"app": "none"}, "ports": [{"port": 80}]}})
    play.play()

    assert {} == states(play)


def test_a_copy_goes_its_own_way() -> None:
    play = playing(running("a"))
    (controller,) = [one for one in play.actors if one.name == "endpointslice-controller"]
    twin = controller.copy()
    play.delete("a")

    assert None is twin.next_ms(play.now_ms)
    assert None is not controller.next_ms(play.now_ms)
