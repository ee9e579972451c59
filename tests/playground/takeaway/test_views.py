"""What is taken away over HTTP: pictures, films, frames for other sites; bad input; who may look."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from playground.runs.models import Run


def get(path: str, **how: Any) -> Any:
    return Client().get(path, **how)


def test_a_picture_is_an_svg_that_may_do_nothing(run: Run) -> None:
    response = get(f"/r/{run.pk}/picture.svg?at=0&theme=dark")

    assert (200, "image/svg+xml") == (response.status_code, response.headers["Content-Type"])
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]
    assert b"<svg" in response.content


def test_a_png_and_a_gif_are_downloaded_under_a_name(run: Run) -> None:
    png = get(f"/r/{run.pk}/picture.png?at=0&size=preview&download")
    gif = get(f"/r/{run.pk}/film.gif?at=0")

    assert png.content.startswith(b"\x89PNG")
    assert 'attachment; filename="a-run-0.png"' == png.headers["Content-Disposition"]
    assert gif.content.startswith(b"GIF8")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("picture.svg?at=99999", 404),
        ("picture.svg?at=x", 404),
        ("picture.exe?at=0", 404),
        ("film.svg?at=0&from=99999", 200),
        ("film.svg?at=0&from=-1", 200),
        ("picture.svg?at=0&theme=%3Cscript%3E&pod=%3Cb%3E", 200),
        ("take?at=0&pod=%3Cscript%3E", 200),
        ("embed?at=99999", 404),
    ],
)
def test_what_is_asked_wrongly_is_answered_plainly(run: Run, path: str, status: int) -> None:
    response = get(f"/r/{run.pk}/{path}")

    assert status == response.status_code
    assert b"<script>" not in response.content


def test_a_frame_may_stand_on_any_site_and_the_board_on_none(run: Run) -> None:
    frame, board = get(f"/r/{run.pk}/embed?at=0"), get(f"/r/{run.pk}?at=0")

    assert "frame-ancestors *" in frame.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in frame.headers
    assert "frame-ancestors *" not in board.headers["Content-Security-Policy"]


def test_the_address_of_a_board_is_told_by_oembed(run: Run) -> None:
    response = get("/oembed", data={"url": f"http://testserver/r/{run.pk}?at=0", "maxwidth": "600"})
    result = json.loads(response.content)

    assert (200, "rich", 600) == (response.status_code, result["type"], result["width"])
    assert f"/r/{run.pk}/embed?at=0" in result["html"]


@pytest.mark.parametrize(
    "url",
    [
        "",
        "http://elsewhere.example/r/x",
        "http://testserver/",
        "http://testserver/r/none",
        "http://[",
        "x" * 5_000,
    ],
)
def test_oembed_of_another_address_is_not_found(run: Run, url: str) -> None:
    assert 404 == get("/oembed", data={"url": url}).status_code


def test_oembed_speaks_json_only(run: Run) -> None:
    assert 400 == get("/oembed", data={"url": f"http://testserver/r/{run.pk}", "format": "xml"}).status_code


def test_a_board_names_the_picture_of_its_moment_for_other_sites(run: Run) -> None:
    page = get(f"/r/{run.pk}?at=0").content.decode()

    assert (
        f'<meta property="og:image" content="http://testserver/r/{run.pk}/picture.png?at=0&amp;size=preview">'
        in page
    )
    assert 'type="application/json+oembed"' in page


def test_the_page_offers_each_form(run: Run) -> None:
    page = get(f"/r/{run.pk}/take?at=0").content.decode()

    for part in ("picture.svg", "picture.png", "film.svg", "film.gif", "&lt;iframe"):
        assert part in page
