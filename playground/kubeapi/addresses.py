"""Addresses of the Kubernetes API: `/r/<run>/k8s`; `/r/<run>/k8s@<step>` for the state at a step;
`/r/<run>/k8s/as/<token>` for writing (kubectl sends no token over plain http, but keeps the path); and
`/r/<run>/k8s/still/as/<token>` for a run that stands still while its clients wait."""

from __future__ import annotations

import re
from dataclasses import dataclass

_BASE = re.compile(
    r"/r/(?P<run>[^/]+)/k8s(?:@(?P<step>\d{1,9}))?(?P<still>/still)?(?:/as/(?P<token>[^/]+))?(?P<path>/.*)?"
)


@dataclass(frozen=True, slots=True)
class Address:
    """`step` is None for the newest one; `path` is the part after the base."""

    run: str
    step: int | None
    token: str
    path: str
    still: bool = False


def address_of(path: str) -> Address | None:
    """The parts of an address of the API; None for other addresses."""
    match = _BASE.fullmatch(path)
    if match is None:
        return None
    step = match["step"]
    return Address(
        match["run"],
        None if step is None else int(step),
        match["token"] or "",
        match["path"] or "/",
        bool(match["still"]),
    )


def base_of(run: str, token: str = "", *, still: bool = False) -> str:
    base = f"/r/{run}/k8s/still" if still else f"/r/{run}/k8s"
    return f"{base}/as/{token}" if token else base
