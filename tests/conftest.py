"""What every test may rely on: catalogues compiled, Django's data in a folder of its own."""

import atexit
import os
import tempfile
from pathlib import Path

# Before Django reads its settings: tests have nothing to do with the data of the checkout.
os.environ["PODIUM_DATA"] = tempfile.mkdtemp(prefix="podium-tests-")

import pytest
from hypothesis import HealthCheck, settings

from e2e.harness.postgres import Postgres
from e2e.harness.server import prepared_once

# A busy machine is no reason to fail; how long things take is measured by `make bench`.
settings.register_profile(
    "podium", deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("podium")

ON_POSTGRESQL = os.environ.get("PODIUM_TEST_ON") == "postgresql"
"""Whether tests of the wire run on a PostgreSQL of their own instead of SQLite."""
if ON_POSTGRESQL and "PODIUM_DATABASE_URL" not in os.environ:  # further test processes share it
    postgres = Postgres()
    atexit.register(postgres.remove)
    postgres.start()
    os.environ["PODIUM_DATABASE_URL"] = postgres.url()

WIRE = ("exercises", "imports", "kubeapi", "releases", "rooms", "runs", "web")
"""The folders of `tests/playground` that run on PostgreSQL, too."""
LONGEST = (
    "servers/test_two_servers.py",
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


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    playground = Path(__file__).parent / "playground"
    if ON_POSTGRESQL and collection_path.parent == playground:
        return collection_path.name not in WIRE
    return None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On PostgreSQL without tests that start servers on a copy of SQLite's file, or pull SQLite's power.

    The longest tests first, after the order was made random: of two processes none is left alone with one.
    """
    if ON_POSTGRESQL:
        left_out = [item for item in items if of_sqlite(item)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
    items.sort(key=lambda item: not item.path.as_posix().endswith(LONGEST))


def of_sqlite(item: pytest.Item) -> bool:
    return "prepared" in getattr(item, "fixturenames", ()) or item.path.name == "test_durability.py"


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a server that has not run yet: database and gallery, filled once for all test processes.
    A test that starts a server copies it.
    """
    return prepared_once(tmp_path_factory.getbasetemp())
