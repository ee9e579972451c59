"""Canonical JSON and digests. They do not depend on the process or on PYTHONHASHSEED."""

from __future__ import annotations

import hashlib
import json

from scheduler_core.objects.manifest import Json

_encoder = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
_wire = json.JSONEncoder(separators=(",", ":"), allow_nan=False)


def canonical(value: Json) -> str:
    """JSON text with sorted keys and no blanks: equal values give equal text."""
    return _encoder.encode(value)


def digest(value: Json) -> str:
    """sha256 (hex) of the canonical JSON, as UTF-8."""
    return hashlib.sha256(canonical(value).encode("utf-8", "surrogatepass")).hexdigest()


def encode(value: Json) -> bytes:
    """JSON for the wire: keys in insertion order, no blanks, plain ASCII.

    Plain ASCII lets any string of an object be stored and sent, even an unpaired surrogate.
    """
    return _wire.encode(value).encode("ascii")
