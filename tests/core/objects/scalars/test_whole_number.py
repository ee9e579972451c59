from __future__ import annotations

import pytest

from scheduler_core.objects.scalars.whole_number import whole_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("-12", -12),
        ("9223372036854775807", 2**63 - 1),
        *(
            (text, None)
            for text in ("", "-", "--5", "+5", " 5", "²", "٣", "1_0", "1.0", "9" * 20, "9" * 5000)
        ),
    ],
)
def test_only_ascii_digits_are_a_whole_number(text: str, number: int | None) -> None:
    assert number == whole_number(text)
