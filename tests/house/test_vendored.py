"""What is vendored is what its check sums, versions and style sheet say."""

import re
from pathlib import Path

from tools import check_vendor

STATIC = Path(__file__).resolve().parent.parent.parent / "static"


def test_vendored_files_have_the_sums_that_were_written_down() -> None:
    assert [] == check_vendor.problems()


def test_a_changed_vendored_file_is_noticed(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "editor.js").write_text("1")
    (tmp_path / check_vendor.SUMS).write_text(check_vendor.sums(tmp_path))
    monkeypatch.setattr(check_vendor, "FOLDERS", (tmp_path,))
    monkeypatch.setattr(check_vendor, "ROOT", tmp_path)
    assert [] == check_vendor.problems()

    (tmp_path / "editor.js").write_text("2")

    assert 1 == len(check_vendor.problems())


def test_every_font_of_the_style_sheet_is_there_and_every_font_is_used() -> None:
    named = set(re.findall(r'url\("\.\./fonts/([^"]+)"\)', (STATIC / "css/fonts.css").read_text()))

    assert {path.name for path in (STATIC / "fonts").glob("*.woff2")} == named


def test_each_bundled_package_has_its_licence_beside_it() -> None:
    versions = (STATIC / "vendor/VERSIONS").read_text().splitlines()
    licences = (STATIC / "vendor/LICENSES").read_text()

    assert [] == [line for line in versions if f"{line} (" not in licences]
