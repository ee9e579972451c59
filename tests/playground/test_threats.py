"""What docs/threats.md says of limits and headers is what the code has."""

from __future__ import annotations

from django.conf import settings

from playground.imports import jobs
from tests.harness.server import ROOT

PAGE = (ROOT / "docs" / "threats.md").read_text(encoding="utf-8")


def test_only_pictures_may_have_styles_of_their_own() -> None:
    of_pages = str(settings.CONTENT_SECURITY_POLICY)
    of_pictures = (ROOT / "playground" / "takeaway" / "views.py").read_text(encoding="utf-8")

    assert "unsafe" not in of_pages
    assert ("'unsafe-inline'" in of_pictures) == ("style-src 'unsafe-inline'" in PAGE)


def test_a_pasted_text_waits_in_a_file_from_the_size_that_is_said() -> None:
    assert f"a text above {jobs.FILE_BYTES // 2**20} MiB until it is read" in PAGE
