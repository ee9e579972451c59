"""docs/limits.md tells the limits as they are."""

from playground import limits
from tools import limits_page


def test_the_page_is_up_to_date() -> None:
    written = limits_page.PAGE.read_text(encoding="utf-8")

    assert limits_page.page() == written, "run: python -m tools.limits_page"


def test_every_number_of_the_module_is_on_the_page() -> None:
    numbers = {
        name for name, value in vars(limits).items() if name.isupper() and isinstance(value, int | float)
    }
    source = limits_page.SOURCE.read_text(encoding="utf-8")
    messages = {name for section in limits_page.sections(source) for name, _, _ in section.rows}

    assert numbers == messages


def test_bytes_are_told_in_the_unit_in_which_they_are_whole() -> None:
    messages = [limits_page.shown(value, "X_BYTES") for value in (64 * 1024, 3 * 1024 * 1024)]

    assert ["64 KiB", "3 MiB", "1 500", "0.2"] == [*messages, limits_page.shown(1500), limits_page.shown(0.2)]
