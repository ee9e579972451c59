"""How static files are published under a public address: hashed, compressed, and our own without comments."""

import re
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

#: A comment that has whole lines to itself. One that stands beside code stays: to find it, one has to parse
#: the text.
COMMENT = re.compile(rb"^[ \t]*(?:/\*(?!!)(?:[^*]|\*(?!/))*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE)
INDENT = re.compile(rb"\n[ \t]+")
OURS = ("js/", "css/")


def without_comments(text: bytes) -> bytes:
    """A script or style sheet without indentation and without its comments of whole lines, apart from those
    that begin with `/*!`.

    It must not hold such comments within a template literal. The lines of template literals stay as they are.
    """
    parts = COMMENT.sub(b"", text).split(b"`")  # every second one stands within a literal
    return b"`".join(part if n % 2 else INDENT.sub(b"\n", part) for n, part in enumerate(parts))


class WithoutComments(CompressedManifestStaticFilesStorage):
    """Comments were a tenth of the bytes of a first load, indentation a fiftieth; a browser needs neither."""

    def _save(self, name: str, content: Any) -> str:
        if name.startswith(OURS) and name.endswith((".js", ".css")):
            content = ContentFile(without_comments(b"".join(content.chunks())))
        saved: str = super()._save(name, content)
        return saved
