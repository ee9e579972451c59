"""The one seeded random source of a run.

SplitMix64 (Steele, Lea and Flood 2014) has one 64-bit word of state: a checkpoint costs one integer, and the
numbers are the same on every machine and in every Python.
"""

from __future__ import annotations

from random import Random
from typing import Self

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15


class SeededRandom(Random):
    """A `random.Random` whose whole state is the one integer `word`."""

    word: int

    def __new__(cls, seed: int = 0) -> Self:
        return super().__new__(cls)

    def __init__(self, seed: int = 0) -> None:
        self.word = seed & _MASK

    def _next64(self) -> int:
        self.word = (self.word + _GOLDEN) & _MASK
        mixed = self.word
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def random(self) -> float:
        return (self._next64() >> 11) * 2.0**-53

    def getrandbits(self, k: int, /) -> int:
        bits = 0
        for _ in range(0, k, 64):
            bits = (bits << 64) | self._next64()
        return bits >> (-k % 64)

    def seed(self, a: object = None, version: int = 2) -> None:
        """Accepts only integers; `random.Random` would otherwise use the clock or a hash."""
        if not isinstance(a, int):
            raise TypeError(f"a seed is an integer, got {a!r}")
        self.word = a & _MASK

    def copy(self) -> SeededRandom:
        return SeededRandom(self.word)
