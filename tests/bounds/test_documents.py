"""What a document of a few lines costs is bounded, also with the largest numbers that its fields take: it is refused,
or the run of it is played and shown.
"""

from __future__ import annotations

import json

import pytest

from scheduler_core import Run, SourceDocument, parse_scenario
from tests.bounds.documents import HOSTILE, INT32, Documents, apps, node, spread, template
from tests.bounds.measure import bounded

STEPS = 150
SECONDS, MEGABYTES = 10.0, 128


def played(documents: Documents) -> int:
    """Plays and shows the run of these documents. Returns the last step, 0 when they are refused."""
    machines = [node(f"n{number}", cpu="4") for number in range(3)]
    given = [SourceDocument(place, item) for place, item in enumerate([*documents, *machines])]
    parsed = parse_scenario(given)
    if parsed.scenario is None:
        assert parsed.problems
        return 0
    recording = Run(parsed.scenario)
    recording.step(0, "quiet", limit=STEPS)
    seq = recording.head_seq
    recording.encoded_snapshot(seq)
    recording.hash(seq)
    json.dumps(recording.ask("faults", seq))
    return seq


@pytest.mark.parametrize("name", HOSTILE)
def test_a_run_of_the_largest_numbers_is_refused_or_played(name: str) -> None:
    seq = bounded(lambda: played(HOSTILE[name]), name, seconds=SECONDS, megabytes=MEGABYTES)

    assert 0 <= seq <= STEPS


def test_a_spread_over_many_domains_is_decided() -> None:
    machines = [node(f"z{n}", cpu="4") for n in range(400)]
    for number, item in enumerate(machines):
        item["metadata"].setdefault("labels", {})["zone"] = f"z{number}"
    constraints = spread(minDomains=INT32) + spread(
        whenUnsatisfiable="ScheduleAnyway", topologyKey="kubernetes.io/hostname", maxSkew=10**9
    )
    expected = apps("Deployment", replicas=20, template=template(topologySpreadConstraints=constraints))

    seq = bounded(lambda: played([expected, *machines]), "400 domains", seconds=SECONDS, megabytes=MEGABYTES)

    assert seq > 0
