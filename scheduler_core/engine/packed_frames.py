"""The JSON texts of a run's newest frames, deflated.

Frames of one kind say nearly the same, so what is deflated may refer to the first frame of each kind: that
takes a quarter of the room.
"""

from __future__ import annotations

import zlib

FRAMES_KEPT = 10_000
DICTIONARY_BYTES = 8_000
"""The most bytes of first frames that later ones may refer to."""
_LEVEL = 4


class PackedFrames:
    """At most `most` frames by step; those that were kept first are dropped first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kinds: set[str] = set()
        self._dictionary = b""
        # Each with the dictionary that it refers to.
        self._frames: dict[int, tuple[bytes, bytes]] = {}

    def keep(self, seq: int, kind: str, text: bytes) -> None:
        """Keeps the text of frame `seq`, in which an act of this kind happens."""
        packer = zlib.compressobj(_LEVEL, zdict=self._dictionary)
        self._frames[seq] = self._dictionary, packer.compress(text) + packer.flush()
        if kind not in self._kinds and len(self._dictionary) + len(text) <= DICTIONARY_BYTES:
            self._kinds.add(kind)
            self._dictionary += text
        if len(self._frames) > self._most:
            del self._frames[next(iter(self._frames))]

    def get(self, seq: int) -> bytes | None:
        """The text of frame `seq`; None when it is not kept."""
        frame = self._frames.get(seq)
        if frame is None:
            return None
        dictionary, packed = frame
        return zlib.decompressobj(zdict=dictionary).decompress(packed)

    def forget_after(self, seq: int) -> None:
        for beyond in [step for step in self._frames if step > seq]:
            del self._frames[beyond]
