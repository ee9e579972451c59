"""The restart policy of one container, and its rules for exit codes (gates ContainerRestartRules and
RestartAllContainersOnContainerExits).

Source: pkg/api/v1/pod/util.go `ContainerShouldRestart`, `findMatchingContainerRestartRule` (v1.36).
"""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.objects.manifest import Json, find, integer, items, text


@dataclass(frozen=True, slots=True)
class RestartRule:
    """The `action` (Restart or RestartAllContainers) for exit codes that are among `codes`, or that are not
    when it is `negated`.
    """

    action: str
    codes: frozenset[int]
    negated: bool = False

    def matches(self, exit_code: int) -> bool:
        return (exit_code in self.codes) is not self.negated


@dataclass(frozen=True, slots=True)
class RestartRules:
    """restartPolicy of a container, "" where the pod's holds, and its restartPolicyRules."""

    policy: str = ""
    rules: tuple[RestartRule, ...] = ()

    def action(self, exit_code: int) -> str:
        """The action of the first rule that matches; "" when none does or the container has no policy."""
        rule = next((rule for rule in self.rules if rule.matches(exit_code)), None)
        return rule.action if rule is not None and self.policy else ""

    def restarts(self, pod_policy: str, exit_code: int) -> bool:
        """Whether a container that ended with this code starts again: a rule decides, then the container's
        policy, then the pod's."""
        if self.action(exit_code):
            return True
        policy = self.policy or pod_policy
        return policy == "Always" or (policy == "OnFailure" and exit_code != 0)

    def restarts_all(self, exit_code: int) -> bool:
        return self.action(exit_code) == RESTART_ALL

    @property
    def may_restart_all(self) -> bool:
        """Source: AllContainersCouldRestart."""
        return any(rule.action == RESTART_ALL for rule in self.rules)


RESTART_ALL = "RestartAllContainers"
BY_POD_POLICY = RestartRules()


def restart_rules(container: Json) -> RestartRules:
    """The rules in the manifest of a container."""
    rules = []
    for rule in items(find(container, "restartPolicyRules")):
        codes = (integer(value) for value in items(find(rule, "exitCodes", "values")))
        negated = find(rule, "exitCodes", "operator") == "NotIn"
        numbers = frozenset(code for code in codes if code is not None)
        rules.append(RestartRule(text(find(rule, "action")), numbers, negated))
    return RestartRules(text(find(container, "restartPolicy")), tuple(rules))
