"""The public names of the scheduler: the actor, the pure decision, and what they are created with."""

from scheduler_core.scheduler.configuration.profile import Profile, ProfileConfig, build_profile
from scheduler_core.scheduler.cycle.decide import FAST, Attempt, decide
from scheduler_core.scheduler.cycle.decision import Decision
from scheduler_core.scheduler.lanes import Lane
from scheduler_core.scheduler.scheduler import Scheduler

__all__ = [
    "FAST",
    "Attempt",
    "Decision",
    "Lane",
    "Profile",
    "ProfileConfig",
    "Scheduler",
    "build_profile",
    "decide",
]
