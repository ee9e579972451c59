"""Backup and restore in two commands, on SQLite and on PostgreSQL."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.harness.postgres import Postgres
from tests.harness.server import ROOT


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    made = Postgres()
    try:
        made.start()
        yield made.create("podium")
    finally:
        made.remove()


@pytest.fixture(scope="module", params=["SQLite", "PostgreSQL"])
def story(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What was said, see `backup_story`; "engine" is the kind of database, "folder" that of the files."""
    folder = tmp_path_factory.mktemp("backups")
    url = request.getfixturevalue("postgres") if request.param == "PostgreSQL" else ""
    own = {"PODIUM_DATA": str(folder / "data"), "PODIUM_DATABASE_URL": url, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "tests.playground.site.backup_story", str(folder)],
        env=os.environ | own | {"DJANGO_SETTINGS_MODULE": "playground.settings"},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert 0 == done.returncode, done.stderr
    return {"engine": request.param, "folder": str(folder), **json.loads(done.stdout)}


def test_a_backup_is_one_file_of_the_owner_and_overwrites_nothing(story: dict[str, Any]) -> None:
    file = f"{story['folder']}/podium.backup"

    assert story["written"].startswith(f"{file}: {story['engine']}, ")
    assert (0o600, "mine") == (story["mode"], story["kept"])
    assert f"error: {story['folder']}/there is there already" == story["there"]


def test_what_was_backed_up_is_there_again_after_everything_was_lost(story: dict[str, Any]) -> None:
    message = f"{story['folder']}/podium.backup: restored, 1 runs of visitors"

    assert ([], [message, ["Mine"]]) == (story["emptied"], story["restored"])


def test_runs_of_visitors_are_replaced_only_when_that_is_asked_for(story: dict[str, Any]) -> None:
    message, titles = story["refused"]

    assert ["Changed"] == titles
    assert "the database has 1 runs of visitors; --replace puts the backup in their place" in message
    assert ["Mine"] == story["replaced"][1]


def test_a_backup_of_another_database_or_of_nothing_is_refused_and_changes_nothing(
    story: dict[str, Any],
) -> None:
    assert [[True, True, True], ["Changed"]] == story["wrong"]
