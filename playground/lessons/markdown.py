"""The Markdown of lessons as HTML: no raw HTML, only safe addresses, images only as data."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from playground.texts.terms.links import linked_html

if TYPE_CHECKING:  # the first text imports the library, so that a server starts without it
    from markdown_it import MarkdownIt
    from markdown_it.renderer import RendererHTML
    from markdown_it.token import Token
    from markdown_it.utils import EnvType, OptionsDict

PICTURE_BYTES = 200_000
_PICTURE = re.compile(r"data:image/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]*")
_LINK = re.compile(r"(?:https://|/(?!/))[^\s<>\"'\\]*")


def good_picture(address: str) -> bool:
    """Whether an image address may be shown: the data of a bitmap, at most PICTURE_BYTES."""
    return bool(_PICTURE.fullmatch(address)) and len(address) * 3 // 4 <= PICTURE_BYTES


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    class Markdown(MarkdownIt):
        def validateLink(self, url: str) -> bool:  # noqa: N802  # the library's name
            return bool(_LINK.fullmatch(url)) or good_picture(url)

    parser = Markdown("zero", {"html": False, "linkify": False, "maxNesting": 8})
    parser.enable(
        [
            "paragraph",
            "list",
            "backticks",
            "emphasis",
            "link",
            "image",
            "newline",
            "escape",
            "entity",
            "fence",
            "code",
        ]
    )
    parser.add_render_rule("image", _image)
    return parser


def _image(
    renderer: RendererHTML, tokens: Sequence[Token], place: int, options: OptionsDict, env: EnvType
) -> str:
    """An image of the author; its alternative text when the address is not a small bitmap."""
    if good_picture(str(tokens[place].attrs.get("src", ""))):
        return renderer.image(tokens, place, options, env)
    return str(escape(tokens[place].content))


def html(text: str) -> SafeString:
    """The text as safe HTML, with links to the cards of its words. Unknown syntax stays as written."""
    return linked_html(_parser().render(text))  # the parser escapes all HTML


def line(text: str) -> SafeString:
    """A plain text in which only code between backticks is formatted."""
    return mark_safe(re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text)))
