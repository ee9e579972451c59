"""The Markdown of lessons: little of it, and no HTML."""

from __future__ import annotations

import pytest

from playground.lessons.markdown import PICTURE_BYTES, good_picture, html

DOT = "data:image/png;base64,iVBORw0KGgo="


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a **b** *c* `d`", "<p>a <strong>b</strong> <em>c</em> <code>d</code></p>"),
        ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"),
        ("[a](https://kubernetes.io/docs)", '<p><a href="https://kubernetes.io/docs">a</a></p>'),
        ("[a](/explain/NodeResourcesFit)", '<p><a href="/explain/NodeResourcesFit">a</a></p>'),
        (f"![dot]({DOT})", f'<p><img src="{DOT}" alt="dot"></p>'),
    ],
)
def test_what_a_lesson_may_say_is_html(text: str, shown: str) -> None:
    assert shown == html(text).strip()


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[a](javascript:alert(1))",
        "[a](//example.org)",
        "[a](data:text/html;base64,PHNjcmlwdD4=)",
        "![a](https://example.org/a.png)",
        "![a](data:image/svg+xml;base64,PHN2Zz4=)",
        "[a]: javascript:alert(1)\n\n[a]",
        "<https://example.org>",
    ],
)
def test_what_it_may_not_say_is_no_tag(text: str) -> None:
    shown = html(text)

    assert [] == [tag for tag in ("<script", "<img", "<a ", "<svg") if tag in shown]


def test_a_picture_that_is_too_large_is_none() -> None:
    assert good_picture(DOT)
    assert not good_picture("data:image/png;base64," + "A" * (PICTURE_BYTES * 4 // 3 + 8))
