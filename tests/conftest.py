"""What every test may rely on: catalogues compiled, Django's data in a folder of its own."""

import atexit
import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

# Before Django reads its settings: tests have nothing to do with the data of the checkout.
os.environ["PODIUM_DATA"] = tempfile.mkdtemp(prefix="podium-tests-")

import pytest
from hypothesis import HealthCheck, settings

from tests.harness.postgres import Postgres
from tests.harness.series import sampled
from tests.harness.server import Server, prepared_once

# A busy machine is no reason to fail; how long things take is measured by `make bench`.
# Each property is tried on a few examples, others each time; `make soak` tries many.
EXAMPLES = max(15, int(os.environ.get("PODIUM_SOAK", "0")) // 10)
settings.register_profile(
    "podium", deadline=None, max_examples=EXAMPLES, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("podium")

ON_POSTGRESQL = os.environ.get("PODIUM_TEST_ON") == "postgresql"
"""Whether tests of the wire run on a PostgreSQL of their own instead of SQLite."""
if ON_POSTGRESQL and "PODIUM_DATABASE_URL" not in os.environ:  # further test processes share it
    postgres = Postgres()
    atexit.register(postgres.remove)
    postgres.start()
    os.environ["PODIUM_DATABASE_URL"] = postgres.url()

WIRE = ("classroom", "exercises", "imports", "kubeapi", "releases", "runs", "server")
"""The folders of `tests/playground` whose tests run on PostgreSQL, too: those that touch the database, as services,
transactions, races and refused texts do (`on_postgresql`)."""
NOT_ON_POSTGRESQL = (
    "runs/test_durability.py",
    "classroom/http/test_held_runs.py",
    "classroom/test_coming.py",
    "imports/test_views.py",
    "releases/test_releases.py",
    "exercises/test_views.py",
    "server/http/test_error_pages.py",
    "server/http/test_overload.py",
)
"""Files in those folders that say nothing of a database: what pages and sockets show, how often somebody may ask, what
a full disk loses."""
LONGEST = (
    "servers/test_two_servers.py",
    "playground/server/test_serve.py",
    "house/test_wheel.py",
    "soak/test_soak.py",
    "cycle/test_decide_properties.py",
    "engine/test_recording.py",
    "kept/test_kinds.py",
    "gallery/test_views.py",
)
"""Files with tests that take five seconds of processor time and more."""


def pytest_configure(config: pytest.Config) -> None:
    from playground.texts.catalogues import compile_stale

    compile_stale()

    from tests.house.reached import LISTED, Reached

    config.pluginmanager.register(Reached({file: set(modules) for file, modules in LISTED.items()}))


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    playground = Path(__file__).parent / "playground"
    if ON_POSTGRESQL and collection_path.parent == playground:
        return collection_path.name not in WIRE
    return None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The longest tests first, after the order was made random: of two processes none is left alone with one. Those
    that need the data of servers come with them, in the half of the first process: no other waits for the data.
    """
    if ON_POSTGRESQL:
        taken = sampled(sorted(item.nodeid for item in items if on_postgresql(item)))
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in taken])
        items[:] = [item for item in items if item.nodeid in taken]
    items.sort(key=lambda item: not (item.path.as_posix().endswith(LONGEST) or needs_servers(item)))


def needs_servers(item: pytest.Item) -> bool:
    return "prepared" in getattr(item, "fixturenames", ())


class OldObjects:
    """Takes what the collection of all tests has made out of the search for circles of garbage (`gc`): it stays to
    the end, and to search hundreds of thousands of objects again and again took more time than many tests.
    """

    def __init__(self) -> None:
        self._searched = True
        unfreeze = gc.unfreeze

        def unfreeze_and_note() -> None:
            unfreeze()
            self._searched = True

        gc.unfreeze = unfreeze_and_note

    def freeze(self) -> None:
        """Once more after a test that made all objects searchable again."""
        if self._searched:
            gc.freeze()
            self._searched = False


old_objects = OldObjects()


def pytest_collection_finish() -> None:
    old_objects.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Iterator[None]:
    yield
    old_objects.freeze()


def on_postgresql(item: pytest.Item) -> bool:
    """Whether a test touches the database, and neither starts servers on a copy of SQLite's file nor pulls SQLite's
    power, nor is in `NOT_ON_POSTGRESQL`.
    """
    fixtures = {"db", "transactional_db"} & set(getattr(item, "fixturenames", ()))
    touches = bool(fixtures) or item.get_closest_marker("django_db") is not None
    return touches and not needs_servers(item) and not item.path.as_posix().endswith(NOT_ON_POSTGRESQL)


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a server that has not run yet: database and gallery, filled once for all test processes.
    A test that starts a server copies it.
    """
    return prepared_once(tmp_path_factory.getbasetemp())


@pytest.fixture(scope="session")
def podium(prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the tests of a process that talk to a real one, not started yet; its data are there already."""
    folder = tmp_path_factory.mktemp("server") / "podium"
    shutil.copytree(prepared, folder)
    made = Server(folder, ("manage.py", "serve", "--no-prepare"))
    yield made
    made.kill()


@pytest.fixture
def server(podium: Server) -> Server:
    """That server, which runs. A test may stop or kill it: the next starts it again, with an empty output."""
    if not podium.running:
        podium.log.unlink(missing_ok=True)
        podium.start()
    return podium
