"""Inputs that only lessons need; Kubernetes has no request like them."""

from __future__ import annotations

from scheduler_core.inputs.untimed import PodKeys, Untimed


class Reset(Untimed, kind="reset"):
    """Takes pods (keys `namespace/name`) off the cluster between two variants of a lesson: their objects and
    their processes are gone at once.
    """

    pods: PodKeys


LESSON_INPUTS: tuple[type[Untimed], ...] = (Reset,)
