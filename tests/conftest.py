"""What every test may rely on: catalogues compiled, Django's data in a folder of its own."""

import os
import tempfile
from pathlib import Path

# Before Django reads its settings: tests have nothing to do with the data of the checkout.
os.environ["PODIUM_DATA"] = tempfile.mkdtemp(prefix="podium-tests-")

import pytest

from e2e.harness.server import prepared_once

LONGEST = (
    "playground/test_serve.py",
    "house/test_wheel.py",
    "soak/test_soak.py",
    "cycle/test_decide_properties.py",
    "engine/test_recording.py",
    "gallery/test_views.py",
)
"""Files with tests that take five seconds of processor time and more."""


def pytest_configure(config: pytest.Config) -> None:
    from playground.catalogues import compile_stale

    compile_stale()

    from tests.house.reached import LINES, Reached, promises, tables

    config.pluginmanager.register(Reached(promises(LINES, tables())))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest tests first, after the order was made random: of two processes none is left alone with one."""
    items.sort(key=lambda item: not item.path.as_posix().endswith(LONGEST))


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a server that has not run yet: database and gallery, filled once for all test processes.
    A test that starts a server copies it.
    """
    return prepared_once(tmp_path_factory.getbasetemp())
