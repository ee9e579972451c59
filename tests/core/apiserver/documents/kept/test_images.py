"""Names of images are kept without credentials."""

from __future__ import annotations

import pytest

from scheduler_core.apiserver.documents.kept.images import IMAGE, REMOVED

DIGEST = "sha256:" + "0a" * 32


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("nginx", "nginx"),
        ("nginx:1.27-alpine", "nginx:1.27-alpine"),
        ("registry.example:5000/team/app:v1", "registry.example:5000/team/app:v1"),
        (f"registry.example/app@{DIGEST}", f"registry.example/app@{DIGEST}"),
        ("user:pw@registry.example/app:1", "registry.example/app:1"),
        ("https://user:pw@registry.example/app:1", "registry.example/app:1"),
        ("bob:pw@registry:5000", "registry:5000"),
        ("app:1?token=abc", REMOVED),
        ("{{ .Values.image }}", REMOVED),
        ("", ""),
        (["x"], None),
    ],
)
def test_an_image_is_kept_without_what_lets_somebody_in(written: object, kept: object) -> None:
    assert kept == IMAGE.made(written)  # type: ignore[arg-type]
