"""The data belongs to who runs the server: nobody else on the machine may read it. A folder that takes no data
stops a server before it listens.
"""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from playground.server.private_files import private_database, private_folder, unusable
from tests.harness.series import sampled
from tests.harness.server import ROOT, free_port

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX")


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_a_folder_and_a_database_are_made_for_their_owner_alone(tmp_path: Path) -> None:
    folder = private_folder(tmp_path / "new" / "data")
    file = private_database(folder / "x.sqlite3")

    assert (0o700, 0o600) == (mode(folder), mode(file))


def test_what_was_open_to_others_is_closed(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    names = ("x.sqlite3", "x.sqlite3-wal", "x.sqlite3-shm")
    for name in names:
        (tmp_path / name).write_bytes(b"")
        (tmp_path / name).chmod(0o644)

    private_database(private_folder(tmp_path) / "x.sqlite3")

    assert [0o700, 0o600, 0o600, 0o600] == [mode(tmp_path), *(mode(tmp_path / name) for name in names)]


def test_a_server_keeps_its_data_to_itself(tmp_path: Path) -> None:
    """Whatever the umask is: the database, its log and its index are made by another process."""
    made = (
        "import os, django; os.umask(0); django.setup()\n"
        "from django.core.management import call_command\n"
        "call_command('migrate', verbosity=0)\n"
        "from django.db import connection\n"
        "connection.cursor().execute('SELECT 1')\n"
        "from pathlib import Path\n"
        "for path in [Path(os.environ['PODIUM_DATA']), *Path(os.environ['PODIUM_DATA']).glob('*')]:\n"
        "    print(path.name, oct(path.stat().st_mode & 0o777))\n"
    )
    data = tmp_path / "data"
    environment = {**os.environ, "PODIUM_DATA": str(data), "DJANGO_SETTINGS_MODULE": "playground.settings"}
    ran = subprocess.run([sys.executable, "-c", made], env=environment, capture_output=True, text=True)

    modes = dict(line.split() for line in ran.stdout.splitlines())
    assert {
        "data": "0o700",
        "podium.sqlite3": "0o600",
        "podium.sqlite3-wal": "0o600",
    }.items() <= modes.items()
    assert {"0o600", "0o700"} == set(modes.values())


def test_cookies_of_a_server_with_https_are_of_its_very_host(tmp_path: Path) -> None:
    text = (
        "import django; django.setup()\n"
        "from django.conf import settings\n"
        "from django.http import HttpResponse\n"
        "from playground.classroom.services import links\n"
        "from playground.runs import access\n"
        "answer = HttpResponse()\n"
        "access.remember_owner(answer, 'me')\n"
        "access.remember_grant(answer, {}, 'r', 'd')\n"
        "for each in answer.cookies.values(): print(each.OutputString())\n"
        "print(settings.CSRF_COOKIE_NAME, settings.CSRF_COOKIE_SECURE, settings.CSRF_COOKIE_DOMAIN, links.COOKIE)\n"
    )
    environment = {
        **os.environ,
        "PODIUM_DATA": str(tmp_path),
        "PODIUM_PUBLIC_URL": "https://podium.example",
        "DJANGO_SETTINGS_MODULE": "playground.settings",
    }
    ran = subprocess.run([sys.executable, "-c", text], env=environment, capture_output=True, text=True)

    owner, edit, others = ran.stdout.splitlines()
    assert owner.startswith("__Host-podium_owner=")
    assert edit.startswith("__Host-podium_edit=")
    for cookie in (owner, edit):
        assert "Path=/" in cookie
        assert "Secure" in cookie
        assert "HttpOnly" in cookie
        assert "Domain" not in cookie
    assert "__Host-podium_csrf True None __Host-podium_present" == others


BOUND = (
    ("setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all")
    if os.name == "posix" and os.geteuid() == 0
    else ()
)
"""Before a command: modes of files bind it, also when root runs the tests."""
bound = pytest.mark.skipif(bool(BOUND) and not shutil.which("setpriv"), reason="modes do not bind root")


def start(data: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """A server that must not start."""
    command = [*BOUND, sys.executable, "manage.py", "serve", *options]
    environment = {**os.environ, "PODIUM_DATA": str(data), "PORT": str(free_port()), "PODIUM_WORKERS": "0"}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60)


def a_file(folder: Path) -> Path:
    (folder / "data").touch()
    return folder / "data"


def a_folder_as_key(folder: Path) -> Path:
    (folder / "data" / "secret.key").mkdir(parents=True)
    return folder / "data"


def a_folder_as_lock(folder: Path) -> Path:
    (folder / "data" / "prepare.lock").mkdir(parents=True)
    return folder / "data"


def without_rights(folder: Path) -> Path:
    (folder / "data").mkdir(mode=0o500)
    return folder / "data"


@pytest.mark.parametrize(
    "make", [a_file, a_folder_as_key, a_folder_as_lock, pytest.param(without_rights, marks=bound)]
)
def test_a_folder_that_cannot_hold_data_stops_the_server_with_a_sentence(
    make: Callable[[Path], Path], tmp_path: Path
) -> None:
    data = make(tmp_path)
    ended = start(data)

    assert 1 == ended.returncode
    assert 1 == len(ended.stderr.splitlines())
    assert f": the data folder {data} cannot be used: " in ended.stderr
    assert "name another folder in PODIUM_DATA" in ended.stderr


@bound
@pytest.mark.parametrize(
    ("name", "options"),
    sampled([("podium.sqlite3", ()), ("podium.sqlite3", ("--no-prepare",)), (".", ("--no-prepare",))]),
)
def test_data_that_can_only_be_read_stop_the_server_with_a_sentence(
    name: str, options: tuple[str, ...], prepared: Path, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    shutil.copytree(prepared, data)
    (data / name).chmod(0o500 if name == "." else 0o400)
    ended = start(data, *options)
    data.chmod(0o700)

    assert 1 == ended.returncode
    assert 1 == len(ended.stderr.splitlines())
    assert f"{data / 'podium.sqlite3'}: " in ended.stderr
    assert "PODIUM_DATA names the folder" in ended.stderr


def test_a_full_disk_is_named_with_its_folder() -> None:
    result = unusable(Path("/data"), OSError(errno.ENOSPC, "No space left on device"))

    assert result.startswith("the data folder /data cannot be used: No space left on device. ")
