"""The first screen of the repository says what is true, and its links lead somewhere."""

from __future__ import annotations

import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_readme_names_the_release_and_the_number_of_cases_that_agree() -> None:
    releases = json.loads((ROOT / "playground/site/exactness.json").read_text(encoding="utf-8"))["releases"]
    figures = [file for release in releases.values() for file in release["files"]]
    cases, agreed = (sum(file[name] for file in figures) for name in ("cases", "agreed"))

    text = f"All {cases:,} recorded" if cases == agreed else f"{agreed:,} of {cases:,} recorded"
    assert all(f"kube-scheduler {release['modelled']}" in README for release in releases.values())
    assert text.replace(",", " ") in README


def test_the_readme_counts_scenarios_and_lessons() -> None:
    scenarios = len(list((ROOT / "playground/gallery/scenarios").glob("*.yaml")))
    lessons = len(list((ROOT / "playground/lessons/course").glob("*.yaml")))

    assert f"{scenarios} scenarios, { ({12: 'twelve', 15: 'fifteen'}[lessons]) } lessons" in README


def test_links_of_the_readme_and_of_the_docs_lead_to_files() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
    missing = [
        f"{page.relative_to(ROOT)}: {link}"
        for page in pages
        for link in re.findall(r"\]\(([^)#:\s]+)\)", page.read_text(encoding="utf-8"))
        if not (page.parent / link).exists()
    ]

    assert [] == missing
