"""The page about kubectl, and the kubeconfig."""

import pytest
import yaml
from django.test import Client as Browser

from playground.kubeapi.rights import may_write
from playground.runs import new_runs, services
from playground.runs.models import Run
from tests.playground.conftest import owner_cookies


@pytest.fixture
def owner() -> Browser:
    made = Browser()
    made.cookies.load(owner_cookies())
    return made


def test_the_page_shows_the_line_to_type(run: Run) -> None:
    page = Browser().get(f"/r/{run.pk}/kubectl").text

    assert f"kubectl --server http://testserver/r/{run.pk}/k8s get pods" in page
    assert "kubeconfig" not in page


def test_the_owner_can_download_a_kubeconfig(run: Run, owner: Browser) -> None:
    page = owner.get(f"/r/{run.pk}/kubectl").text
    result = yaml.safe_load(owner.get(f"/r/{run.pk}/kubeconfig").text)
    server = result["clusters"][0]["cluster"]["server"]
    base, _, token = server.rpartition("/as/")
    run_state = services.standing(run.pk)

    assert f"/r/{run.pk}/kubeconfig" in page
    assert run_state is not None
    assert (f"http://testserver/r/{run.pk}/k8s", True) == (base, may_write(run_state, token))
    assert result["current-context"] == result["contexts"][0]["name"]


def test_who_may_act_chooses_how_time_goes_while_kubectl_waits(run: Run, owner: Browser) -> None:
    answer = owner.post(f"/r/{run.pk}/kubectl/time", {"policy": "stands"})
    run_state, forked = services.standing(run.pk), new_runs.fork(run.pk, at=0, owner="somebody")

    assert (303, f"/r/{run.pk}/kubectl") == (answer.status_code, answer.headers["Location"])
    assert (True, True) == (run_state and run_state.stands_still, getattr(forked, "stands_still", None))
    assert "time stands still in this run" in Browser().get(f"/r/{run.pk}/kubectl").text
    assert 'value="stands" checked' in owner.get(f"/r/{run.pk}/kubectl").text


def test_over_https_the_token_is_that_of_a_user(run: Run, owner: Browser) -> None:
    result = yaml.safe_load(owner.get(f"/r/{run.pk}/kubeconfig?time=still", secure=True).text)
    run_state = services.standing(run.pk)

    assert run_state is not None
    assert f"https://testserver/r/{run.pk}/k8s/still" == result["clusters"][0]["cluster"]["server"]
    assert may_write(run_state, result["users"][0]["user"]["token"])


def test_a_reader_gets_one_that_reads(run: Run) -> None:
    result = yaml.safe_load(Browser().get(f"/r/{run.pk}/kubeconfig").text)

    assert (f"http://testserver/r/{run.pk}/k8s", {}) == (
        result["clusters"][0]["cluster"]["server"],
        result["users"][0]["user"],
    )
