"""`kubectl delete`: the request for its flags, and its output.

Source: kubectl pkg/cmd/delete `Complete`, `Validate`, `PrintObj` (v1.34).
"""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.inputs.kubectl_inputs import Delete

WARNING = (
    "Warning: Immediate deletion does not wait for confirmation that the running resource has been "
    "terminated. The resource may continue to run on the cluster indefinitely."
)


NOW_GRACE_SECONDS = 1
"""The grace period of `kubectl delete --now`."""


@dataclass(frozen=True, slots=True)
class DeleteCommand:
    """The request for some flags. `grace_period_seconds` is None when the request has no grace field. With an
    `error` no request is sent."""

    grace_period_seconds: int | None = None
    warnings: tuple[str, ...] = ()
    error: str = ""

    @property
    def verb(self) -> str:
        return "force deleted" if self.grace_period_seconds == 0 else "deleted"

    def output(self, pod: str, namespace: str) -> str:
        """The line on stdout in kubectl v1.34."""
        return f"{self.output_before_v1_34(pod)} from {namespace} namespace"

    def output_before_v1_34(self, pod: str) -> str:
        return f'pod "{pod}" {self.verb}'


def delete_command(grace_period: int = -1, *, force: bool = False, now: bool = False) -> DeleteCommand:
    """The request for `--grace-period`, `--force` and `--now`; a negative grace period means that the flag is
    not given.
    """
    if now and grace_period >= 0:
        return DeleteCommand(error="--now and --grace-period cannot be specified together")
    if now:
        grace_period = NOW_GRACE_SECONDS
    elif grace_period == 0 and not force:
        # To preserve backwards compatibility, but prevent accidental data loss (kubectl's own words).
        grace_period = 1
    if force and grace_period < 0:
        grace_period = 0
    if force and grace_period > 0:
        return DeleteCommand(error="--force and --grace-period greater than 0 cannot be specified together")
    if grace_period < 0:
        return DeleteCommand()
    return DeleteCommand(grace_period, (WARNING,) if grace_period == 0 else ())


def request_for(value: Delete) -> DeleteCommand:
    """kubectl's request for the flags of the input. A negative grace period without --force comes from
    another client, which sends it unchanged."""
    grace = value.grace_period_seconds
    if grace is not None and grace < 0 and not value.force:
        return DeleteCommand(grace)
    return delete_command(-1 if grace is None else grace, force=value.force)
