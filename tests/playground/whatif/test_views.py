"""The live manifest: a run beside itself after its document was changed."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from playground import limits
from playground.runs import services
from playground.runs.models import Run

pytestmark = pytest.mark.django_db(transaction=True)
LOW2 = "  name: low2\nspec:\n"
GRACE = "  terminationGracePeriodSeconds: 5\n"
SHORT_GRACE = LOW2 + GRACE


def document(client: Client, run: Run) -> str:
    text: str = client.get(f"/r/{run.pk}/change").context["text"]
    return text


def play(client: Client, run: Run, text: str, whole: bool = False) -> dict[str, Any]:
    address = f"/r/{run.pk}/change/play{'?whole=1' if whole else ''}"
    payload: dict[str, Any] = client.post(address, text, content_type="text/plain").json()
    return payload


def test_the_page_holds_the_document_with_objects_and_inputs(client: Client, gap: Run) -> None:
    text = document(client, gap)

    assert all(part in text for part in (LOW2, "kind: Scenario", "at: 2", "      name: small2"))


def test_the_document_as_it_is_changes_nothing(client: Client, gap: Run) -> None:
    result = play(client, gap, document(client, gap))

    assert ("changed.nothing", True, []) == (
        result["comparison"]["says"]["id"],
        result["same"],
        result["comparison"]["changed"],
    )


def test_a_shorter_grace_period_binds_the_preemptor_earlier(client: Client, gap: Run) -> None:
    result = play(client, gap, document(client, gap).replace(LOW2, SHORT_GRACE), whole=True)

    says = {"id": "changed.bound_at", "args": {"pod": "p", "now": "0:11", "then": "0:31"}}
    assert says == result["comparison"]["says"]
    assert ["p", "low2"] == [item["name"] for item in result["comparison"]["changed"]]
    assert 32 == result["was"]["frames"][-1]["t"]
    assert 12 == result["now"]["frames"][-1]["t"]
    assert 0 == result["now"]["snapshot"]["seq"]


def test_what_is_wrong_is_told_at_its_line(client: Client, gap: Run) -> None:
    text = document(client, gap).replace(LOW2, LOW2 + "  terminationGracePeriodSeconds: soon\n")
    result = play(client, gap, text)

    line = 1 + text[: text.index("soon")].count("\n")
    assert "now" not in result
    assert [(line, "spec.terminationGracePeriodSeconds")] == [
        (problem["line"], problem["path"]) for problem in result["problems"]
    ]
    assert result["problems"][0]["message"]


@pytest.mark.parametrize("text", ["", "a: [", "\0", "kind: Scenario\n", "- 1\n"])
def test_a_text_that_is_no_cluster_is_told(client: Client, gap: Run, text: str) -> None:
    result = play(client, gap, text)

    assert result["problems"]
    assert "now" not in result


def test_a_document_that_is_too_long_is_refused_in_words(client: Client, gap: Run) -> None:
    result = play(client, gap, "#" * (limits.CHANGED_CHARACTERS + 1))

    assert ["text.too_long"] == [problem["code"] for problem in result["problems"]]


def test_inputs_of_a_person_are_part_of_the_document(client: Client, gap: Run) -> None:
    made = client.post(f"/r/{gap.pk}/fork", {"at": "13", "inputs": '[{"kind": "cordon", "node": "n2"}]'})
    run = Run.objects.get(pk=made["Location"].split("/")[2].partition("?")[0])
    text = document(client, run)
    result = play(client, run, text.replace("kind: cordon", "kind: uncordon"))
    first = result["comparison"]["changed"][0]

    assert "  - at: 4\n    kind: cordon\n    node: n2\n" in text
    assert ("small2", "changed.what.reason") == (first["name"], first["facts"][0]["what"]["id"])


def test_a_kept_document_is_a_run_of_its_own_and_the_old_link_stays(client: Client, gap: Run) -> None:
    text = document(client, gap).replace(LOW2, SHORT_GRACE)
    made = client.post(f"/r/{gap.pk}/change/keep", {"text": text, "t": "11"})
    run = Run.objects.get(pk=made["Location"].split("/")[2].partition("?")[0])

    run_state = services.standing(run.pk)
    assert run_state is not None
    assert (303, gap.pk, None) == (made.status_code, run_state.forked_from, run_state.forked_at)
    assert GRACE in document(client, run)
    assert GRACE not in document(client, gap)
    assert 200 == client.get(f"/r/{gap.pk}?at=26").status_code == client.get(made["Location"]).status_code


def test_a_document_with_problems_is_not_kept(client: Client, gap: Run) -> None:
    runs = Run.objects.count()
    made = client.post(f"/r/{gap.pk}/change/keep", {"text": "a: [", "t": "0"})
    by_script = client.post(
        f"/r/{gap.pk}/change/keep", {"text": "a: ["}, headers={"Accept": "application/json"}
    )

    assert (422, 422, runs) == (made.status_code, by_script.status_code, Run.objects.count())
    assert by_script.json()["problems"][0]["message"]


def test_two_runs_stand_beside_each_other(client: Client, gap: Run) -> None:
    text = document(client, gap).replace(LOW2, SHORT_GRACE)
    address = f"/r/{gap.pk}/change/keep"
    payload = client.post(address, {"text": text}, headers={"Accept": "application/json"}).json()
    page = client.get(payload["compare"])

    assert GRACE in page.context["changed"]
    assert GRACE not in page.context["text"]


def test_the_editor_is_told_of_fields_values_and_words(client: Client, gap: Run) -> None:
    payload = client.get("/change/fields.json").json()

    assert "maxSkew" in payload["kinds"]["Pod"]["spec"]["topologySpreadConstraints"]
    assert ["DoNotSchedule", "ScheduleAnyway"] == payload["values"]["whenUnsatisfiable"]
    assert payload["words"]["terminationGracePeriodSeconds"].startswith("Seconds between")


@pytest.mark.parametrize("what", ["change", "change?with=nobody", "change?at=99999"])
def test_pages_of_what_is_not_there_are_404(client: Client, gap: Run, what: str) -> None:
    run = "nobody" if what == "change" else gap.pk

    assert 404 == client.get(f"/r/{run}/{what}").status_code


def test_the_inputs_of_the_document_are_told_as_kubectl_lines(client: Client, gap: Run) -> None:
    result = play(client, gap, document(client, gap))

    assert [f"kubectl apply -f -  # pod/{name}" for name in ("p", "small", "small2")] == result["inputs"]


def test_an_input_that_is_switched_off_is_kept_switched_off(client: Client, gap: Run) -> None:
    text = document(client, gap).replace("  - at: 2\n", "  - at: 2\n    disabled: true\n")
    made = client.post(f"/r/{gap.pk}/change/keep", {"text": text, "t": "0"})
    run = Run.objects.get(pk=made["Location"].split("/")[2].partition("?")[0])
    kept = document(client, run)

    assert "  - at: 2\n    kind: apply\n    disabled: true\n" in kept
    result = play(client, run, kept.replace("    disabled: true\n", ""))
    assert ("changed.pending_now", False) == (result["comparison"]["says"]["id"], result["same"])
