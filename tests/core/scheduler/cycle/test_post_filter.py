"""Several PostFilter plugins, asked one after the other."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scheduler_core.scheduler.configuration.profile import build_profile
from scheduler_core.scheduler.cycle.cycle import Cycle
from scheduler_core.scheduler.cycle.pod_class import PodClass
from scheduler_core.scheduler.cycle.post_filter import run_post_filters
from scheduler_core.scheduler.framework.diagnosis.node_statuses import NodeStatuses, SameStatus
from scheduler_core.scheduler.framework.post_filter import PostFilterOutcome
from scheduler_core.scheduler.framework.status import Code, unschedulable
from scheduler_core.scheduler.queue.nominator import Nominator
from tests.core.scheduler.builders import cluster, node, pod


@dataclass
class Answering:
    code: Code
    message: str = ""
    name: str = "Answering"
    calls: int = 0

    def post_filter(self, cycle: Cycle, statuses: NodeStatuses) -> PostFilterOutcome:
        self.calls += 1
        return PostFilterOutcome(self.code, self.message, None, None)


def ran(*plugins: Answering) -> PostFilterOutcome:
    snapshot, waiting = cluster(node("n1")), pod("p", "1")
    profile = replace(build_profile(), post_filter=plugins)
    cycle = Cycle(snapshot, waiting, profile, Nominator(), pod_class=PodClass(profile, waiting, snapshot))
    return run_post_filters(cycle, SameStatus(snapshot, unschedulable("Mine", "no")))


def test_what_the_plugins_say_is_joined() -> None:
    outcome = ran(Answering(Code.UNSCHEDULABLE, "one"), Answering(Code.UNSCHEDULABLE, "two"))

    assert (Code.UNSCHEDULABLE, "one, two") == (outcome.code, outcome.message)


def test_a_success_ends_the_round() -> None:
    later = Answering(Code.UNSCHEDULABLE, "later")
    outcome = ran(Answering(Code.UNSCHEDULABLE, "no"), Answering(Code.SUCCESS, "yes"), later)

    assert (Code.SUCCESS, "yes", 0) == (outcome.code, outcome.message, later.calls)


def test_an_error_ends_the_round_and_speaks_alone() -> None:
    later = Answering(Code.SUCCESS)
    outcome = ran(Answering(Code.UNSCHEDULABLE, "no"), Answering(Code.ERROR, "broken"), later)

    assert (Code.ERROR, "broken", 0) == (outcome.code, outcome.message, later.calls)


def test_without_plugins_the_pod_stays_unschedulable() -> None:
    assert (Code.UNSCHEDULABLE, "") == (ran().code, ran().message)


def test_an_answer_that_nothing_can_be_done_ends_the_round_and_speaks_alone() -> None:
    later = Answering(Code.SUCCESS)
    outcome = ran(Answering(Code.UNSCHEDULABLE, "no"), Answering(Code.UNRESOLVABLE, "never"), later)

    assert (Code.UNRESOLVABLE, "never", 0) == (outcome.code, outcome.message, later.calls)
