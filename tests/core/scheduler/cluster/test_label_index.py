"""Selectors that may match a pod, found without asking all of them."""

from __future__ import annotations

from scheduler_core.objects.selection.selectors import LabelSelector
from scheduler_core.scheduler.cluster.label_index import LabelIndex


def selector(**expressions: object) -> LabelSelector:
    parsed = LabelSelector.parse(expressions)  # type: ignore[arg-type]
    assert parsed is not None
    return parsed


WEB = selector(matchLabels={"app": "web"})
ANY = selector(matchExpressions=[{"key": "app", "operator": "Exists"}])
EITHER = selector(matchExpressions=[{"key": "app", "operator": "In", "values": ["web", "db"]}])


def filed(**selectors: LabelSelector | None) -> LabelIndex[str]:
    index: LabelIndex[str] = LabelIndex()
    for name, one in selectors.items():
        index.add(one, name)
    return index


def test_a_selector_that_insists_on_a_label_is_found_by_it_alone() -> None:
    index = filed(web=WEB, db=selector(matchLabels={"app": "db"}))

    assert ["web"] == list(index.candidates({"app": "web", "tier": "front"}))
    assert [] == list(index.candidates({"tier": "front"}))


def test_a_selector_that_insists_on_no_label_is_always_a_candidate() -> None:
    index = filed(any=ANY, either=EITHER)

    assert ["any", "either"] == list(index.candidates({}))


def test_a_missing_selector_is_never_a_candidate() -> None:
    index = filed(nothing=None)
    index.remove(None, "nothing")

    assert [] == list(index.candidates({"app": "web"}))


def test_what_was_removed_is_no_candidate_any_more() -> None:
    index = filed(web=WEB, more=WEB, any=ANY)
    index.remove(WEB, "web")
    index.remove(ANY, "any")

    assert ["more"] == list(index.candidates({"app": "web"}))
