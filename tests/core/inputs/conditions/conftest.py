"""The run that most conditions are judged of."""

import pytest

from tests.core.play import Play, gallery


@pytest.fixture(scope="module")
def play() -> Play:
    return Play(gallery("gap-and-reservation"))
