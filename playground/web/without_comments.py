"""How static files are published under a public address: hashed, compressed, and our own without comments."""

import re
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

#: A comment that has whole lines to itself. One that stands beside code stays: to find it, one has to parse
#: the text.
COMMENT = re.compile(rb"^[ \t]*(?:/\*(?!!)(?:[^*]|\*(?!/))*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE)
OURS = ("js/", "css/")


def without_comments(text: bytes) -> bytes:
    """A script or style sheet without its comments of whole lines, apart from those that begin with `/*!`.

    It must not hold such lines within a template literal or a string.
    """
    return COMMENT.sub(b"", text)


class WithoutComments(CompressedManifestStaticFilesStorage):
    """Comments were a tenth of the bytes of a first load; a browser needs none of them."""

    def _save(self, name: str, content: Any) -> str:
        if name.startswith(OURS) and name.endswith((".js", ".css")):
            content = ContentFile(without_comments(b"".join(content.chunks())))
        saved: str = super()._save(name, content)
        return saved
