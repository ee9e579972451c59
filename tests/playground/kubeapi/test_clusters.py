"""Reading a real cluster and opening it on a server: what is never asked for, and bad input."""

from __future__ import annotations

from pathlib import Path

import pytest

from playground.commandline.clusters import read_kinds
from tests.playground.kubeapi.podium import podium


def test_secrets_are_never_asked_for() -> None:
    assert not {"Secret", "ConfigMap", "ServiceAccount"} & {kind.kind for kind in read_kinds()}


@pytest.mark.parametrize("url", ["http://127.0.0.1:9", "ftp://a"])
def test_a_server_that_is_not_there_is_bad_input(url: str, tmp_path: Path) -> None:
    (tmp_path / "dump.yaml").write_text("kind: Pod")

    assert 2 == podium("import", str(tmp_path / "dump.yaml"), "--server", url)[0]
