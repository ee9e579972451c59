"""What was acknowledged outlives a power cut: a server runs on a disk that forgets what was not synced.

The disk is a library that is preloaded into the server (`forgets_unsynced.c`): it copies each file when
the file is synced. The server is killed, and what those copies hold is what is left. A library is enough, because SQLite
syncs with `fdatasync` of the C library.
"""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

LIBRARY = Path(__file__).with_name("forgets_unsynced.c")
INPUTS = 5
SERVER = f"""
import os, signal
import django
os.environ["DJANGO_SETTINGS_MODULE"] = "playground.settings"
from django.conf import settings
options = settings.DATABASES["default"]["OPTIONS"]
options["init_command"] = options["init_command"].replace("=FULL", "=" + os.environ["SYNCHRONOUS"])
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from playground.runs import services
from playground.runs.models import Run, ScenarioRevision
revision = ScenarioRevision.objects.create(digest="a" * 64, canonical="{{}}", source="")
run = Run.objects.create(revision=revision)
for seq in range({INPUTS}):
    moved = services.record_input(run.pk, ordinal=seq, seq=seq, value="{{}}", state="")
    print(moved.head, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("gcc") is None, reason="the disk needs Linux and gcc"
)


def left_after_a_power_cut(folder: Path, synchronous: str) -> tuple[int, int]:
    """How many inputs were acknowledged, and how many the synced copies hold."""
    synced, data, library = folder / "synced", folder / "data", folder / "disk.so"
    synced.mkdir()
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", library, LIBRARY, "-ldl"], check=True)
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("PODIUM_")},
        "PODIUM_DATA": str(data),
        "SYNCED": str(synced),
        "SYNCHRONOUS": synchronous,
        "LD_PRELOAD": str(library),
    }
    ended = subprocess.run([sys.executable, "-c", SERVER], env=environment, capture_output=True, text=True)
    assert -signal.SIGKILL == ended.returncode, ended.stderr
    with sqlite3.connect(synced / "podium.sqlite3") as database:
        try:
            result = database.execute("SELECT count(*) FROM runs_runinput").fetchone()[0]
        except sqlite3.OperationalError:  # not even the tables were synced
            result = 0
    return len(ended.stdout.splitlines()), int(result)


def test_every_input_that_was_acknowledged_is_there_after_a_power_cut(tmp_path: Path) -> None:
    left = left_after_a_power_cut(tmp_path, "FULL")

    assert (INPUTS, INPUTS) == left


def test_the_disk_of_this_test_does_forget_what_is_not_synced(tmp_path: Path) -> None:
    acknowledged, result = left_after_a_power_cut(tmp_path, "NORMAL")

    assert INPUTS == acknowledged
    assert result < INPUTS
