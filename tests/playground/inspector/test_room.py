"""Where the room for more pods is: the tab of a pod."""

import html

import pytest
from django.test import Client

from tests.builders import node, pod
from tests.playground.clusters import canonical_run

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_tab_says_how_many_fit_on_which_nodes_and_what_stops_the_next_one(client: Client) -> None:
    run = canonical_run(node("n1", "4"), node("n2", "1"), pod("p", "1500m"), title="Room")

    page = html.unescape(client.get(f"/r/{run.pk}/pods/default/p/room?at={run.head}").content.decode())

    assert "Room for more pods like p: 1" in page
    assert "Nodes with room: 1 of 2." in page
    assert f'href="/r/{run.pk}/nodes/n1/why?at={run.head}" data-choose-node="n1"' in page
    assert 3 == page.count("Insufficient cpu"), "once by reason, and once for each node"
    assert '<td class="n tn">1500m</td>' in page


def test_a_node_has_no_such_tab(client: Client) -> None:
    run = canonical_run(node("n1"), pod("p", "1"), title="Room")

    assert 404 == client.get(f"/r/{run.pk}/nodes/n1/room?at=0").status_code
    assert "/nodes/n1/room" not in client.get(f"/r/{run.pk}/nodes/n1/why?at=0").content.decode()
