"""The tables about preemption: who must leave, and which criterion decided."""

from typing import Any

from playground.inspector.why.preemption import MOST_VICTIMS, preemption, victims


def candidate(node: str, *victims: str) -> dict[str, Any]:
    pods = [{"pod": f"default/{name}", "priority": 0} for name in victims]
    return {"node": node, "victims": pods, "violations": 0, "reprieved": []}


def decision(chosen: str | None, *criteria: tuple[str, list[str]], **more: Any) -> dict[str, Any]:
    nodes = [candidate("c", "x"), candidate("b", "y"), candidate("a", "z", "w")]
    requests = [{"id": name, "values": {}, "left": left} for name, left in criteria]
    return {
        "preemption": {
            "chosen": chosen,
            "eligible": True,
            "reason": "",
            "candidates": nodes,
            "criteria": requests,
            **more,
        }
    }


def test_each_candidate_is_said_to_have_fallen_out_where_it_was_thrown_out() -> None:
    result = preemption(decision("a", ("pdb", ["a", "b"]), ("highest", ["a"]), ("sum", ["a"])))

    assert result is not None
    assert [("a", ""), ("c", "1. fewest PDB violations"), ("b", "2. lowest top victim priority")] == [
        (item.node, item.out_at) for item in result.candidates
    ]


def test_the_criterion_that_left_one_node_decided_and_the_rest_were_not_asked() -> None:
    result = preemption(decision("a", ("pdb", ["a", "b"]), ("highest", ["a"]), ("sum", ["a"])))

    assert result is not None
    assert [False, True] == [row.decided for row in result.rows]
    assert "3 … 5" == result.not_needed
    assert "Why a, although 2 pods must leave?" == result.title


def test_a_single_candidate_needs_no_table() -> None:
    result = decision("a")
    result["preemption"]["candidates"] = [candidate("a", "z")]

    finding = preemption(result)

    assert finding is not None
    assert "a is the only node where removing pods of lower priority helps." == finding.only
    assert () == finding.candidates


def test_a_pod_that_may_not_preempt_says_so() -> None:
    result = preemption(decision(None, eligible=False, reason="not eligible due to preemptionPolicy=Never."))

    assert result is not None
    assert ("No preemption", "not eligible due to preemptionPolicy=Never.") == (result.title, result.reason)


def test_without_a_question_there_is_nothing_to_tell() -> None:
    assert preemption({"preemption": None}) is None


def test_of_two_hundred_victims_some_are_named_and_the_others_counted() -> None:
    many = victims(candidate("n1", *(f"low{n}" for n in range(200))))
    few = victims(candidate("n1", "low0"))

    assert (MOST_VICTIMS, "and 188 more pods", "") == (len(many.pods), many.more, few.more)
