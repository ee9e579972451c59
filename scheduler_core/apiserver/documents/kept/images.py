"""The policy of image names: what the reference grammar of distribution allows, without credentials."""

from __future__ import annotations

import re

from scheduler_core.apiserver.documents.kept.policy import Replaced
from scheduler_core.objects.manifest import Json

REMOVED = "removed"
"""Stands in place of a text that may not be kept, where Kubernetes needs one."""

_NAME = r"[a-zA-Z0-9][a-zA-Z0-9._-]*(?::\d{1,5})?(?:/[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)*"
_REFERENCE = re.compile(rf"{_NAME}(?::\w[\w.-]{{0,127}})?(?:@sha\d{{3}}:[a-fA-F0-9]{{1,128}})?")
_CREDENTIALS = re.compile(r"(?:[a-z][a-z0-9+.-]*://)?(?:[^/@]*@)?")
"""What may stand before a registry: a scheme, and a user with a password."""


def _reference(value: Json) -> Json:
    if not isinstance(value, str) or not value:
        return value if value == "" else None
    if _REFERENCE.fullmatch(value):
        return value
    before = _CREDENTIALS.match(value)
    rest = value[before.end() :] if before else value
    return rest if _REFERENCE.fullmatch(rest) else REMOVED


IMAGE = Replaced(_reference, name=True)
