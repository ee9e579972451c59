"""Message catalogues are compiled when they changed, and only then."""

import gettext
import os
from pathlib import Path

from playground.catalogues import compile_stale

PO = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"

msgid "Pending"
msgstr "Очікує"
"""


def test_a_changed_catalogue_is_compiled_and_an_unchanged_one_is_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "uk/LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").write_text(PO)

    assert [folder / "django.mo"] == compile_stale(tmp_path)
    assert [] == compile_stale(tmp_path)
    assert "Очікує" == gettext.translation("django", tmp_path, ["uk"]).gettext("Pending")

    later = (folder / "django.mo").stat().st_mtime + 5
    os.utime(folder / "django.po", (later, later))
    assert [folder / "django.mo"] == compile_stale(tmp_path)
