"""The locks: hashed, nameless of any registry, and the development lock holds all that the other does."""

import re
import tomllib
from pathlib import Path

import pytest

REQUIREMENTS = Path(__file__).resolve().parent.parent.parent / "requirements"
PINNED = re.compile(r"^([a-z0-9._-]+)==([^ ;\\]+)(?: ; ([^\\]+))?", re.MULTILINE)


def pins(name: str) -> set[tuple[str, str, str]]:
    """(package, version, marker) of each line."""
    text = (REQUIREMENTS / f"{name}.lock").read_text()
    return {(package, version, marker.strip()) for package, version, marker in PINNED.findall(text)}


@pytest.mark.parametrize(("smaller", "larger"), [("run", "servers"), ("servers", "dev")])
def test_a_larger_lock_holds_the_smaller_one_in_the_same_versions(smaller: str, larger: str) -> None:
    assert {(package, version) for package, version, _ in pins(smaller)} <= {
        (package, version) for package, version, _ in pins(larger)
    }


def test_the_extra_of_the_package_asks_for_what_is_locked_for_servers() -> None:
    project = tomllib.loads((REQUIREMENTS.parent / "pyproject.toml").read_text())["project"]
    lines = (REQUIREMENTS / "servers.in").read_text().splitlines()

    assert [line for line in lines if line[0].isalnum()] == project["optional-dependencies"]["servers"]


@pytest.mark.parametrize("name", ["run", "servers", "dev"])
def test_every_pin_has_a_hash(name: str) -> None:
    text = (REQUIREMENTS / f"{name}.lock").read_text()
    entries = re.split(r"\n(?=[a-z])", text.strip())

    assert [] == [entry for entry in entries if "--hash=sha256:" not in entry]


@pytest.mark.parametrize("name", ["run", "servers", "dev"])
def test_a_lock_names_no_host(name: str) -> None:
    assert "://" not in (REQUIREMENTS / f"{name}.lock").read_text()


@pytest.mark.parametrize("name", ["run", "servers", "dev"])
def test_what_is_asked_for_is_locked(name: str) -> None:
    lines = (REQUIREMENTS / f"{name}.in").read_text().splitlines()
    requests = {re.split(r"[^A-Za-z0-9._-]", line)[0].lower() for line in lines if line and line[0].isalnum()}

    assert requests <= {package for package, _, _ in pins(name)}
