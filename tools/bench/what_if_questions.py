"""Twelve "what if" questions of a class, for the tests of the answers and for the bench of the page."""

from __future__ import annotations

import scheduler_core as core
from playground.texts.manifests import yaml_text

PROFILE = "---\n" + yaml_text.dump_documents([core.default_profile()])
TOLERATION = """  nodeName: n3
  tolerations:
  - effect: NoExecute
    key: node.kubernetes.io/unreachable
    operator: Exists
    tolerationSeconds: 30
"""
#: The scenario, the text that is replaced and by what (from the start for an empty one), and the answer.
QUESTIONS: dict[str, tuple[str, tuple[str, str], str]] = {
    "a victim has 5 s of grace": (
        "gap-and-reservation",
        ("  name: low2\nspec:\n", "  name: low2\nspec:\n  terminationGracePeriodSeconds: 5\n"),
        "p is bound at 0:11 instead of 0:31.",
    ),
    "maxSkew is 2": (
        "one-constraint-zone",
        ("maxSkew: 1", "maxSkew: 2"),
        "mypod still goes to node4: now node1, node2 can take it too, but node4 has the highest score "
        "(397, against 395).",
    ),
    "the constraint is soft": (
        "one-constraint-zone",
        ("DoNotSchedule", "ScheduleAnyway"),
        "mypod still goes to node4: now node1, node2 can take it too, but node4 has the highest score "
        "(597, against 461).",
    ),
    "the budget asks for none": (
        "pdb-best-effort",
        ("minAvailable: 1", "minAvailable: 0"),
        "p is bound to n1 instead of n2.",
    ),
    "the cluster is 1.23": (
        "one-constraint-zone",
        ('version: "1.36"', 'version: "1.23"'),
        "Nothing changes: what differs between Kubernetes 1.36 and 1.23 (preStop + gracePeriodSeconds, "
        "gracePeriodSeconds: 0, evictionHard, evictionMaxPodGracePeriod, DELETE, status.phase, …) makes no "
        "difference in this run.",
    ),
    "an unreachable node is tolerated for 30 s": (
        "partitioned-pet",
        ("  nodeName: n3\n", TOLERATION),
        "db-2 is asked to end at 1:30 instead of 2:00.",
    ),
    "TaintToleration weighs 30": (
        "soft-score-numbers",
        ("", PROFILE.replace("weight: 3", "weight: 30")),
        "mypod still goes to node4: its score is 3297 instead of 597, and no node scores higher.",
    ),
    "the preemptor asks for less": (
        "gap-and-reservation",
        ('              cpu: "2"', '              cpu: "1"'),
        "p is bound to n2 instead of n1.",
    ),
    "its priority is 0": (
        "gap-and-reservation",
        ("value: 100", "value: 0"),
        "p stays pending; before, it was bound to n1 at 0:31.",
    ),
    "the pressure is borne for longer": (
        "soft-eviction",
        ("memory.available: 30s", "memory.available: 60s"),
        "w is killed at 1:30 instead of 1:00.",
    ),
    "the seed is another": (
        "gap-and-reservation",
        ("seed: 1", "seed: 7"),
        "Nothing changes: no choice of this run is made at random, so the seed decides nothing.",
    ),
    "an input does not happen": (
        "gap-and-reservation",
        ("  - at: 4\n", "  - at: 4\n    disabled: true\n"),
        "small2 does not exist any more.",
    ),
}
