"""The page about exactness says what the result file says, and where it comes from."""

import json

import pytest
from django.test import Client

import scheduler_core as core
from playground.site import exactness, not_modelled

pytestmark = pytest.mark.django_db


def test_version_and_figures_are_read_from_the_file(client: Client) -> None:
    results = json.loads(exactness.FILE.read_text(encoding="utf-8"))["releases"]
    page = client.get("/exact").content.decode()

    for result in results.values():
        cases = sum(entry["cases"] for entry in result["files"])
        agreed = sum(entry["agreed"] for entry in result["files"])
        assert f'<b class="tn">{agreed}</b> of {cases} recorded cases of {result["modelled"]} agree' in page
    assert core.HELD == {minor: result["modelled"] for minor, result in results.items()}
    assert "Not held against the original yet: 1.37, 1.35." in page
    themes = {entry["theme"] for result in results.values() for entry in result["files"]}
    assert themes == set(exactness.THEMES)
    texts = (*exactness.THEMES.values(), exactness.OF_GROUPS)
    assert all(f'<th scope="row">{words}</th>' in page for words in texts)


def test_the_file_itself_can_be_looked_at(client: Client) -> None:
    assert 'href="/exact.json"' in client.get("/exact").content.decode()
    assert client.get("/exact.json").json()["releases"].keys() == exactness.figures().keys()


def test_rows_of_one_theme_are_summed() -> None:
    rows = [
        {"file": f"{cases}-gang.live", "theme": "live", "cases": cases, "agreed": agreed}
        for cases, agreed in ((3, 2), (4, 4))
    ]
    rows.append({"file": "9.live", "theme": "live", "cases": 5, "agreed": 5})

    figures = exactness.summed("1.36", {"modelled": "v1", "files": rows})

    assert (12, 11) == (figures.cases, figures.agreed)
    assert ["live"] == [figure.theme for figure in figures.themes]
    assert figures.groups == exactness.Figure("live", 7, 6)


def test_every_field_and_kind_that_is_not_modelled_has_its_row(client: Client) -> None:
    page = client.get("/exact").content.decode()

    assert all(f"<code>{name}</code>" in page for name in (*core.POD_FIELDS, *core.DECIDING_KINDS))
    assert not_modelled.rows()[-1].notice in page


@pytest.mark.parametrize(
    ("language", "words"),
    [("id", "Yang tidak dimodelkan"), ("uk", "Що не змодельовано"), ("zh-hans", "未建模的内容")],
)
def test_the_table_speaks_the_language_of_the_reader(client: Client, language: str, words: str) -> None:
    page = client.get("/exact", headers={"accept-language": language}).content.decode()

    assert words in page
    assert "Where you would see it" not in page


def test_promises_are_said_with_the_number_of_random_cases_of_each_release_that_kept_them(
    client: Client,
) -> None:
    releases = json.loads(exactness.FILE.read_text(encoding="utf-8"))["releases"]
    page = client.get("/exact").content.decode()
    row = "".join(f'<td class="n">{releases[name]["random"]["cases"]}</td>' for name in ("1.36", "1.34"))

    assert releases["1.34"]["random"]["promises"].keys() == exactness.PROMISES.keys()
    assert len(exactness.PROMISES) == page.count(f"{row}</tr>")
    assert str(exactness.PROMISES["memo_changes_nothing"]) in page


def test_a_result_without_random_cases_has_no_promises() -> None:
    figures = exactness.summed("1.36", {"modelled": "v1", "files": []})

    assert (0, []) == (figures.random_cases, exactness.promises({"1.36": figures}))
