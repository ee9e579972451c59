"""Publishes static files under a public address: hashed, compressed, and our own without comments."""

import re
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

#: A comment on lines of its own. Comments beside code stay, because finding them needs a parser.
COMMENT = re.compile(rb"^[ \t]*(?:/\*(?!!)(?:[^*]|\*(?!/))*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE)
INDENT = re.compile(rb"\n[ \t]+")
OURS = ("js/", "css/")


def without_comments(text: bytes) -> bytes:
    """A script or style sheet without indentation and without comments on lines of their own, except those
    that begin with `/*!`.

    A template literal must not contain such comments. Its lines stay as they are."""
    parts = COMMENT.sub(b"", text).split(b"`")  # every second part is inside a literal
    return b"`".join(part if n % 2 else INDENT.sub(b"\n", part) for n, part in enumerate(parts))


class WithoutComments(CompressedManifestStaticFilesStorage):
    """Drops comments and indentation: they were a tenth and a fiftieth of the bytes of a first load."""

    def _save(self, name: str, content: Any) -> str:
        if name.startswith(OURS) and name.endswith((".js", ".css")):
            content = ContentFile(without_comments(b"".join(content.chunks())))
        saved: str = super()._save(name, content)
        return saved
