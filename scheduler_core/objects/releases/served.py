"""Which API versions a release serves, read from `served.txt`."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from scheduler_core.objects.releases.version import Minor, parse_minor

FILE = Path(__file__).with_name("served.txt")


class ServedVersion(NamedTuple):
    """A row of the table: from the `first` to the `last` release (None: no limit) the version is known for
    these kinds (empty: all), and `on` without any flag. `instead` is the version that takes its place, or
    ""."""

    api_version: str
    kinds: frozenset[str]
    first: Minor
    last: Minor | None
    on: bool
    instead: str

    def concerns(self, minor: Minor) -> bool:
        """Whether a release knows the version."""
        return self.first <= minor and (self.last is None or minor <= self.last)


def _row(line: str) -> ServedVersion:
    names, _, rest = line.partition(": ")
    api_version, *kinds = names.split()
    span, _, instead = rest.partition(" > ")
    first, last, default = span.split()
    return ServedVersion(
        api_version,
        frozenset(kinds) - {"*"},
        parse_minor(first),
        None if last == "-" else parse_minor(last),
        default == "on",
        instead,
    )


_ROWS = tuple(_row(line) for line in FILE.read_text("utf-8").splitlines() if line[0] != "#")


def row_of(api_version: str, kind: str) -> ServedVersion | None:
    """The row of a version and kind; None for a version that every release serves, and for an unknown one."""
    rows = (row for row in _ROWS if row.api_version == api_version and (not row.kinds or kind in row.kinds))
    return next(rows, None)


def is_served(api_version: str, kind: str, version: str) -> bool:
    """Whether the release serves objects of this kind in this API version without any flag."""
    row = row_of(api_version, kind)
    return row is None or (row.on and row.concerns(parse_minor(version)))


def no_match(api_version: str, kind: str) -> str:
    """kubectl's words for a version that is not served (meta.NoKindMatchError)."""
    return f'no matches for kind "{kind}" in version "{api_version}"'
