"""Where others reach a server that listens for them, and https by two files."""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import RequestFactory

from playground.classroom.http import own_address
from playground.server.invitation import address, invitation
from playground.server.lan import lan_address


def test_an_address_names_its_port_where_it_is_not_the_usual_one() -> None:
    results = [
        address("http", "10.0.0.7", 8000),
        address("https", "10.0.0.7", 443),
        address("http", "fd00::1", 80),
    ]

    assert ["http://10.0.0.7:8000/", "https://10.0.0.7/", "http://[fd00::1]/"] == results


def test_others_are_told_where_to_go_and_what_to_point_a_camera_at() -> None:
    lines = invitation("http://10.0.0.7:8000/").splitlines()

    assert "http://10.0.0.7:8000/join" in lines[0]
    assert set("█▀▄ ") == set("".join(lines[1:]))


def test_the_address_in_the_network_is_not_the_machines_own() -> None:
    assert not lan_address().startswith("127.")


@pytest.mark.parametrize(
    ("question", "host", "expected"),
    [
        ("127.0.0.1:8000", "0.0.0.0", "http://10.0.0.7:8000"),
        ("localhost", "0.0.0.0", "http://10.0.0.7"),
        ("127.0.0.1:8000", "127.0.0.1", "http://127.0.0.1:8000"),
        ("10.0.0.9:8000", "0.0.0.0", "http://10.0.0.9:8000"),
    ],
)
def test_a_room_is_joined_where_others_reach_it(
    settings: Any, monkeypatch: pytest.MonkeyPatch, question: str, host: str, expected: str
) -> None:
    settings.HOST, settings.ALLOWED_HOSTS = host, ["*"]
    monkeypatch.setattr(own_address, "lan_address", lambda: "10.0.0.7")

    assert expected == own_address.base_url(RequestFactory().get("/", headers={"host": question}))


def test_https_needs_a_certificate_with_its_key(tmp_path: Path) -> None:
    (tmp_path / "cert.pem").write_text("nothing")
    with pytest.raises(CommandError, match="needs both"):
        call_command("serve", "--no-prepare", cert=str(tmp_path / "cert.pem"), key="")
    with pytest.raises(CommandError, match="no certificate with its key"):
        call_command("serve", "--no-prepare", cert=str(tmp_path / "cert.pem"), key=str(tmp_path / "key.pem"))
