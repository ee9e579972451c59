"""A run that is described."""

import pytest

from tests.core.play import Play, gallery


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery("basic-preemption"))
    made.until_quiet()
    return made
