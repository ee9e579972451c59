"""Verdicts that are worked out later are those of the cluster as it was."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scheduler_core.objects.manifest import Json
from scheduler_core.scheduler.configuration.profile import build_profile
from scheduler_core.scheduler.cycle.decide import TRACED, Attempt, decide
from scheduler_core.scheduler.cycle.memo import Memo
from scheduler_core.scheduler.cycle.verdicts import Verdicts, status_of
from scheduler_core.scheduler.queue.nominator import Nominator
from tests.core.scheduler.builders import cluster, node, pod
from tests.core.scheduler.random_clusters import Around, Cluster, arounds, clusters, nodes, snapshot_of

PROFILE = build_profile()


@given(clusters(), arounds, st.data())
def test_what_changes_after_the_decision_changes_no_verdict(
    made: Cluster, around: Around, data: st.DataObject
) -> None:
    all_nodes, placed, waiting = made
    snapshot, nominator, memo = snapshot_of(all_nodes, placed, around), Nominator(), Memo(PROFILE)
    nominator.add(waiting[-1], all_nodes[0].name)
    decisions = []
    for one in waiting:
        at_once = dict(decide(snapshot, one, PROFILE, nominator, TRACED).nodes)
        decisions.append((at_once, decide(snapshot, one, PROFILE, nominator, Attempt(memo=memo)).nodes))
        nominator.add(one, data.draw(st.sampled_from(all_nodes)).name)
        snapshot.add_pod(one.on(data.draw(st.sampled_from(all_nodes)).name))
        snapshot.put_node(data.draw(nodes(all_nodes[0].name)))
    snapshot.remove_node(all_nodes[-1].name)

    assert decisions
    for at_once, later in decisions:
        assert {name: status_of(later, name) for name in later} == {
            name: verdict.status for name, verdict in at_once.items()
        }
        assert later == at_once
        assert list(later) == list(at_once)


def test_a_trace_of_filters_that_read_nothing_else_is_worked_out_when_somebody_asks() -> None:
    snapshot = cluster(node("n1"), node("n2", "1"), pod("a", "3", on="n1"))
    plain = decide(snapshot, pod("p", "2"), PROFILE, Nominator()).nodes
    claim: Json = {"name": "data", "persistentVolumeClaim": {"claimName": "c"}}
    with_claim = decide(snapshot, pod("q", "2", volumes=[claim]), PROFILE, Nominator()).nodes

    assert isinstance(plain, Verdicts)
    assert not isinstance(with_claim, Verdicts)
    assert "Insufficient cpu" in plain["n2"].status.reasons
    assert "n3" not in plain
