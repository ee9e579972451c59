"""The scheduler's face: the actor, the pure decision, and what they are made with."""

from scheduler_core.scheduler.actor import Lane, Scheduler
from scheduler_core.scheduler.decide import FAST, Options, decide
from scheduler_core.scheduler.decision import Decision
from scheduler_core.scheduler.profile import Profile, ProfileConfig, build_profile

__all__ = [
    "FAST",
    "Decision",
    "Lane",
    "Options",
    "Profile",
    "ProfileConfig",
    "Scheduler",
    "build_profile",
    "decide",
]
