"""Work that takes too much CPU time is interrupted where it is; other work never is."""

import time

import pytest

from playground.workers.cpu_limit import OutOfTimeError, limited


def burn(seconds: float) -> str:
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
    return "done"


def test_work_beyond_its_limit_is_interrupted_and_the_next_work_is_not() -> None:
    with pytest.raises(OutOfTimeError):
        limited(0.05, lambda: burn(20.0))

    assert "done" == limited(20.0, lambda: burn(0.1))
    assert "done" == burn(0.1)


def test_waiting_is_not_work() -> None:
    assert None is limited(0.02, lambda: time.sleep(0.1))


def test_what_catches_every_exception_is_interrupted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playground.workers.cpu_limit.AGAIN_SECONDS", 0.05)
    caught = []

    def stubborn() -> None:
        try:
            burn(20.0)
        except BaseException as error:  # as code of a plugin might
            caught.append(error)
        burn(20.0)

    with pytest.raises(OutOfTimeError):
        limited(0.05, stubborn)

    assert 1 == len(caught)
