"""Frames come out as they went in, whatever came before them."""

from __future__ import annotations

import random

from scheduler_core.engine.packed_frames import DICTIONARY_BYTES, PackedFrames


def texts(count: int) -> dict[int, tuple[str, bytes]]:
    """Frames of five kinds, short ones and some that are longer than any dictionary."""
    chance = random.Random(1)
    lengths = (0, 1, 300, DICTIONARY_BYTES // 2, DICTIONARY_BYTES + 1)
    return {
        seq: (f"kind {chance.randrange(5)}", chance.randbytes(chance.choice(lengths))) for seq in range(count)
    }


def test_frames_come_out_as_they_went_in() -> None:
    frames, message = PackedFrames(100), texts(60)
    for seq, (kind, text) in message.items():
        frames.keep(seq, kind, text)

    assert [text for _, text in message.values()] == [frames.get(seq) for seq in message]


def test_a_frame_takes_little_room_once_one_of_its_kind_was_there() -> None:
    frames, text = PackedFrames(100), random.Random(2).randbytes(2_000)
    for seq in (1, 2):
        frames.keep(seq, "bind", text)

    assert [True, False] == [len(packed) > 200 for _, packed in frames._frames.values()]


def test_the_oldest_frame_goes_when_there_are_too_many() -> None:
    frames = PackedFrames(most=2)
    for seq in (1, 2, 3):
        frames.keep(seq, "bind", b"%d" % seq)

    assert [None, b"2", b"3"] == [frames.get(seq) for seq in (1, 2, 3)]


def test_frames_of_a_past_that_is_given_up_are_forgotten() -> None:
    frames = PackedFrames(100)
    for seq in (1, 2, 3):
        frames.keep(seq, "bind", b"x")
    frames.forget_after(1)

    assert [b"x", None, None] == [frames.get(seq) for seq in (1, 2, 3)]
