"""A user's class: an exception in it fails the attempt, never the run."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.events import EVERY_EVENT, Action, Registration, Resource
from scheduler_core.scheduler.framework.plugin_failed import PluginFailedError
from scheduler_core.scheduler.framework.status import SUCCESS, Code, unschedulable
from scheduler_core.scheduler.own_plugins.guarded_plugin import guarded
from tests.core.scheduler.builders import pod


def plugin(**methods: Any) -> Any:
    """An instance of a class with these methods, which take what the framework gives."""
    members = {name: lambda self, *given, method=method: method(*given) for name, method in methods.items()}
    members["__init__"] = lambda self, args: None
    return guarded("Mine", type("Mine", (), members), {})


def boom(*given: object) -> object:
    raise ValueError("boom")


def test_a_class_that_cannot_be_made_is_named_with_its_error() -> None:
    class Broken:
        def __init__(self, args: object) -> None:
            raise ValueError("no args")

    with pytest.raises(PluginFailedError, match='initializing plugin "Mine": ValueError: no args'):
        guarded("Mine", Broken, {})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "method", ["pre_filter", "filter", "pre_score", "score", "normalize_score", "post_filter"]
)
def test_an_exception_where_no_answer_means_an_error_ends_the_attempt(method: str) -> None:
    with pytest.raises(PluginFailedError, match=f'running {method} of plugin "Mine": ValueError: boom'):
        getattr(plugin(**{method: boom}), method)()


def test_an_exception_in_pre_enqueue_keeps_the_pod_out_of_active_q() -> None:
    status = plugin(pre_enqueue=boom).pre_enqueue(Snapshot(), pod("p"), frozenset())

    assert Code.UNRESOLVABLE is status.code
    assert ('running pre_enqueue of plugin "Mine": ValueError: boom',) == status.reasons


@pytest.mark.parametrize("method", ["reserve", "pre_bind"])
def test_an_exception_in_the_binding_cycle_becomes_an_error_status(method: str) -> None:
    result = getattr(plugin(**{method: boom}), method)()

    assert (Code.ERROR, "Mine") == (result.status.code, result.status.plugin)


def test_an_exception_in_unreserve_is_swallowed_because_nothing_can_be_done_about_it() -> None:
    assert plugin(unreserve=boom).unreserve() is None


def test_an_answer_of_another_type_is_an_error_that_says_what_was_returned() -> None:
    with pytest.raises(PluginFailedError, match='running filter of plugin "Mine": no Status, got True'):
        plugin(filter=lambda *given: True).filter()


def test_a_valid_answer_is_passed_on() -> None:
    refused = unschedulable("Mine", "no")

    assert refused is plugin(filter=lambda *given: refused).filter()
    assert SUCCESS is plugin(pre_enqueue=lambda *given: SUCCESS).pre_enqueue()


def test_a_class_that_names_no_events_is_asked_about_all_of_them() -> None:
    assert EVERY_EVENT == plugin().events_to_register()


def test_a_hint_that_raises_counts_as_try_again() -> None:
    named = (Registration(Resource.NODE, Action.ADD, lambda *given: bool(boom())),)
    [registration] = plugin(events_to_register=lambda: named).events_to_register()

    assert registration.hint is not None
    assert True is registration.hint(pod("p"), None, None)


def test_a_plugin_that_reserves_without_unreserve_gets_one() -> None:
    assert plugin(reserve=boom).unreserve("handle", "pod", "n1", "what") is None
