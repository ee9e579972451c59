"""The run that most tests of the REST interface ask."""

import pytest

from scheduler_core import Run
from tests.core.rest.builders import shop


@pytest.fixture(scope="module")
def recording() -> Run:
    return shop()
