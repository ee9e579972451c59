"""Scores to the last integer, as in the reference's worked totals."""

from tests.core.scheduler.builders import cluster, judged, node, pod


def weighted(decision, name):
    return {plugin: score.weighted for plugin, score in decision.scores[name].items()}


def test_a_bare_pod_beside_one_pod() -> None:
    decision = judged(cluster(node("n1"), node("n2"), pod("old", on="n1")), pod("p"))

    assert {"n1": 395, "n2": 397} == decision.totals
    assert {"TaintToleration": 300, "NodeResourcesFit": 97, "ImageLocality": 0} == weighted(decision, "n2")
    assert "n2" == decision.node


def test_soft_taints_cost_points() -> None:
    def soft(count: int) -> list[dict[str, str]]:
        return [{"key": f"k{index}", "effect": "PreferNoSchedule"} for index in range(count)]

    decision = judged(cluster(node("n0"), node("n1", taints=soft(1)), node("n3", taints=soft(3))), pod("p"))

    assert {"n0": 397, "n1": 298, "n3": 97} == decision.totals


def test_zone_spread_prefers_the_emptier_zone() -> None:
    foo = {"foo": "bar"}
    snapshot = cluster(
        node("n1", zone="A"),
        node("n2", zone="A"),
        node("n3", zone="B"),
        node("n4", zone="B"),
        *(pod(f"x{name}", on=name, labels=foo) for name in ("n1", "n2", "n3")),
    )
    constraint = {
        "maxSkew": 1,
        "topologyKey": "topology.kubernetes.io/zone",
        "whenUnsatisfiable": "ScheduleAnyway",
        "labelSelector": {"matchLabels": foo},
    }
    decision = judged(snapshot, pod("p", labels=foo, topologySpreadConstraints=[constraint]))

    assert {"n1": 461, "n2": 461, "n3": 595, "n4": 597} == decision.totals


def test_an_image_on_one_of_two_nodes() -> None:
    image = {"names": ["example/app:1"], "sizeBytes": 500 * 1024 * 1024}
    decision = judged(cluster(node("n0"), node("n1", images=[image])), pod("p"))

    assert {"n0": 397, "n1": 420} == decision.totals


def test_equal_nodes_are_a_tie_and_one_feasible_node_is_not_scored() -> None:
    tie = judged(cluster(node("n1"), node("n2")), pod("p"))
    alone = judged(cluster(node("n1"), node("n2", unschedulable=True)), pod("p"))

    assert ("n1", "n2") == tie.best
    assert tie.tie
    assert not alone.scored
    assert "n1" == alone.node
