"""The tables about preemption: who must leave, and which criterion decided."""

from typing import Any

from playground.inspector.why.preemption import preemption


def candidate(node: str, *victims: str) -> dict[str, Any]:
    pods = [{"pod": f"default/{name}", "priority": 0} for name in victims]
    return {"node": node, "victims": pods, "violations": 0, "reprieved": []}


def decision(chosen: str | None, *criteria: tuple[str, list[str]], **more: Any) -> dict[str, Any]:
    nodes = [candidate("c", "x"), candidate("b", "y"), candidate("a", "z", "w")]
    asked = [{"id": name, "values": {}, "left": left} for name, left in criteria]
    return {
        "preemption": {
            "chosen": chosen,
            "eligible": True,
            "reason": "",
            "candidates": nodes,
            "criteria": asked,
            **more,
        }
    }


def test_each_candidate_is_said_to_have_fallen_out_where_it_was_thrown_out() -> None:
    found = preemption(decision("a", ("pdb", ["a", "b"]), ("highest", ["a"]), ("sum", ["a"])))

    assert found is not None
    assert [("a", ""), ("c", "1. fewest PDB violations"), ("b", "2. lowest top victim priority")] == [
        (each.node, each.out_at) for each in found.candidates
    ]


def test_the_criterion_that_left_one_node_decided_and_the_rest_were_not_asked() -> None:
    found = preemption(decision("a", ("pdb", ["a", "b"]), ("highest", ["a"]), ("sum", ["a"])))

    assert found is not None
    assert [False, True] == [row.decided for row in found.rows]
    assert "3 … 5" == found.not_needed
    assert "Why a, although 2 pods must leave?" == found.title


def test_a_single_candidate_needs_no_table() -> None:
    told = decision("a")
    told["preemption"]["candidates"] = [candidate("a", "z")]

    found = preemption(told)

    assert found is not None
    assert "a is the only node where removing pods of lower priority helps." == found.only
    assert () == found.candidates


def test_a_pod_that_may_not_preempt_says_so() -> None:
    found = preemption(decision(None, eligible=False, reason="not eligible due to preemptionPolicy=Never."))

    assert found is not None
    assert ("No preemption", "not eligible due to preemptionPolicy=Never.") == (found.title, found.reason)


def test_without_a_question_there_is_nothing_to_tell() -> None:
    assert preemption({"preemption": None}) is None
