"""The differences between two runs of one pod, as facts with their texts and a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scheduler_core.actor import Message, message
from scheduler_core.objects.manifest import Json
from scheduler_core.queries.comparison.course import PodCourse


@dataclass(frozen=True, slots=True)
class Fact:
    """One difference. `what` names it, `then` and `now` are its texts, None for what did not happen.

    `rank` orders facts by how much they tell, the lowest first; `says` is the whole sentence. `then_s` and
    `now_s` are the seconds at which it happens, None for what has no second.
    """

    rank: int
    what: Message
    then: str | None
    now: str | None
    says: Message
    then_s: float | None = None
    now_s: float | None = None

    @property
    def by_s(self) -> float:
        """How much later it happens now, in seconds."""
        return 0.0 if self.then_s is None or self.now_s is None else self.now_s - self.then_s

    def to_json(self) -> dict[str, Json]:
        return {
            "what": self.what.to_json(),
            "was": self.then,
            "now": self.now,
            "says": self.says.to_json(),
            "at": {"was": self.then_s, "now": self.now_s},
        }


BOUND, MOVED, BOUND_AT, ENDED, KILLED_AT, ENDED_AT, CAME, ENDING, READY, RESERVED, REASON, STATE, DECIDED = (
    range(13)
)


def clock_text(seconds: float) -> str:
    """A virtual second as on a clock: 5 is "0:05", 72.5 is "1:12.5", 3 672 is "1:01:12"."""
    tenths = round(seconds * 10)
    whole, rest = divmod(tenths, 10)
    minutes, second = divmod(whole, 60)
    hours, minute = divmod(minutes, 60)
    head = f"{hours}:{minute:02}" if hours else str(minute)
    return f"{head}:{second:02}" + (f".{rest}" if rest else "")


def facts_of(then: PodCourse | None, now: PodCourse | None) -> tuple[Fact, ...]:
    """All differences, the most important first; empty when there is none. One of the pods may be None."""
    if then is None or now is None:
        return tuple(_existence(then, now))
    facts = [*_binding(then, now), *_end(then, now)]
    if not facts:
        facts = [*_rest(then, now)]
    return tuple(sorted(facts, key=lambda fact: fact.rank))


def _time(seconds: float | None) -> str | None:
    return None if seconds is None else clock_text(seconds)


def _existence(then: PodCourse | None, now: PodCourse | None) -> Iterator[Fact]:
    what = message("changed.what.exists")
    if now is not None:
        begin = clock_text(now.stretches[0].from_s) if now.stretches else None
        yield Fact(CAME, what, None, begin, message("changed.came", pod=now.name))
    elif then is not None:
        begin = clock_text(then.stretches[0].from_s) if then.stretches else None
        yield Fact(CAME, what, begin, None, message("changed.went", pod=then.name))


def _binding(then: PodCourse, now: PodCourse) -> Iterator[Fact]:
    pod = now.name
    was, at = _time(then.bound_s), _time(now.bound_s)
    if then.bound_s is None or now.bound_s is None:
        if now.bound_s is not None:
            says = message("changed.bound_now", pod=pod, node=now.node, now=at)
            yield Fact(BOUND, message("changed.what.bound", node=now.node), None, at, says, None, now.bound_s)
        elif then.bound_s is not None:
            says = message("changed.pending_now", pod=pod, node=then.node, then=was)
            yield Fact(BOUND, message("changed.what.bound", node=then.node), was, None, says, then.bound_s)
        return
    if then.node != now.node:
        says = message("changed.bound_on", pod=pod, now=now.node, then=then.node)
        yield Fact(MOVED, message("changed.what.node"), then.node, now.node, says)
    if was != at:
        says = message("changed.bound_at", pod=pod, now=at, then=was)
        what = message("changed.what.bound", node=now.node)
        yield Fact(BOUND_AT, what, was, at, says, then.bound_s, now.bound_s)


def _end(then: PodCourse, now: PodCourse) -> Iterator[Fact]:
    pod = now.name
    was, at = _time(then.ended_s), _time(now.ended_s)
    if now.ended_s is not None and then.ended_s is None:
        yield _ends_now(now, clock_text(now.ended_s))
    elif then.ended_s is not None and now.ended_s is None:
        says = message("changed.lives_now", pod=pod, then=was)
        yield Fact(ENDED, _what(then), was, None, says, then.ended_s)
    elif was is None or at is None:
        return
    elif (then.killed_s is None) != (now.killed_s is None):
        what = message("changed.what.killed")
        kill, killed = _time(then.killed_s), _time(now.killed_s)
        if now.killed_s is not None:
            says = message("changed.killed_now", pod=pod, now=killed)
            yield Fact(ENDED, what, None, killed, says, None, now.killed_s)
        else:
            says = message("changed.unkilled_now", pod=pod, now=at, then=kill)
            yield Fact(ENDED, what, kill, None, says, then.killed_s)
    elif then.killed_s is not None and now.killed_s is not None:
        kill, killed = clock_text(then.killed_s), clock_text(now.killed_s)
        if kill != killed:
            says = message("changed.killed_at", pod=pod, now=killed, then=kill)
            what = message("changed.what.killed")
            yield Fact(KILLED_AT, what, kill, killed, says, then.killed_s, now.killed_s)
    elif was != at:
        says = message("changed.ends_at", pod=pod, now=at, then=was)
        yield Fact(ENDED_AT, message("changed.what.ended"), was, at, says, then.ended_s, now.ended_s)


def _what(pod: PodCourse) -> Message:
    if pod.evicted:
        return message("changed.what.evicted")
    if pod.preempted_by:
        return message("changed.what.preempted", by=pod.preempted_by)
    return message("changed.what.killed" if pod.killed_s is not None else "changed.what.ended")


def _ends_now(now: PodCourse, at: str) -> Fact:
    if now.evicted:
        says = message("changed.evicted_now", pod=now.name, now=at)
    elif now.preempted_by:
        says = message("changed.preempted_now", pod=now.name, by=now.preempted_by, now=at)
    else:
        says = message("changed.ends_now", pod=now.name, now=at)
    return Fact(ENDED, _what(now), None, at, says, None, now.ended_s)


def _rest(then: PodCourse, now: PodCourse) -> Iterator[Fact]:
    """The smaller differences of pods that were bound and ended at the same times."""
    pod = now.name
    was, at = _time(then.ending_s), _time(now.ending_s)
    if was != at:
        what = message("changed.what.asked")
        if at is None:
            says = message("changed.unasked_now", pod=pod, then=was)
        elif was is None:
            says = message("changed.asked_now", pod=pod, now=at)
        else:
            says = message("changed.asked_at", pod=pod, now=at, then=was)
        yield Fact(ENDING, what, was, at, says, then.ending_s, now.ending_s)
    was, at = _time(then.ready_s), _time(now.ready_s)
    if was is not None and at is not None and was != at:
        says = message("changed.ready_at", pod=pod, now=at, then=was)
        yield Fact(READY, message("changed.what.ready"), was, at, says, then.ready_s, now.ready_s)
    if then.reserved != now.reserved:
        says = message("changed.reserved", pod=pod, now=now.reserved or "–", then=then.reserved or "–")
        what = message("changed.what.reserved")
        yield Fact(RESERVED, what, then.reserved or None, now.reserved or None, says)
    if then.bound_s is None and then.reason != now.reason and then.reason and now.reason:
        says = message("changed.reason", pod=pod, now=now.reason, then=then.reason)
        yield Fact(REASON, message("changed.what.reason"), then.reason, now.reason, says)
    elif then.state != now.state and then.state and now.state:
        says = message("changed.state", pod=pod, now=now.state, then=then.state)
        yield Fact(STATE, message("changed.what.state"), then.state, now.state, says)
