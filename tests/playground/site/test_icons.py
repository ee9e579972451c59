"""The symbols of a page hold every icon that a template draws."""

import re

from django.template.loader import render_to_string

from playground.paths import ASSETS


def test_every_icon_that_a_template_draws_is_a_symbol_of_the_page() -> None:
    sources = [path.read_text() for path in (ASSETS / "templates").rglob("*.html")]
    drawn = {
        name
        for source in sources
        for name in re.findall(r'<use href="#([\w-]+)"|why/icon\.html" with name="([\w-]+)"', source)
    }

    assert set() == {name for pair in drawn for name in pair if name} - set(
        re.findall(r'<symbol id="([\w-]+)"', render_to_string("icons.html"))
    )
