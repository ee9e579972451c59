"""The wheel carries its pages with it: unpacked anywhere, `python -m playground` serves them."""

import os
import shutil
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import pytest

from tests.harness.series import thorough
from tests.harness.server import Server

ROOT = Path(__file__).resolve().parent.parent.parent


def built(folder: Path, root: Path = ROOT) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=root, check=True, capture_output=True, env=os.environ | {"PYTHONPATH": ""})
    return next(folder.glob("podium-*.whl"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("dist"))


@thorough
def test_two_builds_of_the_same_sources_are_the_same_bytes(tmp_path: Path) -> None:
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    folders = tuple(f"{item}/" for item in ("playground", "scheduler_core", "templates", "static", "locale"))
    files = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "requirements/run.in")
    wheels = []
    for copy, changed in (("first", 1_000_000_000), ("second", 1_700_000_000)):
        for name in names:
            if (name.startswith(folders) or name in files) and (ROOT / name).is_file():
                (tmp_path / copy / name).parent.mkdir(parents=True, exist_ok=True)
                (tmp_path / copy / name).write_bytes((ROOT / name).read_bytes())
                os.utime(tmp_path / copy / name, (changed, changed))
        wheels.append(built(tmp_path / copy / "dist", tmp_path / copy).read_bytes())

    assert wheels[0] == wheels[1]


def test_the_wheel_has_pages_scripts_fonts_and_catalogues_but_no_tools(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}

    assert {"playground", "scheduler_core"} == {top for top in tops if not top.endswith(".dist-info")}
    for part in ("templates/base.html", "static/css/fonts.css", "static/vendor/codemirror.js"):
        assert f"playground/_assets/{part}" in names
    assert [] == [
        name for name in names if "vendor/build" in name or name.endswith((".test.js", "axe.min.js"))
    ]
    catalogues = {name.removesuffix(".po") for name in names if name.endswith(".po")}
    assert catalogues == {name.removesuffix(".mo") for name in names if name.endswith(".mo")}


def test_an_unpacked_wheel_serves_its_own_pages_files_and_scenarios(
    wheel: Path, prepared: Path, tmp_path: Path
) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    # The wheel has the same code and the same scenarios, so it finds them loaded; it forgets those it lacks.
    shutil.copytree(prepared, tmp_path / "data")
    path = os.pathsep.join([str(tmp_path / "site"), os.environ.get("PYTHONPATH", "")])
    server = Server(tmp_path / "data", command=["-m", "playground"], cwd=tmp_path, PYTHONPATH=path)
    server.start()
    try:
        for address in ("/", "/static/css/fonts.css", "/s/gap-and-reservation"):
            with urllib.request.urlopen(server.url + address) as answer:
                assert 200 == answer.status
    finally:
        code = server.stop()

    assert 0 == code, server.output()
