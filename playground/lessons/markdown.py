"""The Markdown of lessons as HTML: no HTML of the writer's, no address but safe ones, images only as data."""

from __future__ import annotations

import re

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

PICTURE_BYTES = 200_000
_PICTURE = re.compile(r"data:image/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]*")
_LINK = re.compile(r"(?:https://|/(?!/))[^\s<>\"'\\]*")


def good_picture(address: str) -> bool:
    """Whether an image of this address may be shown: data of a bitmap, at most PICTURE_BYTES."""
    return bool(_PICTURE.fullmatch(address)) and len(address) * 3 // 4 <= PICTURE_BYTES


def _good_address(address: str) -> bool:
    return bool(_LINK.fullmatch(address)) or good_picture(address)


def _parser() -> MarkdownIt:
    made = MarkdownIt("zero", {"html": False, "linkify": False, "maxNesting": 8})
    made.enable(
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
        ]
    )
    made.validateLink = _good_address  # type: ignore[method-assign]
    return made


_MARKDOWN = _parser()


def html(text: str) -> SafeString:
    """The text as safe HTML. What is not known stands there as it was written."""
    return mark_safe(_MARKDOWN.render(text))  # the parser escapes all HTML


def line(text: str) -> SafeString:
    """A plain text, with code between backticks and nothing else."""
    return mark_safe(re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text)))
