"""The page about exactness says what the result file says, and where it comes from."""

import json

import pytest
from django.test import Client

from playground.site import exactness

pytestmark = pytest.mark.django_db


def test_version_and_figures_are_read_from_the_file(client: Client) -> None:
    result = json.loads(exactness.FILE.read_text(encoding="utf-8"))
    page = client.get("/exact").content.decode()

    cases = sum(entry["cases"] for entry in result["files"])
    agreed = sum(entry["agreed"] for entry in result["files"])
    assert f"kube-scheduler {result['modelled']}" in page
    assert f'<b class="tn">{agreed}</b>' in page
    assert f"of {cases} recorded cases agree" in page
    assert all(theme in page for theme in {entry["theme"] for entry in result["files"]})


def test_the_file_itself_can_be_looked_at(client: Client) -> None:
    assert 'href="/exact.json"' in client.get("/exact").content.decode()
    assert client.get("/exact.json").json()["modelled"] == exactness.figures().modelled


def test_rows_of_one_theme_are_summed() -> None:
    rows = [{"theme": "taints", "cases": cases, "agreed": agreed} for cases, agreed in ((3, 2), (4, 4))]

    figures = exactness.summed({"modelled": "v1", "files": rows})

    assert (figures.cases, figures.agreed) == (7, 6)
    assert [figure.theme for figure in figures.themes] == ["taints"]
