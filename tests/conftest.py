"""What every test may rely on: catalogues compiled, Django's data in a folder of its own."""

import os
import tempfile

# Before Django reads its settings: tests have nothing to do with the data of the checkout.
os.environ["PODIUM_DATA"] = tempfile.mkdtemp(prefix="podium-tests-")

import pytest


def pytest_configure(config: pytest.Config) -> None:
    from playground.catalogues import compile_stale

    compile_stale()

    from tests.house.reached import LINES, Reached, promises, tables

    config.pluginmanager.register(Reached(promises(LINES, tables())))
