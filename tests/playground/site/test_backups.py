"""Backup and restore in two commands, on SQLite and on PostgreSQL."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from e2e.harness.postgres import Postgres
from e2e.harness.server import ROOT

RUN = "abcdefgh2345"
MAKE = f"""
import django; django.setup()
from playground.runs import revisions, services
from playground.runs.models import Run
from tests.playground import clusters
Run.objects.filter(pk='{RUN}').delete()
run = services.create_run(revisions.store_scenario(clusters.small()), owner='me', title='Mine')
Run.objects.filter(pk=run.pk).update(id='{RUN}')
"""
TITLES = """
import django; django.setup()
from playground.runs.models import Run
print(*Run.objects.exclude(owner_digest='').values_list('title', flat=True))
"""
CHANGE = """
import django; django.setup()
from playground.runs.models import Run
Run.objects.all().update(title='Changed')
"""


class Place:
    """An installation: a data folder, and with `url` a PostgreSQL."""

    def __init__(self, folder: Path, url: str = "") -> None:
        self.environment = os.environ | {
            "PODIUM_DATA": str(folder),
            "PODIUM_DATABASE_URL": url,
            "PYTHONPATH": str(ROOT),
        }
        self.environment["DJANGO_SETTINGS_MODULE"] = "playground.settings"
        self.podium("migrate", "--verbosity", "0")

    def run(self, *command: str) -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, *command], env=self.environment, cwd=ROOT, capture_output=True, text=True
        )
        return done.returncode, (done.stdout + done.stderr).strip()

    def podium(self, *command: str) -> tuple[int, str]:
        return self.run("manage.py", *command)

    def python(self, code: str) -> str:
        return self.run("-c", code)[1]


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    made = Postgres()
    try:
        made.start()
        yield made
    finally:
        made.remove()


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def places(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Place, Place]:
    """Two installations on the same kind of database; the first has a run."""
    made = []
    for number in (1, 2):
        url = ""
        if request.param == "PostgreSQL":
            server: Postgres = request.getfixturevalue("postgres")
            server.drop(f"place{number}")
            url = server.create(f"place{number}")
        made.append(Place(tmp_path / str(number), url))
    made[0].python(MAKE)
    return made[0], made[1]


def test_what_was_backed_up_is_there_after_a_restore_elsewhere_and_at_home(
    places: tuple[Place, Place], tmp_path: Path
) -> None:
    home, elsewhere = places
    file = tmp_path / "podium.backup"
    code, said = home.podium("backup", str(file))

    assert (0, 0o600) == (code, file.stat().st_mode & 0o777), said
    assert elsewhere.podium("restore", str(file))[1].endswith("restored, 1 runs of visitors")
    assert "Mine" == elsewhere.python(TITLES)

    home.python(CHANGE)
    refused, why = home.podium("restore", str(file))

    assert (1, "Changed") == (refused, home.python(TITLES)), why
    assert "--replace puts the backup in their place" in why
    assert 0 == home.podium("restore", str(file), "--replace")[0]
    assert "Mine" == home.python(TITLES)


def test_a_backup_of_another_database_or_of_nothing_is_refused_and_changes_nothing(
    places: tuple[Place, Place], tmp_path: Path
) -> None:
    home, _ = places
    other = tmp_path / "other"
    said = []
    for content in (b"PGDMP\x01", b"SQLite format 3\0 and nothing", b"no backup"):
        other.write_bytes(content)
        code, text = home.podium("restore", str(other), "--replace")
        said.append((code, "Traceback" in text))

    assert ([(1, False)] * 3, "Mine") == (said, home.python(TITLES))


def test_a_backup_overwrites_no_file(places: tuple[Place, Place], tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_text("mine")
    code, said = places[0].podium("backup", str(there))

    assert (1, f"CommandError: {there} is there already", "mine") == (code, said, there.read_text())
