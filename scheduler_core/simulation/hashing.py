"""Canonical JSON and the state hash: the same in every process, whatever PYTHONHASHSEED.

Objects are hashed one by one and their digests added modulo 2**256, so a hash after one change costs one object and
not the cluster. (Such a sum proves equality between honest parties; it is no defence against a forger.)
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from scheduler_core.objects import Json

_MODULUS = 1 << 256
_encoder = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def canonical(value: Json) -> str:
    """JSON text with sorted keys and no blanks: equal values give equal text."""
    return _encoder.encode(value)


def digest(value: Json) -> str:
    """sha256 (hex) of the canonical JSON, as UTF-8."""
    return hashlib.sha256(canonical(value).encode("utf-8", "surrogatepass")).hexdigest()


def _word(kind: str, key: str, value: Json) -> int:
    text = f"{kind}\n{key}\n{canonical(value)}"
    return int.from_bytes(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest(), "big")


@dataclass(slots=True)
class ContentHash:
    """The sum of the digests of all objects, kept up to date object by object."""

    total: int = 0
    words: dict[tuple[str, str], int] = field(default_factory=dict)

    def put(self, kind: str, key: str, manifest: Mapping[str, Json]) -> None:
        word = _word(kind, key, manifest)
        self.total = (self.total - self.words.get((kind, key), 0) + word) % _MODULUS
        self.words[kind, key] = word

    def remove(self, kind: str, key: str) -> None:
        self.total = (self.total - self.words.pop((kind, key), 0)) % _MODULUS

    def copy(self) -> ContentHash:
        return ContentHash(self.total, dict(self.words))
