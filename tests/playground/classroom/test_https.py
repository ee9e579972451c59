"""A room over https, by a certificate that the teacher made: `CERT` and `KEY` are all that it needs."""

import datetime
import ipaddress
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.harness.server import Server
from tools.attack.visitor import Visitor
from tools.bench.rooms import JSON, run_of


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for 127.0.0.1 that is signed by itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "podium")])
    begins = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(begins)
        .not_valid_after(begins + datetime.timedelta(days=365 * 60))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
        .sign(key, hashes.SHA256())
    )
    cert_file, key_file = folder / "cert.pem", folder / "key.pem"
    cert_file.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    key_file.write_bytes(secret)
    return cert_file, key_file


@pytest.fixture
def server(prepared: Path, tmp_path: Path) -> Iterator[Server]:
    folder = tmp_path / "podium"
    shutil.copytree(prepared, folder)
    cert, key = certificate(tmp_path)
    made = Server(folder, ("manage.py", "serve", "--no-prepare"), CERT=str(cert), KEY=str(key))
    made.start()
    yield made
    made.kill()


async def test_a_room_is_opened_joined_and_followed_over_https(server: Server) -> None:
    presenter, dora = (Visitor(server.url, trust=server.trust) for _ in range(2))
    await presenter.get("/join")
    run = await run_of(server.url, server.trust)
    opened = await presenter.post("/rooms", {"run": run, "at": "0"}, [JSON])
    room = json.loads(opened.body)
    await dora.get(f"/join/{room['code']}")
    joined = await dora.post(f"/join/{room['code']}", {"name": "Dora"}, [JSON])
    async with dora.socket("", f"/ws/room/{room['room']}/") as socket:
        await socket.send(json.dumps({"id": 1, "do": "hello", "protocol": 1}))
        hello = json.loads(await socket.recv())

    assert (201, 201, "Dora") == (opened.status, joined.status, hello["you"]["name"])
    assert room["join"].startswith("https://127.0.0.1")
    assert {True} == {name.startswith("__Host-") for name in dora.cookies}
