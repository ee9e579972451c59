"""Scores as bars and tables."""

from typing import Any

from playground.inspector.why import scores


def decision(**more: Any) -> dict[str, Any]:
    return {
        "scored": True,
        "result": "bound",
        "node": "b",
        "order": ["c", "b", "a"],
        "weights": {"TaintToleration": 1, "NodeResourcesFit": 2},
        "scorePlugins": ["TaintToleration", "NodeResourcesFit"],
        "best": ["a", "b"],
        "tie": True,
        "totals": {"a": 300, "b": 300, "c": 100},
        "scores": {
            "a": {"TaintToleration": [7, 100, 100], "NodeResourcesFit": [1, 100, 200]},
            "b": {"TaintToleration": [7, 100, 100], "NodeResourcesFit": [1, 100, 200]},
            "c": {"TaintToleration": [9, 100, 100], "NodeResourcesFit": [0, 0, 0]},
        },
        **more,
    }


def test_the_best_come_first_and_of_equals_the_one_that_was_tossed() -> None:
    assert ["b", "a", "c"] == scores.ranked(decision())


def test_a_bar_is_as_long_as_its_sum_and_an_empty_part_is_not_drawn() -> None:
    result = scores.scores(decision())

    assert result is not None
    first, _, last = result.bars
    assert (300, True, ["28.67%", "57.33%"]) == (first.total, first.best, [s.width for s in first.segments])
    assert (100, False, ["28.67%"]) == (last.total, last.best, [s.width for s in last.segments])


def test_a_segment_that_is_narrower_than_its_number_has_none() -> None:
    values = {"TaintToleration": 9, "NodeResourcesFit": 10, "PodTopologySpread": 88, "ImageLocality": 7}
    row = {plugin: [0, 0, value] for plugin, value in values.items()}
    result = scores.scores(decision(scores={"a": row}, totals={"a": 114}, scorePlugins=[*values]))

    assert result is not None
    assert ["9", "", "88", ""] == [segment.text for segment in result.bars[0].segments]


def test_up_to_a_plugin_the_later_ones_do_not_count() -> None:
    result = scores.scores(decision(), "TaintToleration")

    assert result is not None
    assert [100, 100, 100] == [bar.total for bar in result.bars]
    assert [True] == [segment.newest for segment in result.bars[0].segments]
    assert ["TaintToleration"] == [row.plugin.name for row in result.rows]


def test_a_tie_is_said_together_with_the_toss() -> None:
    result = scores.scores(decision())

    assert result is not None
    assert "a, b have the same total score. The scheduler picked b at random." == result.tie


def test_from_1_35_on_the_heap_chooses_between_equal_nodes() -> None:
    two, many = (
        scores.scores(decision(tie=False, best=best)) for best in (["a", "b"], [f"n{i}" for i in range(900)])
    )

    assert two is not None
    assert many is not None
    end = "have the same total score. The scheduler took b, which came first in its heap."
    assert [f"a, b {end}", f"n0, n1, n2, n3, n4 and 895 more nodes {end}"] == [two.tie, many.tie]


def test_a_single_best_node_needs_no_such_sentence() -> None:
    result = scores.scores(decision(tie=False, best=["b"]))

    assert result is not None
    assert "" == result.tie


def test_with_more_nodes_than_columns_all_of_them_have_a_table_of_their_own() -> None:
    many = {f"n{i}": {"TaintToleration": [0, i, i]} for i in range(9)}

    result = scores.scores(decision(scores=many, totals={name: i for i, name in enumerate(many)}))

    assert result is not None
    assert (5, 9, "all 9 nodes") == (len(result.columns), len(result.everyone), result.everyone_words)


def test_long_names_leave_room_for_fewer_columns_and_as_many_bars() -> None:
    many = {f"gke-prod-pool-{n}7b{'x' * n}-q{n}": {"TaintToleration": [0, n, n]} for n in range(5)}

    result = scores.scores(decision(scores=many, totals={name: n for n, name in enumerate(many)}))

    assert result is not None
    assert (4, 5, 5) == (len(result.columns), len(result.bars), len(result.everyone))


def test_a_pod_with_one_node_left_needed_no_scores() -> None:
    message = {
        "scored": False,
        "result": "bound",
        "nodes": {"a": {"code": "Success"}, "b": {"code": "Unschedulable"}},
    }

    assert scores.scores(message) is None
    assert "Only a passed the filters, so no scores were needed." == scores.single_node_note(message)


def test_a_table_on_the_board_has_the_best_nodes_and_counts_all() -> None:
    many = {f"n{i}": {"TaintToleration": [0, i, i]} for i in range(300)}

    result = scores.scores(decision(scores=many, totals={name: i for i, name in enumerate(many)}), most=50)

    assert result is not None
    assert (50, "n299", 300, 250) == (
        len(result.everyone),
        result.everyone[0].node,
        result.count,
        result.hidden,
    )


def test_a_tie_of_many_nodes_names_a_few_and_counts_the_others() -> None:
    result = scores.scores(decision(best=[f"n{i}" for i in range(900)]))

    assert result is not None
    assert (
        "n0, n1, n2, n3, n4 and 895 more nodes have the same total score. The scheduler picked b at random."
        == result.tie
    )


def test_bars_of_long_names_show_what_tells_them_apart() -> None:
    names = [f"worker-{n:04}.rack{n % 2:02}.dc-2.example.com" for n in (7, 19, 31)]
    row = {"TaintToleration": [0, 9, 9]}

    result = scores.scores(decision(scores=dict.fromkeys(names, row), totals=dict.fromkeys(names, 9)))

    assert result is not None
    assert ["0007", "0019", "0031"] == [bar.short[-4:] for bar in result.bars]
