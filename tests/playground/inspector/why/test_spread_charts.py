"""The charts of spread constraints."""

from typing import Any

from django.template.loader import render_to_string
from django.utils import translation

from playground.inspector.why import spread_charts


def domain(name: str, count: int, **more: Any) -> dict[str, Any]:
    message = {
        "self": 1,
        "skew": count + 1,
        "ok": True,
        "nodes": [name],
        "pods": [f"p{i}" for i in range(count)],
    }
    message |= {"domain": name, "count": count, **more}
    texts = {
        "sum": f"{count} + 1 − 1 = {message['skew']}",
        "comparison": "≤ 1" if message["ok"] else "> 1",
    }
    return {"texts": texts, **message}


def hard(*domains: dict[str, Any], **more: Any) -> dict[str, Any]:
    message = {
        "effect": "DoNotSchedule",
        "key": "zone",
        "maxSkew": 1,
        "min": 1,
        "ceiling": 2,
        "selector": "app=web",
        "lacking": [],
    }
    return {**message, "domains": list(domains), **more}


def soft(*domains: dict[str, Any], **more: Any) -> dict[str, Any]:
    return hard(*domains, **{"effect": "ScheduleAnyway", "weight": 1.3863, "counted": 2, "bonus": 0, **more})


DECISION: dict[str, Any] = {
    "pod": "default/mypod",
    "node": "b",
    "nodes": {},
    "weights": {"PodTopologySpread": 2},
}


def test_blocks_stand_on_each_other_and_the_pod_to_place_on_top() -> None:
    result = spread_charts.charts(DECISION, [hard(domain("a", 2, ok=False, skew=2), domain("b", 1))])

    assert result is not None
    (chart,) = result.charts
    first, second = chart.columns
    assert ["p0", "p1"] == [block.text for block in first.blocks]
    assert ("mypod", True) == (first.me and first.me.text, first.over)
    assert [("2 + 1 − 1", "= 2"), ("2 > 1",)] == [line.parts for line in first.under]
    assert [("1 + 1 − 1", "= 2"), ("2 ≤ 1",)] == [line.parts for line in second.under]
    assert chart.lines is not None
    assert (1, 2, 3.5, 91) == (chart.lines.minimum, chart.lines.ceiling, chart.levels, chart.height)


def test_very_many_pods_of_a_domain_are_one_block_with_their_number() -> None:
    result = spread_charts.charts(DECISION, [hard(domain("a", 40, pods=None))])

    assert result is not None
    assert ["40"] == [block.text for block in result.charts[0].columns[0].blocks]


def test_of_very_many_domains_those_that_refuse_are_shown() -> None:
    many = [domain(f"d{i:02}", 1, ok=i < 18) for i in range(20)]

    result = spread_charts.charts(DECISION, [hard(*many)])

    assert result is not None
    (chart,) = result.charts
    names = [column.domain for column in chart.columns]
    assert (12, "and 8 more") == (len(names), chart.more)
    assert ["d18", "d19"] == names[-2:]


def test_a_single_soft_constraint_gives_the_score_of_its_domains() -> None:
    result = soft(domain("a", 2, part=2.7726, scores=[33]), domain("b", 1, part=1.3863, scores=[100]))

    finding = spread_charts.charts(DECISION, [result])

    assert finding is not None
    (chart,) = finding.charts
    assert "ln(2 + 2) = 1.386" == chart.weight
    assert [
        (("2 × 1.386", "= 2.77"), ("33 × 2 = 66",), None),
        (("1 × 1.386", "= 1.39"), ("100 × 2 = 200",), True),
    ] == [(c.under[0].parts, c.under[1].parts, c.under[1].ok) for c in chart.columns]


def test_a_hard_constraint_without_domains_names_the_nodes_that_lack_its_key_in_place_of_columns() -> None:
    result = spread_charts.charts(DECISION, [hard(lacking=["n1"])])

    assert result is not None
    assert [((), "n1 has no label zone: refused.")] == [
        (chart.columns, chart.lacking) for chart in result.charts
    ]


def test_a_drawing_reads_its_number_of_levels_in_a_language_with_decimal_commas_too() -> None:
    result = spread_charts.charts(DECISION, [hard(domain("a", 2, ok=False, skew=2), domain("b", 1))])
    with translation.override("uk"):
        page = render_to_string("inspector/why/spread_charts.html", {"charts": result})

    assert 'data-levels="3.5"' in page
