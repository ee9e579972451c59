"""The locks: hashed, nameless of any registry, and the development lock holds all that the other does."""

import re
from pathlib import Path

import pytest

REQUIREMENTS = Path(__file__).resolve().parent.parent.parent / "requirements"
PINNED = re.compile(r"^([a-z0-9._-]+)==([^ ;\\]+)(?: ; ([^\\]+))?", re.MULTILINE)


def pins(name: str) -> set[tuple[str, str, str]]:
    """(package, version, marker) of each line."""
    text = (REQUIREMENTS / f"{name}.lock").read_text()
    return {(package, version, marker.strip()) for package, version, marker in PINNED.findall(text)}


def test_the_development_lock_holds_the_running_one_in_the_same_versions() -> None:
    assert {(package, version) for package, version, _ in pins("run")} <= {
        (package, version) for package, version, _ in pins("dev")
    }


@pytest.mark.parametrize("name", ["run", "dev"])
def test_every_pin_has_a_hash(name: str) -> None:
    text = (REQUIREMENTS / f"{name}.lock").read_text()
    entries = re.split(r"\n(?=[a-z])", text.strip())

    assert [] == [entry for entry in entries if "--hash=sha256:" not in entry]


@pytest.mark.parametrize("name", ["run", "dev"])
def test_a_lock_names_no_host(name: str) -> None:
    assert "://" not in (REQUIREMENTS / f"{name}.lock").read_text()


@pytest.mark.parametrize("name", ["run", "dev"])
def test_what_is_asked_for_is_locked(name: str) -> None:
    lines = (REQUIREMENTS / f"{name}.in").read_text().splitlines()
    asked = {re.split(r"[^A-Za-z0-9._-]", line)[0].lower() for line in lines if line and line[0].isalnum()}

    assert asked <= {package for package, _, _ in pins(name)}
