"""The instant at which controllers react at once: a client of the API has written something, or is about to
get an answer.

Controllers of a real cluster react within milliseconds, which nobody notices between two commands. In a run
they take `REACTION_MS`, so that a board shows one thing after the other; where time stands still between two
requests, a client would never see what they do. So at such an instant their reactions take no time: they, and
what follows from them, happen before the clock goes on. Kubelets and timers keep their times.
"""

from __future__ import annotations

from dataclasses import dataclass

REACTIONS_MAX = 250
"""Reactions at one instant, each of one controller to all that it has received. Controllers that answer a
kubelet or each other for ever take their usual time after them; a large rollout needs some twenty."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """Virtual time in milliseconds, and how many more reactions may take no time then."""

    at_ms: int
    left: int = REACTIONS_MAX
