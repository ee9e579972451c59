"""`kubectl_delete_flags.json`: kubectl's request and output for its flags."""

from __future__ import annotations

from scheduler_core.objects.manifest import Manifest, strings, text
from scheduler_core.simulation.kubectl.delete import delete_command


def evaluate(case: Manifest) -> Manifest:
    """`case` is the vector's `input`."""
    flags = strings(case.get("flags"))
    grace = next((int(flag.partition("=")[2]) for flag in flags if flag.startswith("--grace-period=")), -1)
    command = delete_command(grace, force="--force" in flags, now="--now" in flags)
    if command.error:
        return {"error": command.error}
    pod = next(iter(text(case.get("command")).split()[3:]), "")
    return {
        "requestGracePeriodSeconds": command.grace_period_seconds,
        "warnings": list(command.warnings),
        "stdout": command.output(pod, text(case.get("namespace")) or "default"),
        "stdoutBefore_v1_34": command.output_before_v1_34(pod),
    }
