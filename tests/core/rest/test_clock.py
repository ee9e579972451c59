"""The run's moments on the clock of the client, and back."""

from __future__ import annotations

from scheduler_core.rest.clock import as_in_run, as_on_wall

SERVED = '{"creationTimestamp":"2030-01-01T00:00:00Z","eventTime":"2030-01-01T00:00:01.000000Z","note":"2030-01-01T00:00:00Z"}'


def test_moments_move_and_texts_stay() -> None:
    text = '{"creationTimestamp":"2030-01-01T01:00:00Z","eventTime":"2030-01-01T01:00:01.000000Z","note":"2030-01-01T00:00:00Z"}'

    assert text == as_on_wall(SERVED, 3_600_000)


def test_what_a_client_sends_back_is_what_it_was_told() -> None:
    sent = {
        "status": {"conditions": [{"type": "Ready", "lastTransitionTime": "2030-01-01T01:00:00Z"}]},
        "at": [1, "x"],
    }
    stored = {
        "status": {"conditions": [{"type": "Ready", "lastTransitionTime": "2030-01-01T00:00:00Z"}]},
        "at": [1, "x"],
    }

    assert stored == as_in_run(sent, 3_600_000)


def test_what_is_no_moment_stays() -> None:
    assert {"startTime": "soon"} == as_in_run({"startTime": "soon"}, 1000)
