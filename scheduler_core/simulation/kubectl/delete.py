"""`kubectl delete`: the request for its flags, its output, and the deletion itself.

Source: kubectl pkg/cmd/delete `Complete`, `Validate`, `PrintObj` (v1.34).
"""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.actor import message
from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.inputs.kubectl_inputs import Delete
from scheduler_core.inputs.outcome import INPUT, Done, you
from scheduler_core.simulation.kubectl.answer import answered

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


def delete(api: ApiServer, value: Delete, now_ms: int, *, asks: bool = False) -> Done | Refused:
    """Carries out the deletion. With `asks`, kubectl wants a confirmation (--force) before it deletes an
    object with grace period 0.
    """
    target = value.target
    if asks and value.grace_period_seconds == 0 and not value.force and api.get(target.kind, target.key):
        return Done(api, you(value.kind, message("you.must_confirm", kind=target.kind, name=target.name)))
    command = request_for(value)
    if command.error:
        return Refused(400, "BadRequest", f"error: {command.error}", path=INPUT)
    options = DeleteOptions(
        grace_period_seconds=command.grace_period_seconds,
        precondition_uid=value.precondition_uid,
        # kubectl always sends a propagation policy; only other clients leave it to the API server.
        propagation=value.propagation or "Background",
    )
    said = message("you.deleted", kind=target.kind, name=target.name)
    if value.force:
        said = message("you.forced", kind=target.kind, name=target.name)
    elif command.grace_period_seconds is not None:
        # The API server treats a negative grace period as 1 s.
        seconds = max(command.grace_period_seconds, 1)
        said = message("you.deleted_grace", kind=target.kind, name=target.name, seconds=seconds)
    return answered(api, api.delete(target.kind, target.key, options, now_ms), value.kind, said, target)
