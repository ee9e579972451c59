"""The container file and the compose file: everything that they name is there, and an engine builds them where one is."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
FILE = ROOT / "deploy/Containerfile"
COMPOSE = ROOT / "deploy/compose/compose.yaml"


def engine() -> str | None:
    """A program that can build images here and now: its daemon, if it needs one, answers."""
    for name in ("podman", "docker"):
        path = shutil.which(name)
        if path and subprocess.run([path, "info"], capture_output=True, timeout=60).returncode == 0:
            return path
    return None


def ignored() -> list[str]:
    return [line[1:] for line in (ROOT / ".containerignore").read_text().splitlines() if line.startswith("!")]


def test_what_the_container_file_copies_is_in_the_repository_and_is_not_ignored() -> None:
    copied = [
        name
        for line in re.findall(r"^COPY (?!--from)(.+) \S+$", FILE.read_text(), re.MULTILINE)
        for name in line.split()
    ]

    assert sorted(copied) == sorted(ignored())
    assert [] == [name for name in copied if not (ROOT / name).exists()]


def test_the_container_runs_as_an_unprivileged_user_and_installs_by_hash() -> None:
    text = FILE.read_text()

    assert re.search(r"^USER (?!0|root)\S+$", text, re.MULTILINE)
    assert "--require-hashes -r requirements/servers.lock" in text


def test_an_engine_builds_the_container_file() -> None:
    path = engine()
    if path is None:
        pytest.skip(
            "NOT BUILT: no container engine on this machine can build deploy/Containerfile"
            " (`make image BASE=debian` does it with Debian's buildah)"
        )
    pulled = subprocess.run([path, "pull", "docker.io/library/python:3.12-slim"], capture_output=True)
    if pulled.returncode:
        pytest.skip("NOT BUILT: the engine cannot get the base image python:3.12-slim from here")
    command = [path, "build", "-f", str(FILE), "-t", "podium:test", str(ROOT)]

    assert 0 == subprocess.run(command).returncode


def services() -> dict[str, dict[str, Any]]:
    return dict(yaml.safe_load(COMPOSE.read_text())["services"])


def test_compose_has_a_proxy_two_servers_two_workers_postgresql_and_redis() -> None:
    assert {"proxy", "server1", "server2", "worker1", "worker2", "postgres", "redis"} == set(services())


def test_compose_names_files_volumes_networks_and_services_that_exist() -> None:
    whole = yaml.safe_load(COMPOSE.read_text())
    result = services()
    volumes = [item.split(":")[0] for one in result.values() for item in one.get("volumes", ())]
    missing = [
        volume for volume in volumes if volume.startswith("./") and not (COMPOSE.parent / volume).exists()
    ]
    missing += [
        volume for volume in volumes if not volume.startswith("./") and volume not in whole["volumes"]
    ]
    missing += [item for one in result.values() for item in one.get("depends_on", {}) if item not in result]
    missing += [
        network for one in result.values() for network in one["networks"] if network not in whole["networks"]
    ]

    assert [] == missing
    assert ROOT == (COMPOSE.parent / result["server1"]["build"]["context"]).resolve()


def test_the_proxy_sends_to_the_servers_of_compose_and_hides_the_metrics() -> None:
    text = (COMPOSE.parent / "nginx.conf").read_text()

    assert {"server1", "server2"} == set(re.findall(r"server (server\d):8000", text))
    assert "location = /metrics { return 404; }" in text


def test_every_setting_in_the_deployment_is_one_that_podium_reads() -> None:
    files = [path for path in (ROOT / "deploy").rglob("*") if path.is_file()]
    named = {name for path in files for name in re.findall(r"PODIUM_[A-Z_]+", path.read_text())}
    code = "".join(path.read_text() for path in (ROOT / "playground").rglob("*.py"))

    assert [] == sorted(name for name in named if f'"{name}"' not in code)
