"""T32: what the API server refuses of a constraint, and what it accepts."""

from __future__ import annotations

import pytest

from tests.core.playing import Play, gallery

HERE = "spec.topologySpreadConstraints[0]."


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery("refused-constraints"))
    made.until_quiet()
    return made


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (0, "maxSkew: Invalid value: 0: must be greater than zero"),
        (1, "topologyKey: Required value: can not be empty"),
        (
            2,
            'whenUnsatisfiable: Unsupported value: "Maybe": supported values: "DoNotSchedule", '
            '"ScheduleAnyway"',
        ),
        (3, "minDomains: Invalid value: 0: must be greater than zero"),
        (
            4,
            "minDomains: Invalid value: 2: can only use minDomains if whenUnsatisfiable=DoNotSchedule, not "
            "ScheduleAnyway",
        ),
        (5, "matchLabelKeys: Forbidden: must not be specified when labelSelector is not set"),
        (6, 'matchLabelKeys[0]: Invalid value: "app": exists in both matchLabelKeys and labelSelector'),
        (8, '{topologyKey, whenUnsatisfiable}: Duplicate value: "{zone, DoNotSchedule}"'),
    ],
)
def test_the_api_server_refuses(play: Play, place: int, text: str) -> None:
    assert f'Pod "p{place}" is invalid: {HERE}{text}' == play.refusals()[place]
    assert not play.exists(play.until_quiet(), f"p{place}")


def test_a_key_the_pod_does_not_carry_and_one_hard_beside_one_soft_are_accepted(play: Play) -> None:
    last = play.until_quiet()

    assert [True, True] == [play.exists(last, name) for name in ("p7", "p9")]
    constraint = play.manifest(last, "p7")["spec"]["topologySpreadConstraints"][0]
    assert {"matchLabels": {"app": "web"}} == constraint["labelSelector"]


def test_an_edit_is_refused(play: Play) -> None:
    assert play.refusals()[10].startswith('Pod "p9" is invalid: spec: Forbidden: pod updates may not change')
    constraints = play.manifest(play.until_quiet(), "p9")["spec"]["topologySpreadConstraints"]
    assert 1 == constraints[0]["maxSkew"]
