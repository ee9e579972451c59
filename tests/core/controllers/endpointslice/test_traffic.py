"""Where connections to a Service go, in words."""

from __future__ import annotations

import pytest

from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.controllers.endpointslice.traffic import endpoints_of, is_written, traffic
from tests.core.controllers.endpointslice.builders import playing, running, slices


@pytest.mark.parametrize(
    ("ready", "deleted", "expected"),
    [
        ([], [], ("endpointslice.empty", {"service": "web"})),
        (["a", "b"], ["b"], ("endpointslice.ready", {"service": "web", "count": 1, "all": 2})),
        (["a", "b"], ["a", "b"], ("endpointslice.last_resort", {"service": "web", "count": 2, "all": 2})),
    ],
)
def test_the_words_say_which_endpoints_receive_traffic(
    ready: list[str], deleted: list[str], expected: tuple[str, dict[str, object]]
) -> None:
    play = playing(*(running(name) for name in ready))
    for name in deleted:
        play.delete(name)
    play.play(5.5)
    result = traffic(play.api, play.api.services["default/web"])

    assert expected == (result.id, dict(result.args))


def test_endpoints_that_are_neither_ready_nor_serving_take_nothing() -> None:
    play = playing(running("a", ready=False))
    result = traffic(play.api, play.api.services["default/web"])

    assert ("endpointslice.nowhere", {"service": "web", "all": 1}) == (result.id, dict(result.args))
    assert ["default/a"] == [one.pod for one in endpoints_of(play.api, play.api.services["default/web"])]


def test_a_service_without_a_slice_is_not_said_to_have_no_endpoints() -> None:
    play = playing(running("a"))
    service = play.api.services["default/web"]
    for item in slices(play):
        play.api.delete("EndpointSlice", item.meta.key, DeleteOptions(), 0)
    result = traffic(play.api, service)

    assert ("endpointslice.unwritten", {"service": "web"}) == (result.id, dict(result.args))
    assert not is_written(play.api, service)
