"""Tasks that play a run: frames, unions, steps, inputs."""

import time
from typing import Any

from playground.workers.answers import Answer, Behind, Ended, Ok, encode
from scheduler_core import CatchUp, Problem, Refused, read_input_text

#: Frames between two checks of the clock, for step sizes that may end at any frame.
SLICE_FRAMES = 8


def play_to(recording: Any, seq: int, deadline: float) -> bool:
    """Plays until step `seq` exists; False when `deadline` (monotonic, s) came first, or the run ends before
    that step."""
    while recording.head_seq < seq:
        if not recording.reach(recording.head_seq + 1):
            return False
        if time.monotonic() >= deadline:
            return bool(recording.head_seq >= seq)
    return True


def where(recording: Any) -> Ended | Behind:
    """The state of a run that has not reached the requested step."""
    if not recording.over:
        return Behind(recording.head_seq)
    refused, unread = recording.refused, recording.unread
    if unread is not None:
        number, problem = unread
        return Ended(recording.head_seq, f"{problem.path}: {problem.code}", number, problem)
    if isinstance(refused, Problem):
        return Ended(recording.head_seq, f"{refused.path}: {refused.code}")
    return Ended(recording.head_seq, refused.text if refused is not None else "")


def some_frames(recording: Any, start: int, end: int, *, done: bool = True) -> Ok:
    """Frames start+1 … end as the core encoded them."""
    encoded = (recording.encoded_frame(seq).decode("ascii") for seq in range(start + 1, end + 1))
    return Ok(",".join(encoded), end, done, tail_at(recording, end))


def tail_at(recording: Any, end: int) -> str:
    """The members of an answer about its last step `end`."""
    # The other members may play the run one step further, so the hash is computed first.
    state = recording.hash(end), recording.quiet(end), recording.next_time(end)
    return '"hash":{},"quiet":{},"next":{}'.format(*(encode(part) for part in state))


def frames(recording: Any, *, start: int, end: int) -> Answer:
    """Frames start+1 … end, which exist already."""
    return some_frames(recording, start, end)


def union(recording: Any, *, start: int, end: int) -> Answer:
    """The members of a `union` message about the steps start+1 … end, which exist already."""
    joined = recording.union(start, end)
    members = encode({name: joined[name] for name in ("t", "frame", "acts", "changes", "decisions", "last")})
    return Ok(members[1:-1], end, tail=tail_at(recording, end))


def step(
    recording: Any,
    *,
    start: int,
    size: str,
    until: float | None,
    limit: int,
    max_seq: int | None,
    deadline: float,
) -> Answer:
    """One step from `start`. A size that may end at any frame ends at `deadline` (monotonic, s)."""
    if size not in {"quiet", "time"}:
        end = recording.advance(start, size, until=until, limit=limit, max_seq=max_seq)
        return some_frames(recording, start, end)
    end = start
    while end < start + limit:
        ask = min(SLICE_FRAMES, start + limit - end)
        part = recording.advance(end, size, until=until, limit=ask, max_seq=max_seq) - end
        end += part
        if part < ask:
            return some_frames(recording, start, end)
        if time.monotonic() >= deadline:
            break
    return some_frames(recording, start, end, done=end >= start + limit)


def play(
    recording: Any,
    *,
    start: int,
    size: str,
    until: float | None,
    limit: int,
    max_seq: int | None,
    seconds: float,
    deadline: float,
) -> Answer:
    """One step from `start` of a size that may end at any frame, without its frames. It ends after so many
    `seconds`, or at `deadline` (monotonic, s)."""
    end, deadline = start, min(deadline, time.monotonic() + seconds)
    while end < start + limit:
        ask = min(SLICE_FRAMES, start + limit - end)
        part = recording.advance(end, size, until=until, limit=ask, max_seq=max_seq, frames=False) - end
        end += part
        if part < ask:
            return Ok("", end)
        if time.monotonic() >= deadline:
            return Ok("", end, done=end >= start + limit)
    return Ok("", end)


def settle(
    recording: Any,
    *,
    start: int,
    client: str,
    catches_up: bool,
    limit: int,
    seconds: float,
    deadline: float,
) -> Answer:
    """Plays an instant at which controllers react at once to its end, without its frames, as `play` does. At
    another instant the answer is the one frame of the input that makes it such a one, where controllers are
    behind a client; only with `catches_up`."""
    if recording.prompt(start):
        until = recording.time(start)
        args = {"size": "time", "until": until, "limit": limit, "max_seq": None, "seconds": seconds}
        return play(recording, start=start, deadline=deadline, **args)
    if catches_up and recording.behind(start):
        return give_input(recording, at=start, value=encode(CatchUp(client).to_json()))
    return Ok("", start)


def give_input(recording: Any, *, at: int, value: str) -> Answer:
    """Adds an input at step `at`. The answer is its one frame, with the input in the form to be stored."""
    parsed = read_input_text(value)
    if isinstance(parsed, Problem):
        return parsed
    frame = recording.give(at, parsed)
    if isinstance(frame, Problem | Refused):
        return frame
    return Ok(**vars(some_frames(recording, at, at + 1)) | {"stored": recording.input_text(at)})
