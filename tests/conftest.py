"""What every test may rely on: catalogues compiled, Django's data in a folder of its own."""

import os
import tempfile
from pathlib import Path

# Before Django reads its settings: tests have nothing to do with the data of the checkout.
os.environ["PODIUM_DATA"] = tempfile.mkdtemp(prefix="podium-tests-")

import pytest

from e2e.harness.server import Server, prepared_once


def pytest_configure(config: pytest.Config) -> None:
    from playground.catalogues import compile_stale

    compile_stale()

    from tests.house.reached import LINES, Reached, promises, tables

    config.pluginmanager.register(Reached(promises(LINES, tables())))


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a server that has not run yet: database and gallery, filled once for all test processes.
    A test that starts a server copies it.
    """
    return prepared_once(tmp_path_factory.getbasetemp(), Server)
