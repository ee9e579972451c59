"""How the applications inside the pods behave: when they start, how they end.

A manifest says little about that, so a scenario may (its `applications`); what nobody says has stated
defaults: started after 1 s, runs for ever, ignores SIGTERM.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from scheduler_core.kubelet.termination import PreStop
from scheduler_core.objects.manifest import Json, find, integer, strings
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.selectors import LabelSelector

DEFAULT_STARTS_AFTER_MS = 1_000
_SLEEP = re.compile(r"(?:^|[;&|\s/])sleep\s+(\d+(?:\.\d{1,3})?)s?\b")


@dataclass(frozen=True, slots=True)
class Application:
    """One entry of a scenario's `applications`: whom it is about, and how they behave.

    `pods` are `namespace/name`; with `selector` all pods it matches, in `namespace` or (None) in any.
    `exits_after_sigterm_ms` None: ignores SIGTERM. `completes_after_ms` counts from the start; None: runs for
    ever; it then exits with `exit_code`. `pre_stop` None: as the hook in the manifest says.
    """

    pods: tuple[str, ...] = ()
    selector: LabelSelector | None = None
    namespace: str | None = None
    starts_after_ms: int = DEFAULT_STARTS_AFTER_MS
    exits_after_sigterm_ms: int | None = None
    completes_after_ms: int | None = None
    exit_code: int = 0
    pre_stop: PreStop | None = None

    def concerns(self, pod: Pod) -> bool:
        if pod.key in self.pods:
            return True
        if self.selector is None or self.namespace not in (None, pod.namespace):
            return False
        return self.selector.matches(pod.labels)


DEFAULT_APPLICATION = Application()


def application_of(pod: Pod, applications: Sequence[Application]) -> Application:
    """The behaviour of a pod's containers: the first entry that concerns it, else the default."""
    return next((entry for entry in applications if entry.concerns(pod)), DEFAULT_APPLICATION)


def hook_of(container: Json, application: Application) -> PreStop | None:
    """The preStop hook of a container's manifest and how long it takes, or None if it has none.

    A `sleep` action and an exec of `sleep N` say it themselves; any other hook is over at once unless the
    scenario says otherwise.
    """
    hook = find(container, "lifecycle", "preStop")
    if not hook:
        return None
    if application.pre_stop is not None:
        return application.pre_stop
    seconds = integer(find(hook, "sleep", "seconds"))
    if seconds is not None:
        return PreStop(seconds * 1000)
    said = _SLEEP.search(" ".join(strings(find(hook, "exec", "command"))))
    return PreStop(round(float(said[1]) * 1000) if said else 0)
