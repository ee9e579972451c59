"""What podium is built from: licences, known vulnerabilities and a bill of materials of the locked packages.

python -m tools.supply_chain licences          fails when a package has a licence that is not in ALLOWED
python -m tools.supply_chain vulnerabilities   asks PyPI's advisories (also in OSV); fails when it knows one
python -m tools.supply_chain sbom [FILE]       CycloneDX 1.6 as JSON (default dist/podium.cdx.json)
python -m tools.supply_chain                   all three

`vulnerabilities` needs the network. Where the advisories cannot be asked, it says so and does not fail: what
it could not look up is no finding.
"""

from __future__ import annotations

import importlib.metadata
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("servers", "dev")
"""The locks that are looked at: what a server runs with, and what tests and tools need besides."""
SBOM = ROOT / "dist/podium.cdx.json"
PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([^ ;\\]+)", re.MULTILINE)
AUDIT_SECONDS = 120

#: SPDX name of a licence → what metadata call it. All let podium be passed on under its own licence; the weak
#: copyleft ones (LGPL, MPL) bind changes of the package itself.
ALLOWED = {
    "0BSD": r"0BSD",
    "Apache-2.0": r"Apache([ -]?(2\.0|Software License|License.*|.*Version 2\.0))?",
    "BSD": r"(BSD([ -]?[23]-?Clause)?( License)?|.*released under the BSD.*)",
    "ISC": r"ISC( License \(ISCL\))?",
    "LGPL-3.0-only": r"LGPL-3\.0-only",
    "MIT": r"MIT(-0|-CMU)?( [Ll]icense)?",
    "MPL-2.0": r"(MPL-2\.0|Mozilla Public License 2\.0 \(MPL 2\.0\))",
    "PSF-2.0": r"(PSF-2\.0|PSFL|Python Software Foundation License)",
    "TCL": r"TCL",
    "ZPL-2.1": r"ZPL-2\.1",
}


UNSAID = {"resvg-py": "MIT"}
"""Packages whose metadata name no licence: the licence that the file in their wheel is."""


@dataclass(frozen=True, order=True)
class Package:
    """A pinned package. `licence` is None when it is not installed here (it is for another system)."""

    name: str
    version: str
    licence: str | None = None


def pinned(lock: str) -> list[tuple[str, str]]:
    text = (ROOT / "requirements" / f"{lock}.lock").read_text()
    return sorted(set(PIN.findall(text)))


def licence_of(name: str) -> str | None:
    """What a package's metadata call its licence: the SPDX expression, else the classifier, else the text."""
    try:
        metadata: Any = importlib.metadata.metadata(name)
    except importlib.metadata.PackageNotFoundError:
        return None
    classifiers = [classifier.rpartition(" :: ")[2] for classifier in metadata.get_all("Classifier") or ()]
    marks = [
        mark
        for mark, whole in zip(classifiers, metadata.get_all("Classifier") or (), strict=True)
        if whole.startswith("License ::") and mark not in ("OSI Approved", "DFSG approved")
    ]
    lines = str(metadata.get("License") or "").strip().splitlines()
    licence = metadata.get("License-Expression") or " AND ".join(marks) or (lines[0] if lines else "")
    return str(licence) or UNSAID.get(name, "")


def spdx(licence: str) -> str | None:
    """The SPDX names of a licence, or None when one of them is not allowed. Of `A OR B` one is enough."""
    choices = []
    for choice in re.split(r" OR ", licence):
        parts = [_allowed(part.strip()) for part in re.split(r" AND ", choice)]
        if all(parts):
            choices.append(" AND ".join(sorted({part for part in parts if part})))
    return " OR ".join(choices) or None


def _allowed(part: str) -> str | None:
    return next((name for name, pattern in ALLOWED.items() if re.fullmatch(pattern, part)), None)


def packages(lock: str) -> list[Package]:
    return [Package(name, version, licence_of(name)) for name, version in pinned(lock)]


def refused(locked: list[Package]) -> Iterator[str]:
    for package in locked:
        if package.licence is not None and spdx(package.licence) is None:
            yield f"{package.name} {package.version}: {package.licence or 'no licence'} is not in ALLOWED"


def licences() -> int:
    wrong: list[str] = []
    for lock in LOCKS:
        locked = packages(lock)
        groups: dict[str, list[str]] = {}
        for package in locked:
            name = "not installed here" if package.licence is None else spdx(package.licence) or "REFUSED"
            groups.setdefault(name, []).append(package.name)
        print(f"licences of requirements/{lock}.lock ({len(locked)} packages)")
        for name in sorted(groups):
            print(f"  {name}: {', '.join(groups[name])}")
        wrong += refused(locked)
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


def audited() -> dict[str, Any] | None:
    """What pip-audit says about the locked packages; None when it could not ask."""
    with tempfile.TemporaryDirectory() as folder:
        pins = Path(folder) / "pins.txt"
        pins.write_text("".join(f"{name}=={version}\n" for name, version in pinned("dev")))
        command = [sys.executable, "-m", "pip_audit", "-r", str(pins), "--no-deps", "--disable-pip"]
        command += ["--format", "json", "--progress-spinner", "off"]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=AUDIT_SECONDS)
            return dict(json.loads(done.stdout))
        except (subprocess.TimeoutExpired, ValueError):
            return None


def judged(report: dict[str, Any] | None) -> tuple[int, list[str]]:
    """The exit code and the lines for an answer of pip-audit."""
    if report is None:
        return 0, ["known vulnerabilities: NOT LOOKED UP: the advisories cannot be reached from here"]
    dependencies = report["dependencies"]
    unseen = [dependency["name"] for dependency in dependencies if "skip_reason" in dependency]
    if len(unseen) == len(dependencies):
        return 0, ["known vulnerabilities: NOT LOOKED UP: the index that is reached here has no advisories"]
    lines = [f"known vulnerabilities: {len(dependencies) - len(unseen)} packages looked up"]
    lines += [f"  not looked up: {', '.join(unseen)}"] if unseen else []
    code = 0
    for dependency in dependencies:
        for bug in dependency.get("vulns", ()):
            code = 1
            mended = ", ".join(bug.get("fix_versions", ())) or "no version"
            lines.append(f"  {dependency['name']} {dependency['version']}: {bug['id']}, mended in {mended}")
    return code, lines


def vulnerabilities() -> int:
    code, lines = judged(audited())
    print("\n".join(lines))
    return code


def sbom(file: Path = SBOM) -> int:
    """Writes the bill of materials of what a server runs with; the library checks it against its schema."""
    file.parent.mkdir(parents=True, exist_ok=True)
    command = [str(Path(sys.executable).parent / "cyclonedx-py"), "requirements", "--output-reproducible"]
    command += ["--validate", "--pyproject", "pyproject.toml", "--of", "JSON", "-o", str(file)]
    done = subprocess.run([*command, "requirements/servers.lock"], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        print(done.stderr.strip())
        return done.returncode
    made = json.loads(file.read_text())
    print(f"bill of materials: {file}, {len(made['components'])} components, CycloneDX {made['specVersion']}")
    return 0


def main(arguments: list[str]) -> int:
    parts = {"licences": licences, "vulnerabilities": vulnerabilities, "sbom": sbom}
    if arguments[:1] == ["sbom"] and len(arguments) == 2:
        return sbom(Path(arguments[1]))
    if set(arguments) - set(parts):
        print(__doc__, file=sys.stderr)
        return 2
    return max([parts[name]() for name in arguments or parts])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
