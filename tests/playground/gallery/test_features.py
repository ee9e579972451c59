"""What a scenario shows, read from its run and its objects."""

import pytest

from playground.gallery.features import Shown
from playground.gallery.models import Scenario
from tests.playground.small_gallery import load_some


@pytest.mark.django_db(transaction=True)
def test_the_plugins_events_and_fields_of_a_run_are_found() -> None:
    load_some(["basic-preemption"])
    result = Shown.from_json(Scenario.objects.get(slug="basic-preemption").shows)

    assert {"NodeResourcesFit", "PrioritySort"} <= set(result.plugins)
    assert {"FailedScheduling", "Preempted"} <= set(result.events)
    assert {"priorityClassName", "requests"} <= set(result.fields)
    assert "Insufficient %(resource)s" in result.texts
    assert {"FailedScheduling", "Scheduled"}.isdisjoint(result.mechanisms)


def test_what_is_stored_is_read_back() -> None:
    shown = Shown(("NodePorts",), ("Evicted",), ("hostPort",), ("Too many pods",))

    assert shown == Shown.from_json(shown.to_json())
    assert Shown() == Shown.from_json({})
