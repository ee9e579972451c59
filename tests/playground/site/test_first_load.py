"""What a browser fetches before a board answers: the page, its style sheets, its script's modules, its words.

`pytest -rP tests/playground/site/test_first_load.py` prints what each of them weighs, and what is left.
"""

import gzip
import hashlib
import random
import re
import string
from pathlib import Path
from typing import Any

import brotli
import pytest
from django.conf import settings
from django.test import Client

from playground.server.static.script_modules import needed_by
from playground.server.static.without_comments import without_comments
from playground.site.templatetags import pages
from playground.texts import catalogues
from tests.playground.small_gallery import load_some

STATIC = Path(settings.STATICFILES_DIRS[0])
MOST_BYTES = 200_000
#: Of a status line and headers, as a server sends them with a file and with a page.
FILE_HEADERS, PAGE_HEADERS = 210, 850
#: Texts that are drawn for each request, or for each run.
RANDOM = re.compile(r'csp-nonce" content="([^"]+)"|csrfmiddlewaretoken" value="([^"]+)"|data-run="([^"]+)"')
STYLE = re.compile(r'<link rel="stylesheet" href="/static/([^"]+)"([^>]*)>')


class Published:
    """Stands for the storage of published files, in which a name has a digest of what the file says."""

    base_url = "/static/"

    def __init__(self) -> None:
        files = [*STATIC.glob("js/**/*.js"), *STATIC.glob("css/*.css"), *STATIC.glob("vendor/*.js")]
        self.hashed_files = {
            str(path.relative_to(STATIC)): self.hashed(path)
            for path in files
            if not path.name.endswith((".test.js", "harness.js"))
        }

    def hashed(self, path: Path) -> str:
        digest = hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()[:12]
        return str(path.relative_to(STATIC).with_suffix(f".{digest}{path.suffix}"))

    def url(self, name: str) -> str:
        return self.base_url + self.hashed_files[name]


def weight(path: str) -> int:
    return FILE_HEADERS + len(brotli.compress(without_comments((STATIC / path).read_bytes())))


def steady(page: str) -> str:
    """The page with the same random texts at each call, so that it weighs the same."""
    drawn = random.Random(1)
    for result in RANDOM.finditer(page):
        text = next(filter(None, result.groups()))
        page = page.replace(text, "".join(drawn.choices(string.ascii_letters + string.digits, k=len(text))))
    return page


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.HASHED_STATIC = True
    monkeypatch.setattr(pages, "staticfiles_storage", Published())


@pytest.mark.django_db
@pytest.mark.usefixtures("published")
def test_the_first_load_of_a_board_weighs_at_most_200_kb_without_fonts(client: Client) -> None:
    load_some(["gap-and-reservation"])
    page = client.get("/s/gap-and-reservation").content.decode()
    styles = [path for path, more in STYLE.findall(page) if "disabled" not in more]
    needed = [*styles, "js/app/main.js", "js/pages/chrome.js", *needed_by("js/app/main.js")]
    sizes = {fromkey: weight(fromkey) for fromkey in dict.fromkeys(needed)}
    sizes["the page"] = PAGE_HEADERS + len(gzip.compress(steady(page).encode()))
    sizes["the words"] = FILE_HEADERS + len(catalogues.browser_catalogue("en", board=True).small)
    total = sum(sizes.values())
    for item in sorted(sizes, key=lambda item: -sizes[item]):
        print(f"{sizes[item]:>7} {item}")
    print(f"{total:>7} in {len(sizes)} answers; {MOST_BYTES - total} bytes are left")

    assert len(needed) > 100
    assert total <= MOST_BYTES, "load what a visitor does not need at once later"
