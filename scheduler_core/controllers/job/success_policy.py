"""When the successPolicy of an indexed Job is met before all of its indexes have succeeded.

Source: pkg/controller/job/success_policy.go `matchSuccessPolicy`, `matchSucceededIndexesRule` (v1.34).
"""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.controllers.job.job_rules import parse_indexes
from scheduler_core.objects.manifest import Manifest, find, integer, text

REASON = "SuccessPolicy"


def matched(rules: Sequence[Manifest], succeeded: set[int], completions: int) -> str | None:
    """The message of the first rule that is met; None when none is. `succeeded` are the indexes that have
    succeeded, `completions` is the number of indexes.
    """
    if not succeeded:
        return None
    for number, rule in enumerate(rules):
        listed, count = find(rule, "succeededIndexes"), integer(find(rule, "succeededCount"))
        if listed is None:
            met = count is not None and len(succeeded) >= count
        else:
            required = {index for index in parse_indexes(text(listed)) if index < completions}
            reached = len(required & succeeded)
            met = reached >= (len(required) if count is None else count)
        if met:
            return f"Matched rules at index {number}"
    return None
